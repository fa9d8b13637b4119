/** Texts around the pages: navigation, period, filters, search and shortcuts. */
import type { ReactNode } from 'react';

export const signOutError = (error: string) => `Couldn’t sign out: ${error}`;
export const yourOwnSites = 'Your sites';
export const addFilter = 'Add filter';
export const filter = 'Filter';
export const filterNames = 'Filter by';
export const backToNames = 'Back to filters';
export const searchFor = (words: string) => `Search ${words}`;
export const exactlyThis = 'Use this value';
export const suggestionsFailed = 'Couldn’t load suggestions. You can still type a value.';
export const noSuggestions = 'No matches in this period.';
export const suggestionsLabel = 'Values in this period';
export const connectionLost = 'Connection lost. Trying again…';
export const productName = 'Footfall';
export const thisMonth = 'This month';
export const lastMonth = 'Last month';
export const yearToDate = 'Year to date';
export const chooseComparedDays = 'Compare with';
export const noComparison = 'No comparison';
export const previousPeriod = 'Previous period';
export const previousYear = 'Previous year';
export const vs = (value: string) => `vs ${value}`;
export const vsPreviousPeriod = 'vs previous period';
export const vsPreviousYear = 'vs previous year';
export const comparison = (words: string) => `Comparison: ${words}`;
export const pageFailed = 'Something went wrong';
export const pageFailedHint = 'Your data is safe. Reloading the page usually helps.';
export const reload = 'Reload page';
export const filters = 'Filters';
export const clearAll = 'Clear all';
export const includeInstead = 'Include instead';
export const excludeInstead = 'Exclude instead';
export const nor = 'nor';
export const or = 'or';
export const removeFilter = (words: string, filterVerb: string, value: string) =>
  `Remove filter: ${words} ${filterVerb} ${value}`;
export const hasNot = 'doesn’t contain';
export const isNot = 'is not';
export const and = ' and ';
export const thenWord = ' then ';
export const thisPage = 'Page';
export const notFound = 'Not found';
export const notFoundHint = (what: string) =>
  `${what} not found. It may have been deleted, or you don’t have access.`;
export const pageTitle = (documentTitle: string) => `${documentTitle} – Footfall`;
export const lightTheme = 'Light theme';
export const darkTheme = 'Dark theme';
export const systemTheme = 'System theme';
export const actions = 'Actions';
export const themeNotSaved = 'Couldn’t save the theme';
export const signOutFailed = 'Couldn’t sign out';
export const copyLink = 'Copy link to this view';
export const copyLinkKeywords = 'share address url';
export const linkCopied = 'Link copied';
export const linkNotCopied = 'Couldn’t copy the link';
export const themeKeywords = 'theme appearance colors colours dark light mode night';
export const keyboardShortcuts = 'Keyboard shortcuts';
export const shortcutKeywords = 'help keys';
export const documentation = 'Documentation';
export const docsKeywords = 'docs help guide';
export const apiReference = 'API reference';
export const apiKeywords = 'docs help openapi';
export const signOutKeywords = 'log out logout signout leave exit';
export const accountKeywords = 'account team switch';
export const linkNotCopiedHint = 'Copy it from the address bar instead';
export const thisSite = 'This site';
/** Words that a page of a site is found by, beside its name; by the end of its path. */
export const sitePageKeywords: Readonly<Record<string, string>> = {
  '': 'dashboard stats visitors pageviews',
  '/live': 'realtime activity now',
  '/journeys': 'paths entry exit pages',
  '/events': 'conversions custom events',
  '/leaderboard': 'top pages all time',
  '/hours': 'heat map busiest weekday',
  '/monitoring': 'uptime downtime status broken links certificate domain',
  '/insights': 'annotations findings notes',
  '/settings': 'tracking code snippet public stats exclusions spam privacy',
};
export const whatIsShown = 'View';
export const periodKeywords = 'period days time date range';
export const settingsKeywords = (keywords: string) => `settings preferences ${keywords}`;
export const homeKeywords = 'home start';
export const yourAccount = 'Your account';
export const yourAccountKeywords = 'profile password email sessions notifications time zone';
export const mailReportKeywords = 'weekly monthly summary email';
export const apiKeyKeywords = 'token';
export const webhookKeywords = 'deliveries';
export const teamKeywords = 'members invite users';
export const serverKeywords = 'operator admin version storage jobs email';
export const paletteLabel = 'Search sites, pages and actions';
export const found = 'Results';
export const paletteEmpty =
  'No results. Try a site, a page, a source, a country or a period, such as “last month”.';
export const searching = 'Searching…';
export const utc = ' UTC';
export const period = (view: string, part: string) => `Period: ${view}${part}`;
export const utcTitle = 'UTC';
export const chooseRange = 'Custom range…';
export const daysOf = (zone: string) => `Days in ${zone}`;
export const daysOfUtc = 'Days in UTC';
export const todayPrefix = 'Today, ';
export const daysMissing = 'Enter both dates as YYYY-MM-DD.';
export const lastBeforeFirst = 'The end date is before the start date.';
export const tooManyDays = (maxRangeDays: number) => `Choose at most ${maxRangeDays} days.`;
export const firstDay = 'Start date';
export const lastDay = 'End date';
export const dayRange = (from: string, countDays: number) => `${from} · ${countDays} days`;
export const applyRange = 'Apply';
export const skipToContent = 'Skip to content';
export const docs = 'Docs';
export const api = 'API';
export const singleKeys = 'Enable single-key shortcuts';
export const singleKeysHint = (keys: ReactNode) => (
  <>
    Turn this off if you use voice input or press keys by accident. {keys} keeps working and finds this list.
    Saved in this browser only.
  </>
);
export const anywhere = 'Everywhere';
export const choosePeriod = 'Choose period';
export const chooseComparison = 'Choose comparison';
export const onASite = 'On a site page';
export const overview = 'Overview';
export const siteSettings = 'Site settings';
export const siteNavigation = 'Site pages';
export const yesterday = 'Yesterday';
export const last7Days = 'Last 7 days';
export const customRange = 'Custom range';
export const previousMonth = 'Previous month';
export const nextMonth = 'Next month';
export const selectedSuffix = ', selected';
export const nextPeriod = 'Next period';
export const stepTo = (name: string, period: string) => `${name}: ${period}`;
export const has = 'contains';
export const is = 'is';
export const siteIsDown = (since: ReactNode) => (
  <>
    <b>This site has been down</b> since {since}.
  </>
);
export const viewMonitoring = 'View monitoring';
