/** Texts of the overview of a site. */
import type { ReactNode } from 'react';

export const aiProviders = 'AI providers';
export const provider = 'Provider';
export const purposes = 'Purposes';
export const purpose = 'Purpose';
export const agent = 'Agent';
export const pagesRead = 'Pages read';
export const searchIn = (name: string) => `Search ${name}`;
export const csv = 'CSV';
export const noMatch = 'Nothing has this in its name.';
export const noneWithFilters = (what: string) => `No ${what} with these filters`;
export const noneInDays = (what: string) => `No ${what} in these days`;
export const emptyEvents = (
  <>
    Name a click that matters to you, such as “cart.add”, and it is counted here.{' '}
    <a href="/docs/events-and-kudos#events">How to send events</a>
  </>
);
export const emptyKudos = (
  <>
    A button on your pages lets readers say thanks with one press.{' '}
    <a href="/docs/events-and-kudos#kudos">How to add it</a>
  </>
);
export const emptyAgents = (
  <>
    Crawlers and assistants seldom run scripts: the pixel, or a line on your server, counts them as well.{' '}
    <a href="/docs/snippet#without-javascript">How to count them</a>
  </>
);
export const emptyCampaigns = (by: string) => (
  <>
    Links that you share can say where they stand: add <code>?utm_{by}=…</code> to their address.
  </>
);
export const emptySources = (
  <>
    Links that you share can say where they stand: add <code>?ref=…</code> or <code>?utm_source=…</code>.
  </>
);
export const emptyVisits = (
  <>
    The views of these days have no visitor, so that they belong to no visit: send a <code>visitor_id</code>{' '}
    with each. <a href="/docs/filters-and-reports#visits-and-visitors">What a visit is</a>
  </>
);
export const otherDaysHint = 'Choose other days above, or choose all time.';
export const showAll = (total: string) => `Show all ${total}`;
export const mapFailed = 'The map could not be loaded. Load the page again to see it.';
export const asCsv = (name: string) => `${name} as a CSV file`;
export const notFilteredBy = (filters: string, name: string, count: number) =>
  `Not filtered by ${filters}: ${name} do not have ${count === 1 ? 'it' : 'them'}.`;
export const onlyOf = (label: string) => `Of ${label} only: show all again`;
export const valuesAndTrends = 'Values and trends';
export const openTheSite = 'Open the site';
export const answeringAPerson = 'Answering a person';
export const searchIndex = 'Search index';
export const trainingAModel = 'Training a model';
export const purposeUnknown = 'Not stated';
export const removeFilter = 'Remove this filter';
export const showOnlyThis = 'Show only this';
export const leaveOut = (
  <>
    Leave this out <span className="breakdown-hint">Alt + click</span>
  </>
);
export const valuesAndTrend = 'Values and trend';
export const withTheseFilters = ' with these filters';
export const noneInDaysWith = (name: string, part: string) => `No ${name} in these days${part}.`;
export const soFar = ', so far';
export const toThisTimeOfDay = ', to this time of day';
export const resetZoom = 'Reset zoom';
export const weeks = 'Weeks';
export const intervalLabel = 'One point for each of the';
export const viewsHint = 'How often pages were opened';
export const viewsOfVisitsHint = 'How often pages were opened in the visits of a row';
export const visitorsHint =
  'People, as far as they can be told apart without cookies: somebody who comes back on another day usually counts again';
export const visitsHint = 'Times that somebody came: a visit ends after 30 minutes without a view or event';
export const eventsHint = 'What your pages report besides being opened';
export const kudosHint = 'Thanks that readers gave';
export const agentVisitsHint = 'Visits of AI crawlers and assistants';
export const viewsPerVisit = 'Views per visit';
export const viewsPerVisitHint =
  'How many pages a visit opened, on average. With a filter by page: all pages of the visits that opened it';
export const bounceRateHint = 'Share of visits with one page and no event';
export const visitDuration = 'Visit duration';
export const durationHint = 'From the first page or event of a visit to the last, on average';
export const offTitle = 'This site takes no hits';
export const switchOnLink = 'Switch it on in its settings.';
export const offHint = (link: ReactNode) => <>It is switched off. {link}</>;
export const addTheSnippet = 'Add the snippet';
export const waitingForHit = (
  <>
    <b>Waiting for the first hit.</b> Open a page that has the snippet: this page turns into the dashboard by
    itself.
  </>
);
export const noHitTitle = 'No hit comes?';
export const showEmpty = 'Show the empty dashboard';
export const pasteSnippet = (host: ReactNode) => (
  <>
    Paste this line before <code>&lt;/head&gt;</code> of every page of {host}. It sets no cookies.
  </>
);
export const localOriginHint = (origin: string) => (
  <>
    Only browsers on this machine reach {origin}. For everybody else, start the server with{' '}
    <code>FOOTFALL_BASE_URL</code> set to its public address.
  </>
);
export const siteBuildersHint = (
  <>
    WordPress, Hugo, Webflow or another?{' '}
    <a href="/docs/site-builders">Where the line goes in site builders</a>.
  </>
);
export const anyHostCounts = 'Pages of any host count for this site.';
export const onlyHostCounts = (host: ReactNode) => (
  <>The page must be on {host}, with or without www. Other hosts are not counted.</>
);
export const localhostHint = 'Pages opened from localhost or as a file are never counted.';
export const blockerHint =
  'A content blocker or Global Privacy Control in your own browser keeps your own visits out: try another browser, or your phone.';
export const cspHint = (origin: string) => (
  <>
    A page with a Content-Security-Policy must allow <code>{origin}</code> in script-src and connect-src.
  </>
);
export const anotherHost = 'Another host';
export const ignored = 'Ignored';
export const bot = 'Bot';
export const privacySignal = 'Privacy signal';
export const spam = 'Spam';
export const malformedReport = 'Malformed report';
export const notCounted = (views: string, text: string) => `${views} not counted: ${text}`;
export const manyValues = 'many different ones';
export const setting = 'Setting';
export const numbersAndChart = 'Numbers and chart';
export const downFor = (durationInWords: string, part: string) => `Down for ${durationInWords}${part}`;
export const last5Minutes = 'In the last 5 minutes';
export const notConnected = 'Not connected right now';
export const now = (b: ReactNode, part: string) => (
  <>
    {b} {part} now
  </>
);
export const months = 'Months';
export const untilNow = ' until now';
