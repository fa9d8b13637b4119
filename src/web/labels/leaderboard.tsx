import { ServerLink } from '../ui/server-link.tsx';
export const pagesOfAllTime = 'Top pages, all time';
export const searchPages = 'Search pages';
export const countedUpTo = (cachedAt: string, expiresAt: string) =>
  `Updated ${cachedAt} · next update ${expiresAt}`;
export const uniqueViews = 'Unique views';
export const uniqueHint = 'Views by visitors who hadn’t seen the page that day yet';
export const emptyTitle = 'No pageviews yet';
export const emptyHint = (
  <>
    Once the tracking code is on your site, your most viewed pages are listed here.{' '}
    <ServerLink href="/docs/getting-started">How to get started</ServerLink>
  </>
);
export const noMatch = 'No results';
export const showAllPages = 'Show all pages';
