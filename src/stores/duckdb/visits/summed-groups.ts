/**
 * Groups with their visitors and visits from sums by day. Visitors with rows that the sums lack, after the watermark, are
 * corrected: what the sums have of them is subtracted, and all of their rows are counted.
 */
import { type Arrival, findChannel } from '../../../core/channels/find-channel.ts';
import { coverDays, spanOfDates, toDays } from '../../../core/days.ts';
import type { Dimension, Filter, HitQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { findBaseColumn, findComparedValue, isDerived, toComparedValue } from '../queries/dimensions.ts';
import { toFilterSql } from '../queries/filters.ts';
import { extendToDays, splitDays, unionAll } from '../queries/parts.ts';
import { isUnsummed } from '../queries/value-sums.ts';
import { hasChannelSums } from '../rollups/channels.ts';
import { findRolledUp } from '../rollups/rollups.ts';
import { findOwnNumber, findVisitNumber, findWideValue, SITE_HOST } from '../rollups/visit-dimensions.ts';
import { exists, join, type Read, raw, type Sql, sql, within, withinDays } from '../sql/sql.ts';
import {
  countChanges,
  type GroupChange,
  type KeyedRow,
  matchesKey,
  selectChanges,
  selectKeyedRows,
} from './few-visitors.ts';
import { IS_SUMMED, type KnownRows, selectUnsummedDays } from './fresh.ts';
import { ownKey, selectAnonymous, selectMatching } from './matching.ts';
import { findVisitSource, type RowTables, withVisits } from './source.ts';
import { isStale } from './summed-days.ts';

/** Groups whose numbers are known but for later rows. */
export interface KnownGroups {
  readonly query: HitQuery;
  readonly dimension: Dimension;
  /** Whether hits are grouped by their own values, not by those of their visits. */
  readonly isOfHits: boolean;
  /** Whether filters of hits mean their visits. */
  readonly filtersVisits?: boolean;
  /** Conditions for the rows that the numbers include. Default: those that sums have. */
  readonly isKnown?: KnownRows;
}

/** A query of whole days that sums answer. */
export interface SummedGroups extends KnownGroups {
  /** The numbers of the dimension in the sums. */
  readonly numbers: readonly number[];
}

/** Returns whether the values of a dimension tell whether a filter matches. */
const isKnownBy = (dimension: Dimension, filter: Filter): boolean =>
  filter.dimension === dimension || (!isDerived(dimension) && findBaseColumn(filter.dimension) === dimension);

/** Finds the numbers of a dimension by the values that a query means; undefined where sums lack them. */
const findNumbers = (
  { attribution }: HitQuery,
  dimension: Dimension,
): Pick<SummedGroups, 'numbers' | 'isOfHits'> | undefined => {
  const number = findVisitNumber(dimension);
  if (number === undefined) return undefined;
  if (dimension === 'path') return { numbers: [number], isOfHits: true };
  if (attribution === 'visit')
    return { numbers: dimension === 'hostname' ? [number, SITE_HOST] : [number], isOfHits: false };
  const difference = findOwnNumber(dimension);
  return difference === undefined ? undefined : { numbers: [number, difference], isOfHits: true };
};

/** Returns how the sums of whole days hold the values of a query; undefined if they do not cover it. */
export const toSummedGroups = (query: HitQuery, dimension: Dimension): SummedGroups | undefined => {
  const found = findNumbers(query, dimension);
  const isAnswered = query.kind === 'hit' && query.filters.every(filter => isKnownBy(dimension, filter));
  return found && isAnswered ? { query, dimension, ...found } : undefined;
};

/** Finds how sums answer; undefined if raw rows must: the sums of the site are stale, or do not cover the query. */
const findParts = async (
  read: Read,
  query: HitQuery,
  dimension: Dimension,
): Promise<SummedGroups | undefined> => {
  const groups = toSummedGroups(query, dimension);
  if (!groups) return undefined;
  if (await isStale(read, query.siteId)) return undefined;
  if (findWideValue(dimension) && (await isUnsummed(read, query, dimension))) return undefined;
  if (dimension === 'channel' && !(await hasChannelSums(read, query))) return undefined;
  const { zone } = query;
  const hits = sql`site_id = ${query.siteId}`;
  const span = query.span && (await extendToDays(read, { span: query.span, zone, hits }));
  const parts = splitDays(span, zone);
  // The visitors of two partial days are so many that all rows are read as fast.
  if (!parts || parts.partialUnits.length > 0) return undefined;
  return { ...groups, query: { ...query, span } };
};

/** Selects the counts in the sums. */
export const selectSums = ({ query, dimension, numbers }: SummedGroups): Sql => {
  const { span, zone, siteHost = null } = query;
  const isHost = dimension === 'hostname';
  // Visits without a url are at the site's own address.
  const value = isHost ? sql`coalesce(key, ${siteHost}::varchar)` : raw('key');
  const filters = query.filters.map(filter =>
    toFilterSql(
      filter.dimension === dimension ? { value } : toComparedValue(filter.dimension, () => raw('key'), query),
      filter,
    ),
  );
  const of = (numbers: readonly number[]): Sql => {
    const rows = sql`site_id = ${query.siteId} and dimension in (${raw(numbers.join(', '))}) and ${withinDays('day', span, zone)}`;
    const isOfSite = isHost ? [sql`(dimension <> ${SITE_HOST} or key = ${siteHost}::varchar)`] : [];
    return join([rows, ...isOfSite, ...filters], ' and ');
  };
  // A path's visitors of a day are its unique hits; a value's are its visits but for further ones of a visitor.
  const isCounted =
    span === null ? raw('true') : sql`(days_since <= 0 or day - days_since >= ${toDays(span, zone).start})`;
  const isPath = dimension === 'path';
  const groups = isPath
    ? sql`select key, hits, unique_hits, unique_hits as visitors, unique_hits as visits
        from hit_groups where ${of([findRolledUp('path')?.dimension ?? 0])}`
    : sql`select ${value} as key, hits, unique_hits, visits as visitors, visits from visit_groups where ${of(numbers)}`;
  const [visitors, further] = isPath
    ? [
        sql`case when days_since > 0 then -visits when days_since < 0 then visits else 0 end`,
        raw('case when days_since = 0 then visits else 0 end'),
      ]
    : [raw('-visits'), raw('0')];
  return unionAll([
    groups,
    sql`select ${value} as key, 0, 0, ${visitors}, ${further} from returning_visits where ${of(numbers)} and ${isCounted}`,
  ]);
};

/** Selects the visitors with rows that are not known, and the days of those and of their rows that the sums lack, as the table `unsummed`. */
const selectUnsummed = ({ query, isKnown }: KnownGroups): Sql => {
  const rows = sql`site_id = ${query.siteId} and ${within('created_at', query.span && coverDays(query.span, query.zone))}`;
  const days = selectUnsummedDays(rows);
  if (!isKnown) return sql`unsummed as materialized (select distinct visitor_hash, day from (${days}))`;
  return sql`late as materialized (select distinct visitor_hash, day from (${selectUnsummedDays(rows, isKnown)})),
    unsummed as materialized (
      from late union select visitor_hash, day from (${days}) where visitor_hash in (select visitor_hash from late))`;
};

/** Days that rows of the visitors in `unsummed` are on; null: there are none. */
const findDays = async (read: Read, groups: KnownGroups): Promise<Span | null> => {
  const site = sql`site_id = ${groups.query.siteId}`;
  const [found] = await read<{ first: Date | null; last: Date | null }>(sql`
    with ${selectUnsummed(groups)},
    seen_before as (
      select first_day, last_day from fresh_visitors
        where ${site} and first_day is not null and visitor_hash in (select visitor_hash from unsummed)
      union all
      select first_day, last_day from visitors where ${site} and visitor_hash in (
        select visitor_hash from unsummed
        where visitor_hash not in (select visitor_hash from fresh_visitors where ${site})))
    select min(first) as "first", max(last) as "last" from (
      select day as first, day as last from unsummed union all select first_day, last_day from seen_before)`);
  return found?.first && found.last ? spanOfDates(found.first, found.last, groups.query.zone) : null;
};

const COUNTS = raw(`count(*) as hits, count(*) filter (where is_unique) as unique_hits,
  count(distinct visitor_hash) as visitors, count(distinct visit_id) as visits`);

/** Selects rows of the visitors in `unsummed`, on whole days. */
const selectTheirRows = (table: 'hits' | 'events', siteId: number, days: Span): Sql =>
  sql`select * from ${raw(table)} where site_id = ${siteId} and ${within('created_at', days)}
    and visitor_hash in (select visitor_hash from unsummed)`;

/** Maximum number of rows of visitors that are counted here; more are counted by the statement. */
const MAX_ROWS = 2_000;

/** Reads the rows of the visitors in `unsummed`; undefined where they are many. */
const readTheirRows = async (
  read: Read,
  groups: KnownGroups,
  days: Span,
): Promise<readonly KeyedRow[] | undefined> => {
  const { query, dimension, isKnown = IS_SUMMED } = groups;
  const own = sql`site_id = ${query.siteId} and ${within('created_at', days)}
    and visitor_hash in (select visitor_hash from unsummed)`;
  const isPage = dimension === 'entry_page' || dimension === 'exit_page';
  // Planning the rules of channels as a statement takes longer than all the rest.
  const isFoundHere = dimension === 'channel' && query.filters.length === 0;
  const key = isPage ? raw('path') : isFoundHere ? raw('null::varchar') : ownKey(query, dimension);
  const rows = await read<KeyedRow & Arrival>(sql`with ${selectUnsummed(groups)}
    ${selectKeyedRows({
      rows: own,
      key,
      ...(isFoundHere && { bases: ['url', 'referrer', 'source'] }),
      filters: query.filters.map(filter =>
        matchesKey(
          filter,
          filter.dimension === dimension ? { value: key } : findComparedValue(query, filter.dimension),
        ),
      ),
      isSummed: isKnown,
    })} limit ${MAX_ROWS + 1}`);
  if (rows.length > MAX_ROWS) return undefined;
  const { siteHost } = query;
  return isFoundHere ? rows.map(row => ({ ...row, key: findChannel({ ...row, siteHost }).channel })) : rows;
};

/** Selects corrections for some visitors: their counts in the sums, negated, and counts of all their rows; undefined without any. */
export const selectCorrections = async (read: Read, groups: KnownGroups): Promise<Sql | undefined> => {
  const days = await findDays(read, groups);
  if (days === null) return undefined;
  const rows = await readTheirRows(read, groups, days);
  const { query, dimension, isOfHits, filtersVisits } = groups;
  return rows
    ? selectChanges(rows, { dimension, span: query.span, isOfHits, filtersVisits })
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
    their_hits as materialized (${selectTheirRows('hits', siteId, days)}),
    their_events as materialized (${selectTheirRows('events', siteId, days)})
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
export const selectAnonymousHits = ({ query, dimension, isKnown = IS_SUMMED }: KnownGroups): Sql => sql`
  select key, count(*) as hits, 0, 0, 0
  from (with hits_of_visits as not materialized (
      select * from hits where site_id = ${query.siteId} and visitor_hash is null and not ${isKnown.hits})
    ${selectAnonymous(query, dimension)}) group by key`;

/** Reads all rows of the visitors with rows that are not known; undefined where they are many. Its statements need one transaction. */
export const readUnknown = async (
  read: Read,
  groups: KnownGroups,
): Promise<readonly KeyedRow[] | undefined> => {
  const days = await findDays(read, groups);
  return days ? readTheirRows(read, groups, days) : [];
};

/** Returns what those rows change in groups, and hits without a visitor. */
export const findChanges = async (
  read: Read,
  groups: KnownGroups,
  rows: readonly KeyedRow[],
): Promise<GroupChange[]> => {
  const { query, dimension, isOfHits } = groups;
  const anonymous = await read<{ key: string | null; hits: number }>(selectAnonymousHits(groups));
  return [
    ...countChanges(rows, { dimension, span: query.span, isOfHits }),
    ...anonymous.map(({ key, hits }) => ({ key, numbers: [hits, 0, 0, 0] })),
  ];
};

/**
 * Returns a select of groups with their visitors and visits; undefined where raw rows have to answer. Its statements have to run in
 * one transaction.
 */
export const findSummedGroups = async (
  read: Read,
  { query, dimension }: { readonly query: HitQuery; readonly dimension: Dimension },
): Promise<Sql | undefined> => {
  const groups = await findParts(read, query, dimension);
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
