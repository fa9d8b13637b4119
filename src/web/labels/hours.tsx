/** Texts of the hours page. */
import type { ReactNode } from 'react';

export const heatMapTitle = 'Hits by hour of the week';
export const hitsOnAverage = (average: string) => `, ${average} hits on average`;
export const sameBusiestDay = '. It is the busiest day as well.';
export const busiestDay = (name: string) => `. The busiest day as a whole is ${name}.`;
export const busiestHour = (weekdayName: string, hour: string, details: ReactNode) => (
  <>
    Busiest on <b>{weekdayName}s</b> from <b>{hour}</b>
    {details}
  </>
);
export const averageHits = (average: string, weekdayName: string) =>
  `; ${average} on an average ${weekdayName}`;
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
export const colourHint = (timeZone: string) =>
  `The stronger the colour, the more hits in that hour. Hours of ${timeZone}.`;
export const emptyWithFilters = 'No hits in these days with these filters';
export const emptyTitle = 'No hits in these days';
export const emptyHint =
  'With hits, this page shows at which hours of the week people read, and when it is quiet.';
