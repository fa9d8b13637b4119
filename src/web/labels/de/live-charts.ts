/** Texts of the charts of the live page. */
import { pluralize } from './language.ts';

export const lastMinutes = (count: number) => `Besucher und Seitenaufrufe der letzten ${count} Minuten`;
export const minuteName = 'Minute';
export const minute = (time: string, visitors: number, views: number) =>
  `${time}: ${pluralize(visitors, 'Besucher', 'Besucher')}, ${pluralize(views, 'Seitenaufruf', 'Seitenaufrufe')}`;
export const minutesAgo = (count: number) => `Vor ${count} Minuten`;
export const liveMap = (countries: number) =>
  countries === 0
    ? 'Weltkarte: keine Besucher in den letzten 30 Minuten'
    : `Weltkarte der Besucher der letzten 30 Minuten, aus ${pluralize(countries, 'Land', 'Ländern')}`;
