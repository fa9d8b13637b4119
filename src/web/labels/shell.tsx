/** Texts around the pages: navigation, period, filters, search and shortcuts. */
import type { ReactNode } from 'react';

export const newerVersion = (version: string) => `${version} is available`;
export const signOutError = (error: string) => `Couldn’t sign out: ${error}`;
export const yourOwnSites = 'Your sites';
export const addFilter = 'Add filter';
export const filter = 'Filter';
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
export const removeFilter = (what: string, value: string) => `Remove filter: ${what} ${value}`;
export const filterIs = (name: string) => `${name} is`;
export const filterIsNot = (name: string) => `${name} is not`;
export const filterHas = (name: string) => `${name} contains`;
export const filterHasNot = (name: string) => `${name} doesn’t contain`;
export const hasNot = 'doesn’t contain';
export const isNot = 'is not';
export const and = ' and ';
export const thenWord = ' then ';
export const thisPage = 'Page';
export const notFound = 'Not found';
export const notFoundHint = (what: string) =>
  `${what} not found. It may have been deleted, or you don’t have access.`;
export const pageTitle = (documentTitle: string) => `${documentTitle} – Footfall`;
export const keyboardShortcuts = 'Keyboard shortcuts';
export const whatIsShown = 'View';
export const paletteLabel = 'Search sites, pages and actions';
export const period = (view: string, part: string) => `Period: ${view}${part}`;
export const utcTitle = 'UTC';
export const chooseRange = 'Custom range…';
export const siteZone = (zone: string) => `Site’s time zone: ${zone}`;
export const yourZone = (zone: string) => `Your time zone: ${zone}`;
export const skipToContent = 'Skip to content';
export const docs = 'Docs';
export const api = 'API';
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
