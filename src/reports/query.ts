/** Parses a request into the query of a report: which rows of which days, how they are grouped and what they are compared with. */
import type { Account } from '../core/access.ts';
import { invalidParameter } from '../core/errors.ts';
import type { GoalCondition } from '../core/goals/condition.ts';
import type { Attribution } from '../core/hits/query.ts';
import type { Page } from '../core/page.ts';
import type { Site } from '../core/site.ts';
import type { Comparison, Day, DayRange, Span } from '../core/span.ts';
import { listSegments, type View } from '../core/view.ts';
import { toPage } from '../http/paging.ts';
import { addDays, countDays, INTERVALS, listHours, toBuckets } from '../lib/time.ts';
import { type ComparedPeriod, findComparison } from './compared-period.ts';
import { type FilterRules, parseFilters, presentFilters, type RowFilter, ruleQuery } from './filters.ts';
import { findGoal } from './goal-of-query.ts';
import type { Imported } from './imported.ts';
import { type Period, type PeriodParams, presentPeriod } from './period.ts';
import { DEFAULT_ATTRIBUTION, type ReportOrder } from './visits.ts';

/** Bucket sizes of a series. */
export const REPORT_INTERVALS = ['hour', ...INTERVALS] as const;
export type ReportInterval = (typeof REPORT_INTERVALS)[number];

/** Longest period of a series by hours. */
const MAX_DAYS_BY_HOUR = 31;

export const FORMATS = ['json', 'csv'] as const;

/** Query parameters of a report but its filters, which the kind's rules parse. */
export interface ReportParams<Name extends string = string> extends PeriodParams {
  readonly grouped?: boolean;
  readonly group_by?: Name | 'date';
  readonly interval?: ReportInterval;
  readonly search?: string;
  readonly include_uniques?: boolean;
  readonly include_visitors?: boolean;
  readonly include_engagement?: boolean;
  readonly attribution?: Attribution;
  readonly goal?: number;
  readonly order_by?: ReportOrder;
  readonly compare?: Comparison;
  readonly compare_start_date?: Day;
  readonly compare_end_date?: Day;
  readonly format?: (typeof FORMATS)[number];
  readonly page?: number;
  readonly per_page?: number;
}

/** A request for a report of a site. */
export interface ReportRequest<Name extends string = string> {
  readonly account: Account;
  readonly site: Site;
  /** Path parameters, where the report is of something that they name. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query: ReportParams<Name>;
  /** What the caller may see; null or absent: all of the site. */
  readonly view?: View | null;
  /** Aborts when the client has disconnected or the deadline has passed. */
  readonly signal: AbortSignal;
}

/** Selects the rows of a site within a span that match every filter. */
export interface RowQuery<Name extends string> {
  readonly siteId: number;
  readonly span: Span;
  readonly filters: readonly RowFilter<Name>[];
  readonly attribution: Attribution;
  /** Days whose imported sums are added. */
  readonly importedDays?: DayRange;
}

/** A parsed report request: what is queried, and what the answer echoes. */
export interface ReportQuery<Name extends string> extends ReportRequest<Name> {
  readonly period: Period;
  readonly page: Page;
  readonly rows: RowQuery<Name>;
  /** Null for a plain list. */
  readonly grouping: Name | 'date' | null;
  readonly interval: ReportInterval;
  /** The count by which groups are ordered; null for a list and for a series, which have an order of their own. */
  readonly order: ReportOrder | null;
  /** Whether visitors and visits are counted, and shown. */
  readonly countsVisitors: boolean;
  /** Whether the buckets of a series have the engagement of their visits. */
  readonly countsEngagement: boolean;
  /** Whether groups of pages, and the summary of a list, have the engagement of pages. */
  readonly countsPageEngagement: boolean;
  /** What is counted how often visits reached it; null without a goal. */
  readonly goal: GoalCondition | null;
  /** Null where nothing is compared. */
  readonly compared: ComparedPeriod | null;
  /** What there is of imported days in the period, and in the one to compare with. */
  readonly imported?: Imported | undefined;
  readonly comparedImported?: Imported | undefined;
}

/** What a kind of rows can be filtered and grouped by. */
export interface Reportable<Name extends string> {
  readonly filters: FilterRules<Name>;
  /** Filters and groupings that rows have by their visit, with `attribution=visit` alone; absent for rows without visits. */
  readonly visitFilters?: FilterRules<Name>;
  /** The grouping of `grouped=true` without `group_by`. */
  readonly defaultGrouping: Name;
}

