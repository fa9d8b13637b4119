/**
 * Keys of hits that a site may have nearly as many values of as hits: it has no sums by those, which would take as much room, and rows
 * answer. Of properties, a limited number is summed up.
 */
import { findPropertyName } from '../../../core/hits/properties.ts';
import type { Dimension } from '../../../core/hits/query.ts';
import type { Rebuild } from '../engine-types.ts';
import { exists, type Read, type Run, raw, type Sql, sql, toRead, toRun } from '../sql/sql.ts';
import { isValueKey, type ValueKey } from './keys.ts';
import { aggregateNumber, isOf, keyNumber } from './sums.ts';
import { numberOf, VALUE_KEYS } from './table.ts';

/** When sums by a key are too many rows. */
export interface WidthLimits {
  /** Up to so many rows they never are. */
  readonly minWideRows: number;
}

/** Hits that a row of sums stands for at least: of values each by itself, of properties all together, so that a hit has half a byte of those. */
const HITS_PER_ROW = { value: 8, property: 64 } as const;
/** A key is tried again when its site has so many times the hits, or when so many times fewer are left. */
const RETRY_CHANGE = 2;
/** Names of properties of a site that are summed up at most, or found to have too many values. */
const MAX_NAMES = 32;
/** A name that is on fewer than one of so many hits makes room for others when the site has grown. */
const HITS_PER_USE = 1_000;
/** Rows of which the names are read at once; of more, a part. */
const MAX_SAMPLED_ROWS = 100_000;

/** What the names of properties are prefixed with in `sum_widths`. */
const PREFIX = 'property:';
const IS_PROPERTY = raw(`starts_with(key, '${PREFIX}')`);
/** The name of a property in `sum_widths.key`. */
const NAME_OF_PROPERTY = raw(`substr(key, ${PREFIX.length + 1}) as name`);

/** Properties that are summed up, as a table of `site_id` and `name`. */
export const SUMMED_PROPERTIES = sql`(select site_id, ${NAME_OF_PROPERTY} from sum_widths where ${IS_PROPERTY} and is_wide = false)`;

/** Returns how a dimension is named in `sum_widths`; undefined where no site has too many values of it. */
export const findWidthKey = (dimension: Dimension): string | undefined => {
  const name = findPropertyName(dimension);
  if (name !== undefined) return PREFIX + name;
  return isValueKey(dimension) ? dimension : undefined;
};

/** Returns whether sums by a key have to be listed: values that are not are summed up, properties are not. */
export const isListedWhenSummed = (widthKey: string): boolean => widthKey.startsWith(PREFIX);

/** Numbers of keys that may be wide, and their names. */
const KEYS = raw(
  `(values ${[...VALUE_KEYS, 'property' as const].map(key => `(${numberOf(key)}::utinyint, '${key}')`).join(', ')}) keys(dimension, width_key)`,
);
const PROPERTY = keyNumber('property');

/** Selects the hits of the sites of some rows, for limits that grow with them. */
const hitsOf = (sites: string): Sql =>
  raw(
    `(select site_id, count(*) as hits from hits where site_id in (select site_id from ${sites}) group by site_id)`,
  );

/** Marks the sums of visits of sites as out of date whose sums by a value come or go; those by channel always are there. */
const markVisitsStale = (run: Run, entries: Sql): Promise<number> =>
  run(sql`insert into stale_sums select distinct site_id, null::date from sum_widths
    where key <> 'channel' and not ${IS_PROPERTY} and ${entries}
      and site_id not in (select site_id from stale_sums where day is null)`);

const removeSums = (run: Run, siteId: number, key: string): Promise<number> => {
  const isKey = key.startsWith(PREFIX)
    ? sql`dimension = ${PROPERTY} and starts_with(key, ${`${key.slice(PREFIX.length)}=`})`
    : sql`dimension = (select dimension from ${KEYS} where width_key = ${key})`;
  return run(
    sql`delete from sums where site_id = ${siteId} and aggregate = ${aggregateNumber('hits')} and ${isKey}`,
  );
};

/**
 * Removes sums that are too many rows for the hits that are summed up, those with few values first. Call it after each slice: of values on
 * every hit few are stored. What a removal has subtracted on days of later slices stands for rows that are merged with it.
 */
export const dropWideKeys = async (copy: Rebuild, { minWideRows }: WidthLimits): Promise<void> => {
  const [read, run] = [toRead(copy), toRun(copy)];
  const wide = await read<{ readonly site_id: number; readonly key: string; readonly hits: number }>(sql`
    with counted as (
      select site_id, dimension, if(dimension = ${PROPERTY}, '${raw(PREFIX)}' || split_part(key, '=', 1), width_key) as name,
        count(*) filter (where hits > 0) - count(*) filter (where hits <= 0) as rows
      from sums join ${KEYS} using (dimension) where aggregate = ${aggregateNumber('hits')} group by all),
    ordered as (
      select *, sum(rows) over (partition by site_id, if(dimension = ${PROPERTY}, '', name) order by rows, name) as total from counted)
    select site_id, name as key, of_site.hits from ordered join ${hitsOf('counted')} of_site using (site_id)
    where total > ${minWideRows}
      and total * if(dimension = ${PROPERTY}, ${raw(String(HITS_PER_ROW.property))}, ${raw(String(HITS_PER_ROW.value))}) > of_site.hits`);
  for (const { site_id: siteId, key, hits } of wide) {
    await removeSums(run, siteId, key);
    await run(sql`delete from sum_widths where site_id = ${siteId} and key = ${key}`);
    await run(sql`insert into sum_widths values (${siteId}, ${key}, true, ${hits})`);
    await markVisitsStale(run, sql`site_id = ${siteId} and key = ${key}`);
  }
};

