/** Texts of the monitoring page. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';
import type { StatusFacts } from '../pages/monitoring/uptime-answer.ts';
import { ServerLink } from '../ui/server-link.tsx';

export const contentOff = 'Content monitoring is off';
export const switchOffContent = 'Turn off content monitoring';
export const firstCrawlRunning = 'First crawl in progress';
export const crawlRunning = 'Crawl in progress';
export const addressCount = (count: number) => pluralize(count, 'URL');
export const crawlProgress = (part: string, addresses: string, queued: string) =>
  `${part}: ${addresses} checked, ${queued} queued`;
export const crawl = 'Crawl';
export const lastCrawl = (lastCheckAt: ReactNode) => <>Crawled {lastCheckAt}</>;
export const firstCrawlSoon = 'The first crawl is about to start';
export const nextCrawl = (nextCheckAt: ReactNode) => <>, next crawl {nextCheckAt}</>;
export const crawlFailed = (lastError: ReactNode) => <>The last crawl failed: {lastError}</>;
export const onlyInternalLinks = 'External links aren’t checked. You can change this in the site settings.';
export const mailsOn = 'Email alerts for new issues are on';
export const mailsOff = 'Email alerts for new issues are off';
export const sendMails = 'Email me about new issues';
export const mailsPaused = (emailsPausedUntil: ReactNode) => (
  <>Emails are paused after too many and resume {emailsPausedUntil}.</>
);
export const off = 'Off';
export const moreOnMonitoring = 'Learn more about monitoring';
export const switchOn = 'Turn on';
export const ownerCanSwitchOn = 'Ask the account owner to turn it on.';
export const switchOff = 'Turn off';
export const downtimes = 'Downtime';
export const noDowntimes = 'No downtime so far. A failed check is repeated before the site counts as down.';
export const ongoing = 'ongoing';
export const partlyMonitoredHint = 'Monitoring was interrupted for more than five minutes';
export const partlyMonitored = 'partly monitored';
export const missingHits = (missing: number, range: string) =>
  `About ${pluralize(missing, 'pageview')} missed (${range})`;
export const missingConversions = (goal: string, missing: number) =>
  `${goal}: about ${pluralize(missing, 'conversion')} missed`;
export const countRange = (low: string, high: string) => `${low} to ${high}`;
export const missingHint = 'Compared with the same hours in previous weeks';
export const downtimesPager = 'Downtime pagination';
export const certificate = 'SSL certificate';
export const certificateInvalid = 'Invalid for this domain, or not issued by a trusted authority';
export const notSeenYet = 'Pending';
export const noCertificate = 'None: the site uses plain HTTP';
export const domain = 'Domain';
export const domainUnknown = 'Expiry date not known';
export const noAnswer = 'No response';
export const checked = (checkedAt: ReactNode) => <>checked {checkedAt}</>;
export const checking = 'Checking…';
export const checkAgain = 'Check again';
export const stopIgnoringUrl = (url: string) => `Stop ignoring: ${url}`;
export const ignoreUrl = (url: string) => `Ignore: ${url}`;
export const stopIgnoring = 'Stop ignoring';
export const ignore = 'Ignore';
export const foundOn = 'On';
export const andMore = (left: string) => `and ${left} more`;
export const noIssues = 'No issues found';
export const noIssuesHint = 'All links work, and nothing loads over plain HTTP.';
export const brokenLinks = 'Broken links';
export const mixedContent = 'Mixed content';
export const loadedOverHttp = 'loaded over HTTP by an HTTPS page';
export const ignored = (ignoredCount: string) => `Ignored (${ignoredCount})`;
export const showMoreOf = (count: string) => `Show more of ${count}`;
export const uptimeSwitchedOn = 'Uptime monitoring is on';
export const uptimeTitle = 'Know before your visitors do';
export const uptimeHint =
  'Footfall checks your site every few minutes and emails you when it goes down, when it’s back up, and before its certificate or domain expires.';
export const contentSwitchedOn = 'Content monitoring is on. The first crawl is starting.';
export const contentTitle = 'Find broken links before your readers do';
export const contentHint =
  'Footfall crawls your site once a day, checks every link, and lists broken links and mixed content with the pages they’re on.';
export const noPlanTitle = 'Monitoring needs a plan';
export const noPlanHint = (
  <>
    Footfall checks whether your site is up and its links work. Ask the server’s operator to give the account
    a plan. <ServerLink href="/docs/monitoring">Learn more about monitoring</ServerLink>
  </>
);
export const uptimeSwitchedOff = 'Uptime monitoring is off. Its history is kept.';
export const switchOffUptime = 'Turn off uptime monitoring';
export const alerts = 'Alerts';
export const noMailAlerts = 'Email isn’t set up on this server, so you won’t be emailed about problems.';
export const mailTo = (email: ReactNode) => <>Email to {email}</>;
export const mailToOwner = 'Email to the owner of the account';
export const mailedWhen =
  'When the site goes down or is back up, and before its certificate or domain expires.';
export const chooseMails = 'Choose your emails';
export const addWebhook = 'Add a webhook';
export const moreChannels = (link: ReactNode) => (
  <>Alerts also go to Slack, Discord or your own server. {link}</>
);
/** Names of the pages about monitoring. */
export const parts = {
  checks: 'Uptime and content',
  monitors: 'Monitors',
  alerts: 'Alerts',
  statusPage: 'Status page',
} as const;
export const webhookChannel = (platform: string, events: string) => `${platform}: ${events}`;
export const lastDay = 'Last 24 hours';
export const uptimeLast30Days = 'Uptime, last 30 days';
export const uptimeSince = (time: string) => `Uptime since ${time}`;
export const since = (time: ReactNode) => <>since {time}</>;
export const statusSentence = (description: ReactNode, nextCheck: string | null) => (
  <>
    {description}.{nextCheck === null ? '' : ` Next check ${nextCheck}.`}
  </>
);
export const notCheckedYet = 'Pending';
export const issueIgnored = 'Issue ignored';
export const issueIsOpenAgain = 'Issue reopened';
export const issueStillThere = 'Checked: still broken';
export const issueFixed = 'Checked: fixed';
export const checkedAddresses = 'Checked';
export const fine = 'OK';
export const nextCheckNow = 'now';
/** The server writes in English: other languages write their own. */
export const failure = (english: string, _code: string | null, _statusCode: number | null) => english;
export const status = (english: string, _facts: StatusFacts) => english;
