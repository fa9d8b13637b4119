/** Reads rows, groups and totals from rows with their visits. Each read needs one transaction. */
import type { Engagement, Groups, Totals } from '../../../core/hits/answers.ts';
import { ENGAGED_VISIT_SECONDS } from '../../../core/hits/engagement.ts';
import {
  type Dimension,
  type GroupOptions,
  type HitQuery,
  hasVisits,
  type Slice,
  type TotalsOptions,
} from '../../../core/hits/query.ts';
import type { StoredHit } from '../../../core/hits/row.ts';
import type { SqlRow } from '../engine-types.ts';
import { tableOf } from '../queries/conditions.ts';
import { readGroupPage } from '../queries/group-page.ts';
import { toStoredHit } from '../queries/list.ts';
import { queryTotals, type TotalsRequest } from '../queries/totals.ts';
import { findJourneyEnd } from '../queries/visitor-filters.ts';
import { visitorsByPage } from '../queries/visitors-by-page.ts';
import { type Read, raw, type Sql, sql, withinTransaction } from '../sql/sql.ts';
import { sumEngagedVisits } from './engagement-sums.ts';
import { COUNTS, hasRowsOf, selectCounted, selectMatching, selectVisitors } from './matching.ts';
import { hasReports, isEngagedBounce, withoutEngaged } from './page-engagement.ts';
import { readVisits } from './source.ts';
import { findSummedGroups } from './summed-groups.ts';
import { findSummedVisits, findTotalsOfValue } from './summed-totals.ts';
import { NO_VISITS, toVisitSums, VISIT_SUMS, type VisitSumsRow } from './visit-sums.ts';

interface Counts {
  readonly hits: number;
  readonly unique_hits: number;
  readonly visitors: number;
  readonly visits: number;
}

/** Returns rows of a query, newest first. */
export const listByVisit = async (
  read: Read,
  query: HitQuery,
  { offset, limit }: Slice,
): Promise<StoredHit[]> => {
  const page = sql`select id from (${selectMatching(query)})
    order by created_at desc, id desc limit ${limit} offset ${offset}`;
  const statement = sql`select * from ${tableOf(query.kind)} where site_id = ${query.siteId}
    and id in (${page}) order by created_at desc, id desc`;
  return (await readVisits<SqlRow>(read, query, statement)).map(toStoredHit(query.kind));
};

/** Counts the rows of a query. */
export const countByVisit = async (read: Read, query: HitQuery): Promise<number> => {
  const statement = sql`select count(*) as hits from (${selectMatching(query)})`;
  const [row] = await readVisits<Pick<Counts, 'hits'>>(read, query, statement);
  return row?.hits ?? 0;
};

/** Counts the visits of a query's rows. */
const countVisits = async (read: Read, query: HitQuery): Promise<number> => {
  if (!hasVisits(query.kind)) return 0;
  const { rows, visits } = selectCounted(query);
  const statement = sql`select ${visits} from (${rows})`;
  const [row] = await readVisits<Pick<Counts, 'visits'>>(read, query, statement);
  return row?.visits ?? 0;
};

/** Selects the number of paths of a query's rows. */
const countPaths = (query: HitQuery, { omitsPaths = false }: TotalsOptions): Sql =>
  query.kind === 'hit' && !omitsPaths
    ? sql`(select count(distinct hash(path)) from (${selectMatching(query)}) where path is not null)`
    : raw('0');

/** Returns totals of a query about one value, all but the number of paths from sums; undefined where raw rows have to answer. */
const findTotals = async (
  read: Read,
  { query, state }: TotalsRequest,
  options: TotalsOptions,
): Promise<(Totals & { readonly visits: number }) | undefined> => {
  const totals = state.isUsed ? await findTotalsOfValue(read, query, state) : undefined;
  if (!totals) return undefined;
  const { paths, ...counts } = totals;
  if (paths !== undefined) return { ...counts, paths };
  if (options.omitsPaths) return { ...counts, paths: 0 };
  const statement = sql`select ${countPaths(query, options)} as paths`;
  const [row] = await readVisits<{ paths: number }>(read, query, statement);
  return { ...counts, paths: row?.paths ?? 0 };
};

/** Returns totals of a query, and their visits where they are asked for; those of one value from sums where possible. */
export const queryTotalsWithVisits = async (
  read: Read,
  request: TotalsRequest,
  options: TotalsOptions = {},
): Promise<Totals> => {
  const { visits, ...totals } = (await findTotals(read, request, options)) ?? {
    visits: undefined,
    ...(await queryTotals(withinTransaction(read), request)),
  };
  if (!options.countsVisits) return totals;
  const summed =
    visits ?? (request.state.isUsed ? await findSummedVisits(read, request.query, request.state) : undefined);
  return { ...totals, visits: summed ?? (await countVisits(read, request.query)) };
};

const NONE: Totals = { hits: 0, uniqueHits: 0, visitors: 0, paths: 0 };

