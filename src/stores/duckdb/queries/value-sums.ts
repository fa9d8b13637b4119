/** Sums of whole days by values that hits may lack: what hits without a value amount to is the rest of all hits. */
import type { DaySpan } from '../../../core/days.ts';
import { listFilters } from '../../../core/hits/conditions.ts';
import { findPropertyName } from '../../../core/hits/properties.ts';
import type { Dimension, HitQuery, OfSite } from '../../../core/hits/query.ts';
import { toPredicate } from '../../filter-condition.ts';
import { mayNameSite } from '../../sql/channels.ts';
import { lower } from '../../sql/dialect.ts';
import { isValueKey, storedValue } from '../aggregates/keys.ts';
import type { Plan } from '../aggregates/plan.ts';
import { isOf } from '../aggregates/sums.ts';
import type { SumKey } from '../aggregates/table.ts';
import { type Read, raw, type Sql, sql, within, withinDays } from '../sql/sql.ts';
import { unionAll } from './parts.ts';

/** Sums of the hits that have a value of a dimension. */
export interface ValueSums {
  readonly name: Dimension;
  readonly key: SumKey;
  /** The condition for its rows among those of the key; absent where there are no others. */
  readonly isOfName?: Sql;
  /** Expression of the value of a stored key. */
  readonly toValue: (key: Sql, site: OfSite) => Sql;
  /** Whether hits without a value have one that their site has. */
  readonly hasDefault: boolean;
}

/** Returns a property's sums. */
const toPropertySums = (dimension: Dimension, name: string): ValueSums => ({
  name: dimension,
  key: 'property',
  // Comparing takes half the time of `starts_with`; `>` follows `=`.
  isOfName: sql`key >= ${`${name}=`} and key < ${`${name}>`}`,
  toValue: key => sql`substr(${key}, ${name.length + 2})`,
  hasDefault: false,
});

/** Finds the sums by a value that a site may lack; undefined for other dimensions. */
export const findSumsByValue = (dimension: Dimension): ValueSums | undefined => {
  const property = findPropertyName(dimension);
  if (property !== undefined) return toPropertySums(dimension, property);
  if (!isValueKey(dimension)) return undefined;
  return {
    name: dimension,
    key: dimension,
    toValue: (key, site) => storedValue(dimension, key, site),
    hasDefault: dimension === 'hostname',
  };
};

/** Selects referrers on the days of a query that may be the site itself, by the sums of hits by referrer. */
export const selectOwnReferrers = ({ siteId, siteHosts, span, zone }: HitQuery): Sql =>
  siteHosts === undefined
    ? raw('select 1 where false')
    : sql`select 1 from sums where site_id = ${siteId} and ${isOf('hits', 'referrer')}
        and ${withinDays('day', span, zone)} and ${mayNameSite(lower(raw('key')), { siteHosts })}`;

/** Returns whether any referrer of a query's hits with a stored channel may be the site itself: while there are no sums, it may. */
export const mayReferToItself = async (read: Read, query: HitQuery): Promise<boolean> => {
  const found = await read(
    sql`select 1 from sum_state where watermark = 0 or exists (${selectOwnReferrers(query)})`,
  );
  return query.siteHosts !== undefined && found.length > 0;
};

/** Returns whether a plan reads sums by channel. */
export const isOfChannels = (plan: Plan): boolean => plan.from === 'hits' && plan.key === 'channel';

/** Returns whether sums of hits answer a query as planned: those by channel do not know links from the site itself, which takes a statement. */
export const isExact = async (read: Read, query: HitQuery, plan: Plan): Promise<boolean> =>
  (plan.from === 'hits' || plan.from === 'slots') &&
  !(isOfChannels(plan) && (await mayReferToItself(read, query)));

/** Returns whether hits without a value may match the filters of a query. */
const mayLackValue = ({ filters }: HitQuery): boolean =>
  listFilters(filters).every(filter => {
    const { matchesNull, isExcluding } = toPredicate(filter);
    return matchesNull !== isExcluding;
  });

/**
 * Selects sums by day and value of the hits of a site up to the watermark, on whole days; null: all time. Rows of hits without a value may
 * repeat, and are left out where no filter matches them.
 */
export const selectValueSums = (
  query: HitQuery,
  { key, isOfName, toValue, hasDefault }: ValueSums,
  days: DaySpan | null,
): Sql => {
  const of = (name: SumKey) =>
    sql`from sums where site_id = ${query.siteId} and ${isOf('hits', name)} and ${within('day', days)}`;
  const values = sql`select day, key, hits, unique_hits ${of(key)} and ${isOfName ?? raw('true')}`;
  // Where the key has to be looked at, each row is read once and counts twice: for its value, and against all hits.
  const againstAll = isOfName
    ? [
        sql`select day, if(factor = 1, key, null) as key, factor * hits as hits, factor * unique_hits as unique_hits
          from (${values}) cross join (values (1), (-1)) factors (factor)`,
      ]
    : [values, sql`select day, null, -hits, -unique_hits ${of(key)}`];
  const all = sql`select day, null, hits, unique_hits ${of('is_mobile')}`;
  return sql`select day, ${toValue(raw('key'), query)} as key, hits, unique_hits from (${unionAll(
    hasDefault || mayLackValue(query) ? [...againstAll, all] : [values],
  )})`;
};
