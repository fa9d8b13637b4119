/** Texts of the overview of a site. */
import type { ReactNode } from 'react';

export const aiProviders = 'AI providers';
export const provider = 'Provider';
export const purposes = 'Purposes';
export const purpose = 'Purpose';
export const crawlers = 'Crawlers';
export const crawler = 'Crawler';
export const pagesCrawled = 'Pages crawled';
export const searchIn = (name: string) => `Search ${name}`;
export const csv = 'CSV';
export const noMatch = 'No results';
export const noneWithFilters = (what: string) => `No ${what} match these filters`;
export const asCsv = (name: string) => `Download ${name} as CSV`;
export const notFilteredBy = (filters: string, name: string, count: number) =>
  `The ${filters} ${count === 1 ? 'filter doesn’t' : 'filters don’t'} apply to ${name}.`;
export const onlyOf = (label: string) => `Showing ${label} only. Show all`;
export const eventDetails = 'Event details';
export const openSite = 'Open site';
export const aiAssistants = 'AI assistants';
export const aiSearch = 'AI search';
export const modelTraining = 'Model training';
export const purposeUnknown = 'Unspecified';
export const removeFilter = 'Remove filter';
export const filterByThis = 'Filter by this';
export const excludeThis = (
  <>
    Exclude this <span className="breakdown-hint">Alt + click</span>
  </>
);
export const whatChanged = 'What changed';
export const nothingStandsOut = 'Nothing stands out from the previous period.';
export const countNowAndBefore = (count: string, before: string) => `${count}, ${before} before`;
export const noDataBefore = (day: string) => `No data before ${day}`;
export const resetZoom = 'Reset zoom';
export const hours = 'Hours';
export const weeks = 'Weeks';
export const intervalLabel = 'Interval';
export const timeOnPage = 'Time';
export const timeOnPageHint = 'Median time a pageview was visible and active';
export const pageviewsHint = 'Total number of pages viewed';
export const pageviewsOfVisitsHint = 'Pageviews in these visits';
export const visitorsHint =
  'Unique visitors, counted without cookies: someone who returns on another day usually counts again';
export const visitsHint = 'A visit ends after 30 minutes of inactivity';
export const eventsHint = 'Custom events sent by your pages';
export const kudosHint = 'Thanks from your readers';
export const agentVisitsHint = 'Visits by AI crawlers and AI assistants';
export const viewsPerVisit = 'Views per visit';
export const viewsPerVisitHint =
  'Average pageviews per visit. With a page filter, all pages of the matching visits count.';
export const bounceRateHint =
  'Share of visits with a single pageview, no events and, where time is tracked, less than 10 seconds';
export const visitDuration = 'Visit duration';
export const durationHint = 'Average time from the first to the last pageview or event of a visit';
export const metricsAndChart = 'Key metrics and chart';
export const downFor = (durationInWords: string, part: string) => `Down for ${durationInWords}${part}`;
export const last5Minutes = 'In the last 5 minutes';
export const notConnected = 'Not connected';
export const now = (b: ReactNode, part: string) => (
  <>
    {b} {part} now
  </>
);
export const months = 'Months';
export const stillDown = ' (ongoing)';
export const addAnnotation = 'Add annotation';
