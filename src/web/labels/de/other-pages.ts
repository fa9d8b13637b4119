/** Texte, die sich mehrere Seiten teilen, von denen keine als erste geöffnet wird. */

export const siteDown = 'Website ausgefallen';
export const siteUp = 'Website wieder erreichbar';
export const commandName = 'Befehl';
export const newPassword = 'Neues Passwort';
export const nextSeparator = ' · erneut ';
export const sending = 'Wird gesendet …';
export const trackingCodeName = 'Tracking-Code';
export const timeZone = 'Zeitzone';
export const days90 = '90 Tage';
