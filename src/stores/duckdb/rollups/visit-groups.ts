/** Visits by day and value, with their hits. Hits without a visit are among them, by their own values. */

import type { Rebuild } from '../engine-types.ts';
import { join, raw, type Sql, sql, toRead, toRun, within } from '../sql/sql.ts';
import { type DayRows, type DaySlice, toDaySlices } from './day-slices.ts';
import { rowOrder } from './row-order.ts';
import {
  keyName,
  SUMMED_TOGETHER,
  type SummedDimension,
  selectHosts,
  visitKey,
  visitNumber,
} from './visit-dimensions.ts';
import { OF_CHANGED_DAYS, type SignedHits, type SumsUpdate, type VisitorSums } from './visitor-sums.ts';

const TABLE = raw('visit_groups');
const CHANGES = raw('temp.main.visit_group_changes');

/** Returns the table that sums are added to while they are updated. */
export const groupChanges = ({ isComplete }: Pick<SumsUpdate, 'isComplete'>): Sql =>
  isComplete ? TABLE : CHANGES;

const KEY = raw('site_id, dimension, day, key');
const ORDER = rowOrder('visit_groups');

/** Slices of visits are larger than others: a statement groups them by few values. */
const ROWS_PER_SLICE = 4;

const HAS_SUMS = raw('(visit_hits is not null or visitor_hash is null)');

const SUMS = ['hits', 'unique_hits', 'visits'] as const;

/** Selects the sums of some hits, each the first of its visit or without one, by dimensions that go together. */
const selectGroups = (dimensions: readonly SummedDimension[], { sign, hits }: SignedHits): Sql => {
  const keys = dimensions.map(dimension => sql`${visitKey(dimension)} as ${keyName(dimension)}`);
  const combined = sql`
    select site_id, day, ${join(keys, ', ')}, sum(coalesce(visit_hits, 1)) as hits,
      sum(coalesce(visit_unique_hits, 0)) as unique_hits, count(visit_hits) as visits
    from hits where ${HAS_SUMS} and ${hits} group by all`;
  const isOne = dimensions.length === 1;
  const sums = raw(
    SUMS.map(name => `(${sign} * ${isOne ? name : `sum(${name})`})::integer as ${name}`).join(', '),
  );
  const groups = dimensions.map(
    dimension => sql`
      select site_id, ${visitNumber(dimension)} as dimension, day, ${keyName(dimension)} as key, ${sums}
      from combined ${raw(isOne ? '' : 'group by all')}`,
  );
  return sql`with combined as materialized (${combined}) select * from (${join(groups, ' union all ')})`;
};

/** Divides the days of all visits into slices. */
const findSlices = async (copy: Rebuild, rowsPerSlice: number): Promise<DaySlice[]> =>
  toDaySlices(
    await toRead(copy)<DayRows>(
      sql`select day, count(*) as rows from hits where ${HAS_SUMS} group by day order by day`,
    ),
    rowsPerSlice * ROWS_PER_SLICE,
  );

/** Stores the sums of all visits. */
const storeAll = async ({ copy, rowsPerSlice }: SumsUpdate): Promise<void> => {
  const run = toRun(copy);
  for (const slice of await findSlices(copy, rowsPerSlice)) {
    copy.signal.throwIfAborted();
    const hits = within('day', slice);
    for (const dimensions of SUMMED_TOGETHER) {
      await run(
        sql`insert into ${TABLE} select * from (${selectGroups(dimensions, { sign: 1, hits })}) order by ${ORDER}`,
      );
      // Until then sums by texts that are all different take memory, or space to spill to.
      if (slice.rows > rowsPerSlice) await copy.run(`CHECKPOINT ${copy.catalog}`);
    }
    if (slice.rows > rowsPerSlice) await copy.releaseMemory();
    await run(
      sql`insert into ${TABLE} select * from (${selectHosts(sql`select * from ${TABLE} where ${within('day', slice)}`)}) order by ${ORDER}`,
    );
  }
};

/** Merges changes with the stored sums of their days. */
const mergeChanges = async ({ copy }: SumsUpdate): Promise<void> => {
  const run = toRun(copy);
  await run(sql`insert into ${CHANGES} ${selectHosts(sql`select * from ${CHANGES}`)}`);
  const touched = sql`(site_id, day) in (select distinct site_id, day from ${CHANGES})`;
  await run(sql`create temp table merged as
    select ${KEY}, sum(hits)::integer as hits, sum(unique_hits)::integer as unique_hits, sum(visits)::integer as visits
    from (select * from ${CHANGES} union all select * from ${TABLE} where ${touched})
    group by all having sum(hits) <> 0 or sum(unique_hits) <> 0 or sum(visits) <> 0`);
  await run(sql`delete from ${TABLE} where ${touched}`);
  await run(sql`insert into ${TABLE} select * from temp.main.merged order by ${ORDER}`);
  for (const name of ['temp.main.merged', CHANGES.text]) await run(sql`drop table ${raw(name)}`);
};

/** Visits by day and value. */
export const visitGroupSums: VisitorSums = {
  tables: [TABLE],
  begin: async ({ copy, isComplete }) => {
    if (!isComplete)
      await toRun(copy)(sql`create temp table visit_group_changes as select * from ${TABLE} limit 0`);
  },
  add: async (update, { sign, hits }) => {
    if (update.isComplete) return storeAll(update);
    const ofVisits = sign === 1 ? sql`(${hits} or ${update.anonymous})` : hits;
    for (const dimensions of SUMMED_TOGETHER)
      await toRun(update.copy)(
        sql`insert into ${CHANGES} ${selectGroups(dimensions, { sign, hits: sql`${OF_CHANGED_DAYS} and ${ofVisits}` })}`,
      );
  },
  end: async update => {
    if (!update.isComplete) await mergeChanges(update);
  },
};
