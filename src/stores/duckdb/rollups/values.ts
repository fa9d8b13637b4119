/**
 * Sums of hits by values that most hits lack or that are read from their url, such as the city and the campaign. They are in
 * `hit_groups`, without rows for hits that have no value: those are the rest of the day's. Sites with nearly as many values as hits
 * have no such sums, which would take as much room as the hits.
 */
import type { Dimension, OfSite } from '../../../core/hits/query.ts';
import type { Rebuild } from '../engine-types.ts';
import { toHost } from '../queries/addresses.ts';
import { nameStored } from '../queries/channels.ts';
import { keyOf } from '../queries/dimensions.ts';
import { join, type Run, raw, type Sql, sql, toRead, toRun, within } from '../sql/sql.ts';
import { type DayRows, toDaySlices, toRowsPerSlice } from './day-slices.ts';

/** Sums of the hits that have a value of a dimension. */
export interface ValueSums {
  readonly name: Dimension;
  /** Its number in `hit_groups.dimension`. */
  readonly dimension: number;
  /** The condition for its rows among those of the number; absent where there are no others. */
  readonly isOfKey?: Sql;
  /** Expression of the value of a key. */
  readonly toValue: (key: Sql, site: OfSite) => Sql;
  /** Whether hits without a value have one that their site has. */
  readonly hasDefault?: boolean;
}

/** A dimension with such sums of which a hit has one value. */
export interface SummedValue extends ValueSums {
  /** Expression of a hit's value as `hit_groups.key` has it; null for none. */
  readonly key: Sql;
  /** Whether the value follows from the url alone. */
  readonly isOfUrl: boolean;
}

const toItself = (key: Sql): Sql => key;

const ofUrl = (name: Dimension, dimension: number): SummedValue => ({
  name,
  dimension,
  key: keyOf(name, raw, {}),
  isOfUrl: true,
  toValue: toItself,
});

/** Dimensions with such sums. Their numbers are stored: never change one. */
export const SUMMED_VALUES: readonly SummedValue[] = [
  { name: 'region', dimension: 11, key: raw('region'), isOfUrl: false, toValue: toItself },
  { name: 'city', dimension: 12, key: raw('city'), isOfUrl: false, toValue: toItself },
  {
    ...ofUrl('hostname', 13),
    key: toHost(raw('url')),
    hasDefault: true,
    toValue: (key, { siteHost = null }) => sql`coalesce(${key}, ${siteHost}::varchar)`,
  },
  ofUrl('campaign', 14),
  ofUrl('medium', 15),
  ofUrl('term', 16),
  ofUrl('content', 17),
  {
    name: 'channel',
    dimension: 18,
    key: raw('channel::varchar'),
    isOfUrl: false,
    toValue: key => nameStored(sql`${key}::integer`),
  },
];

/** Finds a dimension with such sums by its name. */
export const findSummedValue = (dimension: Dimension): SummedValue | undefined =>
  SUMMED_VALUES.find(({ name }) => name === dimension);

/** The condition for rows of sites that have sums by a dimension. */
export const isSummed = ({ name }: SummedValue): Sql =>
  raw(`site_id not in (select site_id from unsummed_values where dimension = '${name}')`);

/** Returns the condition for rows of sites that need sums by a dimension. */
const isAwaited = ({ name }: SummedValue): Sql =>
  raw(`site_id in (select site_id from unsummed_values where dimension = '${name}' and wide_at is null)`);

type ForSites = (value: SummedValue) => Sql;

/** Selects hits with a value as rows of `hit_groups`. */
export const valueRows = (hits: Sql, value: SummedValue, sites: ForSites = isSummed): Sql => sql`
  select site_id, ${raw(String(value.dimension))} as dimension, day, key, 1 as hits, unique_hits
  from (select site_id, day, ${value.key} as key, is_unique::integer as unique_hits from hits
    where ${hits} and ${sites(value)}) where key is not null`;

/** Selects the same of all dimensions; each url is read once a day. It may not have more hits than are summed up at once. */
export const allValueRows = (hits: Sql, sites: ForSites = isSummed): Sql => {
  const ofUrls = SUMMED_VALUES.filter(value => value.isOfUrl).map(
    value => sql`
      select site_id, ${raw(String(value.dimension))} as dimension, day, key, hits, unique_hits
      from (select * exclude (url), ${value.key} as key from urls where ${sites(value)}) where key is not null`,
  );
  const others = SUMMED_VALUES.filter(value => !value.isOfUrl).map(value => valueRows(hits, value, sites));
  return sql`(with urls as materialized (
      select site_id, day, url, count(*) as hits, count(*) filter (where is_unique) as unique_hits
      from hits where url is not null and ${hits} group by all)
    ${join([...ofUrls, ...others], ' union all ')})`;
};

