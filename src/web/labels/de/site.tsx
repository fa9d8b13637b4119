/** Texts of the overview of a site. */
import type { ReactNode } from 'react';
import { inflect } from './language.ts';

export const aiProviders = 'KI-Anbieter';
export const provider = 'Anbieter';
export const purposes = 'Zwecke';
export const purpose = 'Zweck';
export const crawlers = 'Crawler';
export const crawler = 'Crawler';
export const pagesCrawled = 'Seiten';
export const searchIn = (name: string) => `${name} durchsuchen`;
export const csv = 'CSV';
export const noMatch = 'Keine Ergebnisse';
export const noneWithFilters = (what: string) => `Keine ${what} mit diesen Filtern`;
export const asCsv = (name: string) => `${name} als CSV herunterladen`;
export const notFilteredBy = (filters: string, name: string, count: number) =>
  inflect(
    count,
    `Der Filter ${filters} gilt nicht für ${name}.`,
    `Die Filter ${filters} gelten nicht für ${name}.`,
  );
export const onlyOf = (label: string) => `Nur ${label} wird angezeigt. Alle anzeigen`;
export const eventDetails = 'Ereignisdetails';
export const openSite = 'Website öffnen';
export const aiAssistants = 'KI-Assistenten';
export const aiSearch = 'KI-Suche';
export const modelTraining = 'Modelltraining';
export const purposeUnknown = 'Nicht angegeben';
export const removeFilter = 'Filter entfernen';
export const filterByThis = 'Nach diesem Wert filtern';
export const excludeThis = (
  <>
    Ausschließen <span className="breakdown-hint">Alt + Klick</span>
  </>
);
export const whatChanged = 'Was sich geändert hat';
export const nothingStandsOut = 'Keine auffälligen Änderungen gegenüber dem vorherigen Zeitraum.';
export const countNowAndBefore = (count: string, before: string) => `${count}, vorher ${before}`;
export const noDataBefore = (day: string) => `Keine Daten vor dem ${day}`;
export const resetZoom = 'Zoom zurücksetzen';
export const hours = 'Stunden';
export const weeks = 'Wochen';
export const intervalLabel = 'Intervall';
export const timeOnPage = 'Zeit';
export const timeOnPageHint = 'Median der Zeit, die eine Seite sichtbar und aktiv war';
export const pageviewsHint = 'Gesamtzahl der aufgerufenen Seiten';
export const pageviewsOfVisitsHint = 'Seitenaufrufe in diesen Besuchen';
export const visitorsHint =
  'Eindeutige Besucher, ohne Cookies gezählt: Wer an einem anderen Tag wiederkommt, zählt meist erneut';
export const visitsHint = 'Ein Besuch endet nach 30 Minuten Inaktivität';
export const eventsHint = 'Eigene Ereignisse, die Ihre Seiten senden';
export const kudosHint = 'Dank von Ihren Lesern';
export const agentVisitsHint = 'Besuche von KI-Crawlern und KI-Assistenten';
export const viewsPerVisit = 'Seiten pro Besuch';
export const viewsPerVisitHint =
  'Durchschnittliche Seitenaufrufe pro Besuch. Mit einem Seitenfilter zählen alle Seiten der passenden Besuche.';
export const bounceRateHint =
  'Anteil der Besuche mit nur einem Seitenaufruf und ohne Ereignisse. Wird die Verweildauer erfasst, zählen Besuche ab 10 Sekunden nicht dazu.';
export const visitDuration = 'Besuchsdauer';
export const durationHint =
  'Durchschnittliche Zeit vom ersten bis zum letzten Seitenaufruf oder Ereignis eines Besuchs';
export const metricsAndChart = 'Kennzahlen und Diagramm';
export const downFor = (durationInWords: string, part: string) => `${durationInWords} offline${part}`;
export const last5Minutes = 'In den letzten 5 Minuten';
export const notConnected = 'Nicht verbunden';
export const now = (b: ReactNode, part: string) => (
  <>
    {b} {part} online
  </>
);
export const months = 'Monate';
export const stillDown = ' (dauert an)';
export const addAnnotation = 'Anmerkung hinzufügen';
