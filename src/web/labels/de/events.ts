/** Texts of the events page. */
import { pluralize } from './language.ts';

export const value = 'Wert';
export const values = 'Werte';
export const allEvents = 'Alle Ereignisse';
export const is = 'ist';
export const withoutAValue = 'ohne Wert';
export const anyValue = 'Beliebiger Wert';
export const byVisitors = (count: number) => `von ${pluralize(count, 'Besucher', 'Besuchern')}`;
export const noneInDays = 'Keine Ereignisse in diesem Zeitraum';
export const byEvents = (title: string) => `${title} nach Ereignissen`;
export const pagerOf = (title: string) => `${title}: Seitennavigation`;
export const noValue = 'Kein Wert';
export const searchEvents = 'Ereignisse suchen';
export const eventsPager = 'Ereignisse: Seitennavigation';
export const noMatch = 'Keine Ergebnisse';
export const eventsByNumber = 'Ereignisse nach Anzahl';
export const emptyTitle = 'Keine Ereignisse in diesem Zeitraum';
export const emptyHint =
  'Erfassen Sie Klicks, Anmeldungen oder Käufe. Ersetzen Sie dazu Ihren Tracking-Code durch diesen, der auch Klicks erfasst:';
export const elementHint = 'Geben Sie dann jedem Element, das zählen soll, einen Namen:';
export const exampleName = 'Beispiel';
export const moreOnEvents = 'Mehr über Ereignisse';
