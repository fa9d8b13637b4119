/** Texts of the public page of a site. */

export const times = 'Times';
export const emptyTitle = 'Nothing was counted in these days';
export const emptyHint = 'A longer period may have more to show.';
export const statisticsOf = (label: string) => `${label} – statistics`;
export const statistics = 'Statistics';
export const countedBy = 'Counted by Footfall, without cookies';
export const asOfUtc = (updatedAt: string) => `As of ${updatedAt} UTC`;
export const notFoundTitle = 'Nothing public here';
export const notFoundHint =
  'The address may be mistyped, or the owner of the site keeps its statistics to themselves now.';
export const notMonitored = (date: string) => `${date}: not monitored`;
export const upAllDay = 'up all day';
export const downFor = (downSeconds: string) => `down for ${downSeconds}`;
export const downNow = 'Down now';
export const upNow = 'Up now';
export const upLast30Days = (uptime: string) => `${uptime} up in the last 30 days`;
export const days7 = '7 days';
export const days30 = '30 days';
export const months12 = '12 months';
