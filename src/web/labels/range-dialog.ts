/** Texts of the dialog in which days are chosen. */

export const todayPrefix = 'Today, ';
export const daysMissing = 'Enter both dates as YYYY-MM-DD.';
export const lastBeforeFirst = 'The end date is before the start date.';
export const tooManyDays = (maxRangeDays: number) => `Choose at most ${maxRangeDays} days.`;
export const firstDay = 'Start date';
export const lastDay = 'End date';
export const dayRange = (from: string, countDays: number) => `${from} · ${countDays} days`;
export const applyRange = 'Apply';
export const selectedSuffix = ', selected';
