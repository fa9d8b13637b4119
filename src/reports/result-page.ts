/** The list of a report's answer: a page of rows, of groups, or the buckets of a series. */
import type { Conversions } from '../core/goals/query.ts';
import type { GroupRevenue, GroupRow, Groups, SeriesBucket } from '../core/hits/answers.ts';
import { PATH_DIMENSIONS } from '../core/hits/page-path.ts';
import type { GroupOptions, ReadOptions, Slice } from '../core/hits/query.ts';
import { type Page, toOffset } from '../core/page.ts';
import { normalizeText } from '../lib/normalize-path.ts';
import { countConversions, presentConversions } from './goals.ts';
import type { CountGroups, ReportKind, ReportRows } from './kind.ts';
import { periodBuckets, type ReportQuery, type RowQuery } from './query.ts';
import { presentRevenues, sumGroups } from './revenue.ts';
import { presentEngagement, presentPageEngagement, presentVisitorCounts, toGroupOrder } from './visits.ts';

/** The rows of a report, and how they are presented. */
export interface ReportSource<Row, Name extends string> {
  readonly rows: ReportRows<Row, Name>;
  readonly kind: ReportKind<Row, Name>;
}

export interface ResultPage {
  /** Name of the list in the answer. */
  readonly name: string;
  readonly rows: readonly object[];
  readonly page: Page;
  /** Null: the summary's row count. */
  readonly total: number | null;
}

export const toSlice = (page: Page): Slice => ({ offset: toOffset(page), limit: page.size });

/** Queries a page of rows. */
export async function listPage<Row, Name extends string>(
  { rows, kind }: ReportSource<Row, Name>,
  report: ReportQuery<Name>,
): Promise<ResultPage> {
  const found = await rows.list(report.rows, toSlice(report.page), { signal: report.signal });
  const presented = found.map(row => kind.presentRow(row, report.site));
  return { name: kind.listName, rows: presented, page: report.page, total: null };
}

/** Groups whose query is running. */
export interface PendingGroups<Name extends string> {
  readonly by: Name;
  readonly groups: Promise<Groups>;
}

/** Starts querying the groups of a report; null for a list and for a series. */
export function queryGroups<Row, Name extends string>(
  source: ReportSource<Row, Name>,
  report: ReportQuery<Name>,
  slice: Slice,
): PendingGroups<Name> | null {
  const {
    rows: query,
    grouping: by,
    query: { search },
    order,
    countsVisitors,
    signal,
  } = report;
  if (by === null || by === 'date') return null;
  const options = {
    signal,
    countsVisitors,
    ...(order !== null && { orderBy: toGroupOrder(order) }),
    ...(search !== undefined && { search: PATH_DIMENSIONS.has(by) ? normalizeText(search) : search }),
  };
  return { by, groups: readGroups(source, report, { query, by, options: { ...options, ...slice } }) };
}

/** More pages than these are looked up all together. */
const MAX_NAMED_PAGES = 1_000;

interface GroupsToRead<Name extends string> {
  readonly query: RowQuery<Name>;
  readonly by: Name;
  readonly options: GroupOptions;
}

/** Reads groups; those of pages with their engagement, where it is asked for. */
export async function readGroups<Row, Name extends string>(
  { rows }: ReportSource<Row, Name>,
  { countsPageEngagement, signal }: ReportQuery<Name>,
  { query, by, options }: GroupsToRead<Name>,
): Promise<Groups> {
  const groups = await rows.group(query, by, options);
  const pages = groups.rows.flatMap(({ key }) => key ?? []);
  if (!countsPageEngagement || by !== 'path' || !rows.pageEngagement || pages.length === 0) return groups;
  const named = pages.length > MAX_NAMED_PAGES ? 'each' : pages;
  const found = new Map(
    (await rows.pageEngagement(query, named, { signal })).map(engagement => [engagement.path, engagement]),
  );
  return {
    ...groups,
    rows: groups.rows.map(row => {
      const engagement = found.get(row.key);
      return engagement ? { ...row, engagement } : row;
    }),
  };
}

