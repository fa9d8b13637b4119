/** Texts of the settings of a site. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';

export const importTitle = 'Bring a history in';
export const importHint = (
  <>
    From a CSV, NDJSON or Parquet file, on the server. The same file twice adds nothing the second time.{' '}
    <a href="/docs/import">What the file holds</a>
  </>
);
export const importCommandName = 'the import command';
export const notOperatorHint = 'The operator of this server does it for you.';
export const backupTitle = 'Back up';
export const backupHint = (
  <>
    All sites of this server at once, while it runs. <a href="/docs/backup">More on backups</a>
  </>
);
export const backupCommandName = 'the backup command';
export const download = 'Download';
export const downloadHint =
  'As CSV: rows as they are stored, newest first, at most 100,000 at once. Days are UTC days.';
export const asCsv = (text: string) => `${text} as CSV`;
export const key = 'key';
export const downloadByProgram = (link: ReactNode) => <>The same by a program, with a {link}:</>;
export const deleteSite = 'Delete the site';
export const deleteHint = (lifetimeHits: string) =>
  `With everything of it: ${lifetimeHits} hits, its events, kudos, monitoring and settings. This cannot be taken back. To stop counting only, switch off “Take hits” in General.`;
export const deleteTitle = 'Delete this site';
export const deleteQuestion = 'Delete this site?';
export const siteDeleted = (label: string) => `${label} is deleted`;
export const deleteConfirm = 'Delete it for good';
export const confirmationLabel = (label: ReactNode) => (
  <>
    Type <b>{label}</b> to say that you mean it.
  </>
);
export const siteName = 'Name of the site';
export const wrongName = 'This is not its name';
export const notShown = 'Not shown';
export const allHits = 'All hits';
export const uniqueHits = 'Unique hits';
export const noButton = 'No button';
export const emojiButton = 'A button with an emoji or a few words';
export const customButton = 'A button that looks as you make it';
export const countriesHint = 'The ten that most hits come from.';
export const uptimeHint = 'Of the last 30 days.';
export const publicPageLink = 'Link to the public page';
export const publicPageLinkHint = 'With all the numbers that you show there.';
export const clickEvents = 'Clicks as events';
export const clickEventsHint = 'Elements with data-footfall-event are counted when they are clicked.';
export const spa = 'For apps with views of their own';
export const spaHint = 'Adds footfall.triggerUpdate(). Apps that use the browser’s history need nothing.';
export const beacon = 'Send as a beacon';
export const beaconHint = 'Arrives also from pages that are closed at once.';
export const showOnly = 'Show only, count nothing';
export const showOnlyHint = 'For a preview of your site.';
export const showOnThePage = 'Show on the page';
export const numberOfHits = 'Number of hits';
export const kudosHint = 'Applause for a page, given with one press.';
export const onTheButton = 'On the button';
export const howItCounts = 'How it counts';
export const theSite = 'The site';
export const labelHint = 'What the site is called here. Empty: its host name.';
export const addressHint = 'Hits count from pages of this host, with or without www. Monitoring looks here.';
export const rootPath = 'Root path';
export const rootPathHint = 'For a site below a path of its host, such as /blog. Usually empty.';
export const anyHost = 'Count hits from any host';
export const anyHostHint =
  'For a site under several names. Anybody can then send hits to it from their own pages.';
export const takeHits = 'Take hits';
export const takeHitsHint = 'Off: nothing new is counted. What there is stays.';
export const paths = 'Paths';
export const pathsHint = 'Whole paths; * stands for anything.';
export const ipAddresses = 'IP addresses';
export const ipAddressesHint =
  'Single ones or ranges. For your own, search the web for “my IP address”; many change from day to day.';
export const ignoredCountriesHint = 'Two letters each; XX for unknown ones.';
export const referrersHint = 'A host with everything below it, or the beginning of an address.';
export const userAgents = 'User agents';
export const userAgentsHint = 'A part of what the browser calls itself, at least 3 characters.';
export const path = 'Path';
export const ipAddress = 'IP address';
export const userAgent = 'User agent';
export const testerTitle = 'Would it be counted?';
export const tryIt = 'Try it';
export const testerUnsavedHint = 'What you have changed above counts once it is saved.';
export const notCounted = (label: string, value: ReactNode) => (
  <>
    Not counted: {label} has {value}
  </>
);
export const counted = 'Counted';
export const ignoringTitle = 'What is not counted';
export const ignoreOwnLink = 'open the link that does so';
export const ignoringHint = (link: ReactNode) => (
  <>
    One rule a line. They hold for all visits from now on. To leave out only yourself, {link} in your
    browsers.
  </>
);
export const ruleCount = (count: number) => pluralize(count, 'rule');
export const monitoringTitle = 'Monitoring';
export const uptimeMonitoringHint =
  'Checks regularly whether the site answers, and mails you when it does not.';
export const contentMonitoring = 'Broken links and mixed content';
export const contentMonitoringHint = "Reads the site's pages once a day and tries every link on them.";
export const mailIssues = 'Mail what it finds';
export const onlyInternalLinks = 'Only links within the site';
export const onlyInternalLinksHint = 'Leaves links to other hosts alone.';
export const insightsHint = 'What changed, summed up every day. Off: your own signals are hidden too.';
export const webmentions = 'Webmentions';
export const webmentionsHint =
  'Likes reported by other sites count as kudos. When off, the Webmention address answers 404.';
export const privacy = 'Privacy';
export const honourGpc = 'Honour Global Privacy Control';
export const honourGpcHint = 'Browsers that send it are not counted. In many places the law asks for it.';
export const honourDnt = 'Honour Do Not Track';
export const honourDntHint = 'The older signal. Browsers that send it are not counted.';
export const showUniqueHits = 'Show unique hits';
export const uniqueHitsHint =
  "How many of a page's hits were the first of a visitor that day. Off: reports leave them out.";
export const privacyGuideLink = 'What is stored of a hit, and what never is';
export const removeQuestion = 'Remove what is older?';
export const removeConfirm = 'Save, and remove it tonight';
export const publicAddress = 'Its address';
export const publicAddressName = 'the address of the public page';
export const frameTitle = 'In a page of yours:';
export const frameName = 'the frame';
export const badges = 'Badges';
export const badgesHint = 'Pictures with a number, for a page or a readme. They need no script.';
export const badgeWord = 'Word on the left';
export const hitsWord = 'hits';
export const badgeColour = 'Colour of the number';
export const badgeColourError = 'A colour is 3 or 6 hexadecimal digits, such as 1a7f37';
export const uptimeWord = 'uptime';
export const badgeAlt = (what: string) => `Badge with the ${what}`;
export const badgeName = (what: string) => `the badge of ${what}`;
export const hitsAndVisitors = 'Hits and visitors';
export const eventsByName = 'Events by name';
export const publicPage = 'Public page';
export const publicField = "Everybody may see this site's numbers";
export const publicHint =
  'On a page of their own, in badges and in counters. Without a sign-in, and only what you choose here.';
export const shownLegend = 'It shows';
export const embeddable = 'Other sites may show it in a frame';
export const forever = 'For good';
export const otherDays = 'Another number of days';
export const keepHits = 'Keep hits';
export const keepHitsHint = 'Hits, events, agent visits and spam hits. Older ones are removed every night.';
export const nothingOlder = (first: string) =>
  `There is nothing from before ${first} yet. From now on what gets older is removed every night.`;
export const removedHits = (going: string, lifetimeHits: string) =>
  `: ${going} of ${lifetimeHits} hits, with the events and agent visits of that time.`;
export const removeHint = (firstKeptDay: string, part: string) => (
  <>
    Tonight everything from before <b>{firstKeptDay}</b> is removed for good
    {part}
  </>
);
export const general = 'General';
export const snippet = 'Snippet';
export const ignoring = 'Ignoring';
export const spam = 'Spam';
export const thisPart = 'This part of the settings';
export const partsLabel = 'Settings of this site';
export const snippetTitle = 'The line for your pages';
export const snippetHint = (
  <>
    Paste it before <code>&lt;/head&gt;</code> of every page. What you choose below changes it.
  </>
);
export const elementsHint = 'Where they are to be seen, paste what the script fills:';
export const elementsName = 'the elements';
export const makeItPublic = 'Make it public';
export const countersHint = (link: ReactNode) => (
  <>Counters show numbers of public sites only, and this one is not. {link}</>
);
export const siteBuildersLink = 'Where it goes in WordPress, Hugo, Webflow and others';
export const snippetGuideLink = 'All about the snippet';
export const refusalsTitle = 'Not counted in the last 24 hours';
export const noRefusals = 'Everything was counted';
export const noRefusalsHint =
  'Views and events that your pages report and that do not count are listed here with the reason: another host, an ignore rule, a bot, a privacy signal. A restart of the server empties the list.';
export const besideTitle = 'Beside it';
export const ignoreOwnTitle = 'Leave your own visits out';
export const ignoreOwnHint = (
  <>
    Open this once in every browser of yours. With <code>false</code> at its end you are counted again.
  </>
);
export const ignoreOwnName = 'the address that leaves you out';
export const cspTitle = 'A page with a Content-Security-Policy';
export const cspHint = 'It has to allow:';
export const cspName = 'the policy';
export const pixelTitle = 'Where no script runs';
export const pixelHint = 'In a mail or a feed, a picture counts a view of the path that it names:';
export const pixelName = 'the picture';
export const spamTitle = 'Held back';
export const noSpam = 'Nothing held back';
export const noSpamHint =
  'Hits with a spammer’s referrer come here instead of into your numbers, so that you can look at them and let them count after all.';
export const all = (total: number) => `all ${total}`;
export const spamCounted = (hits: string) => `${hits} counted after all`;
export const spamDeleted = (hits: string) => `${hits} deleted`;
export const countHits = (words: string) => `Count ${words}`;
export const countQuestion = 'Count every one of them?';
export const countHint =
  'They join your numbers at the times they were made, and cannot be distinguished from the others any more.';
export const deleteHits = (words: string) => `Delete ${words}`;
export const deleteSpamQuestion = 'Delete for good?';
export const deleteSpamHint =
  'They were never in your numbers; these do not change. What is deleted cannot be brought back.';
export const chooseSomeHint = 'Or choose some below.';
export const off = 'Off';
export const offHint = 'Only the hosts that you name below.';
export const basic = 'Basic';
export const basicHint = 'Hosts known for referrer spam, and names that no host can have.';
export const strict = 'Strict';
export const strictHint =
  'Also bare IP addresses, hosts that are not public, names made of a spammer’s words, and browsers without a window.';
export const filter = 'Filter';
export const filterHint = 'How suspicious to be of referrers';
export const spamHosts = 'Hosts that are spam for you';
export const spamHostsHint = 'One a line, each with everything below it.';
export const days180 = '180 days';
export const year1 = '1 year';
export const years2 = '2 years';
export const years3 = '3 years';
export const years5 = '5 years';
export const it = 'it';
