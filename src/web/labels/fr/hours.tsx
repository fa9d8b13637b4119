/** Texts of the hours page. */
import type { ReactNode } from 'react';
import type * as en from '../hours.tsx';
import { inflectText, uncapitalize } from './language.ts';

export const heatMapTitle = 'Pages vues par jour de la semaine et heure';
export const typicalHits = (count: string) =>
  `, habituellement ${count} ${inflectText(count, 'page vue', 'pages vues')}`;
export const busiestDay = (name: string) => ` · Jour de pointe : ${uncapitalize(name)}`;
export const busiestHour = (weekdayName: string, hour: string, details: ReactNode) => (
  <>
    Heure de pointe : <b>{uncapitalize(weekdayName)}</b> <b>{hour}</b>
    {details}
  </>
);
export const typicalHitsOn = (count: string, weekdayName: string) =>
  `, habituellement ${count} le ${uncapitalize(weekdayName)}`;
export const hourDetails: typeof en.hourDetails = ({ weekday, hour, hits, share }, average) => (
  <>
    <b>
      {weekday} {hour}
    </b>{' '}
    {hits}, {share} du total
    {average}
  </>
);
export const colourHint = (timeZone: string) =>
  `Plus la couleur est intense, plus il y a de pages vues · Fuseau horaire : ${timeZone}`;
export const emptyWithFilters = 'Pas de pages vues avec ces filtres';
export const emptyTitle = 'Pas de pages vues sur cette période';
export const emptyHint =
  'Découvrez quand vos visiteurs sont les plus actifs, par jour de la semaine et heure.';
