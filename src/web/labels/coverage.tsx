/** Texts of the coverage of a site: what is not counted, and where visitors are sent wrong. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';

export const title = 'Coverage';
export const hint = 'Pages without tracking, and pages visitors can’t find. Last 30 days.';
export const pagesRead = 'Pages crawled';
export const withCode = 'With tracking code';
export const withoutCode = 'Without tracking code';
export const unread = (count: number) =>
  `${pluralize(count, 'page')} couldn’t be crawled: links on ${count === 1 ? 'it' : 'them'} aren’t known.`;
export const uncounted = 'Pages that aren’t tracked';
export const uncountedHint =
  'The crawler doesn’t run scripts: pages with visitors may load the code through a tag manager.';
export const noneUncounted = 'Every page loads the tracking code.';
export const reasons: Readonly<Record<'missing' | 'other_uid' | 'forbidden_by_csp', string>> = {
  missing: 'no tracking code',
  other_uid: 'code of another site',
  forbidden_by_csp: 'blocked by the page’s security policy',
};
export const unlinked = 'Visited, but not linked';
export const unlinkedHint = 'Pages with visits that no other page of the site links to.';
export const noneUnlinked = 'Every visited page is linked from another.';
export const brokenLinks = 'Broken links by visitors';
export const brokenLinksHint = 'Sorted by visitors of the page with the link. Start at the top.';
export const link = 'Link';
export const on = 'on';
export const notFound = 'Pages not found';
export const notFoundHint =
  'Pages visitors requested, where they came from, and the page they most likely meant.';
export const noneNotFound = 'No visitor requested a missing page.';
export const logRequests = 'In the log';
export const from = 'from';
export const redirects = 'Redirect rules';
export const redirectsHint =
  'Based on the suggestions above. Check them before adding them to your web server.';
export const rulesFor = (server: string) => `Redirect rules for ${server}`;
export const notCrawled = 'Find pages without tracking code';
export const notCrawledHint =
  'Turn on content monitoring above. The daily crawl then checks that every page loads the tracking code, and lists visited pages that nothing links to.';
export const crawledSoon = 'Pages are checked with the next crawl.';
export const captureOff = (settings: ReactNode) => (
  <>To see pages not found, turn on 404 pages under automatic events in the {settings}.</>
);
export const settingsLink = 'site settings';
export const more = 'Learn more about coverage';
