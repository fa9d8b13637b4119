/** Texts that several pages share, none of which is the first that is opened. */

export const siteDown = 'A site goes down';
export const siteUp = 'A site is back up';
export const commandName = 'command';
export const newPassword = 'New password';
export const nextSeparator = ' · next ';
export const sending = 'Sending…';
export const trackingCodeName = 'tracking code';
export const timeZone = 'Time zone';
export const days90 = '90 days';
