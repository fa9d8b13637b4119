/**
 * Sums of hits: by quarter of an hour, and by day and the values of the hits themselves. They are additive: a backdated write needs no
 * update (it has a late id and is read from rows), and a removal adds negated sums.
 */
import type { Rebuild } from '../engine-types.ts';
import { join, type Run, raw, type Sql, sql, toRead, toRun, within } from '../sql/sql.ts';
import { type DayRows, type DaySlice, toDaySlices } from './day-slices.ts';
import { hitKey, isSummed, URL_KEYS, type ValueKey } from './keys.ts';
import { SLOT_MS } from './select.ts';
import { markStale } from './stale.ts';
import { insertSums, isUpdatedBy, keyNumber, mergeSums, sumsOf } from './sums.ts';
import { COLUMN_KEYS, type SumKey, VALUE_KEYS } from './table.ts';
import {
  AWAITED,
  dropWideKeys,
  endAwaited,
  findAwaited,
  SUMMED_PROPERTIES,
  type WidthLimits,
} from './widths.ts';

/** Quarters of an hour since 1970, of which each day of a zone begins with one. */
const SLOT = raw(`(epoch_ms(created_at) // ${SLOT_MS})::integer`);

const COUNTS = raw('count(*) as hits, count(*) filter (where is_unique) as unique_hits, 0 as visits');
const SUMS = raw('sum(hits) as hits, sum(unique_hits) as unique_hits, 0 as visits');

/** Selects hits by quarter of an hour. */
const slotRows = (hits: Sql): Sql => sql`
  select site_id, ${sumsOf('slots')}, day, ${SLOT} as since, null::varchar as key, ${COUNTS}
  from hits where ${hits} group by site_id, day, since`;

/** Selects hits by a key. */
const keyRows = (hits: Sql, key: SumKey, rows: Sql = raw('true')): Sql => sql`
  select site_id, ${sumsOf('hits', key)}, day, null::integer as since, ${hitKey(key)} as key, ${COUNTS}
  from hits where ${hits} and ${rows} group by site_id, day, key`;

/** Returns the condition for rows of sites that have sums by a value. */
type ForSites = (key: ValueKey) => Sql;

/** Selects hits that have a value by it. */
const valueRows = (hits: Sql, key: ValueKey, sites: ForSites): Sql =>
  sql`select * from (${keyRows(hits, key, sites(key))}) where key is not null`;

/** Selects hits by all values; each url is read once a day. It may not have more hits than are summed up at once. */
const allValueRows = (hits: Sql, sites: ForSites): Sql => {
  const ofUrls = URL_KEYS.map(
    key => sql`
      select site_id, ${sumsOf('hits', key)}, day, null::integer as since, key, ${SUMS}
      from (select * exclude (url), ${hitKey(key)} as key from urls where ${sites(key)}) where key is not null
      group by site_id, day, key`,
  );
  const others = VALUE_KEYS.filter(key => !URL_KEYS.includes(key)).map(key => valueRows(hits, key, sites));
  return sql`(with urls as materialized (
      select site_id, day, url, count(*) as hits, count(*) filter (where is_unique) as unique_hits
      from hits where url is not null and ${hits} group by all)
    ${join([...ofUrls, ...others], ' union all ')})`;
};

/** Selects hits by the properties that are summed up; each text is read once a day. */
const propertyRows = (hits: Sql, names: Sql): Sql => sql`
  select site_id, ${sumsOf('hits', 'property')}, day, null::integer as since, name || '=' || value as key, ${SUMS}
  from (
    select site_id, day, name, json_extract_string(properties, '/' || name) as value, hits, unique_hits
    from (
      select site_id, day, properties, count(*) as hits, count(*) filter (where is_unique) as unique_hits
      from hits where properties is not null and ${hits} group by all)
    join ${names} as names using (site_id)
    where contains(properties, '"' || name || '":'))
  where value is not null group by site_id, day, key`;

/** Selects all sums of hits. */
const hitRows = (hits: Sql): Sql =>
  join(
    [
      slotRows(hits),
      ...COLUMN_KEYS.map(key => keyRows(hits, key)),
      allValueRows(hits, isSummed),
      propertyRows(hits, SUMMED_PROPERTIES),
    ],
    ' union all ',
  );

const IS_SUMMED_UP = raw('id <= (select watermark from sum_state)');

/** Adds some hits to the sums, or subtracts them before they are removed, as far as they are below the watermark. */
export const addToSums = async (run: Run, hits: Sql, sign: 1 | -1): Promise<void> => {
  const known = sql`${IS_SUMMED_UP} and ${hits}`;
  const signed = raw(
    ['hits', 'unique_hits', 'visits'].map(name => `${sign} * ${name} as ${name}`).join(', '),
  );
  await run(sql`insert into sums
    with hits as materialized (select * from hits where ${known})
    select * replace (${signed}) from (${hitRows(raw('true'))})`);
  await markStale(run, 'hits', known);
};

/** Limits of an update of these sums. */
export interface HitLimits extends WidthLimits {
  /** Maximum number of hits that are summed up at once. */
  readonly rowsPerSlice: number;
}

/** Sums up hits that have other sums already by the keys that their sites await. */
const addAwaited = async (copy: Rebuild, { rowsPerSlice, minWideRows }: HitLimits): Promise<void> => {
  if (!(await findAwaited(copy))) return;
  const run = toRun(copy);
  const hits = sql`${IS_SUMMED_UP} and ${AWAITED.sites}`;
  const days = await toRead(copy)<DayRows>(
    sql`select day, count(*) as rows from hits where ${hits} group by day order by day`,
  );
  for (const slice of toDaySlices(days, rowsPerSlice)) {
    copy.signal.throwIfAborted();
    const ofSlice = sql`${hits} and ${within('day', slice)}`;
    const values =
      slice.rows <= rowsPerSlice
        ? [allValueRows(ofSlice, AWAITED.ofValue)]
        : VALUE_KEYS.map(key => valueRows(ofSlice, key, AWAITED.ofValue));
    for (const rows of [...values, propertyRows(ofSlice, AWAITED.properties)]) await insertSums(run, rows);
    await dropWideKeys(copy, { minWideRows });
  }
  await endAwaited(run);
};

