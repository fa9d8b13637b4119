/** Sums of whole days by values that hits may lack: what hits without a value amount to is the rest of all hits. */
import { RULES_VERSION } from '../../../core/channels/rules.ts';
import type { DaySpan } from '../../../core/days.ts';
import type { Dimension, HitQuery } from '../../../core/hits/query.ts';
import { toCondition } from '../../filter-condition.ts';
import { findPropertySums, hasPropertySums } from '../rollups/properties.ts';
import { findRolledUp } from '../rollups/rollups.ts';
import { ALL, findSummedValue, type ValueSums } from '../rollups/values.ts';
import { type Read, raw, type Sql, sql, within, withinDays } from '../sql/sql.ts';
import { unionAll } from './parts.ts';

/** Finds the dimension with sums by value that all filters of a query look at, and its grouping where one is given; undefined where none does. */
export const findValueSums = ({ kind, filters }: HitQuery, dimension?: Dimension): ValueSums | undefined => {
  const [name, ...others] = new Set([
    ...filters.map(filter => filter.dimension),
    ...(dimension ? [dimension] : []),
  ]);
  return kind === 'hit' && name !== undefined && others.length === 0
    ? (findSummedValue(name) ?? findPropertySums(name))
    : undefined;
};

const REFERRERS = findRolledUp('referrer')?.dimension ?? null;

/** Selects referrers on the days of a query that may be the site itself, by the sums of hits by referrer. */
const selectOwnReferrers = ({ siteId, siteHost, span, zone }: HitQuery): Sql =>
  siteHost === undefined
    ? raw('select 1 where false')
    : sql`select 1 from hit_groups where site_id = ${siteId} and dimension = ${REFERRERS}
        and ${withinDays('day', span, zone)} and contains(lower(key), ${siteHost})`;

/** Returns whether any referrer of a query's hits with a stored channel may be the site itself: while there are no sums, it may. */
export const mayReferToItself = async (read: Read, query: HitQuery): Promise<boolean> => {
  const found = await read(
    sql`select 1 from rollup_state where watermark = 0 or exists (${selectOwnReferrers(query)})`,
  );
  return query.siteHost !== undefined && found.length > 0;
};

/**
 * Returns whether a query is about a dimension with sums by value, and its site has none of that. Needs the transaction in which the
 * sums are read.
 */
export const lacksValueSums = async (
  read: Read,
  query: HitQuery,
  dimension?: Dimension,
): Promise<boolean> => {
  const value = findValueSums(query, dimension);
  return value !== undefined && !(await hasSums(read, query, value));
};

/** Returns whether a query is about one property, and its site has sums by that. */
export const hasSumsOfProperty = async (
  read: Read,
  query: HitQuery,
  dimension?: Dimension,
): Promise<boolean> => {
  const value = findValueSums(query, dimension);
  return value !== undefined && findPropertySums(value.name) !== undefined && hasSums(read, query, value);
};

/** Returns the condition that the site of a query has sums by a value; those by channel may be by other rules. */
export const hasValueSums = (query: HitQuery, { name }: ValueSums): Sql =>
  findPropertySums(name)
    ? hasPropertySums(query.siteId, name)
    : sql`not exists (${selectUnsummed(query, name)})`;

/** Returns the condition, over `rollup_state`, that the sums of a site by channel are exact: by these rules, without hits linked from itself. */
export const hasExactChannels = (query: HitQuery, value: ValueSums): Sql =>
  sql`${hasValueSums(query, value)} and channel_rules = ${RULES_VERSION} and not exists (${selectOwnReferrers(query)})`;

const hasSums = async (read: Read, query: HitQuery, value: ValueSums): Promise<boolean> => {
  const isExact = value.name === 'channel' ? hasExactChannels(query, value) : hasValueSums(query, value);
  return (await read(sql`select 1 from rollup_state where ${isExact}`)).length > 0;
};

const selectUnsummed = ({ siteId }: HitQuery, dimension: Dimension): Sql =>
  sql`select 1 from unsummed_values where site_id = ${siteId} and dimension = ${dimension} limit 1`;

/** Returns whether a site has no sums by a dimension that it may have too many values of. */
export const isUnsummed = async (read: Read, query: HitQuery, dimension: Dimension): Promise<boolean> =>
  (await read(selectUnsummed(query, dimension))).length > 0;

/** Returns whether hits without a value may match the filters of a query. */
const mayLackValue = ({ filters }: HitQuery): boolean =>
  filters.every(filter => {
    const { matchesNull, isExcluding } = toCondition(filter);
    return matchesNull !== isExcluding;
  });

/**
 * Selects sums by day and value of the hits of a site up to the watermark, on whole days; null: all time. Rows of hits without a value may
 * repeat, and are left out where no filter matches them.
 */
export const selectValueSums = (
  query: HitQuery,
  { dimension, isOfKey, toValue, hasDefault = false }: ValueSums,
  days: DaySpan | null,
): Sql => {
  const of = (number: Sql) =>
    sql`from hit_groups where site_id = ${query.siteId} and dimension = ${number} and ${within('day', days)}`;
  const number = raw(String(dimension));
  const values = sql`select day, key, hits, unique_hits ${of(number)} and ${isOfKey ?? raw('true')}`;
  // Where the key has to be looked at, each row is read once and counts twice: for its value, and against all hits.
  const againstAll = isOfKey
    ? [
        sql`select day, if(factor = 1, key, null) as key, factor * hits as hits, factor * unique_hits as unique_hits
          from (${values}) cross join (values (1), (-1)) factors (factor)`,
      ]
    : [values, sql`select day, null, -hits, -unique_hits ${of(number)}`];
  const all = sql`select day, null, hits, unique_hits ${of(ALL)}`;
  return sql`select day, ${toValue(raw('key'), query)} as key, hits, unique_hits from (${unionAll(
    hasDefault || mayLackValue(query) ? [...againstAll, all] : [values],
  )})`;
};
