/** Texts of the journeys page. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';
import { ServerLink } from '../ui/server-link.tsx';

export const andMore = (left: number) => ` and ${left} more`;
export const pageCount = (count: number) => pluralize(count, 'page');
export const inDuration = (sessionDuration: string) => ` in ${sessionDuration}`;
export const from = (referrer: ReactNode) => <>from {referrer}</>;
export const cameFrom = (link: ReactNode) => <>Referrer: {link}</>;
export const onlyFirstPages = (count: number) => `Only the first ${count} pages of this journey are shown.`;
export const lastSeenHere = 'left here';
export const journeysLabel = 'Journeys, newest first';
export const emptyTitle = 'No journeys in this period';
export const emptyHint = 'Follow each visitor through your site, page by page.';
export const moreThanOnePage = 'Viewed 2+ pages';
export const singlePageVisitors = 'Single-page visitors';
export const notTheBounceRate = (
  <>
    Visitors with a single pageview, even if they sent an event or stayed long: not the{' '}
    <ServerLink href="/docs/filters-and-reports#visits-and-visitors">bounce rate of visits</ServerLink>.
  </>
);
export const viewsWithoutReloads = (count: number) => `${pluralize(count, 'view')}, reloads not counted`;
export const flow = 'Before and after a page';
export const flowPage = 'Page';
export const showPage = 'Show';
export const pagesBefore = 'Previous page';
export const pagesAfter = 'Next page';
export const enteredHere = 'Entered the site here';
export const leftSite = 'Left the site';
export const otherPages = 'Other pages';
export const viewsOf = (path: ReactNode, views: string) => (
  <>
    {path} · {views}
  </>
);
export const countedFrom = (time: string) =>
  `Only since ${time}: earlier days have too many pageviews to show.`;
export const noViewsOfPage = 'No views of this page in this period';
export const listed = 'Journeys shown';
export const allJourneys = (count: string) => `All ${count}`;
export const longJourneys = (count: string) => `2+ pages ${count}`;
