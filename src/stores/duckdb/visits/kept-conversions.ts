/**
 * Counts conversions of groups from cached tables: the visits that reached a goal in a span, with the values that groups and filters
 * compare. A page of the dashboard has a dozen groups of the same goal and span. New rows do not invalidate a table: its rows for the
 * visitors and days of later rows are subtracted, and the current visits of those are added.
 */

import { coverDays, toMidnight } from '../../../core/days.ts';
import type { ConversionOptions, Conversions, GroupConversions } from '../../../core/goals/query.ts';
import { findPropertyName } from '../../../core/hits/properties.ts';
import {
  type Dimension,
  type HitQuery,
  hasVisits,
  type OfSite,
  SITE_DIMENSIONS,
} from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { keyOf } from '../queries/dimensions.ts';
import { orAll, toFilterSql } from '../queries/filters.ts';
import { splitDays, unionAll } from '../queries/parts.ts';
import { findJourneyEnd } from '../queries/visitor-filters.ts';
import { join, type Read, raw, type Sql, sql, within, withinDays } from '../sql/sql.ts';
import { ROWS, selectConversions } from './conversions.ts';
import { type Change, countChanges, type LateTables, type LateVisit } from './late-visits.ts';
import { isMatchingVisit, isOfVisit, selectMatching, speaksOfVisits } from './matching.ts';
import { addBucket, selectVisitBuckets, toBucketRequest } from './series.ts';
import { findVisitSource, type RowTables, VISIT_VALUES, visitColumn, withVisits } from './source.ts';

type Goal = ConversionOptions['goal'];

/** Kind of a table: a row for each visit, or for each visit and value (or bucket) of its rows. */
type Form =
  | { readonly of: 'visits' }
  | { readonly of: 'values'; readonly dimension: Dimension }
  | { readonly of: 'buckets'; readonly edges: readonly Date[] };

/** The conversions that a table holds. */
export interface KeptScope {
  readonly query: HitQuery;
  readonly goal: Goal;
  readonly form: Form;
}

/** Returns the table that answers a query; undefined if rows must. Reports of scroll depth come after their hit. */
export const findKeptScope = (
  query: HitQuery,
  { goal, dimension }: Pick<ConversionOptions, 'goal' | 'dimension'>,
): KeptScope | undefined => {
  if (!hasVisits(query.kind) || 'scrollDepth' in goal) return undefined;
  const all = { ...query, filters: [], siteHost: undefined };
  if (dimension === undefined || isOfVisit(query, dimension)) {
    const isKnown = speaksOfVisits(query) && query.filters.every(filter => filter.dimension !== 'event');
    return isKnown ? { query: all, goal, form: { of: 'visits' } } : undefined;
  }
  const isOwn =
    findJourneyEnd(query.kind, dimension) === undefined && findPropertyName(dimension) === undefined;
  if (!isOwn || query.filters.some(filter => filter.dimension !== dimension)) return undefined;
  const { siteHost } = SITE_DIMENSIONS.has(dimension) ? query : all;
  return { query: { ...all, siteHost }, goal, form: { of: 'values', dimension } };
};

/** Returns the same for a series between edges. */
export const findKeptSeries = (
  query: HitQuery,
  edges: readonly Date[],
  goal: Goal,
): KeptScope | undefined => {
  const request = toBucketRequest({ query, edges });
  const isKnown = request && hasVisits(query.kind) && !('scrollDepth' in goal) && query.filters.length === 0;
  return isKnown
    ? { query: { ...request.query, siteHost: undefined }, goal, form: { of: 'buckets', edges } }
    : undefined;
};

/** Returns the condition for visits with rows of a query, over `visit_rows`. */
const hasRows = ({ kind, span, zone }: HitQuery): Sql => {
  const [count, rows] = kind === 'hit' ? ['visit_hits', 'hits'] : ['visit_events', 'events'];
  const some = raw(`${count} > 0`);
  const { wholeUnits, partialUnits } = splitDays(span, zone) ?? {
    wholeUnits: undefined,
    partialUnits: span ? [span] : [],
  };
  if (partialUnits.length === 0) return some;
  const isThere = partialUnits.map(
    part =>
      sql`visit_id in (select visit_id from ${raw(rows ?? '')}_of_visits where visit_id is not null and ${within('created_at', part)})`,
  );
  return sql`(${some} and ${orAll([...(wholeUnits ? [within('visit_created_at', wholeUnits)] : []), ...isThere])})`;
};

const OF_VISITS = raw(`visitor_hash, visit_day as day, conversions, is_repeated,
  ${VISIT_VALUES.map(name => `visit_${name}`).join(', ')}`);

/** Selects the values of visits from rows, once each, as `visit_id`, `day` and `key`. */
const selectDistinct = (rows: Sql, key: Sql): Sql => sql`
  select visit_id, any_value(day) as day, any_value(${key}) as key
  from (${rows}) semi join reached using (visit_id) group by visit_id, hash(${key})`;