/** Parses a report request. Throws 400 for a period that is too long for its interval. */
export function parseReportQuery<Name extends string>(
  reportable: Reportable<Name>,
  request: ReportRequest<Name>,
  { period, now }: { readonly period: Period; readonly now: Date },
): ReportQuery<Name> {
  const { query, site } = request;
  const { attribution = DEFAULT_ATTRIBUTION } = query;
  // `group_by` alone groups too; `grouped=false` overrides it.
  const isGrouped = query.grouped ?? query.group_by !== undefined;
  const grouping = isGrouped ? (query.group_by ?? reportable.defaultGrouping) : null;
  const interval = query.interval ?? 'day';
  const days = countDays(period.first, period.last);
  if (grouping === 'date' && interval === 'hour' && days > MAX_DAYS_BY_HOUR)
    throw invalidParameter(`interval=hour takes at most ${MAX_DAYS_BY_HOUR} days, got ${days}`);
  if (attribution === 'hit') checkVisitFilters(reportable, query, grouping);
  if (grouping === 'date' && query.order_by !== undefined)
    throw invalidParameter(
      `order_by and group_by=date exclude each other, got order_by=${query.order_by}: buckets are in the order of time`,
    );
  const goal = findGoal(query);
  const order = grouping === null || grouping === 'date' ? null : (query.order_by ?? 'views');
  return {
    ...request,
    period,
    page: toPage(query),
    grouping,
    interval,
    order,
    countsEngagement: query.include_engagement === true && grouping === 'date',
    countsPageEngagement: query.include_engagement === true && grouping !== 'date',
    countsVisitors:
      query.include_visitors === true || order === 'visitors' || order === 'visits' || goal !== null,
    goal,
    rows: {
      siteId: site.id,
      span: period.span,
      filters: parseFilters(allFilters(reportable), query),
      attribution,
    },
    compared: findComparison(period, query, now),
  };
}

const allFilters = <Name extends string>({ filters, visitFilters }: Reportable<Name>): FilterRules<Name> => ({
  ...filters,
  ...visitFilters,
});

/** Throws 400 for a filter or grouping that only visits have. */
function checkVisitFilters<Name extends string>(
  { visitFilters }: Reportable<Name>,
  query: object,
  grouping: Name | 'date' | null,
): void {
  if (!visitFilters) return;
  const parameters = Object.keys(ruleQuery(visitFilters));
  const ofSegments = listSegments(query).flatMap(({ id, filters }) => {
    const name = parameters.find(each => each in filters);
    return name === undefined ? [] : [`${name} of segment ${id}`];
  });
  const parameter = parameters.find(name => name in query) ?? ofSegments[0];
  const found = parameter ?? (grouping !== null && grouping in visitFilters ? `group_by=${grouping}` : null);
  if (found !== null) throw invalidParameter(`${found} needs attribution=visit, got attribution=hit`);
}

/** Presents the echo of a query in its answer. Source: api-v1, Endpoints, Hits; decisions, section 2. */
export const presentReportQuery = <Name extends string>(
  reportable: Reportable<Name>,
  { query, period, grouping, interval, rows, order }: ReportQuery<Name>,
) => ({
  ...presentPeriod(period),
  ...presentFilters(allFilters(reportable), query),
  ...(reportable.visitFilters && { attribution: rows.attribution, goal: query.goal ?? null }),
  grouped: grouping !== null ? true : (query.grouped ?? null),
  group_by: grouping,
  interval: grouping === 'date' ? interval : null,
  search: query.search ?? null,
  ...(reportable.visitFilters && { order_by: order }),
  compare: query.compare ?? null,
});

/** Returns the buckets of a period: n labels, and the n + 1 instants that separate them. */
export function periodBuckets(
  period: Period,
  { interval, account }: Pick<ReportQuery<string>, 'interval' | 'account'>,
): {
  readonly labels: readonly string[];
  readonly edges: readonly Date[];
  /** The day of each edge; absent for hours. */
  readonly days?: readonly Day[];
} {
  if (interval !== 'hour') {
    const { days, edges } = toBuckets(period, {
      interval,
      zone: period.zone,
      weekStart: account.owner.weekStart,
    });
    // The first week or month is cut to the period, as its hits are.
    return { labels: days, edges, days: [period.first, ...days.slice(1), addDays(period.last, 1)] };
  }
  const edges = listHours(period, period.zone);
  return { labels: edges.slice(0, -1).map(edge => edge.toISOString()), edges };
}
