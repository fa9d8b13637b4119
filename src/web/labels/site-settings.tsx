/** Texts of the settings of a site. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';
import { ServerLink } from '../ui/server-link.tsx';

export const backupTitle = 'Back up';
export const backupHint = (
  <>
    Backs up all sites of this server while it keeps running.{' '}
    <ServerLink href="/docs/backup">Learn more about backups</ServerLink>
  </>
);
export const backupCommandName = 'backup command';
export const exportHint = (
  <>
    On the server, you can export the whole site to a folder, including imported data, settings and
    annotations. <ServerLink href="/docs/export">Learn more about exports</ServerLink>
  </>
);
export const exportCommandName = 'export command';
export const download = 'Export data';
export const key = 'API key';
export const downloadByProgram = (link: ReactNode) => <>To export with a program, use an {link}:</>;
export const downloadHint = 'Raw data for the period, ready to re-import. Days are in UTC.';
export const asFile = (text: string, format: string) => `${text} as ${format}`;
export const fileFormat = 'File format';
export const firstDay = 'First day';
export const lastDay = 'Last day';
export const daysBackwards = 'The last day is before the first';
export const resetSite = 'Reset statistics';
export const resetHint = (lifetimeHits: string) =>
  `This deletes ${lifetimeHits} pageviews and all events, kudos, imports and insights, but keeps the site, its settings and its monitoring. It can’t be undone.`;
export const resetTitle = 'Reset statistics';
export const resetQuestion = 'Reset the statistics of this site?';
export const siteReset = (label: string) => `Statistics of ${label} reset`;
export const domain = 'Domain';
export const wrongDomain = 'The domain doesn’t match';
export const deleteSite = 'Delete site';
export const deleteHint = (lifetimeHits: string) =>
  `This deletes ${lifetimeHits} pageviews and all events, kudos, monitoring and settings of this site. It can’t be undone. To only stop tracking, turn off “Collect data” in General.`;
export const deleteTitle = 'Delete this site';
export const deleteQuestion = 'Delete this site?';
export const siteDeleted = (label: string) => `${label} deleted`;
export const deleteConfirm = 'Delete permanently';
export const confirmationLabel = (label: ReactNode) => (
  <>
    Type <b>{label}</b> to confirm
  </>
);
export const siteName = 'Site name';
export const wrongName = 'The name doesn’t match';
export const notShown = 'Hidden';
export const allHits = 'All pageviews';
export const uniqueHits = 'Unique views';
export const noButton = 'No button';
export const emojiButton = 'Button with an emoji or text';
export const customButton = 'Your own button';
export const countriesHint = 'The top 10 countries.';
export const uptimeHint = 'Uptime over the last 30 days.';
export const publicPageLink = 'Link to public stats';
export const publicPageLinkHint = 'Opens your public stats page.';
export const clickEvents = 'Track clicks as events';
export const clickEventsHint = 'Tracks clicks on elements with data-footfall-event.';
export const spa = 'Single-page apps without browser history';
export const spaHint = 'Adds footfall.triggerUpdate(). Not needed if your app uses the History API.';
export const beacon = 'Send with sendBeacon';
export const beaconHint = 'Also records visitors who leave right away.';
export const showOnly = 'Display only';
export const showOnlyHint = 'Doesn’t track visits. For previews of your site.';
export const showOnThePage = 'Show on the page';
export const numberOfHits = 'Pageviews';
export const kudosHint = 'Lets visitors applaud a page with one click.';
export const onTheButton = 'Button label';
export const howItCounts = 'Tracking options';
export const captureTitle = 'Automatic events';
export const captureHint = 'No changes to your pages needed. Takes effect within an hour.';
export const outboundLinks = 'Outbound links';
export const outboundLinksHint = 'Clicks on links to other sites, email addresses and phone numbers.';
export const downloads = 'File downloads';
export const downloadsHint = 'Clicks on links to documents, archives, programs and media.';
export const formSubmissions = 'Form submissions';
export const formSubmissionsHint = 'Which form was submitted, never its content.';
export const missingPages = '404 pages';
export const missingPagesHint = 'Requests for pages that don’t exist.';
export const engagement = 'Time on page and scroll depth';
export const revenue = 'Revenue';
export const funnels = 'Funnels';
export const engagementHint =
  'How long and how far down pages are read. Visits of 10 seconds or more don’t count as bounces.';
/** What is exported of it. */
export const engagementRows = 'Engagement';
export const captureGuideLink = 'What exactly is tracked';
export const accountTimeZone = (zone: string | undefined) =>
  `Account’s time zone${zone === undefined ? '' : ` (${zone})`}`;
