/** Texts of the dialog in which days are chosen. */
import * as shared from './shared.tsx';

export const todayPrefix = 'Heute, ';
export const daysMissing = 'Beide Daten im Format JJJJ-MM-TT eingeben.';
export const lastBeforeFirst = 'Das Enddatum liegt vor dem Startdatum.';
export const tooManyDays = (maxRangeDays: number) => `Höchstens ${maxRangeDays} Tage wählen.`;
export const firstDay = 'Startdatum';
export const lastDay = 'Enddatum';
export const dayRange = (from: string, countDays: number) => `${from} · ${shared.dayCount(countDays)}`;
export const applyRange = 'Anwenden';
export const selectedSuffix = ', ausgewählt';
