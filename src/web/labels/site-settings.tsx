/** Texts of the settings of a site. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';

export const bringAHistoryIn = 'Bring a history in';
export const fromACsvNdjsonOr = (
  <>
    From a CSV, NDJSON or Parquet file, on the server. The same file twice adds nothing the second time.{' '}
    <a href="/docs/import">What the file holds</a>
  </>
);
export const theImportCommand = 'the import command';
export const whoeverRunsThisServerDoes = 'Whoever runs this server does it for you.';
export const backUp = 'Back up';
export const allSitesOfThisServer = (
  <>
    All sites of this server at once, while it runs. <a href="/docs/backup">More on backups</a>
  </>
);
export const theBackupCommand = 'the backup command';
export const hits = 'Hits';
export const events = 'Events';
export const agentVisits = 'Agent visits';
export const kudos = 'Kudos';
export const last30Days = 'Last 30 days';
export const last90Days = 'Last 90 days';
export const last12Months = 'Last 12 months';
export const allTime = 'All time';
export const download = 'Download';
export const asCsvRowsAsThey =
  'As CSV: rows as they are stored, newest first, at most 100,000 at once. Days are UTC days.';
export const period = 'Period';
export const asCsv = (text: string) => `${text} as CSV`;
export const key = 'key';
export const theSameByAProgram = (link: ReactNode) => <>The same by a program, with a {link}:</>;
export const theCommand = 'the command';
export const deleteTheSite = 'Delete the site';
export const withEverythingOfItHits = (lifetimeHits: string) =>
  `With everything of it: ${lifetimeHits} hits, its events, kudos, monitoring and settings. This cannot be taken back. To stop counting only, switch off “Take hits” in General.`;
export const deleteThisSite = 'Delete this site';
export const deleteThisSiteQuestion = 'Delete this site?';
export const isDeleted = (label: string) => `${label} is deleted`;
export const deleteItForGood = 'Delete it for good';
export const cancel = 'Cancel';
export const typeToSayThatYou = (label: ReactNode) => (
  <>
    Type <b>{label}</b> to say that you mean it.
  </>
);
export const nameOfTheSite = 'Name of the site';
export const thisIsNotItsName = 'This is not its name';
export const notShown = 'Not shown';
export const allHits = 'All hits';
export const uniqueHits = 'Unique hits';
export const noButton = 'No button';
export const aButtonWithAnEmoji = 'A button with an emoji or a few words';
export const aButtonThatLooksAs = 'A button that looks as you make it';
export const countries = 'Countries';
export const theTenThatMostHits = 'The ten that most hits come from.';
export const uptime = 'Uptime';
export const ofTheLast30Days = 'Of the last 30 days.';
export const linkToThePublicPage = 'Link to the public page';
export const withAllTheNumbersThat = 'With all the numbers that you show there.';
export const clicksAsEvents = 'Clicks as events';
export const elementsWithDataFootfallEvent =
  'Elements with data-footfall-event are counted when they are clicked.';
export const forAppsWithViewsOf = 'For apps with views of their own';
export const addsFootfallTriggerupdateAppsThat =
  'Adds footfall.triggerUpdate(). Apps that use the browser’s history need nothing.';
export const sendAsABeacon = 'Send as a beacon';
export const arrivesAlsoFromPagesThat = 'Arrives also from pages that are closed at once.';
export const showOnlyCountNothing = 'Show only, count nothing';
export const forAPreviewOfYour = 'For a preview of your site.';
export const showOnThePage = 'Show on the page';
export const numberOfHits = 'Number of hits';
export const applauseForAPageGiven = 'Applause for a page, given with one press.';
export const onTheButton = 'On the button';
export const howItCounts = 'How it counts';
export const theSite = 'The site';
export const label = 'Label';
export const whatTheSiteIsCalled = 'What the site is called here. Empty: its host name.';
export const address = 'Address';
export const hitsCountFromPagesOf =
  'Hits count from pages of this host, with or without www. Monitoring looks here.';
export const rootPath = 'Root path';
export const forASiteBelowA = 'For a site below a path of its host, such as /blog. Usually empty.';
export const countHitsFromAnyHost = 'Count hits from any host';
export const forASiteUnderSeveral =
  'For a site under several names. Anybody can then send hits to it from their own pages.';
export const takeHits = 'Take hits';
export const offNothingNewIsCounted = 'Off: nothing new is counted. What there is stays.';
export const paths = 'Paths';
export const wholePathsStandsForAnything = 'Whole paths; * stands for anything.';
export const ipAddresses = 'IP addresses';
export const singleOnesOrRangesFor =
  'Single ones or ranges. For your own, search the web for “my IP address”; many change from day to day.';
export const twoLettersEachXxFor = 'Two letters each; XX for unknown ones.';
export const referrers = 'Referrers';
export const aHostWithEverythingBelow = 'A host with everything below it, or the beginning of an address.';
export const userAgents = 'User agents';
export const aPartOfWhatThe = 'A part of what the browser calls itself, at least 3 characters.';
export const path = 'Path';
export const ipAddress = 'IP address';
export const country = 'Country';
export const referrer = 'Referrer';
export const userAgent = 'User agent';
export const wouldItBeCounted = 'Would it be counted?';
export const tryIt = 'Try it';
export const whatYouHaveChangedAbove = 'What you have changed above counts once it is saved.';
export const notCountedHas = (label: string, value: ReactNode) => (
  <>
    Not counted: {label} has {value}
  </>
);
export const counted = 'Counted';
export const whatIsNotCounted = 'What is not counted';
export const openTheLinkThatDoes = 'open the link that does so';
export const oneRuleALineThey = (link: ReactNode) => (
  <>
    One rule a line. They hold for visits from now on, whoever sends them. To leave out only yourself, {link}{' '}
    in your browsers.
  </>
);
export const ruleCount = (count: number) => pluralize(count, 'rule');
export const watchingOverIt = 'Watching over it';
export const asksForTheSitesAddress =
  "Asks for the site's address again and again, and tells you when it does not answer.";
export const brokenLinksAndMixedContent = 'Broken links and mixed content';
export const readsTheSitesPagesOnce = "Reads the site's pages once a day and tries every link on them.";
export const mailWhatItFinds = 'Mail what it finds';
export const onlyLinksWithinTheSite = 'Only links within the site';
export const leavesLinksToOtherHosts = 'Leaves links to other hosts alone.';
export const insights = 'Insights';
export const whatChangedToldEveryDay = 'What changed, told every day. Off: your own signals are hidden too.';
export const webmentions = 'Webmentions';
export const likesReportedByOtherSites =
  'Likes reported by other sites count as kudos. When off, the Webmention address answers 404.';
export const privacy = 'Privacy';
export const honourGlobalPrivacyControl = 'Honour Global Privacy Control';
export const browsersThatSendItAre =
  'Browsers that send it are not counted. In many places the law asks for it.';
export const honourDoNotTrack = 'Honour Do Not Track';
export const theOlderSignalBrowsersThat = 'The older signal. Browsers that send it are not counted.';
export const showUniqueHits = 'Show unique hits';
export const howManyOfAPages =
  "How many of a page's hits were the first of a visitor that day. Off: reports leave them out.";
export const whatIsStoredOfA = 'What is stored of a hit, and what never is';
export const removeWhatIsOlder = 'Remove what is older?';
export const saveAndRemoveItTonight = 'Save, and remove it tonight';
export const itsAddress = 'Its address';
export const openThePage = 'Open the page';
export const theAddressOfThePublic = 'the address of the public page';
export const inAPageOfYours = 'In a page of yours:';
export const theFrame = 'the frame';
export const badges = 'Badges';
export const picturesWithANumberFor = 'Pictures with a number, for a page or a readme. They need no script.';
export const wordOnTheLeft = 'Word on the left';
export const hitsWord = 'hits';
export const colourOfTheNumber = 'Colour of the number';
export const aColourIs3Or = 'A colour is 3 or 6 hexadecimal digits, such as 1a7f37';
export const uptimeWord = 'uptime';
export const badgeWithThe = (what: string) => `Badge with the ${what}`;
export const theBadgeOf = (what: string) => `the badge of ${what}`;
export const hitsAndVisitors = 'Hits and visitors';
export const pages = 'Pages';
export const sources = 'Sources';
export const browsers = 'Browsers';
export const devices = 'Devices';
export const eventsByName = 'Events by name';
export const aiAgents = 'AI agents';
export const publicPage = 'Public page';
export const everybodyMaySeeThisSites = "Everybody may see this site's numbers";
export const onAPageOfTheir =
  'On a page of their own, in badges and in counters. Without a sign-in, and only what you choose here.';
export const itShows = 'It shows';
export const otherSitesMayShowIt = 'Other sites may show it in a frame';
export const forGood = 'For good';
export const anotherNumberOfDays = 'Another number of days';
export const keepHits = 'Keep hits';
export const hitsEventsAgentVisitsAnd =
  'Hits, events, agent visits and spam hits. Older ones are removed every night.';
export const days = 'Days';
export const thereIsNothingFromBefore = (first: string) =>
  `There is nothing from before ${first} yet. From now on what gets older is removed every night.`;
export const ofHitsWithTheEvents = (going: string, lifetimeHits: string) =>
  `: ${going} of ${lifetimeHits} hits, with the events and agent visits of that time.`;
export const tonightEverythingFromBeforeIs = (firstKeptDay: string, part: string) => (
  <>
    Tonight everything from before <b>{firstKeptDay}</b> is removed for good
    {part}
  </>
);
export const general = 'General';
export const snippet = 'Snippet';
export const ignoring = 'Ignoring';
export const spam = 'Spam';
export const data = 'Data';
export const thisPartOfTheSettings = 'This part of the settings';
export const settingsOfThisSite = 'Settings of this site';
export const theLineForYourPages = 'The line for your pages';
export const pasteItBeforeLtHead = (
  <>
    Paste it before <code>&lt;/head&gt;</code> of every page. What you choose below changes it.
  </>
);
export const theSnippet = 'the snippet';
export const whereTheyAreToBe = 'Where they are to be seen, paste what the script fills:';
export const theElements = 'the elements';
export const makeItPublic = 'Make it public';
export const countersShowNumbersOfPublic = (link: ReactNode) => (
  <>Counters show numbers of public sites only, and this one is not. {link}</>
);
export const whereItGoesInWordpress = 'Where it goes in WordPress, Hugo, Webflow and others';
export const allAboutTheSnippet = 'All about the snippet';
export const notCountedInTheLast = 'Not counted in the last 24 hours';
export const everythingWasCounted = 'Everything was counted';
export const viewsAndEventsThatYour =
  'Views and events that your pages report and that do not count are listed here with the reason: another host, an ignore rule, a bot, a privacy signal. A restart of the server empties the list.';
export const besideIt = 'Beside it';
export const leaveYourOwnVisitsOut = 'Leave your own visits out';
export const openThisOnceInEvery = (
  <>
    Open this once in every browser of yours. With <code>false</code> at its end you are counted again.
  </>
);
export const theAddressThatLeavesYou = 'the address that leaves you out';
export const aPageWithAContent = 'A page with a Content-Security-Policy';
export const itHasToAllow = 'It has to allow:';
export const thePolicy = 'the policy';
export const whereNoScriptRuns = 'Where no script runs';
export const inAMailOrA = 'In a mail or a feed, a picture counts a view of the path that it names:';
export const thePicture = 'the picture';
export const heldBack = 'Held back';
export const hitCount = (count: number) => pluralize(count, 'hit');
export const nothingHeldBack = 'Nothing held back';
export const hitsWithASpammersReferrer =
  'Hits with a spammer’s referrer come here instead of into your numbers, so that you can look at them and let them count after all.';
export const all = (total: number) => `all ${total}`;
export const countedAfterAll = (hits: string) => `${hits} counted after all`;
export const deleted = (hits: string) => `${hits} deleted`;
export const count = (words: string) => `Count ${words}`;
export const countEveryOneOfThem = 'Count every one of them?';
export const theyJoinYourNumbersAt =
  'They join your numbers at the times they were made, and cannot be told apart from the others any more.';
export const deleteLabel = (words: string) => `Delete ${words}`;
export const deleteForGood = 'Delete for good?';
export const theyWereNeverInYour =
  'They were never in your numbers; these do not change. What is deleted cannot be brought back.';
export const orChooseSomeBelow = 'Or choose some below.';
export const off = 'Off';
export const onlyTheHostsThatYou = 'Only the hosts that you name below.';
export const basic = 'Basic';
export const hostsKnownForReferrerSpam = 'Hosts known for referrer spam, and names that no host can have.';
export const strict = 'Strict';
export const alsoBareIpAddressesHosts =
  'Also bare IP addresses, hosts that are not public, names made of a spammer’s words, and browsers without a window.';
export const filter = 'Filter';
export const howSuspiciousToBeOf = 'How suspicious to be of referrers';
export const hostsThatAreSpamFor = 'Hosts that are spam for you';
export const oneALineEachWith = 'One a line, each with everything below it.';
export const noReferrer = 'No referrer';
export const settings = 'Settings';
export const days90 = '90 days';
export const days180 = '180 days';
export const year1 = '1 year';
export const years2 = '2 years';
export const years3 = '3 years';
export const years5 = '5 years';
export const it = 'it';
