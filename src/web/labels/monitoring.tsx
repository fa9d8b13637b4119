/** Texts of the monitoring page. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';

export const content = 'Content';
export const contentMonitoringIsOff = 'Content monitoring is off';
export const switchOffContentMonitoring = 'Switch off content monitoring';
export const theFirstCrawlIsGoing = 'The first crawl is going on';
export const aCrawlIsGoingOn = 'A crawl is going on';
export const addressCount = (count: number) => pluralize(count, 'address', 'addresses');
export const checkedWaiting = (part: string, addresses: string, queued: string) =>
  `${part}: ${addresses} checked, ${queued} waiting`;
export const crawl = 'Crawl';
export const read = (lastCheckAt: ReactNode) => <>Read {lastCheckAt}</>;
export const theFirstCrawlBeginsIn = 'The first crawl begins in a moment';
export const again = (nextCheckAt: ReactNode) => <>; again {nextCheckAt}</>;
export const theLastCrawlCouldNot = (lastError: ReactNode) => (
  <>The last crawl could not read the site: {lastError}</>
);
export const linksToOtherHostsAre = 'Links to other hosts are not checked: a setting of the site.';
export const newIssuesAreMailed = 'New issues are mailed';
export const newIssuesAreNotMailed = 'New issues are not mailed';
export const sendMailsAboutNewIssues = 'Send mails about new issues';
export const pausedAfterManyMailsThey = (emailsPausedUntil: ReactNode) => (
  <>Paused after many mails; they go on {emailsPausedUntil}.</>
);
export const off = 'Off';
export const moreOnMonitoring = 'More on monitoring';
export const switchOn = 'Switch on';
export const theOwnerOfTheAccount = 'The owner of the account can switch it on.';
export const switchOff = 'Switch off';
export const downtimes = 'Downtimes';
export const noneSoFarWhenThe =
  'None so far. When the site does not answer, it is checked again before it counts as down.';
export const goesOn = 'goes on';
export const forOverFiveMinutesOf = 'For over five minutes of it nobody watched';
export const partlyWatched = 'partly watched';
export const pagesOfTheDowntimes = 'Pages of the downtimes';
export const certificate = 'Certificate';
export const notValidForThisAddress = 'Not valid for this address, or from nobody who is trusted';
export const notSeenYet = 'Not seen yet';
export const noneTheSitesAddressIs = 'None: the site’s address is plain HTTP';
export const domain = 'Domain';
export const itsRegistryHasNotTold = 'Its registry has not told yet';
export const on = 'on';
export const until = 'until';
export const noAnswer = 'No answer';
export const checked = (checkedAt: ReactNode) => <>checked {checkedAt}</>;
export const checking = 'Checking…';
export const checkAgain = 'Check again';
export const stopIgnoring = (url: string) => `Stop ignoring: ${url}`;
export const ignore = (url: string) => `Ignore: ${url}`;
export const stopIgnoringTitle = 'Stop ignoring';
export const ignoreTitle = 'Ignore';
export const onTitle = 'On';
export const andMore = (left: string) => `and ${left} more`;
export const nothingFoundSoFar = 'Nothing found so far.';
export const everyLinkWorksAndNothing = 'Every link works, and nothing is loaded over plain HTTP.';
export const brokenLinks = 'Broken links';
export const mixedContent = 'Mixed content';
export const ignored = (ignoredCount: string) => `Ignored (${ignoredCount})`;
export const showMoreOf = (count: string) => `Show more of ${count}`;
export const monitoring = 'Monitoring';
export const uptime = 'Uptime';
export const uptimeMonitoringIsOn = 'Uptime monitoring is on';
export const knowBeforeYourVisitorsDo = 'Know before your visitors do';
export const footfallAsksTheSiteEvery =
  'Footfall asks the site every few minutes whether it answers. You see every downtime and how quickly it answers, and get a mail when it goes down, when it is back, and before its certificate or domain runs out.';
export const contentMonitoringIsOnThe = 'Content monitoring is on: the first crawl begins';
export const findBrokenLinksBeforeReaders = 'Find broken links before readers do';
export const onceADayFootfallReads =
  'Once a day Footfall reads the pages of the site and looks at every link: those that lead nowhere, and what a secure page loads over plain HTTP, are listed here with the pages they are on.';
export const monitoringIsPartOfA = 'Monitoring is part of a subscription';
export const withOneFootfallWatchesWhether = (
  <>
    With one, Footfall watches whether the site answers and whether its links work. Whoever runs this server
    can give the account a plan. <a href="/docs/monitoring">More on monitoring</a>
  </>
);
export const uptimeMonitoringIsOffWhat = 'Uptime monitoring is off; what was seen is kept';
export const switchOffUptimeMonitoring = 'Switch off uptime monitoring';
export const since = (time: ReactNode) => <>since {time}</>;
export const last30Days = 'Last 30 days';
export const nextCheck = (statusDescription: ReactNode, nextCheck: string) => (
  <>
    {statusDescription}. Next check {nextCheck}.
  </>
);
export const notLookedAtYet = 'Not looked at yet';
export const down = 'Down';
export const up = 'Up';
export const issueIgnored = 'Issue ignored';
export const issueIsOpenAgain = 'Issue is open again';
export const lookedAgainItIsStill = 'Looked again: it is still there';
export const lookedAgainItIsFixed = 'Looked again: it is fixed';
export const checkedAddresses = 'Checked';
export const fine = 'Fine';
export const nextCheckNow = 'now';
