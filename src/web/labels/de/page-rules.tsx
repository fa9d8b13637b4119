/** Texts of the page rules of a site. */
import type { ReactNode } from 'react';
import { formatNumber, pluralize } from './language.ts';

export const pages = 'Seiten';
export const pageRules = 'Eine Seite, mehrere Adressen';
export const pageRulesHint =
  'Zählt Adressen, die zur selben Seite führen, als eine. Regeln gelten ab sofort, für alle Besuche und für Importe.';
export const setOverApi =
  'Diese Regeln wurden über die API gesetzt und lassen sich hier nicht bearbeiten. Ändern Sie sie dort:';
export const slash = 'Schrägstrich am Ende';
export const slashes = {
  keep: 'Unverändert lassen',
  none: 'Entfernen: /about',
  slash: 'Ergänzen: /about/',
};
export const index = 'index.html, index.php und default.aspx dem Ordner zurechnen';
export const lowerCase = 'Groß- und Kleinschreibung ignorieren';
export const hash = 'Routen nach # als Seiten zählen';
export const hashHint = 'Für Apps mit Adressen wie /app#/settings.';
export const keep = 'Parameter, die zur Seite gehören';
export const keepHint = 'Etwa p bei /?p=12. Alle anderen Parameter gehören nicht zur Seite.';
export const replace = 'Seiten zusammenfassen';
export const replaceHint =
  'Eine Regel pro Zeile, mit Pfeil (→ oder ->). * steht für beliebige Zeichen außer dem Schrägstrich, ** für beliebige Zeichen.';
export const preview = 'Vorschau';
export const pageCount = (count: number) => pluralize(count, 'Seite', 'Seiten');
export const pagesBecome = (before: number, after: number) =>
  before === after
    ? `Bisher ${pageCount(before)}.`
    : `Aus bisher ${pageCount(before)} ${after === 1 ? 'würde' : 'würden'} ${formatNumber(after)}.`;
export const pastHint = 'Gespeicherte Regeln gelten ab sofort; frühere Seiten lassen sich unten ändern.';
export const nothingMerged = 'Keine Seiten zusammenzufassen';
export const nothingMergedHint = 'Mit diesen Regeln bleiben alle bisherigen Seiten, wie sie sind.';
export const andMore = (count: number) => `${formatNumber(count)} weitere`;
export const suggestions = 'Vorschläge';
export const addRule = 'Regel hinzufügen';
const SUGGESTED: Readonly<Record<string, string>> = {
  trailing_slash: 'Seiten mit und ohne Schrägstrich am Ende',
  index: 'Indexseiten und ihr Ordner',
  lower_case: 'Seiten, die sich nur in Groß- und Kleinschreibung unterscheiden',
};
export const suggestion = (kind: string, pattern: ReactNode) =>
  SUGGESTED[kind] ?? <>Seiten, die sich nur in einer Nummer oder ID unterscheiden: {pattern}</>;
