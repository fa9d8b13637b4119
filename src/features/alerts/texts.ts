/** Writes the texts of notifications: when an alert fires, and when it ends. */

import { type AlertKind, DEFAULT_CHANGE, type TrafficKind } from '../../core/alerts.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatNumber, pluralize } from '../../lib/english.ts';
import type { FiringFacts } from './firing-facts.ts';
import type { FiringRow } from './store.ts';

/** A headline and the lines below it. */
interface AlertText {
  readonly title: string;
  readonly details: readonly string[];
}

type Write = (site: string, facts: FiringFacts) => AlertText;

const formatViews = (hits = 0): string => pluralize(Math.round(hits), 'pageview');
const formatHours = (hours = 1): string =>
  hours === 1 ? 'the last hour' : `the last ${formatNumber(hours)} hours`;

function compare({ hits = 0, expected = 0, hours }: FiringFacts): string {
  return `${formatViews(hits)} in ${formatHours(hours)}, usually about ${formatNumber(Math.round(expected))}.`;
}

const GOAL_TITLES: Readonly<Record<TrafficKind, (goal: string, site: string) => string>> = {
  spike: (goal, site) => `More conversions of ${goal} on ${site}`,
  drop: (goal, site) => `Fewer conversions of ${goal} on ${site}`,
  silence: (goal, site) => `No conversions of ${goal} on ${site}`,
};

function compareConversions({ conversions = 0, expected = 0, hours = 1 }: FiringFacts): string {
  const usual = formatNumber(Math.round(expected));
  if (conversions === 0) return `No conversions in ${formatHours(hours)}, usually about ${usual}.`;
  return `${pluralize(conversions, 'conversion')} in ${formatHours(hours)}, usually about ${usual}.`;
}

const CAUSES: Readonly<Record<NonNullable<FiringFacts['cause']>, string>> = {
  site_down: 'The site is down.',
  script_missing:
    'The site is up: its pages probably no longer load the tracking code, or something blocks it.',
  unknown: 'Turn on uptime monitoring to learn whether the site is down or its tracking code is missing.',
};

/** Names a monitor and its site; that of the site's own address has no name of its own. */
const nameMonitor = (site: string, monitor: string | undefined): string =>
  monitor === undefined ? site : `${monitor} (${site})`;

const FIRING: Readonly<Record<AlertKind, Write>> = {
  spike: (site, facts) => ({ title: `Traffic spike on ${site}`, details: [compare(facts)] }),
  drop: (site, facts) => ({ title: `Traffic drop on ${site}`, details: [compare(facts)] }),
  silence: (site, { hours = 1, expected = 0, cause = 'unknown' }) => ({
    title: cause === 'script_missing' ? `Tracking code missing on ${site}` : `No pageviews on ${site}`,
    details: [
      `No pageviews in ${formatHours(hours)}, usually about ${formatNumber(Math.round(expected))}.`,
      CAUSES[cause],
    ],
  }),
  goal: (site, facts) => ({
    title: GOAL_TITLES[facts.change ?? DEFAULT_CHANGE](facts.goal ?? 'a goal', site),
    details: [compareConversions(facts)],
  }),
  monitor: (site, { error = '', monitor }) => ({
    title: `${nameMonitor(site, monitor)} is down`,
    details: [`Error: ${error}`],
  }),
  broken_link: (site, { urls = [], count = urls.length }) => ({
    title: `${pluralize(count, 'new broken link')} on ${site}`,
    details: [...urls, ...(count > urls.length ? [`and ${formatNumber(count - urls.length)} more`] : [])],
  }),
};

const RESOLVED: Readonly<Record<AlertKind, (site: string, facts: FiringFacts) => string>> = {
  spike: site => `Traffic on ${site} is back to normal`,
  drop: site => `Traffic on ${site} is back to normal`,
  silence: site => `Pageviews on ${site} are back`,
  goal: (site, { goal = 'a goal', change }) =>
    change === 'silence'
      ? `Conversions of ${goal} on ${site} are back`
      : `Conversions of ${goal} on ${site} are back to normal`,
  monitor: (site, { monitor }) => `${nameMonitor(site, monitor)} is back up`,
  broken_link: site => `No more broken links on ${site}`,
};

/** Writes the message of an alert that fires. */
export const writeFiring = (kind: AlertKind, site: string, facts: FiringFacts): AlertText =>
  FIRING[kind](site, facts);

/** Writes the message of one that ends. */
export const writeResolved = (
  kind: AlertKind,
  site: string,
  { facts, durationMs }: { readonly facts: FiringFacts; readonly durationMs: number },
): AlertText => ({
  title: RESOLVED[kind](site, facts),
  details: [`After ${formatDuration(Math.round(durationMs / 1000))}.`],
});

/** Monitors that a summary names. */
const MAX_NAMED = 10;

/** Lists what a summary is about: a line for each of the first, and how many there are beyond them. */
const listLines = (lines: readonly string[]): string[] =>
  lines.length <= MAX_NAMED
    ? [...lines]
    : [...lines.slice(0, MAX_NAMED), `and ${formatNumber(lines.length - MAX_NAMED)} more`];

type Summed = Pick<FiringRow, 'facts' | 'endedAt'>;

/** Writes one message about monitors that went down after others, some of which may be back up. */
export const writeDownSummary = (site: string, firings: readonly Summed[]): AlertText => ({
  title: `${pluralize(firings.length, 'more monitor')} of ${site} went down`,
  details: listLines(
    firings.map(
      ({ facts: { monitor = site, error = '' }, endedAt }) =>
        `${monitor}: ${error}${endedAt === null ? '' : ' (back up)'}`,
    ),
  ),
});

/** Writes one message about monitors that are back up, after others. */
export const writeUpSummary = (site: string, firings: readonly Summed[]): AlertText => ({
  title: `${pluralize(firings.length, 'more monitor')} of ${site} back up`,
  details: listLines(firings.map(({ facts: { monitor = site } }) => monitor)),
});