/** Selects the paths of visits the same way: on whole days, the first hit of each is marked. */
const selectPaths = (query: HitQuery): Sql => {
  const rowsWithin = (span: Span | null): Sql => selectMatching({ ...query, span }, 'path');
  const parts = query.kind === 'hit' ? splitDays(query.span, query.zone) : undefined;
  if (!parts) return selectDistinct(rowsWithin(query.span), raw('key'));
  return unionAll([
    sql`select visit_id, day, key from (${rowsWithin(parts.wholeUnits)}) where visit_is_first_view`,
    ...parts.partialUnits.map(span => selectDistinct(rowsWithin(span), raw('key'))),
  ]);
};

/** Selects the buckets of visits the same way. */
const selectBuckets = (query: HitQuery, edges: readonly Date[]): Sql => {
  const request = toBucketRequest({ query, edges });
  const visits = request && selectVisitBuckets(request);
  return visits
    ? sql`select visit_id, day, bucket as key from (${visits})`
    : selectDistinct(addBucket(selectMatching(query), { edges }), raw('bucket'));
};

const selectValues = (query: HitQuery, form: Exclude<Form, { readonly of: 'visits' }>): Sql => {
  if (form.of === 'buckets') return selectBuckets(query, form.edges);
  return form.dimension === 'path'
    ? selectPaths(query)
    : selectDistinct(selectMatching(query, form.dimension), raw('key'));
};

/** Selects the rows of a table from the table `reached`. */
const selectOfReached = ({ query, form }: KeptScope): Sql =>
  form.of === 'visits'
    ? sql`select ${OF_VISITS} from visit_rows join reached using (visit_id) where ${hasRows(query)}`
    : sql`select visitor_hash, day, conversions, key, is_repeated
        from (${selectValues(query, form)}) join reached using (visit_id)`;

/** Selects the rows of a table, from the rows of a query and their visits. For `withVisits`. */
const selectRows = (scope: KeptScope): Sql => sql`
  select * from (with counted as materialized (
      select visit_id, any_value(visitor_hash) as visitor_hash, count(*)::integer as conversions
      from (${selectConversions(scope.query, [scope.goal], ROWS.ofVisits)}) where visit_id is not null group by visit_id),
    repeated as materialized (select visitor_hash from counted group by visitor_hash having count(*) > 1),
    reached as materialized (select *, visitor_hash in (from repeated) as is_repeated from counted)
    ${selectOfReached(scope)})`;

/** Selects all rows of a table. Needs a transaction. */
export const selectKept = async (read: Read, scope: KeptScope): Promise<Sql> => {
  const { siteId, span, zone } = scope.query;
  return withVisits(
    await findVisitSource(read, { siteId, zone, days: span && coverDays(span, zone) }),
    selectRows(scope),
  );
};

/** Newest ids of the rows that a table knows. */
export interface NewestIds {
  readonly hitId: number;
  readonly eventId: number;
}

/** Rows that were stored after a table was made. */
export interface LateRows extends NewestIds {
  readonly rows: number;
  /** The first day of such rows; null if there are none. */
  readonly first: Date | null;
}

const isLater = ({ siteId, span, zone }: HitQuery, after: number): Sql =>
  sql`site_id = ${siteId} and ${withinDays('day', span, zone)} and visitor_hash is not null and id > ${after}`;

/** Finds the rows that came after others. */
export const findLateRows = async (
  read: Read,
  { query }: KeptScope,
  { hitId, eventId }: NewestIds,
): Promise<LateRows> => {
  const count = (table: string, after: number): Sql =>
    sql`select count(*) as rows, max(id) as newest, min(created_at) as "first" from ${raw(table)} where ${isLater(query, after)}`;
  const [found] = await read<{
    rows: number;
    hit: number | null;
    event: number | null;
    first: Date | null;
  }>(sql`
    select (h.rows + e.rows)::bigint as rows, h.newest as hit, e.newest as event, least(h."first", e."first") as "first"
    from (${count('hits', hitId)}) h, (${count('events', eventId)}) e`);
  const { rows = 0, hit = null, event = null, first = null } = found ?? {};
  return { rows, hitId: hit ?? hitId, eventId: event ?? eventId, first };
};

/** Selects the visitors and days of the rows that came after others. */
export const selectLateDays = ({ query }: KeptScope, { hitId, eventId }: NewestIds): Sql => sql`
  select distinct visitor_hash, day from (
    select visitor_hash, day from hits where ${isLater(query, hitId)} union all
    select visitor_hash, day from events where ${isLater(query, eventId)})`;

const END_OF_TIME = new Date('9999-12-31');

/** Selects the rows that a table would have of some visitors and days, from the first of those. Needs a transaction. */
export const selectLate = async (
  read: Read,
  scope: KeptScope,
  late: { readonly days: Sql; readonly first: Date },
): Promise<Sql> => {
  const { siteId, span, zone } = scope.query;
  const days: Span = {
    start: toMidnight(late.first, zone),
    end: span ? coverDays(span, zone).end : END_OF_TIME,
  };
  const select = (table: 'hits' | 'events'): Sql => sql`(select * from ${raw(table)}
    where site_id = ${siteId} and ${within('created_at', days)}
      and (visitor_hash, day) in (select visitor_hash, day from ${late.days}))`;
  const tables: RowTables = { hits: select('hits'), events: select('events') };
  return withVisits(await findVisitSource(read, { siteId, zone, days, tables }), selectRows(scope));
};

