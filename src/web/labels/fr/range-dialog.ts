/** Texts of the dialog in which days are chosen. */
import { pluralize } from './language.ts';

export const todayPrefix = 'Aujourd’hui, ';
export const daysMissing = 'Saisissez les deux dates au format AAAA-MM-JJ.';
export const lastBeforeFirst = 'La date de fin précède la date de début.';
export const tooManyDays = (maxRangeDays: number) => `Choisissez ${maxRangeDays} jours au maximum.`;
export const firstDay = 'Date de début';
export const lastDay = 'Date de fin';
export const dayRange = (from: string, countDays: number) =>
  `${from} · ${pluralize(countDays, 'jour', 'jours')}`;
export const applyRange = 'Appliquer';
export const selectedSuffix = ', sélectionné';