/** Counts the visitors of a query whose filters refer to visits. */
const countVisitorsByVisit = async (read: Read, query: HitQuery): Promise<number> => {
  const statement = sql`select ${COUNTS.visitors} from (${selectVisitors(query) ?? selectCounted(query).rows})`;
  const [row] = await readVisits<Pick<Counts, 'visitors'>>(read, query, statement);
  return row?.visitors ?? 0;
};

/** Returns totals of a query whose filters refer to visits. */
export const queryTotalsByVisit = async (
  read: Read,
  request: TotalsRequest,
  options: TotalsOptions = {},
): Promise<Totals> => {
  const { query } = request;
  const { countsVisits = false, onlyVisitors = false } = options;
  if (onlyVisitors) return { ...NONE, visitors: await countVisitorsByVisit(read, query) };
  const ofValue = await findTotals(read, request, options);
  if (ofValue) {
    const { visits, ...totals } = ofValue;
    return countsVisits ? { ...totals, visits } : totals;
  }
  const { rows, visits } = selectCounted(query);
  const statement = sql`select ${COUNTS.rows}, ${COUNTS.visitors}, ${countsVisits ? visits : raw('0 as visits')},
    ${countPaths(query, options)} as paths from (${rows})`;
  const [row] = await readVisits<Counts & { readonly paths: number }>(read, query, statement);
  if (!row) return { ...NONE, ...(countsVisits && { visits: 0 }) };
  const { unique_hits: uniqueHits, visits: visitCount, ...totals } = row;
  return { ...totals, uniqueHits, ...(countsVisits && { visits: visitCount }) };
};

/** Selects the number of visits of each visitor of a query. */
const visitsByVisitor = (query: HitQuery): Sql => sql`
  select visitor_hash, count(distinct visit_id) as visits from (${selectMatching(query)}) group by visitor_hash`;

/** Selects the groups of a query's rows. */
const selectGroups = (query: HitQuery, dimension: Dimension, countsVisitors: boolean): Sql => {
  const end = query.attribution === 'visit' ? undefined : findJourneyEnd(query.kind, dimension);
  if (end) return visitorsByPage(query, end, visitsByVisitor(query));
  const { rows, visits } = selectCounted(query, dimension);
  const counts = countsVisitors ? sql`${COUNTS.visitors}, ${visits}` : raw('0 as visitors, 0 as visits');
  return sql`select any_value(key) as key, ${COUNTS.rows}, ${counts} from (${rows}) group by hash(key)`;
};

/** What is grouped, and the groups of imported days. */
interface GroupsRequest extends TotalsRequest {
  readonly dimension: Dimension;
  readonly imported?: Sql | undefined;
}

/** Groups a query's rows, with their visitors and visits where those are counted; from sums if possible. */
export const queryGroupsByVisit = async (
  read: Read,
  { query, dimension, imported, state }: GroupsRequest,
  options: GroupOptions,
): Promise<Groups> => {
  const { countsVisitors = false } = options;
  const summed = state.isUsed ? await findSummedGroups(read, { query, dimension, state }) : undefined;
  if (summed) return readGroupPage(read, { groups: summed, imported }, options);
  const groups = selectGroups(query, dimension, countsVisitors);
  return readGroupPage(statement => readVisits(read, query, statement), { groups, imported }, options);
};

/** Counts the visits of a query that would be bounces, but for their engagement. */
const countEngaged = async (read: Read, request: TotalsRequest): Promise<number> => {
  if (!(await hasReports(read, request.query, ENGAGED_VISIT_SECONDS))) return 0;
  const { spans, byDay } = await sumEngagedVisits(read, request);
  let count = byDay.reduce((sum, { visits }) => sum + visits, 0);
  for (const span of spans) {
    const query = { ...request.query, span };
    const [row] = await readVisits<{ visits: number }>(
      read,
      query,
      sql`select count(*) as visits from visit_rows where ${isEngagedBounce(query)} and ${hasRowsOf(query)}`,
    );
    count += row?.visits ?? 0;
  }
  return count;
};

/** Returns the engagement of the visits of a query's hits, each as a whole. */
export const queryEngagement = async (read: Read, request: TotalsRequest): Promise<Engagement> => {
  const { query, state } = request;
  if (query.kind !== 'hit') return { visitors: 0, ...NO_VISITS };
  // Those of all hits are known without a table of tens of millions of them.
  const visitors =
    state.isUsed && query.filters.length === 0
      ? sql`${(await queryTotals(withinTransaction(read), request)).visitors}::bigint`
      : raw('count(distinct visit_visitor_hash)');
  const [row] = await readVisits<VisitSumsRow & { readonly visitors: number }>(
    read,
    query,
    sql`select ${visitors} as visitors, ${VISIT_SUMS} from visit_rows where ${hasRowsOf(query)}`,
  );
  const sums = row ? toVisitSums(row) : NO_VISITS;
  return { visitors: row?.visitors ?? 0, ...withoutEngaged(sums, await countEngaged(read, request)) };
};
