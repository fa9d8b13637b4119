/** Texts of the charts of the live page. */
import { pluralize } from '../../lib/english.ts';

export const lastMinutes = (count: number) => `Visitors and pageviews of the last ${count} minutes`;
export const minuteName = 'Minute';
export const minute = (time: string, visitors: number, views: number) =>
  `${time}: ${pluralize(visitors, 'visitor')}, ${pluralize(views, 'pageview')}`;
export const minutesAgo = (count: number) => `${count} minutes ago`;
export const liveMap = (countries: number) =>
  countries === 0
    ? 'World map: no visitors in the last 30 minutes'
    : `World map of visitors in the last 30 minutes, from ${pluralize(countries, 'country', 'countries')}`;
