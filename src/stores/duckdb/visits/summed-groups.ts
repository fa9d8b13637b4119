/**
 * Groups with their visitors and visits from sums by day. Visitors with rows that the sums lack, after the watermark, are
 * corrected: what the sums have of them is subtracted, and all of their rows are counted.
 */
import { toDays } from '../../../core/days.ts';
import { listFilters } from '../../../core/hits/conditions.ts';
import type { Dimension, HitQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { toComparedText, toComparedValue } from '../../sql/dimensions.ts';
import { toFilterSql } from '../../sql/filters.ts';
import { isLinkedFromItself } from '../aggregates/channels.ts';
import { planSums } from '../aggregates/plan.ts';
import type { SumsState } from '../aggregates/state.ts';
import { isOf } from '../aggregates/sums.ts';
import { type AggregateName, isSummedBy } from '../aggregates/table.ts';
import { extendToDays, splitDays, unionAll } from '../queries/parts.ts';
import { exists, join, type Read, raw, type Sql, sql, withinDays } from '../sql/sql.ts';
import { readKeyedRows, selectChanges } from './few-visitors.ts';
import { IS_SUMMED } from './fresh.ts';
import { findLateDays, ofLateVisitors, selectUnsummed } from './late-visitors.ts';
import { selectAnonymous, selectMatching } from './matching.ts';
import { findVisitSource, type RowTables, withVisits } from './source.ts';

/** Groups whose numbers are known but for later rows. */
interface KnownGroups {
  readonly query: HitQuery;
  readonly dimension: Dimension;
  /** Whether hits are grouped by their own values, not by those of their visits. */
  readonly isOfHits: boolean;
}

/** Groups with their visitors and visits. */
export interface GroupsOfSums {
  readonly query: HitQuery;
  readonly dimension: Dimension;
  readonly state: SumsState;
}

/** A query of whole days that sums answer. */
interface SummedGroups extends KnownGroups {
  /** The aggregates that are added up. */
  readonly of: readonly AggregateName[];
}

/** Finds how sums answer; undefined if raw rows must. */
const findParts = async (
  read: Read,
  { query, dimension, state }: GroupsOfSums,
): Promise<SummedGroups | undefined> => {
  const plan = planSums({ query, dimension, countsVisitors: true }, state);
  if (plan.from !== 'visits') return undefined;
  if (dimension === 'channel' && (await isLinkedFromItself(read, query))) return undefined;
  const { zone } = query;
  const hits = sql`site_id = ${query.siteId}`;
  const span = query.span && (await extendToDays(read, { span: query.span, zone, hits }));
  const parts = splitDays(span, zone);
  // The visitors of two partial days are so many that all rows are read as fast.
  if (!parts || parts.partialUnits.length > 0) return undefined;
  return { ...plan, query: { ...query, span }, dimension };
};

/** Selects the counts in the sums. */
const selectSums = ({ query, dimension, of }: SummedGroups): Sql => {
  const { siteId, span, zone, siteHosts: [siteHost = null] = [] } = query;
  if (!isSummedBy('visits', dimension)) return raw('select 1 where false');
  const isHost = dimension === 'hostname';
  // Visits without a url are at the site's own address.
  const value = isHost ? sql`coalesce(key, ${siteHost}::varchar)` : raw('key');
  const conditions = [
    sql`site_id = ${siteId} and ${withinDays('day', span, zone)}`,
    ...listFilters(query.filters).map(filter =>
      toFilterSql(
        filter.dimension === dimension
          ? { ...toComparedText(dimension, value), value }
          : toComparedValue(filter.dimension, () => raw('key'), query),
        filter,
      ),
    ),
  ];
  const ofAggregates = of.map(name =>
    name === 'hosts'
      ? sql`(${isOf(name, dimension)} and key = ${siteHost}::varchar)`
      : sql`(${isOf(name, dimension)})`,
  );
  // A value's visitors are its visits but for further ones of a visitor in the span.
  const isCounted = span === null ? raw('true') : sql`day - since >= ${toDays(span, zone).start}`;
  const rows = sql`from sums where ${join(conditions, ' and ')}`;
  const visits = sql`select ${value} as key, hits, unique_hits,
      case when since is null then visits when ${isCounted} then -visits else 0 end as visitors,
      if(since is null, visits, 0) as visits
    ${rows} and (${join(ofAggregates, ' or ')})`;
  return dimension === 'path'
    ? unionAll([
        sql`select key, hits, unique_hits, 0 as visitors, 0 as visits ${rows} and ${isOf('hits', 'path')}`,
        visits,
      ])
    : visits;
};

const COUNTS = raw(`count(*) as hits, count(*) filter (where is_unique) as unique_hits,
  count(distinct visitor_hash) as visitors, count(distinct visit_id) as visits`);

/** Selects rows of the visitors in `unsummed`, on whole days. */
const selectTheirRows = (table: 'hits' | 'events', groups: KnownGroups, days: Span): Sql =>
  sql`select * from ${raw(table)} where ${ofLateVisitors(groups, days)}`;

/** Selects corrections for some visitors: their counts in the sums, negated, and counts of all their rows; undefined without any. */
const selectCorrections = async (read: Read, groups: KnownGroups): Promise<Sql | undefined> => {
  const days = await findLateDays(read, groups);
  if (days === null) return undefined;
  const { query, dimension, isOfHits } = groups;
  const rows = await readKeyedRows(read, {
    ...{ query, dimension, isSummed: IS_SUMMED },
    visitors: selectUnsummed(groups),
    rows: ofLateVisitors(groups, days),
  });
  return rows
    ? selectChanges(rows, { dimension, span: query.span, isOfHits })
    : selectManyChanges(read, groups, days);
};

/** Selects the same for many visitors. */
const selectManyChanges = async (read: Read, groups: KnownGroups, days: Span): Promise<Sql> => {
  const { query, dimension } = groups;
  const { siteId, zone } = query;
  const span = query.span
    ? { start: max(query.span.start, days.start), end: min(query.span.end, days.end) }
    : days;
  const count = async (tables: RowTables, isBefore: boolean): Promise<Sql> => {
    const source = await findVisitSource(read, { siteId, zone, days: span, tables, isBefore });
    return withVisits(
      source,
      sql`select key, ${COUNTS} from (${selectMatching({ ...query, span }, dimension)}) group by key`,
    );
  };
  const now = await count({ hits: raw('their_hits'), events: raw('their_events') }, false);
  const before = await count(
    {
      hits: sql`(select * from their_hits where ${IS_SUMMED.hits})`,
      events: sql`(select * from their_events where ${IS_SUMMED.events})`,
    },
    true,
  );
  return sql`with ${selectUnsummed(groups)},
    their_hits as materialized (${selectTheirRows('hits', groups, days)}),
    their_events as materialized (${selectTheirRows('events', groups, days)})
    select key, hits, unique_hits, visitors, visits from (${now})
    union all select key, -hits, -unique_hits, -visitors, -visits from (${before})`;
};

const max = (one: Date, other: Date): Date => (one > other ? one : other);
const min = (one: Date, other: Date): Date => (one < other ? one : other);

/** Returns whether the sums may lack hits without a visitor: to look is worth it where a key takes long to plan. */
const mayLackAnonymous = async (read: Read, { query, dimension }: SummedGroups): Promise<boolean> =>
  dimension !== 'channel' ||
  exists(
    read,
    sql`from hits where site_id = ${query.siteId} and visitor_hash is null and not ${IS_SUMMED.hits}`,
  );

/** Selects the hits without a visitor that are not known. */
const selectAnonymousHits = ({ query, dimension }: KnownGroups): Sql => sql`
  select key, count(*) as hits, 0, 0, 0
  from (with hits_of_visits as not materialized (
      select * from hits where site_id = ${query.siteId} and visitor_hash is null and not ${IS_SUMMED.hits})
    ${selectAnonymous(query, dimension)}) group by key`;

/**
 * Returns a select of groups with their visitors and visits; undefined where raw rows have to answer. Its statements have to run in
 * one transaction.
 */
export const findSummedGroups = async (read: Read, request: GroupsOfSums): Promise<Sql | undefined> => {
  const groups = await findParts(read, request);
  if (!groups) return undefined;
  const corrections = await selectCorrections(read, groups);
  const selects = [
    selectSums(groups),
    ...((await mayLackAnonymous(read, groups)) ? [selectAnonymousHits(groups)] : []),
    ...(corrections ? [sql`(${corrections})`] : []),
  ];
  return sql`select key, sum(hits)::bigint as hits, sum(unique_hits)::bigint as unique_hits,
      sum(visitors)::bigint as visitors, sum(visits)::bigint as visits
    from (${unionAll(selects)}) group by key having sum(hits) > 0`;
};
