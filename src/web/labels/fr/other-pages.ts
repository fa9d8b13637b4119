/** Textes que partagent plusieurs pages dont aucune n’est ouverte en premier. */

export const siteDown = 'Un site tombe en panne';
export const siteUp = 'Un site est de nouveau en ligne';
export const commandName = 'la commande';
export const newPassword = 'Nouveau mot de passe';
export const nextSeparator = ' · prochaine ';
export const sending = 'Envoi…';
export const trackingCodeName = 'le code de suivi';
export const timeZone = 'Fuseau horaire';
export const days90 = '90 jours';
