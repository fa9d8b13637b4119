/** Texts of the public page of a site. */

export const times = 'Nombre';
export const emptyTitle = 'Aucune donnée sur cette période';
export const emptyHint = 'Essayez une période plus longue.';
export const statisticsOf = (label: string) => `${label} – statistiques publiques`;
export const sharedStatisticsOf = (label: string) => `${label} – statistiques partagées`;
export const statistics = 'Statistiques publiques';
export const countedBy = 'Mesuré par Footfall, sans cookies';
export const updatedAt = (time: string, zone: string) => `Mis à jour à ${time} (${zone})`;
export const notFoundTitle = 'Aucune statistique publique ici';
export const notFoundHint =
  'Le lien est peut-être erroné, ou les statistiques du site ne sont plus publiques.';
export const downNow = 'En panne';
export const upNow = 'En ligne';
export const upSince = (uptime: string, day: string) => `Disponibilité de ${uptime} depuis le ${day}`;
export const upLast30Days = (uptime: string) => `Disponibilité de ${uptime} ces 30 derniers jours`;
export const days7 = '7 jours';
export const days30 = '30 jours';
export const months12 = '12 mois';
export const timeOnPage = 'Temps sur la page';
export const scrollDepth = 'Profondeur de défilement';
export const revenueIn = (currency: string) => `Chiffre d’affaires (${currency})`;
export const goal = 'Objectif';
export const stepName = 'Étape';
export const step = (number: number) => `Étape ${number}`;
