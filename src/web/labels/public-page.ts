/** Texts of the public page of a site. */

export const times = 'Times';
export const emptyTitle = 'No data in this period';
export const emptyHint = 'Try a longer period.';
export const statisticsOf = (label: string) => `${label} – public stats`;
export const sharedStatisticsOf = (label: string) => `${label} – shared stats`;
export const statistics = 'Public stats';
export const countedBy = 'Measured by Footfall, without cookies';
export const updatedAt = (time: string, zone: string) => `Updated ${time} (${zone})`;
export const notFoundTitle = 'No public stats here';
export const notFoundHint = 'The link may be mistyped, or the site’s stats are no longer public.';
export const downNow = 'Down';
export const upNow = 'Up';
export const upSince = (uptime: string, day: string) => `${uptime} uptime since ${day}`;
export const upLast30Days = (uptime: string) => `${uptime} uptime in the last 30 days`;
export const days7 = '7 days';
export const days30 = '30 days';
export const months12 = '12 months';
export const timeOnPage = 'Time on page';
export const scrollDepth = 'Scroll depth';
export const revenueIn = (currency: string) => `Revenue (${currency})`;
export const goal = 'Goal';
export const stepName = 'Step';
export const step = (number: number) => `Step ${number}`;