/** When sums of a site and dimension are too many rows. */
export interface ValueLimits {
  /** Up to so many rows they never are. */
  readonly minWideRows: number;
}

/** Hits that a row of sums stands for at least. */
const HITS_PER_ROW = 8;
/** A site is tried again when it has so many times the hits, or when so many times fewer are left. */
const RETRY_CHANGE = 2;
/** The dimension with the fewest values among those that every hit is summed up by: `is_mobile`. */
export const ALL = raw('6');
const NUMBERS = raw(SUMMED_VALUES.map(({ dimension }) => dimension).join(', '));

/** Marks the sums of visits of sites as stale whose sums by a dimension come or go: those by channel always are. */
const markVisitSumsStale = (run: Run, entries: Sql): Promise<number> =>
  run(sql`insert into stale_pages select distinct site_id from unsummed_values
    where dimension <> 'channel' and ${entries} and site_id not in (select site_id from stale_pages)`);

/** Makes the sums that sites await: of a folder of an older schema, or of a site that has grown. Call it before roll-ups are updated. */
export const addAwaitedValues = async (copy: Rebuild, rowsPerSlice = toRowsPerSlice(copy)): Promise<void> => {
  const [read, run] = [toRead(copy), toRun(copy)];
  const entries = await read<{ readonly is_wide: boolean }>(
    sql`select distinct wide_at is not null as is_wide from unsummed_values`,
  );
  if (entries.length === 0) return;
  if (entries.some(entry => entry.is_wide))
    await run(sql`update unsummed_values set wide_at = null where (
      select count(*) from hits where hits.site_id = unsummed_values.site_id
    ) not between wide_at // ${RETRY_CHANGE} + 1 and wide_at * ${RETRY_CHANGE} - 1`);
  await markVisitSumsStale(run, raw('wide_at is null'));
  const hits = sql`id <= (select watermark from rollup_state)
    and site_id in (select site_id from unsummed_values where wide_at is null)`;
  const days = await read<DayRows>(
    sql`select day, count(*) as rows from hits where ${hits} group by day order by day`,
  );
  for (const slice of toDaySlices(days, rowsPerSlice)) {
    copy.signal.throwIfAborted();
    const ofSlice = sql`${hits} and ${within('day', slice)}`;
    const selects =
      slice.rows <= rowsPerSlice
        ? [allValueRows(ofSlice, isAwaited)]
        : SUMMED_VALUES.map(value => valueRows(ofSlice, value, isAwaited));
    for (const rows of selects)
      await run(sql`insert into hit_groups
        select site_id, dimension, day, key, sum(hits), sum(unique_hits)
        from (${rows}) group by all order by site_id, dimension, day`);
  }
  await run(sql`delete from unsummed_values where wide_at is null`);
};

/**
 * Removes sums that are too many rows for the hits that are summed up. Call it after each slice: of values on every hit few are stored.
 * What a removal has subtracted on days of later slices stands for rows that are merged with it.
 */
export const dropWideValues = async (copy: Rebuild, { minWideRows }: ValueLimits): Promise<void> => {
  const [read, run] = [toRead(copy), toRun(copy)];
  const wide = await read<{
    readonly site_id: number;
    readonly dimension: number;
    readonly hits: number;
  }>(sql`
    with counted as (
      select site_id, dimension, count(*) filter (where hits > 0) - count(*) filter (where hits <= 0) as rows
      from hit_groups where dimension in (${NUMBERS}) group by all having rows > ${minWideRows})
    select site_id, dimension, of_site.hits
    from counted join (
      select site_id, sum(hits)::bigint as hits from hit_groups
      where dimension = ${ALL} and site_id in (select site_id from counted) group by site_id) of_site using (site_id)
    where rows * ${HITS_PER_ROW} > of_site.hits`);
  for (const { site_id: siteId, dimension, hits } of wide) {
    const value = SUMMED_VALUES.find(summed => summed.dimension === dimension);
    if (!value) continue;
    await run(sql`delete from hit_groups where site_id = ${siteId} and dimension = ${dimension}`);
    await run(sql`insert into unsummed_values values (${siteId}, ${value.name}, ${hits})`);
    await markVisitSumsStale(run, sql`site_id = ${siteId} and dimension = ${value.name}`);
  }
};

/** Has the next rebuild sum up a dimension of all sites again. */
export const resumValue = async (run: Run, name: Dimension): Promise<void> => {
  const dimension = findSummedValue(name)?.dimension ?? null;
  await run(sql`delete from hit_groups where dimension = ${dimension}`);
  await run(sql`delete from unsummed_values where dimension = ${name}`);
  await run(
    sql`insert into unsummed_values select site_id, ${name}, null from (select distinct site_id from hits)`,
  );
};