export const siteTimeZoneHint = (now: string) =>
  `Sets when a day of this site starts and ends, past days included: on its pages, in public stats, email reports and insights. It’s ${now} there.`;
export const rebuildingDays =
  'Past days are being recalculated. Until that is done, reports stay accurate but may take longer.';
export const theSite = 'Site';
export const labelHint = 'Defaults to the domain';
export const addressHint =
  'Visits to this domain are tracked, with or without www. Uptime checks use this address.';
export const rootPath = 'Root path';
export const rootPathHint = 'For a site below a path of its domain, such as /blog. Usually empty.';
export const hosts = 'Additional domains';
export const hostsHint = 'One per line, such as blog.example.org, or *.example.org for all subdomains.';
export const anyHost = 'Track any domain';
export const anyHostHint =
  'For sites on more domains than you can list. Anyone could then send data to this site from their own pages.';
export const takeHits = 'Collect data';
export const takeHitsHint = 'When off, nothing new is recorded; existing data is kept.';
export const paths = 'Paths';
export const pathsHint = 'Full paths. Use * as a wildcard.';
export const ipAddresses = 'IP addresses';
export const ipAddressesHint = 'Single addresses or ranges. Addresses may change over time.';
export const ownAddress = (range: ReactNode) => <>Your address is {range}.</>;
export const excludeOwnAddress = 'Exclude my address';
export const ignoredCountriesHint = 'Two-letter codes. Use XX for unknown.';
export const referrersHint = 'A domain including its subdomains, or the start of a URL.';
export const userAgents = 'User agents';
export const userAgentsHint = 'Any part of the browser’s user agent, at least 3 characters.';
export const networks = 'Networks';
export const excludeHosting = 'Exclude hosting networks';
export const excludeHostingHint =
  'Servers and data centers, where most bots come from. AI crawlers still get their own reports.';
export const excludeVpn = 'Exclude VPNs';
export const excludeVpnHint = 'People who browse through a VPN aren’t counted either.';
export const path = 'Path';
export const ipAddress = 'IP address';
export const userAgent = 'User agent';
export const testerTitle = 'Test your rules';
export const tryIt = 'Test';
export const testerUnsavedHint = 'Unsaved changes above aren’t tested.';
export const notCountedBecause = (reason: ReactNode) => <>Excluded: {reason}</>;
export const notCounted = (label: string, value: ReactNode) => (
  <>
    Excluded: {label} matches {value}
  </>
);
export const counted = 'Counted';
export const ignoringTitle = 'Exclusions';
export const ignoreOwnLink = 'open the opt-out link';
export const ignoringHint = (link: ReactNode) => (
  <>One rule per line. Applies to new visits only. To exclude only yourself, {link} in your browsers.</>
);
export const ruleCount = (count: number) => pluralize(count, 'rule');
export const monitoringTitle = 'Monitoring';
export const uptimeMonitoringHint = 'Checks your site regularly and emails you when it’s down.';
export const contentMonitoring = 'Broken links and mixed content';
export const contentMonitoringHint = 'Crawls the site once a day and checks every link.';
export const mailIssues = 'Email me about new issues';
export const onlyInternalLinks = 'Internal links only';
export const onlyInternalLinksHint = 'Doesn’t check links to other sites.';
export const insightsHint = 'A daily summary of what changed. When off, annotations are hidden too.';
export const webmentions = 'Webmentions';
export const webmentionsHint =
  'Likes from other sites count as kudos. When off, the Webmention endpoint returns 404.';
