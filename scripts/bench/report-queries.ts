/** Every report as a query of the API and as plain SQL of the same meaning. */
import { DAY_MS } from '../../src/lib/time-units.ts';

/** A range of days, both included. */
export interface Range {
  readonly name: '30 days' | 'all time';
  readonly start: Date;
  readonly end: Date;
}

export interface ReportCase {
  readonly name: string;
  readonly range: Range;
  /** Query of `GET /sites/:id/hits`. */
  readonly query: string;
  /** What the answer consists of: the summary first, then the report itself. */
  readonly statements: readonly string[];
  /** Whether it has to beat the reference, not just keep up with it. */
  readonly mustBeFaster: boolean;
}

const PAGE = 100;
const GROUPINGS = ['country', 'referrer', 'browser_name', 'platform_name', 'source'] as const;
const INTERVALS = ['day', 'week', 'month'] as const;

const formatDay = (instant: Date): string => instant.toISOString().slice(0, 10);

/** The default period of the API, and everything there is. */
export function listRanges(now: Date): Range[] {
  const today = new Date(Math.floor(+now / DAY_MS) * DAY_MS);
  const before = (days: number): Date => new Date(+today - days * DAY_MS);
  return [
    { name: '30 days', start: before(30), end: today },
    { name: 'all time', start: before(181), end: today },
  ];
}

/** The rows of a range. */
export const toWhereClause = ({ start, end }: Range): string =>
  `where created_at >= '${formatDay(start)}' and created_at < '${formatDay(new Date(+end + DAY_MS))}'`;

const summarySql = (range: Range): string =>
  `select count(*), count(distinct visitor_hash), count(distinct path) from hits ${toWhereClause(range)}`;

/** Every report over a range; `deepPage` is the page that lies half-way down the list. */
export function listReportCases(range: Range, deepPage: number): ReportCase[] {
  const reportCase = (name: string, query: string, sql: string | null, mustBeFaster = false): ReportCase => ({
    name,
    range,
    query: `start_date=${formatDay(range.start)}&end_date=${formatDay(range.end)}${query}`,
    statements: [summarySql(range), ...(sql === null ? [] : [sql])],
    mustBeFaster,
  });
  const where = toWhereClause(range);
  const page = (number: number): string =>
    `select * from hits ${where} order by created_at desc limit ${PAGE} offset ${(number - 1) * PAGE}`;
  return [
    reportCase('by path, unique views', '&group_by=path', uniqueViewsSql(where), true),
    ...GROUPINGS.map(field =>
      reportCase(
        `by ${field}`,
        `&group_by=${field}`,
        `select ${field}, count(*) as hits, count(*) over () as total from hits ${where} group by ${field} order by hits desc, ${field} limit ${PAGE}`,
      ),
    ),
    ...INTERVALS.map(interval =>
      reportCase(
        `by date, ${interval}s`,
        `&group_by=date&interval=${interval}`,
        `select date_trunc('${interval}', created_at) as start, count(*) as hits from hits ${where} group by start order by start`,
        true,
      ),
    ),
    reportCase('list, first page', '', page(1)),
    reportCase(`list, page ${deepPage}`, `&page=${deepPage}`, page(deepPage)),
    reportCase('summary, with a list of one', '&per_page=1', null),
  ];
}

/** A view is unique when it is the first of its visitor, path and day; counting pairs first is the quickest way we know. */
const uniqueViewsSql = (where: string): string => `
  select path, sum(views) as views, count(*) as unique_views, count(*) over () as total from (
    select path, visitor_hash, created_at::date as day, count(*) as views from hits ${where} group by all)
  group by path order by views desc, path limit ${PAGE}`;
