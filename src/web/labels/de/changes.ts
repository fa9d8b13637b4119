/** Texts about removing stored pageviews, and undoing that. */
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
export const nothingFound = 'Nichts gefunden.';
export const remove = 'Entfernen';
export const removeTitle = (rows: string) => `${rows} entfernen?`;
export const removeHint =
  'Berichte zählen sie dann nicht mehr. 30 Tage lang lässt sich das rückgängig machen, danach werden sie gelöscht.';
export const removals = 'Entfernte Seitenaufrufe';
export const noRemovals = 'Nichts entfernt';
export const noRemovalsHint = 'Was Sie entfernen, steht hier. 30 Tage lang können Sie es wiederherstellen.';
export const statuses = {
  running: 'Wird entfernt…',
  done: 'Entfernt',
  undoing: 'Wird rückgängig gemacht…',
  undone: 'Rückgängig gemacht',
  permanent: 'Gelöscht',
};
export const undoUntil = (date: string) => `kann bis ${date} rückgängig gemacht werden`;
export const undoOf = (rows: string) => `Rückgängig machen: ${rows}`;
export const since = (day: string) => `ab ${day}`;
export const until = (day: string) => `bis ${day}`;
export const pastTitle = 'Bereits gezählt';
export const pastHint =
  'Ausschlüsse gelten ab sofort. Früher gezählte Seitenaufrufe lassen sich entfernen, wenn Seite, Land oder Referrer passen; IP-Adressen und User-Agents werden nicht gespeichert.';
export const showPast = 'Passende Seitenaufrufe anzeigen';