export const privacy = 'Privacy';
export const honourGpc = 'Respect Global Privacy Control';
export const honourGpcHint = 'Doesn’t track browsers that send this signal. Required by law in many places.';
export const honourDnt = 'Respect Do Not Track';
export const honourDntHint = 'Doesn’t track browsers that send this older signal.';
export const locationDetail = 'Location';
export const locationDetailHint =
  'Regions and cities are stored for new visits only, and need a city database on the server or a CDN in front of it. Places with fewer than five visitors are grouped.';
export const locationDetails = {
  country: 'Country',
  region: 'Country and region',
  city: 'Country, region and city',
} as const;
export const showUniqueHits = 'Show unique views';
export const uniqueHitsHint =
  'Views by visitors who hadn’t seen the page that day yet. When off, reports leave them out.';
export const privacyGuideLink = 'What’s stored about each visit';
export const identifyTitle = 'Signed-in visitors';
export const identify = 'Accept visitor IDs from pages';
export const identifyHint = (
  <>
    Your pages call <code>footfall.identify()</code> with an ID of your own. Reports then count that person
    once across days and devices. Only a hash of the ID is stored. You may need their consent.
  </>
);
export const identifyGuideLink = 'How to identify visitors';
export const visitorTitle = 'One person';
export const visitorHint =
  'To view or delete someone’s data, enter the visitor ID that your pages or API calls send for them. Anonymous visitors can’t be identified from the stored data.';
export const visitorId = 'Visitor ID';
export const lookUp = 'Look up';
export const noVisitor = 'Nothing is stored for this ID';
export const noVisitorHint = 'Check the spelling. IDs are case-sensitive.';
export const visitorCounts = (hits: number, events: number) =>
  `${pluralize(hits, 'pageview')} and ${pluralize(events, 'event')}.`;
export const visitorTimes = (first: string, last: string) => `First: ${first}. Last: ${last}.`;
export const moreRows = (count: string) => `and ${count} more in the file`;
export const asJson = 'Everything as JSON';
export const deleteVisitor = 'Delete this person’s data';
export const deleteVisitorQuestion = 'Delete this person’s data?';
export const deleteVisitorHint = (rows: number) =>
  `This deletes ${pluralize(rows, 'row')} permanently and removes this person from all reports. Remember your own backups and exports.`;
export const visitorDeleted = (rows: number) => `${pluralize(rows, 'row')} deleted`;
export const removeQuestion = 'Delete older data?';
export const removeConfirm = 'Save and delete tonight';
export const publicAddress = 'Public link';
export const publicAddressName = 'public link';
export const frameTitle = 'Embed in a page:';
export const frameName = 'embed code';
export const badges = 'Badges';
export const badgesHint = 'Images with a live number, for a website or README. No JavaScript needed.';
export const badgeWord = 'Label';
export const hitsWord = 'pageviews';
export const badgeColour = 'Color';
export const badgeColourError = 'Use 3 or 6 hexadecimal digits, e.g. 1a7f37';
export const uptimeWord = 'uptime';
export const badgeAlt = (what: string) => `Badge with ${what}`;
export const badgeName = (what: string) => `${what} badge`;
export const hitsAndVisitors = 'Pageviews and visitors';
export const eventsByName = 'Events by name';
export const publicPage = 'Public stats';
export const publicField = 'Make stats public';
export const publicHint =
  'Anyone can see the stats you choose here, on a public page, in badges and in counters.';
export const shownLegend = 'Show';
export const embeddable = 'Allow embedding in other sites';
export const sharedProperties = 'Public properties';
export const sharedPropertiesHint =
  'Shown on the public page, in shared links and in email reports. One name per line, up to 5. Values with fewer than 5 visitors are hidden. Don’t add properties that identify people.';
