/** Texts of the public page of a site. */

export const times = 'Anzahl';
export const emptyTitle = 'Keine Daten in diesem Zeitraum';
export const emptyHint = 'Einen längeren Zeitraum wählen.';
export const statisticsOf = (label: string) => `${label} – Öffentliche Statistik`;
export const sharedStatisticsOf = (label: string) => `${label} – geteilte Statistik`;
export const statistics = 'Öffentliche Statistik';
export const countedBy = 'Gemessen mit Footfall, ohne Cookies';
export const updatedAt = (time: string, zone: string) => `Stand ${time} (${zone})`;
export const notFoundTitle = 'Hier gibt es keine öffentliche Statistik';
export const notFoundHint =
  'Vielleicht enthält der Link einen Tippfehler, oder die Statistik ist nicht mehr öffentlich.';
export const downNow = 'Offline';
export const upNow = 'Online';
export const upSince = (uptime: string, day: string) => `${uptime} Verfügbarkeit seit ${day}`;
export const upLast30Days = (uptime: string) => `${uptime} Verfügbarkeit in den letzten 30 Tagen`;
export const days7 = '7 Tage';
export const days30 = '30 Tage';
export const months12 = '12 Monate';
export const timeOnPage = 'Verweildauer';
export const scrollDepth = 'Scrolltiefe';
export const revenueIn = (currency: string) => `Umsatz (${currency})`;
export const goal = 'Ziel';
export const stepName = 'Schritt';
export const step = (number: number) => `Schritt ${number}`;
