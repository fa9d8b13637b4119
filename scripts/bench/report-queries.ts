/** Every report as a query of the API and as plain SQL of the same meaning. */
import { addDays, daysBetween, startOfDay, toDay } from '../../src/lib/time.ts';
import { HOUR_MS } from '../../src/lib/time-units.ts';

/** Days of the account's zone, both included. */
export interface Range {
  readonly name: '30 days' | 'all time';
  readonly first: string;
  readonly last: string;
  readonly zone: string;
  /** Parameters of a request. */
  readonly dates: string;
}

/** Asks for a report in the account's zone. */
export const IN_ZONE = 'time_zone=user';

export interface ReportCase {
  readonly name: string;
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

/** The default period of the API, and everything there is. */
export function listRanges({ zone }: { readonly zone: string }): [Range, Range] {
  const last = toDay(new Date(), zone);
  const toRange = (name: Range['name'], days: number): Range => {
    const first = addDays(last, -days);
    return { name, first, last, zone, dates: `start_date=${first}&end_date=${last}&${IN_ZONE}` };
  };
  return [toRange('30 days', 30), toRange('all time', 181)];
}

const toTimestamp = (instant: Date): string => `timestamp '${instant.toISOString().slice(0, 19)}'`;

/** The rows of a range. */
export const toWhereClause = ({ first, last, zone }: Range): string =>
  `where created_at >= ${toTimestamp(startOfDay(first, zone))} and created_at < ${toTimestamp(startOfDay(addDays(last, 1), zone))}`;

/** Returns the local time of rows of a range as SQL, with exact days: on one that lasts 23 or 25 hours, clocks change at noon. */
function localTimeSql({ first, last, zone }: Range): string {
  const offsetOf = (day: string): number => (Date.parse(day) - +startOfDay(day, zone)) / 60_000;
  const toLocal = (day: string): string =>
    offsetOf(day) === 0 ? 'created_at' : `created_at + interval '${offsetOf(day)} minutes'`;
  const changes = Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => addDays(first, index))
    .filter(day => offsetOf(day) !== offsetOf(addDays(day, 1)))
    .map(
      day =>
        `when created_at < ${toTimestamp(new Date(+startOfDay(day, zone) + HOUR_MS * 12))} then ${toLocal(day)}`,
    );
  const end = toLocal(addDays(last, 1));
  return changes.length === 0 ? end : `case ${changes.join(' ')} else ${end} end`;
}

/** Day of unique hits, in SQL: their marks are those of the zone in which the history was imported. */
export const UNIQUE_DAY = 'created_at::date';

const summaryOf = (rows: string): string =>
  `select count(*), count(distinct visitor_hash), count(distinct path) from ${rows}`;
const summarySql = (where: string): string => summaryOf(`hits ${where}`);

/** Filters of the reports that ask two things at once. */
const OF_COUNTRY = { query: '&country=DE', sql: "and country = 'DE'" };
const OF_PATH = { query: '&path=/', sql: "and path = '/'" };
const NO_FILTER = { query: '', sql: '' };