export const forever = 'Forever';
export const otherDays = 'Custom';
export const keepHits = 'Keep data';
export const keepHitsHint =
  'Older pageviews, events, AI crawler visits and quarantined pageviews are deleted every night.';
export const nothingOlder = (first: string) =>
  `There is no data from before ${first} yet. Data is deleted every night once it’s older.`;
export const removedHits = (going: string, lifetimeHits: string) =>
  `: ${going} of ${lifetimeHits} pageviews, with the events and AI crawler visits of that time.`;
export const removeHint = (firstKeptDay: string, part: string) => (
  <>
    Tonight, all data from before <b>{firstKeptDay}</b> will be permanently deleted
    {part}
  </>
);
export const general = 'General';
export const snippet = 'Tracking code';
export const ignoring = 'Exclusions';
export const spam = 'Referrer spam';
export const thisPart = 'Settings page';
export const partsLabel = 'Settings of this site';
export const snippetTitle = 'Tracking code';
export const snippetHint = (
  <>
    Paste it before <code>&lt;/head&gt;</code> on every page. The options below change the code.
  </>
);
export const elementsHint = 'Paste these elements where you want them to appear:';
export const elementsName = 'elements';
export const makeItPublic = 'Make stats public';
export const countersHint = (link: ReactNode) => <>Counters only work for sites with public stats. {link}</>;
export const siteBuildersLink = 'Installation guides for WordPress, Hugo, Webflow and others';
export const snippetGuideLink = 'Learn more about the tracking code';
export const refusalsTitle = 'Not counted in the last 24 hours';
export const noRefusals = 'Nothing was excluded';
export const noRefusalsHint =
  'Pageviews and events that weren’t counted are listed here with the reason, such as a different domain, an exclusion, a bot or a privacy signal. The list is cleared when the server restarts.';
export const besideTitle = 'More';
export const ignoreOwnTitle = 'Exclude your own visits';
export const ignoreOwnHint = (
  <>
    Open this link once in each of your browsers. To be counted again, open it with <code>=false</code>.
  </>
);
export const ignoreOwnName = 'opt-out link';
export const cspTitle = 'Content-Security-Policy';
export const cspHint = 'If your site has one, allow:';
export const cspName = 'policy';
export const pixelTitle = 'Without JavaScript';
export const pixelHint = 'In emails and feeds, this image counts a pageview of the path in its URL:';
export const pixelName = 'tracking pixel';
export const spamTitle = 'Quarantine';
export const noSpam = 'Quarantine is empty';
export const noSpamHint =
  'Pageviews with a spam referrer are held here. Review them and restore any that are genuine.';
export const all = (total: number) => `all ${total}`;
export const spamCounted = (hits: string) => `${hits} restored`;
export const spamDeleted = (hits: string) => `${hits} deleted`;
export const countHits = (words: string) => `Restore ${words}`;
export const countQuestion = 'Restore all of them?';
export const countHint =
  'They’ll be added to your stats at the time they were recorded. This can’t be undone.';
export const deleteHits = (words: string) => `Delete ${words}`;
export const deleteSpamQuestion = 'Delete permanently?';
export const deleteSpamHint = 'They aren’t part of your stats. This can’t be undone.';
export const chooseSomeHint = 'Or select some below.';
export const off = 'Off';
export const offHint = 'Only the domains you list below.';
export const basic = 'Basic';
export const basicHint = 'Known spam domains and invalid domain names.';
export const strict = 'Strict';
export const strictHint = 'Also IP addresses, private domains, typical spam keywords and headless browsers.';
export const filter = 'Spam filter';
export const filterHint = 'Referrer spam filter';
export const spamHosts = 'Blocked domains';
export const spamHostsHint = 'One per line, including subdomains.';
export const days180 = '180 days';
export const year1 = '1 year';
export const years2 = '2 years';
export const years3 = '3 years';
export const years5 = '5 years';
export const it = 'it';
