/** Texts of the insights page. */
import type { ReactNode } from 'react';
import { ServerLink } from '../../ui/server-link.tsx';
import { pluralize } from './language.ts';

export const newsletter = 'Newsletter';
export const socialMedia = 'Soziale Medien';
export const launch = 'Launch';
export const maintenance = 'Wartung';
export const podcast = 'Podcast';
export const other = 'Sonstiges';
export const patterns = 'Muster';
export const bestContent = 'Beste Inhalte';
export const suggestions = 'Empfehlungen';
export const against = (fact: string, basis: string) => `ggü. ${fact} ${basis}`;
export const inTheseDays = 'Anmerkungen in diesem Zeitraum';
export const theWeekBefore = 'in der Vorwoche';
export const insightsByDay = 'Insights nach Tag';
export const insightsPager = 'Insights: Seitennavigation';
export const emptyTitle = 'Noch keine Insights';
export const nextRun = (next: ReactNode) => <>Nächste Aktualisierung {next}.</>;
export const emptyHint = (part: ReactNode) => (
  <>
    Jede Nacht werden die letzten 7 Tage mit den 7 Tagen davor verglichen. Sobald die Website mindestens 10
    Seitenaufrufe pro Woche hat, steht hier, was auffällt. {part}
  </>
);
export const offTitle = 'Insights sind für diese Website ausgeschaltet';
export const switchOnLink = 'In den Website-Einstellungen einschalten';
export const ownerCanSwitchOn = 'Der Inhaber des Kontos kann sie einschalten.';
export const offHint = (link: ReactNode) => (
  <>
    Insights zeigen jeden Morgen, was in der letzten Woche auffiel; Anmerkungen halten fest, was Sie getan
    haben. {link}
  </>
);
export const noPlanTitle = 'Insights gibt es nur mit einem Tarif';
export const noPlanHint = (
  <>
    Insights zeigen jeden Morgen, was in der letzten Woche auffiel. Bitten Sie den Betreiber des Servers um
    einen Tarif für das Konto. <ServerLink href="/docs/insights-and-signals">Mehr über Insights</ServerLink>
  </>
);
export const changeTitle = 'Anmerkung bearbeiten';
export const addSignal = 'Anmerkung hinzufügen';
export const signalTitle = 'Titel';
export const timeZoneHint = (timeZone: string) => `Zeitzone: ${timeZone}`;
export const whenMissing = 'Datum und Uhrzeit eingeben.';
export const kind = 'Art';
export const notes = 'Notizen';
export const optional = 'Optional';
export const yourSignals = 'Anmerkungen';
export const signalsHint =
  'Launches, Newsletter und Deployments im Diagramm markieren. Insights berücksichtigen sie.';
export const noSignals = 'Noch keine Anmerkungen';
export const noSignalsHint =
  'Newsletter verschickt oder Funktion veröffentlicht? Fügen Sie eine Anmerkung hinzu, um die Wirkung im Diagramm zu sehen.';
export const signalsPager = 'Anmerkungen: Seitennavigation';
export const changeSignal = (title: string) => `Bearbeiten: ${title}`;
export const deleteSignal = (title: string) => `Löschen: ${title}`;
export const signalAdded = 'Anmerkung hinzugefügt';
export const signalChanged = 'Anmerkung gespeichert';
export const signalDeleted = 'Anmerkung gelöscht';
export const usually = 'üblicherweise';
export const findings = 'Was auffiel';
export const findingsLabel = 'Auffälligkeiten, die neuesten zuerst';
export const noFindings = 'In diesen Wochen fiel nichts auf.';
export const weekOf = (days: string) => `Die Woche in Kürze: ${days}`;
export const moreOfWeek = 'Mehr zu dieser Woche';
export const dailySummaries = 'Zusammenfassungen nach Tagen';
export const showInChart = 'Im Diagramm zeigen';
export const goingOn = 'hält noch an';
export const continued = (days: number) => pluralize(days, 'weiterer Tag', 'weitere Tage');
export const findingMeta = (day: string, importance: string, continued: string) =>
  [day, importance, continued].filter(part => part !== '').join(' · ');
export const importance = {
  high: 'Große Wirkung',
  medium: 'Mittlere Wirkung',
  low: 'Geringe Wirkung',
} as const;
