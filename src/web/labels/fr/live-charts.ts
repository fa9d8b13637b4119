/** Texts of the charts of the live page. */
import { pluralize } from './language.ts';

export const lastMinutes = (count: number) => `Visiteurs et pages vues des ${count} dernières minutes`;
export const minuteName = 'Minute';
export const minute = (time: string, visitors: number, views: number) =>
  `${time} : ${pluralize(visitors, 'visiteur', 'visiteurs')}, ${pluralize(views, 'page vue', 'pages vues')}`;
export const minutesAgo = (count: number) => `Il y a ${count} minutes`;
export const liveMap = (countries: number) =>
  countries === 0
    ? 'Carte du monde : aucun visiteur ces 30 dernières minutes'
    : `Carte du monde des visiteurs des 30 dernières minutes, de ${pluralize(countries, 'pays', 'pays')}`;