/** Every report over a range; `deepPage` is the page that lies half-way down the list. */
export function listReportCases(range: Range, deepPage: number): ReportCase[] {
  const where = toWhereClause(range);
  const buckets = (interval: string, filter = NO_FILTER, counts = 'count(*) as hits'): string =>
    `select date_trunc('${interval}', ${localTimeSql(range)}) as start, ${counts} from hits ${where} ${filter.sql} group by start order by start`;
  const reportCase = (
    name: string,
    query: string,
    sql: string | null,
    { mustBeFaster = false, filter = NO_FILTER, summary = summarySql(`${where} ${filter.sql}`) } = {},
  ): ReportCase => ({
    name,
    query: range.dates + query + filter.query,
    statements: [summary, ...(sql === null ? [] : [sql])],
    mustBeFaster,
  });
  const groups = (field: string, filter = NO_FILTER): string =>
    `select ${field} as key, count(*) as hits, count(*) over () as total from hits ${where} ${filter.sql} group by key order by hits desc, key limit ${PAGE}`;
  const page = (number: number): string =>
    `select * from hits ${where} order by created_at desc limit ${PAGE} offset ${(number - 1) * PAGE}`;
  return [
    reportCase('by path, unique views', '&group_by=path', uniqueViewsSql(where), { mustBeFaster: true }),
    ...GROUPINGS.map(field => reportCase(`by ${field}`, `&group_by=${field}`, groups(field))),
    ...INTERVALS.map(interval =>
      reportCase(`by date, ${interval}s`, `&group_by=date&interval=${interval}`, buckets(interval), {
        mustBeFaster: true,
      }),
    ),
    reportCase('list, first page', '', page(1)),
    reportCase('list, page half-way down', `&page=${deepPage}`, page(deepPage)),
    reportCase('summary, with a list of one', '&per_page=1', null),
    reportCase('by device', '&group_by=device', groups(DEVICE)),
    reportCase('by path, of one country', '&group_by=path', groups('path', OF_COUNTRY), {
      filter: OF_COUNTRY,
    }),
    reportCase('by date, of one path', '&group_by=date', buckets('day', OF_PATH), {
      filter: OF_PATH,
    }),
    ...(['entry', 'exit'] as const).map(end =>
      reportCase(`by ${end} page`, `&group_by=${end}_page`, journeyEndsSql(end, where)),
    ),
    reportCase(
      'by source, of visits, with visitors',
      '&group_by=source&attribution=visit&include_visitors=true',
      sourcesOfVisitsSql(range),
    ),
    reportCase(
      'by date, with visitors',
      '&group_by=date&include_visitors=true',
      buckets('day', NO_FILTER, 'count(*) as hits, count(distinct visitor_hash) as visitors'),
    ),
    reportCase('by path, with visitors', '&group_by=path&include_visitors=true', visitorsSql('path', where)),
    reportCase(
      'by country, with visitors',
      '&group_by=country&include_visitors=true',
      visitorsSql('country', where),
    ),
    reportCase(
      'by path, of visits from one source',
      '&group_by=path&attribution=visit&source=Google',
      ofSourceSql(
        range,
        `select path as key, count(*) as hits, count(*) over () as total from of_source group by key order by hits desc, key limit ${PAGE}`,
      ),
      { summary: ofSourceSql(range, summaryOf('of_source')) },
    ),
  ];
}

const DEVICE = "case when is_mobile then 'mobile' when not is_mobile then 'desktop' else 'unknown' end";

/** The first or last pages of visitors. */
const journeyEndsSql = (end: 'entry' | 'exit', where: string): string => `
  select page, count(*) as visitors, count(*) over () as total from (
    select ${end === 'entry' ? 'arg_min' : 'arg_max'}(path, created_at) as page from hits ${where} group by visitor_hash)
  group by page order by visitors desc, page limit ${PAGE}`;

const visitorsSql = (field: string, where: string): string => `
  select ${field} as key, count(*) as hits, count(distinct visitor_hash) as visitors, count(*) over () as total
  from hits ${where} group by key order by hits desc, key limit ${PAGE}`;

/** Hits with the number of their visit within its visitor and day: a visit ends with the site's day, or a pause of half an hour. */
const visitsSql = (range: Range): string => `
  dated as (select *, (${localTimeSql(range)})::date as day from hits ${toWhereClause(range)}),
    begun as (select *, created_at - lag(created_at) over of_day <= interval 30 minutes as goes_on from dated
      window of_day as (partition by visitor_hash, day order by created_at)),
    visits as (select *, count(*) filter (where goes_on is not true) over of_day as visit from begun
      window of_day as (partition by visitor_hash, day order by created_at))`;

/** Hits and visitors by the source that their visit began with. */
const sourcesOfVisitsSql = (range: Range): string => `
  with ${visitsSql(range)},
    sources as (select arg_min(coalesce(source, ''), created_at) as key, count(*) as hits, any_value(visitor_hash) as visitor_hash
      from visits group by visitor_hash, day, visit)
  select key, sum(hits) as hits, count(distinct visitor_hash) as visitors, count(*) as visits from sources
  group by key order by hits desc, key limit ${PAGE}`;

/** A statement over the hits of visits that began with one source. */
const ofSourceSql = (range: Range, statement: string): string => `
  with ${visitsSql(range)},
    of_source as (select * from visits qualify first_value(source) over
      (partition by visitor_hash, day, visit order by created_at) = 'Google')
  ${statement}`;

/** A view is unique when it is the first of its visitor, path and day; counting pairs first is the quickest way we know. */
const uniqueViewsSql = (where: string): string => `
  select path, sum(views) as views, count(*) as unique_views, count(*) over () as total from (
    select path, visitor_hash, ${UNIQUE_DAY} as day, count(*) as views from hits ${where} group by all)
  group by path order by views desc, path limit ${PAGE}`;
