/** Texts of the monitoring page. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';

export const contentOff = 'Content monitoring is off';
export const switchOffContent = 'Switch off content monitoring';
export const firstCrawlRunning = 'The first crawl is going on';
export const crawlRunning = 'A crawl is going on';
export const addressCount = (count: number) => pluralize(count, 'address', 'addresses');
export const crawlProgress = (part: string, addresses: string, queued: string) =>
  `${part}: ${addresses} checked, ${queued} waiting`;
export const crawl = 'Crawl';
export const lastCrawl = (lastCheckAt: ReactNode) => <>Read {lastCheckAt}</>;
export const firstCrawlSoon = 'The first crawl begins in a moment';
export const nextCrawl = (nextCheckAt: ReactNode) => <>; again {nextCheckAt}</>;
export const crawlFailed = (lastError: ReactNode) => <>The last crawl could not read the site: {lastError}</>;
export const onlyInternalLinks = 'Links to other hosts are not checked: a setting of the site.';
export const mailsOn = 'New issues are mailed';
export const mailsOff = 'New issues are not mailed';
export const sendMails = 'Send mails about new issues';
export const mailsPaused = (emailsPausedUntil: ReactNode) => (
  <>Paused after many mails; they go on {emailsPausedUntil}.</>
);
export const off = 'Off';
export const moreOnMonitoring = 'More on monitoring';
export const switchOn = 'Switch on';
export const ownerCanSwitchOn = 'The owner of the account can switch it on.';
export const switchOff = 'Switch off';
export const downtimes = 'Downtimes';
export const noDowntimes =
  'None so far. When the site does not answer, it is checked again before it counts as down.';
export const ongoing = 'goes on';
export const partlyMonitoredHint = 'It was not monitored for more than five minutes of this time';
export const partlyMonitored = 'partly monitored';
export const downtimesPager = 'Pages of the downtimes';
export const certificate = 'Certificate';
export const certificateInvalid = 'Not valid for this address, or not signed by a trusted authority';
export const notSeenYet = 'Not seen yet';
export const noCertificate = 'None: the site’s address is plain HTTP';
export const domain = 'Domain';
export const domainUnknown = 'Not known from its registry yet';
export const on = 'on';
export const until = 'until';
export const noAnswer = 'No answer';
export const checked = (checkedAt: ReactNode) => <>checked {checkedAt}</>;
export const checking = 'Checking…';
export const checkAgain = 'Check again';
export const stopIgnoringUrl = (url: string) => `Stop ignoring: ${url}`;
export const ignoreUrl = (url: string) => `Ignore: ${url}`;
export const stopIgnoring = 'Stop ignoring';
export const ignore = 'Ignore';
export const foundOn = 'On';
export const andMore = (left: string) => `and ${left} more`;
export const noIssues = 'Nothing found so far.';
export const noIssuesHint = 'Every link works, and nothing is loaded over plain HTTP.';
export const brokenLinks = 'Broken links';
export const mixedContent = 'Mixed content';
export const ignored = (ignoredCount: string) => `Ignored (${ignoredCount})`;
export const showMoreOf = (count: string) => `Show more of ${count}`;
export const uptimeSwitchedOn = 'Uptime monitoring is on';
export const uptimeTitle = 'Know before your visitors do';
export const uptimeHint =
  'Footfall checks regularly whether the site answers. You see every downtime and how quickly it answers, and get a mail when it goes down, when it is back, and before its certificate or domain runs out.';
export const contentSwitchedOn = 'Content monitoring is on: the first crawl begins';
export const contentTitle = 'Find broken links before readers do';
export const contentHint =
  'Once a day Footfall reads the pages of the site and checks every link: those that lead nowhere, and what a secure page loads over plain HTTP, are listed here with the pages they are on.';
export const noPlanTitle = 'Monitoring is part of a subscription';
export const noPlanHint = (
  <>
    With one, Footfall monitors whether the site answers and whether its links work. The operator of this
    server can give the account a plan. <a href="/docs/monitoring">More on monitoring</a>
  </>
);
export const uptimeSwitchedOff = 'Uptime monitoring is off; its history is kept';
export const switchOffUptime = 'Switch off uptime monitoring';
export const since = (time: ReactNode) => <>since {time}</>;
export const nextCheck = (statusDescription: ReactNode, nextCheck: string) => (
  <>
    {statusDescription}. Next check {nextCheck}.
  </>
);
export const notCheckedYet = 'Not checked yet';
export const issueIgnored = 'Issue ignored';
export const issueIsOpenAgain = 'Issue is open again';
export const issueStillThere = 'Checked again: it is still there';
export const issueFixed = 'Checked again: it is fixed';
export const checkedAddresses = 'Checked';
export const fine = 'Fine';
export const nextCheckNow = 'now';