/** What came after a table. */
export interface LateChanges extends LateTables {
  /** Returns its visits, where the table is one of visits; undefined where they are many. */
  readonly readVisits: (site: OfSite) => Promise<readonly LateVisit[] | undefined>;
}

/** A table, and what later rows subtract from it and add to it. */
export interface KeptTables {
  readonly rows: Sql;
  readonly late?: LateChanges | undefined;
  /** Reads sums of the table, which stay as they are. */
  readonly readSums: Read;
  /** Reads sums of later rows. */
  readonly read: Read;
}

/** Visitors with one visit are counted, others told apart. */
const VISITORS = raw(
  'count(*) filter (where not is_repeated) + count(distinct visitor_hash) filter (where is_repeated)',
);
const DISTINCT = raw('count(distinct visitor_hash)');

interface Sums<Key> extends Conversions {
  readonly key: Key;
}

/** How rows of tables are counted. */
interface Counting<Key> {
  readonly key: Sql;
  readonly isMatch?: Sql;
  /** Counts the effect of later rows without a statement, where possible. */
  readonly countLate?: (late: LateChanges) => Promise<readonly Sums<Key>[] | undefined>;
}

/** Counts conversions in the rows of tables by their key. */
const countByKey = async <Key>(
  { rows, late, readSums, read }: KeptTables,
  { key, isMatch = raw('true'), countLate }: Counting<Key>,
): Promise<Sums<Key>[]> => {
  const sum = (from: Sql, sign: 1 | -1, visitors: Sql): Sql => sql`
    select any_value(key) as key, ${raw(String(sign))} * sum(conversions)::bigint as conversions,
      ${raw(String(sign))} * (${visitors}) as visitors
    from (select ${key} as key, conversions, visitor_hash, is_repeated from ${from} as visit_rows where ${isMatch})
    group by hash(key)`;
  const sums = await readSums<Sums<Key>>(sum(rows, 1, VISITORS));
  if (!late) return sums;
  const changes =
    (await countLate?.(late)) ??
    (await read<Sums<Key>>(
      sql`${sum(late.subtracted, -1, DISTINCT)} union all ${sum(late.added, 1, DISTINCT)}`,
    ));
  const found = new Map(sums.map(each => [each.key, each]));
  for (const change of changes) {
    const { conversions = 0, visitors = 0 } = found.get(change.key) ?? {};
    found.set(change.key, {
      key: change.key,
      conversions: conversions + change.conversions,
      visitors: visitors + change.visitors,
    });
  }
  return [...found.values()].filter(({ conversions }) => conversions > 0);
};

/** A query, and what its rows are grouped by. */
interface GroupedQuery {
  readonly query: HitQuery;
  readonly dimension?: Dimension | undefined;
}

/** Counts the effect of later visits; undefined if they are many, or if filters need more than keys. */
const countLateVisits = async (
  { readVisits }: LateChanges,
  { query, dimension }: GroupedQuery,
): Promise<readonly Change[] | undefined> => {
  const wanted = query.filters.map(filter =>
    filter.dimension === dimension && 'isAnyOf' in filter ? new Set(filter.isAnyOf) : undefined,
  );
  if (wanted.includes(undefined)) return undefined;
  const visits = await readVisits(query);
  return visits && countChanges(visits, dimension, key => wanted.every(keys => keys?.has(key)));
};

/** Counts how often a goal was reached in the visits of a query's rows, by group, from tables. */
export const countKept = (tables: KeptTables, groups: GroupedQuery): Promise<GroupConversions[]> => {
  const { query, dimension } = groups;
  if (dimension === undefined || isOfVisit(query, dimension))
    return countByKey(tables, {
      key: dimension === undefined ? raw('null::varchar') : keyOf(dimension, visitColumn, query),
      isMatch: isMatchingVisit(query),
      countLate: late => countLateVisits(late, groups),
    });
  const key = raw('visit_rows.key');
  const filters = query.filters.map(filter => toFilterSql({ value: key }, filter));
  return countByKey(tables, { key, isMatch: join([raw('true'), ...filters], ' and ') });
};

/** Counts how often a goal was reached in the visits of each bucket, from tables. */
export const countKeptSeries = async (tables: KeptTables, edges: readonly Date[]): Promise<Conversions[]> => {
  const rows = await countByKey<number>(tables, { key: raw('visit_rows.key') });
  const found = new Map(rows.map(row => [row.key, row]));
  return edges.slice(0, -1).map((_, bucket) => {
    const { conversions = 0, visitors = 0 } = found.get(bucket) ?? {};
    return { conversions, visitors };
  });
};

/** Returns the key of a table. Queries with equal keys share it. */
export const toKeptKey = ({ query, goal, form }: KeptScope): string =>
  JSON.stringify([query.siteId, query.siteHost, query.kind, query.span, goal, form]);
