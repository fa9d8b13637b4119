/** Texte, die sich mehrere Seiten teilen, von denen keine als erste geöffnet wird. */

export const siteDown = 'Website ausgefallen';
export const siteUp = 'Website wieder erreichbar';
export const addFirstSite = 'Erste Website hinzufügen';
export const commandName = 'Befehl';
export const newPassword = 'Neues Passwort';
export const nextSeparator = ' · erneut ';
export const sending = 'Wird gesendet …';
export const trackingCodeName = 'Tracking-Code';
export const timeZone = 'Zeitzone';
export const switchedOff = 'Aus';
export const moveDown = 'Nach unten';
export const moveUp = 'Nach oben';
export const pinToTop = 'Oben anheften';
export const unpin = 'Lösen';
export const pinned = 'Angeheftet';
export const newGroup = 'Neue Gruppe';
export const findSite = 'Website suchen';
export const days90 = '90 Tage';