/** Has the next rebuild sum up a value of all sites again. */
export const resumeKey = async (run: Run, key: ValueKey): Promise<void> => {
  await run(sql`delete from sums where ${isOf('hits', key)}`);
  await run(sql`delete from sum_widths where key = ${key}`);
  await run(
    sql`insert into sum_widths select distinct site_id, ${key}, null::boolean, null::bigint from sums`,
  );
};

/** Releases keys of sites that have far more hits now, or far fewer: those with too many values, and properties that hardly any hit has. */
const retryKeys = async (read: Read, run: Run): Promise<void> => {
  const released = await read<{ readonly site_id: number; readonly key: string }>(sql`
    with used as (
      select site_id, '${raw(PREFIX)}' || split_part(key, '=', 1) as key, sum(hits) as uses
      from sums where ${isOf('hits', 'property')} group by all)
    select site_id, key from sum_widths join ${hitsOf('sum_widths')} of_site using (site_id) left join used using (site_id, key)
    where of_site.hits not between decided_at // ${RETRY_CHANGE} + 1 and decided_at * ${RETRY_CHANGE} - 1
      and (is_wide or (coalesce(uses, 0) * ${HITS_PER_USE} < of_site.hits
        and site_id in (select site_id from sum_widths where ${IS_PROPERTY} group by site_id having count(*) >= ${MAX_NAMES})))`);
  for (const { site_id: siteId, key } of released) {
    const entry = sql`site_id = ${siteId} and key = ${key}`;
    await removeSums(run, siteId, key);
    if (key.startsWith(PREFIX)) await run(sql`delete from sum_widths where ${entry}`);
    else await run(sql`update sum_widths set is_wide = null where ${entry}`);
  }
};

/** Lists the commonest properties of the hits that sums lack, as far as none of them was decided on. */
const addNames = async (read: Read, run: Run): Promise<void> => {
  const fresh = raw('properties is not null and id > (select watermark from sum_state)');
  const [counted] = await read<{ rows: number }>(sql`select count(*) as rows from hits where ${fresh}`);
  const parts = Math.ceil((counted?.rows ?? 0) / MAX_SAMPLED_ROWS);
  if (parts === 0) return;
  await run(sql`insert into sum_widths
    with used as (
      select site_id, '${raw(PREFIX)}' || unnest(json_keys(properties)) as key, rows from (
        select site_id, properties, count(*) as rows from hits
        where ${fresh} and hash(id) % ${raw(String(parts))} = 0 group by all)),
    known as (select site_id, count(*) as names from sum_widths where ${IS_PROPERTY} group by site_id)
    select site_id, key, null::boolean, of_site.hits from (
      select site_id, key, row_number() over (partition by site_id order by uses desc, key) as place
      from (select site_id, key, sum(rows) as uses from used group by all) anti join sum_widths using (site_id, key))
    join ${hitsOf('used')} of_site
      using (site_id)
    left join known using (site_id) where place + coalesce(names, 0) <= ${MAX_NAMES}`);
};

const IS_AWAITED = raw('is_wide is null');

/** Keys that sites await the sums by. */
export const AWAITED = {
  sites: sql`site_id in (select site_id from sum_widths where ${IS_AWAITED})`,
  ofValue: (key: ValueKey): Sql =>
    sql`site_id in (select site_id from sum_widths where key = ${raw(`'${key}'`)} and ${IS_AWAITED})`,
  properties: sql`(select site_id, ${NAME_OF_PROPERTY} from sum_widths where ${IS_PROPERTY} and ${IS_AWAITED})`,
} as const;

/** Decides which keys sites await: new properties, and those that may be summed up by now. Returns whether there are any. */
export const findAwaited = async (copy: Rebuild): Promise<boolean> => {
  const [read, run] = [toRead(copy), toRun(copy)];
  // Grouped, since a join with the sites of all hits takes memory for each hit.
  await run(raw('delete from sum_widths where site_id not in (select site_id from hits group by site_id)'));
  await retryKeys(read, run);
  await addNames(read, run);
  return exists(read, sql`from sum_widths where ${IS_AWAITED}`);
};

/** Marks keys as summed up. */
export const endAwaited = async (run: Run): Promise<void> => {
  await markVisitsStale(run, IS_AWAITED);
  await run(sql`delete from sum_widths where ${IS_AWAITED} and not ${IS_PROPERTY}`);
  await run(sql`update sum_widths set is_wide = false where ${IS_AWAITED}`);
};
