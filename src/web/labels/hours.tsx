/** Texts of the hours page. */
import type { ReactNode } from 'react';

export const heatMapTitle = 'Pageviews by weekday and hour';
export const typicalHits = (count: string) => `, typically ${count} pageviews`;
export const busiestDay = (name: string) => ` · Busiest day: ${name}`;
export const busiestHour = (weekdayName: string, hour: string, details: ReactNode) => (
  <>
    Busiest hour: <b>{weekdayName}</b> <b>{hour}</b>
    {details}
  </>
);
export const typicalHitsOn = (count: string, weekdayName: string) =>
  `, typically ${count} on a ${weekdayName}`;
export const hourDetails = (
  { weekday, hour, hits, share }: Readonly<Record<'weekday' | 'hour' | 'hits' | 'share', string>>,
  average: ReactNode,
) => (
  <>
    <b>
      {weekday} {hour}
    </b>{' '}
    {hits}, {share} of all
    {average}
  </>
);
export const colourHint = (timeZone: string) => `Stronger color means more pageviews · Times in ${timeZone}`;
export const emptyWithFilters = 'No pageviews match these filters';
export const emptyTitle = 'No pageviews in this period';
export const emptyHint = 'See when your visitors are most active, by weekday and hour.';
