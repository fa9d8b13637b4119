/** From a request to a question: which rows of which days are asked for, how they are grouped, and with what compared. */
import type { Account } from '../core/access.ts';
import { invalidParameter } from '../core/errors.ts';
import type { Page } from '../core/page.ts';
import type { Site } from '../core/site.ts';
import type { Span } from '../core/span.ts';
import { bucketsOf, daysBetween, hoursOf, INTERVALS } from '../lib/time.ts';
import { type ComparedPeriod, type Comparison, comparedPeriodOf } from './comparison.ts';
import { toPage } from './paging.ts';
import { type Period, presentPeriod, type TimeZoneMode } from './period.ts';
import { type FilterRules, filtersOf, presentFilters, type RowFilter } from './report-filters.ts';

/** How a series is cut. */
export const REPORT_INTERVALS = ['hour', ...INTERVALS] as const;
export type ReportInterval = (typeof REPORT_INTERVALS)[number];

/** Days of a series by hours at most. */
const MAX_DAYS_BY_HOUR = 31;

export const FORMATS = ['json', 'csv'] as const;

/** Query of a report, whatever its kind; its filters are read by the kind's rules. */
export interface ReportQuery<Name extends string = string> {
  readonly start_date?: string;
  readonly end_date?: string;
  readonly time_zone?: TimeZoneMode;
  readonly period?: 'all';
  readonly grouped?: boolean;
  readonly group_by?: Name | 'date';
  readonly interval?: ReportInterval;
  readonly search?: string;
  readonly include_uniques?: boolean;
  readonly include_visitors?: boolean;
  readonly compare?: Comparison;
  readonly format?: (typeof FORMATS)[number];
  readonly page?: number;
  readonly per_page?: number;
}

/** Who asks what of which site. */
export interface ReportRequest<Name extends string = string> {
  readonly account: Account;
  readonly site: Site;
  readonly query: ReportQuery<Name>;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Rows of a site within a span that meet every filter. */
export interface RowQuery<Name extends string> {
  readonly siteId: number;
  readonly span: Span;
  readonly filters: readonly RowFilter<Name>[];
}

/** One question, worked out: what is asked of the rows, and what the answer echoes. */
export interface Question<Name extends string> extends ReportRequest<Name> {
  readonly period: Period;
  readonly page: Page;
  readonly rows: RowQuery<Name>;
  /** Null for a plain list. */
  readonly grouping: Name | 'date' | null;
  readonly interval: ReportInterval;
  /** Null where nothing is compared. */
  readonly compared: ComparedPeriod | null;
}

/** What a kind of rows can be asked. */
export interface Askable<Name extends string> {
  readonly filters: FilterRules<Name>;
  /** The grouping where only `grouped` is asked for. */
  readonly standard: Name;
}

/** The question behind a request about a period. 400 for one that is too long for what is asked of it. */
export function questionOf<Name extends string>(
  { filters, standard }: Askable<Name>,
  asked: ReportRequest<Name>,
  { period, now }: { readonly period: Period; readonly now: Date },
): Question<Name> {
  const { query, site } = asked;
  // `group_by` alone asks for groups too; `grouped=false` says no.
  const isGrouped = query.grouped ?? query.group_by !== undefined;
  const grouping = isGrouped ? (query.group_by ?? standard) : null;
  const interval = query.interval ?? 'day';
  const days = daysBetween(period.first, period.last) + 1;
  if (grouping === 'date' && interval === 'hour' && days > MAX_DAYS_BY_HOUR)
    throw invalidParameter(`interval=hour takes at most ${MAX_DAYS_BY_HOUR} days, got ${days}`);
  return {
    ...asked,
    period,
    page: toPage(query),
    grouping,
    interval,
    rows: { siteId: site.id, span: period.span, filters: filtersOf(filters, query) },
    compared: query.compare === undefined ? null : comparedPeriodOf(period, query.compare, now),
  };
}

/** What an answer says of its question. Source: api-v1, Endpoints, Hits; decisions, section 2. */
export const presentQuestion = <Name extends string>(
  { filters }: Askable<Name>,
  { query, period, grouping, interval }: Question<Name>,
) => ({
  ...presentPeriod(period),
  ...presentFilters(filters, query),
  grouped: grouping !== null ? true : (query.grouped ?? null),
  group_by: grouping,
  interval: grouping === 'date' ? interval : null,
  search: query.search ?? null,
  compare: query.compare ?? null,
});

/** The buckets of a period: their labels, and the n + 1 instants between which they lie. */
export function bucketsOfPeriod(
  period: Period,
  { interval, account }: Pick<Question<string>, 'interval' | 'account'>,
): { readonly labels: readonly string[]; readonly edges: readonly Date[] } {
  if (interval !== 'hour') {
    const { days, edges } = bucketsOf(period, interval, period.zone, account.owner.weekStart);
    return { labels: days, edges };
  }
  const edges = hoursOf(period, period.zone);
  return { labels: edges.slice(0, -1).map(edge => edge.toISOString()), edges };
}
