/** Texts of the page that compares a site before and after a signal. */
import { pluralize } from './language.ts';

export const title = 'Vorher und nachher';
export const compare = (signal: string) => `Vorher und nachher: „${signal}“`;
export const period = 'Zeitraum';
export const days = (count: number) => pluralize(count, 'Tag', 'Tage');
export const before = 'Vorher';
export const after = 'Nachher';
export const hint = 'Die Zeit seitdem neben denselben Stunden, eine oder mehrere ganze Wochen früher.';
export const notYet =
  'Noch gibt es nichts zu vergleichen: Schau wieder vorbei, wenn etwas Zeit vergangen ist.';
export const figure = 'Zahl';
export const uptime = 'Verfügbarkeit';
export const response = 'Antwortzeit';
export const conversions = (goal: string) => `${goal}: Conversions`;
export const rate = (goal: string) => `${goal}: Conversion-Rate`;
export const fallenPages = 'Gefallene Seiten';
export const fallenHint = 'Stärker als der Rest der Website, und stärker, als Zufall erklärt.';
export const noneFell = 'Keine Seite fiel stärker, als Zufall erklärt.';
export const notFound = 'Nicht gefundene Seiten';
export const notFoundHint = 'Öfter aufgerufen als vorher.';
export const newIssues = 'Neue defekte Links und gemischte Inhalte';
export const noIssues = 'Kein Crawl hat einen neuen defekten Link gefunden.';
export const downtimes = 'Ausfälle';
export const noDowntime = 'Es gab keinen Ausfall.';
export const ongoing = 'andauernd';
export const unknown = '–';
export const milliseconds = (count: string) => `${count} ms`;
