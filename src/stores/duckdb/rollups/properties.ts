/**
 * Sums of hits by the values of their properties, in `hit_groups` as `name=value`. `summed_properties` has the names that are summed up
 * of each site: a limited number, without those that have nearly as many values as hits. Hits without a value have no row, as in
 * `values.ts`.
 */
import { findPropertyName } from '../../../core/hits/properties.ts';
import type { Dimension } from '../../../core/hits/query.ts';
import type { Rebuild } from '../engine-types.ts';
import { type Read, type Run, raw, type Sql, sql, toRead, toRun, within } from '../sql/sql.ts';
import { type DayRows, toDaySlices, toRowsPerSlice } from './day-slices.ts';
import type { ValueLimits, ValueSums } from './values.ts';

/** The number of all properties in `hit_groups.dimension`. It is stored: never change it. */
const NUMBER = 64;
/** The same as a literal. */
export const PROPERTIES = raw(String(NUMBER));

/** Names that are summed up of a site at most, or found to have too many values. */
const MAX_NAMES = 32;
/** Hits that a row of these sums stands for at least, on average: so a hit has half a byte of them at most. */
const HITS_PER_ROW = 64;
/** A name that is on fewer than one of so many hits makes room for others when the site has grown. */
const HITS_PER_USE = 1_000;
/** A name is tried again when its site has so many times the hits, or when so many times fewer are left. */
const RETRY_CHANGE = 2;
/** Rows of which the names are read at once; of more, a part. */
const MAX_SAMPLED_ROWS = 100_000;

/** Names that are summed up, as a table of `site_id` and `name`. */
const SUMMED = raw('(select site_id, name from summed_properties where not is_wide)');

const toPrefix = (name: string): string => `${name}=`;
/** The character after the one that ends a name. */
const AFTER_EQUALS = '>';

/** Finds the sums by a property; undefined for other dimensions. A site may lack them: see `hasPropertySums`. */
export const findPropertySums = (dimension: Dimension): ValueSums | undefined => {
  const name = findPropertyName(dimension);
  if (name === undefined) return undefined;
  const prefix = toPrefix(name);
  return {
    name: dimension,
    dimension: NUMBER,
    // Comparing takes half the time of `starts_with`.
    isOfKey: sql`key >= ${prefix} and key < ${`${name}${AFTER_EQUALS}`}`,
    toValue: key => sql`substr(${key}, ${prefix.length + 1})`,
  };
};

/** Returns the condition that a site has sums by a property. */
export const hasPropertySums = (siteId: number, dimension: Dimension): Sql =>
  sql`exists (select 1 from summed_properties
    where site_id = ${siteId} and name = ${findPropertyName(dimension) ?? null} and not is_wide)`;

/** Selects hits as rows of `hit_groups`, one for each property that is summed up; each text is read once a day. */
export const propertyRows = (hits: Sql, names: Sql = SUMMED): Sql => sql`
  select site_id, ${PROPERTIES} as dimension, day, name || '=' || value as key, hits, unique_hits
  from (
    select site_id, day, name, json_extract_string(properties, '/' || name) as value, hits, unique_hits
    from (
      select site_id, day, properties, count(*) as hits, count(*) filter (where is_unique) as unique_hits
      from hits where properties is not null and ${hits} group by all)
    join ${names} as names using (site_id)
    where contains(properties, '"' || name || '":'))
  where value is not null`;

/** Selects the hits of sites, for limits that grow with them. */
const HITS_OF_SITES = raw(
  '(select site_id, count(*) as hits from hits where site_id in (select site_id from summed_properties) group by site_id)',
);

/** Removes names of sites that have far more hits now, or fewer: those with too many values, and those that hardly any hit has. */
const releaseNames = async (read: Read, run: Run): Promise<void> => {
  const released = await read<{ readonly site_id: number; readonly name: string }>(sql`
    with used as (
      select site_id, split_part(key, '=', 1) as name, sum(hits) as uses from hit_groups where dimension = ${PROPERTIES} group by all)
    select site_id, name from summed_properties join ${HITS_OF_SITES} of_site using (site_id) left join used using (site_id, name)
    where of_site.hits not between decided_at // ${RETRY_CHANGE} + 1 and decided_at * ${RETRY_CHANGE} - 1 and (is_wide or (coalesce(uses, 0) * ${HITS_PER_USE} < of_site.hits
      and site_id in (select site_id from summed_properties group by site_id having count(*) >= ${MAX_NAMES})))`);
  for (const { site_id: siteId, name } of released) {
    await removeSums(run, siteId, name);
    await run(sql`delete from summed_properties where site_id = ${siteId} and name = ${name}`);
  }
};

