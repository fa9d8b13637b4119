/** Texts of the hours page. */
import type { ReactNode } from 'react';
import type * as en from '../hours.tsx';

export const heatMapTitle = 'Seitenaufrufe nach Wochentag und Stunde';
export const typicalHits = (count: string) => `, üblicherweise ${count} Seitenaufrufe`;
export const busiestDay = (name: string) => ` · Aktivster Tag: ${name}`;
export const busiestHour = (weekdayName: string, hour: string, details: ReactNode) => (
  <>
    Aktivste Stunde: <b>{weekdayName}</b> <b>{hour}</b>
    {details}
  </>
);
export const typicalHitsOn = (count: string, weekdayName: string) =>
  `, üblicherweise ${count} an einem ${weekdayName}`;
export const hourDetails: typeof en.hourDetails = ({ weekday, hour, hits, share }, average) => (
  <>
    <b>
      {weekday} {hour}
    </b>{' '}
    {hits}, {share} von allen
    {average}
  </>
);
export const colourHint = (timeZone: string) =>
  `Je kräftiger die Farbe, desto mehr Seitenaufrufe · Zeiten in ${timeZone}`;
export const emptyWithFilters = 'Keine Seitenaufrufe mit diesen Filtern';
export const emptyTitle = 'Keine Seitenaufrufe in diesem Zeitraum';
export const emptyHint = 'Sehen Sie nach Wochentag und Uhrzeit, wann Ihre Besucher am aktivsten sind.';
