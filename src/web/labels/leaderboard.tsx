export const pagesOfAllTime = 'Pages of all time';
export const searchPages = 'Search pages';
export const countedUpTo = (cachedAt: string, expiresAt: string) =>
  `Every hit up to ${cachedAt}; counted anew after ${expiresAt}.`;
export const uniqueViews = 'Unique views';
export const uniqueHint = 'Views by visitors who hadn’t seen the page that day yet';
export const rank = 'Rank';
export const emptyTitle = 'No page has had a hit yet';
export const emptyHint = (
  <>
    Once the snippet is on your site, its pages stand here by how often they were read.{' '}
    <a href="/docs/getting-started">How to get started</a>
  </>
);
export const noMatch = 'No page has this in its path';
export const showAllPages = 'Show all pages';