const removeSums = (run: Run, siteId: number, name: string): Promise<number> =>
  run(sql`delete from hit_groups where site_id = ${siteId} and dimension = ${PROPERTIES}
    and starts_with(key, ${toPrefix(name)})`);

/** Stores the commonest names of the hits that roll-ups lack, as far as none of them was decided on, as `new_properties`. */
const storeNewNames = async (read: Read, run: Run): Promise<void> => {
  const fresh = raw(
    'properties is not null and id > (select if(knows_properties, watermark, 0) from rollup_state)',
  );
  const [counted] = await read<{ readonly rows: number }>(
    sql`select count(*) as rows from hits where ${fresh}`,
  );
  const parts = Math.ceil((counted?.rows ?? 0) / MAX_SAMPLED_ROWS);
  await run(raw('create temp table new_properties (site_id integer, name varchar)'));
  if (parts === 0) return;
  await releaseNames(read, run);
  await run(sql`insert into temp.main.new_properties
    with used as (
      select site_id, unnest(json_keys(properties)) as name, rows from (
        select site_id, properties, count(*) as rows from hits
        where ${fresh} and hash(id) % ${raw(String(parts))} = 0 group by all)),
    known as (select site_id, count(*) as names from summed_properties group by site_id)
    select site_id, name from (
      select site_id, name, row_number() over (partition by site_id order by uses desc, name) as place
      from (select site_id, name, sum(rows) as uses from used group by all) anti join summed_properties using (site_id, name))
    left join known using (site_id) where place + coalesce(names, 0) <= ${MAX_NAMES}`);
};

const NEW_NAMES = raw(`(select site_id, name from temp.main.new_properties
  join summed_properties using (site_id, name) where not is_wide)`);

/** Decides which new names are summed up, and sums up the earlier hits by them. Call it before roll-ups are updated. */
export const addProperties = async (
  copy: Rebuild,
  {
    rowsPerSlice = toRowsPerSlice(copy),
    minWideRows,
  }: ValueLimits & { readonly rowsPerSlice?: number | undefined },
): Promise<void> => {
  const [read, run] = [toRead(copy), toRun(copy)];
  // Grouped, since a join with the sites of all hits takes memory for each hit.
  await run(
    raw('delete from summed_properties where site_id not in (select site_id from hits group by site_id)'),
  );
  await storeNewNames(read, run);
  await run(sql`insert into summed_properties
    select site_id, name, false, hits from temp.main.new_properties join (
      select site_id, count(*) as hits from hits where site_id in (select site_id from temp.main.new_properties) group by site_id
    ) of_site using (site_id)`);
  const hits = sql`id <= (select watermark from rollup_state) and properties is not null
    and site_id in (select site_id from temp.main.new_properties)`;
  const days = await read<DayRows>(
    sql`select day, count(*) as rows from hits where ${hits} group by day order by day`,
  );
  for (const slice of toDaySlices(days, rowsPerSlice)) {
    copy.signal.throwIfAborted();
    const rows = propertyRows(sql`${hits} and ${within('day', slice)}`, NEW_NAMES);
    await run(sql`insert into hit_groups select site_id, dimension, day, key, sum(hits), sum(unique_hits)
      from (${rows}) group by all order by site_id, dimension, day`);
    await dropWideProperties(copy, { minWideRows });
  }
  await run(raw('drop table temp.main.new_properties'));
  await run(raw('update rollup_state set knows_properties = true where knows_properties is null'));
};

/**
 * Removes sums by names with too many values: the sums of a site have few rows for its hits, those of names with few values first. What a
 * removal has subtracted stands for rows that are merged with it.
 */
export const dropWideProperties = async (copy: Rebuild, { minWideRows }: ValueLimits): Promise<void> => {
  const [read, run] = [toRead(copy), toRun(copy)];
  const wide = await read<{ readonly site_id: number; readonly name: string; readonly hits: number }>(sql`
    with counted as (
      select site_id, split_part(key, '=', 1) as name, count(*) filter (where hits > 0) - count(*) filter (where hits <= 0) as rows
      from hit_groups where dimension = ${PROPERTIES} group by all),
    ordered as (select *, sum(rows) over (partition by site_id order by rows, name) as total from counted)
    select site_id, name, of_site.hits from ordered join ${HITS_OF_SITES} of_site using (site_id)
    where total > ${minWideRows} and total * ${HITS_PER_ROW} > of_site.hits`);
  for (const { site_id: siteId, name, hits } of wide) {
    await removeSums(run, siteId, name);
    await run(sql`update summed_properties set is_wide = true, decided_at = ${hits}
      where site_id = ${siteId} and name = ${name}`);
  }
};
