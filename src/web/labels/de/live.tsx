/** Texts of the live page. */
import type { ReactNode } from 'react';
import { pluralize } from './language.ts';

export const hit = 'Seitenaufruf';
export const kudo = 'Kudo';
export const agentVisit = 'KI-Crawler';
export const browserOnPlatform = (browser: string, platform: string) => `${browser} unter ${platform}`;
export const from = (from: ReactNode) => <>von {from}</>;
export const all = 'Alle';
export const feedTitle = 'Live-Aktivität';
export const resume = 'Fortsetzen';
export const pause = 'Anhalten';
export const newCount = (waiting: string) => `${waiting} neu`;
export const feedLabel = 'Aktivität, neueste zuerst';
export const kindsLabel = 'Aktivitätsarten';
export const noHitsHint =
  'Öffnen Sie eine Seite Ihrer Website in einem anderen Fenster. Ihr Besuch erscheint hier innerhalb einer Sekunde.';
export const noKudosHint = 'Fügen Sie in den Einstellungen unter „Tracking-Code“ einen Kudos-Button hinzu.';
export const noAgentsHint =
  'KI-Crawler werden in Seitenaufrufen und Serverlogs erkannt oder über die API gemeldet.';
export const emptyTitle = 'Keine Aktivität in den letzten 24 Stunden';
export const howToGetStarted = 'Erste Schritte';
export const rightNow = 'Gerade jetzt';
export const last5Minutes = (part: string) => `${part} in den letzten 5 Minuten`;
export const connectionLost = 'Verbindung unterbrochen, neuer Versuch …';
export const connecting = 'Wird verbunden …';
export const noEventsHint = 'Wie Sie Ereignisse senden, zeigt die Seite „Ereignisse“.';
export const last30Minutes = 'Letzte 30 Minuten';
export const chartMetric = 'Im Diagramm';
export const mapTitle = 'Wo die Besucher sind';
export const referrersTitle = 'Referrer, letzte 30 Minuten';
export const pagesTitle = 'Seiten, letzte 30 Minuten';
export const countriesTitle = 'Länder, letzte 30 Minuten';
export const noneInHalfHour = 'Keine Besucher in den letzten 30 Minuten';
export const visitorsAndViews = (visitors: number, views: number) =>
  `${pluralize(visitors, 'Besucher', 'Besucher')}, ${pluralize(views, 'Seitenaufruf', 'Seitenaufrufe')}`;
