/** Texts of the page that compares a site before and after a signal. */
import { pluralize } from './language.ts';

export const title = 'Vorher und nachher';
export const compare = (signal: string) => `Vorher und nachher: „${signal}“`;
export const period = 'Zeitraum';
export const days = (count: number) => pluralize(count, 'Tag', 'Tage');
export const before = 'Vorher';
export const after = 'Nachher';
export const hint = 'Verglichen mit denselben Stunden der Vorwochen.';
export const notYet = 'Noch nichts zu vergleichen: Schauen Sie später wieder vorbei.';
export const figure = 'Kennzahl';
export const uptime = 'Verfügbarkeit';
export const response = 'Antwortzeit';
export const conversions = (goal: string) => `${goal}: Conversions`;
export const rate = (goal: string) => `${goal}: Conversion-Rate`;
export const fallenPages = 'Seiten mit weniger Aufrufen';
export const fallenHint = 'Stärker zurückgegangen als der Rest der Website und als sonst üblich.';
export const noneFell = 'Keine Seite hat nennenswert Aufrufe verloren.';
export const notFound = 'Nicht gefundene Seiten';
export const notFoundHint = 'Öfter aufgerufen als vorher.';
export const newIssues = 'Neue defekte Links und Mixed Content';
export const noIssues = 'Keine neuen defekten Links gefunden.';
export const downtimes = 'Ausfälle';
export const noDowntime = 'Keine Ausfälle.';
export const ongoing = 'dauert an';
export const unknown = '–';
export const milliseconds = (count: string) => `${count} ms`;
