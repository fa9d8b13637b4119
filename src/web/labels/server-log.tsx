/** Texts of the page of a site's server log. */
import type { ReactNode } from 'react';
import type { LogClass } from '../../core/hits/log-sums.ts';
import { pluralize } from '../../lib/english.ts';

export const allRequests = 'All requests';
export const shareHint = (total: string, share: string) =>
  `${share} of ${total} requests in the server log were pageviews by people. The tracking code only sees those.`;
export const kind = 'Kind';
export const requests = 'Requests';
export const requestClasses: Readonly<Record<LogClass, string>> = {
  page_views: 'Pageviews by people',
  agents: 'AI crawlers',
  bots: 'Other bots',
  feeds: 'Feeds',
  not_found: 'Pages not found',
  errors: 'Server errors',
  redirects: 'Redirects',
  assets: 'Images, scripts and downloads',
  ignored: 'Excluded in the settings',
  others: 'Other requests',
};

export const notFound = 'Pages not found';
export const notFoundHint = 'Paths answered with 404 or 410. Many are bots looking for vulnerabilities.';
export const noneNotFound = 'No missing pages were requested.';
export const brokenLinks = 'Links to missing pages';
export const brokenLinksHint = 'Pages that link to a page that was not found.';
export const noneBrokenLinks = 'No links to missing pages.';
export const linkOn = 'Link on';
export const to = 'to';
export const program = 'Name';
export const nameless = 'Without a name';
export const crawlersHint = 'With status codes other than 200.';
export const noneCrawlers = 'No AI crawler has requested a page.';
export const otherBots = 'Other bots';
export const otherBotsHint = 'Search engines, monitors and scripts, by the name they report.';
export const noneBots = 'No other bot has requested a page.';
export const feedReaders = 'Feed readers';
export const feedReadersHint = 'Programs that fetch your feeds.';
export const subscribers = (count: number) => pluralize(count, 'subscriber');
export const subscribersHint = (count: string) => `${count} in total, as reported by feed readers.`;
export const noneFeedReaders = 'Nobody has fetched a feed.';
export const browsers = 'Browsers';
export const errors = 'Server errors';
export const errorsHint = 'Paths the server answered with a 5xx status code.';
export const noneErrors = 'The server answered without errors.';
export const notListed = (count: string) => `${count} more requests not listed.`;

export const nothingInPeriod = 'The log has no requests in this period';
/** Days are a span, as `27 Aug – 30 Sept 2026`. */
export const coveredDays = (days: string) => `The imported part of the log covers ${days}.`;
export const emptyTitle = 'See what the tracking code can’t';
export const emptyHint =
  'Crawlers, feed readers and requests for missing pages never run the tracking code, but your web server logs them. Import its access log to see them here. With --without-hits, pageviews that are already tracked are left out.';
export const importOnce = 'Import a log once';
export const importOnceHint = (link: ReactNode) => <>Run this on the server, or {link} in the settings.</>;
export const dropIt = 'drop the file';
export const follow = 'Follow a log as it is written';
export const followHint = 'Keeps up through log rotation and restarts.';
export const systemdLink = 'How to run it as a service with systemd';