/** Creates the function that counts the groups of a dimension; the total of `pending` groups is reused. */
export const createGroupCounter =
  <Row, Name extends string>(
    { rows }: ReportSource<Row, Name>,
    query: RowQuery<Name>,
    { pending = null, ...options }: ReadOptions & { readonly pending?: PendingGroups<Name> | null },
  ): CountGroups<Name> =>
  async by => {
    const groups =
      pending?.by === by ? pending.groups : rows.group(query, by, { ...options, offset: 0, limit: 1 });
    return (await groups).total;
  };

/** Presents a page of groups. */
export async function groupPage<Row, Name extends string>(
  { kind, rows: reads }: ReportSource<Row, Name>,
  report: ReportQuery<Name>,
  { by, groups }: PendingGroups<Name>,
): Promise<ResultPage> {
  const found = await groups;
  const { rows: query, signal, goal } = report;
  const read = { query, by, groups: found, signal };
  const [revenue, conversions] = await Promise.all([
    sumGroups(reads, read),
    countConversions(reads, { ...read, goal }),
  ]);
  const presented = found.rows.map(row =>
    presentGroup(kind, {
      ...{ row, by, report },
      revenue: revenue?.get(row.key),
      conversions: conversions?.get(row.key),
    }),
  );
  return { name: kind.groupsName, rows: presented, page: report.page, total: found.total };
}

interface GroupToPresent<Name extends string> {
  readonly row: GroupRow;
  readonly by: Name;
  readonly report: ReportQuery<Name>;
  readonly revenue?: readonly GroupRevenue[] | undefined;
  readonly conversions?: Conversions | undefined;
}

/** Presents a group with all of its counts, and its revenue where it has any. */
export const presentGroup = <Row, Name extends string>(
  kind: ReportKind<Row, Name>,
  { row, by, report, revenue, conversions }: GroupToPresent<Name>,
): object => ({
  ...kind.presentGroup(row, by, report),
  ...(report.countsVisitors && presentVisitorCounts(row)),
  ...(report.goal && presentConversions(conversions, row)),
  ...(revenue && { revenue: presentRevenues(revenue) }),
  ...(report.countsPageEngagement && by === 'path' && presentPageEngagement(row.engagement)),
});

/** Presents the counts of a bucket. */
export const presentBucket = <Row, Name extends string>(
  kind: ReportKind<Row, Name>,
  bucket: SeriesBucket & { readonly reached?: Conversions | undefined },
  report: ReportQuery<Name>,
): object => ({
  ...kind.presentBucket(bucket, report),
  ...(report.countsVisitors && presentVisitorCounts(bucket)),
  ...(report.goal && presentConversions(bucket.reached, bucket)),
  ...(report.countsEngagement && presentEngagement(bucket.engagement)),
});

/** Queries every bucket of a period, by default the report's own. */
export async function querySeries<Row, Name extends string>(
  { rows, kind }: ReportSource<Row, Name>,
  report: ReportQuery<Name>,
  { period, imported }: Pick<ReportQuery<Name>, 'period' | 'imported'> = report,
): Promise<object[]> {
  const { labels, edges, days } = periodBuckets(period, report);
  const { signal, countsVisitors, countsEngagement, goal } = report;
  const { importedDays: _, ...query } = { ...report.rows, span: period.span };
  const [buckets, reached] = await Promise.all([
    rows.series(query, edges, {
      signal,
      countsVisitors,
      countsEngagement,
      ...(imported?.included && days && { importedEdges: days }),
    }),
    goal ? rows.conversionSeries?.(query, edges, { signal, goal }) : undefined,
  ]);
  return labels.map((date, index) => ({
    date,
    ...presentBucket(
      kind,
      { ...(buckets[index] ?? { hits: 0, uniqueHits: 0 }), reached: reached?.[index] },
      report,
    ),
  }));
}

/** Returns the whole series as one page, however small `per_page` is. Source: api-v1, Endpoints, Hits, behaviour 1. */
export async function seriesPage<Row, Name extends string>(
  source: ReportSource<Row, Name>,
  report: ReportQuery<Name>,
): Promise<ResultPage> {
  const rows = await querySeries(source, report);
  const size = Math.max(report.page.size, rows.length);
  return { name: source.kind.groupsName, rows, page: { number: 1, size }, total: rows.length };
}
