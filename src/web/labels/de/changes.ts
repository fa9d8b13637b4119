/** Texts about changes of stored pageviews, and undoing them. */
import { pluralize } from './language.ts';

export const removal = 'Seitenaufrufe entfernen';
export const removalHint =
  'Entfernt, was nicht hätte gezählt werden sollen, etwa eigene Besuche, Tests oder Spam. Wählen Sie mit Filtern, nach Datum oder beidem. 30 Tage lang lässt es sich rückgängig machen.';
export const withEvents = 'Passende Ereignisse ebenfalls entfernen';
export const fromDay = 'Von';
export const throughDay = 'Bis';
export const chooseFirst = 'Fügen Sie einen Filter oder ein Datum hinzu, um zu sehen, was entfernt würde.';
export const notHere = (names: string) => `Filter nach ${names} sind hier nicht möglich.`;
export const daysBackwards = 'Dieses Datum liegt vor dem ersten.';
export const found = (rows: string, visitors: number, days: number) =>
  `${rows} von ${pluralize(visitors, 'Besucher', 'Besuchern')} an ${pluralize(days, 'Tag', 'Tagen')}`;
export const eventCount = (count: number) => pluralize(count, 'Ereignis', 'Ereignisse');
/** Texts of the button of a removal. */
export const removing = {
  action: 'Entfernen',
  title: (rows: string) => `${rows} entfernen?`,
  hint: 'Berichte zählen sie dann nicht mehr. 30 Tage lang lässt sich das rückgängig machen, danach werden sie gelöscht.',
  nothing: 'Nichts gefunden.',
};
export const removals = 'Bisherige Änderungen';
export const noRemovals = 'Noch keine Änderungen';
export const noRemovalsHint =
  'Was Sie entfernen oder zusammenfassen, steht hier. 30 Tage lang können Sie es rückgängig machen.';
/** Before the reason, of a change that failed. */
export const willRetry = 'Das hat noch nicht geklappt. Footfall versucht es erneut.';
export const statuses = {
  running: 'Wird entfernt…',
  done: 'Entfernt',
  undoing: 'Wird rückgängig gemacht…',
  undone: 'Rückgängig gemacht',
  permanent: 'Gelöscht',
};
/** Changes of pages in the list of changes. */
export const kinds = {
  page_rules: 'Seitenregeln auf frühere Seiten angewendet',
  clean_paths: 'Parameter aus Seiten entfernt',
  reset: 'Statistik zurückgesetzt',
};
export const pageStatuses = {
  running: 'Wird geändert…',
  done: 'Geändert',
  undoing: 'Wird rückgängig gemacht…',
  undone: 'Rückgängig gemacht',
  permanent: 'Endgültig',
};
export const undoUntil = (date: string) => `kann bis ${date} rückgängig gemacht werden`;
export const undoOf = (rows: string) => `Rückgängig machen: ${rows}`;
export const since = (day: string) => `ab ${day}`;
export const until = (day: string) => `bis ${day}`;
export const pastTitle = 'Bereits gezählt';
export const pastHint =
  'Ausschlüsse gelten ab sofort. Früher gezählte Seitenaufrufe lassen sich entfernen, wenn Seite, Land, Referrer oder Netzwerk passen; IP-Adressen und User-Agents werden nicht gespeichert.';
export const showPast = 'Passende Seitenaufrufe anzeigen';
export const earlierPages = 'Frühere Seiten';
const change = {
  title: (rows: string) => `${rows} ändern?`,
  hint: 'Alle Berichte zeigen dann die neuen Seiten; vollständige URLs bleiben unverändert. Unter Einstellungen › Daten lässt sich das 30 Tage lang rückgängig machen.',
};
export const pageChanges = {
  page_rules: {
    ...change,
    intro: 'Gespeicherte Regeln lassen sich auch auf alles anwenden, was bisher gezählt wurde.',
    show: 'Frühere Seiten prüfen',
    action: 'Regeln anwenden',
    nothing: 'Alle früheren Seiten entsprechen bereits den Regeln.',
  },
  clean_paths: {
    ...change,
    intro:
      'Frühere Versionen haben Adressen mit Parametern, etwa /?session=1, als eigene Seiten gezählt. Sie können personenbezogene Daten enthalten.',
    show: 'Solche Seiten suchen',
    action: 'Parameter entfernen',
    nothing: 'Keine Seite hat Parameter.',
  },
};