const ADDED = isUpdatedBy('add');

/** Updates the sums of a copy up to its last hit, in slices of days, to bound memory. */
export const updateHits = async (copy: Rebuild, { rowsPerSlice, minWideRows }: HitLimits): Promise<void> => {
  const run = toRun(copy);
  await addAwaited(copy, { rowsPerSlice, minWideRows });
  let summed = 0;
  for (const slice of await findSlices(copy, rowsPerSlice)) {
    await run(sql`create temp table touched as
      select site_id, day from hits where not ${IS_SUMMED_UP} and ${within('day', slice)} union
      select site_id, day from sums where ${ADDED} and hits <= 0 and ${within('day', slice)}`);
    for (const part of await listParts(copy, slice, rowsPerSlice)) {
      copy.signal.throwIfAborted();
      await mergeSums(run, {
        rows: part.rows,
        stored: sql`${part.stored} and (site_id, day) in (select site_id, day from temp.main.touched)`,
      });
    }
    await run(sql`drop table temp.main.touched`);
    await dropWideKeys(copy, { minWideRows });
    // Until then new sums take memory, or space to spill to, several times as much as in the file.
    summed += slice.rows;
    if (summed < rowsPerSlice / 2) continue;
    await copy.run(`CHECKPOINT ${copy.catalog}`);
    summed = 0;
  }
};

/** Finds the days of hits that the sums lack, and of sums to be merged, in slices. */
const findSlices = async (copy: Rebuild, rowsPerSlice: number): Promise<DaySlice[]> =>
  toDaySlices(
    await toRead(copy)<DayRows>(sql`
      with touched as (
        select day, count(*) as rows from hits where not ${IS_SUMMED_UP} group by all union all
        select day, 0 from sums where ${ADDED} and hits <= 0),
      known as (select day, count(*) // ${COLUMN_KEYS.length} as rows from sums where ${ADDED} group by all)
      select day, (sum(touched.rows) + coalesce(any_value(known.rows), 0))::bigint as rows
      from touched left join known using (day) group by day order by day`),
    rowsPerSlice,
  );

/** Rows of sums that are merged by one statement, and the condition for the stored ones. */
interface Part {
  readonly rows: Sql;
  readonly stored: Sql;
}

/** Lists the parts of a slice: all together, or, for a day with many rows, each key by itself, in parts of its values where those are many. */
const listParts = async (copy: Rebuild, slice: DaySlice, rowsPerSlice: number): Promise<Part[]> => {
  const fresh = sql`not ${IS_SUMMED_UP} and ${within('day', slice)}`;
  const stored = sql`${ADDED} and ${within('day', slice)}`;
  if (slice.rows <= rowsPerSlice) return [{ rows: hitRows(fresh), stored }];
  const parts: Part[] = [
    { rows: slotRows(fresh), stored: sql`${stored} and dimension = ${keyNumber('none')}` },
  ];
  for (const { key, ofHit, select } of DIVISIBLE) {
    const ofKey = sql`${stored} and dimension = ${keyNumber(key)}`;
    const count = Math.ceil((await countKeys(copy, ofHit, { fresh, stored: ofKey })) / rowsPerSlice);
    for (let part = 0; part < count; part++) {
      const isInPart = (value: Sql) => sql`hash(${value}) % ${raw(String(count))} = ${raw(String(part))}`;
      parts.push({ rows: select(fresh, isInPart), stored: sql`${ofKey} and ${isInPart(raw('key'))}` });
    }
  }
  return parts;
};

/** A key whose values are summed up in parts. */
interface Divisible {
  readonly key: SumKey;
  /** Expression of a hit's value, to estimate how many there are. */
  readonly ofHit: Sql;
  /** Selects hits by the values of a part. */
  readonly select: (hits: Sql, isInPart: (value: Sql) => Sql) => Sql;
}

const DIVISIBLE: readonly Divisible[] = [
  ...COLUMN_KEYS.map(
    (key): Divisible => ({
      key,
      ofHit: hitKey(key),
      select: (hits, isInPart) => keyRows(hits, key, isInPart(hitKey(key))),
    }),
  ),
  ...VALUE_KEYS.map(
    (key): Divisible => ({
      key,
      ofHit: hitKey(key),
      select: (hits, isInPart) => valueRows(sql`${hits} and ${isInPart(hitKey(key))}`, key, isSummed),
    }),
  ),
  {
    key: 'property',
    ofHit: raw('properties'),
    select: (hits, isInPart) =>
      sql`select * from (${propertyRows(hits, SUMMED_PROPERTIES)}) where ${isInPart(raw('key'))}`,
  },
];

/** Estimates the number of values of hits and of stored sums, at least one. */
const countKeys = async (
  copy: Rebuild,
  key: Sql,
  { fresh, stored }: { readonly fresh: Sql; readonly stored: Sql },
): Promise<number> => {
  const [found] = await toRead(copy)<{ readonly keys: number }>(sql`select 1 +
    (select approx_count_distinct(hash(site_id, ${key})) from hits where ${fresh}) +
    (select count(*) from sums where ${stored}) as keys`);
  return found?.keys ?? 1;
};
