/** Updates all sums of a copy up to its last row, inside a rebuild only, so that writes never wait for it. */
import type { Rebuild } from '../engine-types.ts';
import { exists, type Run, raw, type Sql, sql, toRead, toRun } from '../sql/sql.ts';
import { CHANGES, HASHED_CHANGES, type SignedHits, type SumsUpdate } from './changes.ts';
import { toRowsPerSlice } from './day-slices.ts';
import { type HitLimits, updateHits } from './hits.ts';
import { addOwnValues } from './own-values.ts';
import { beginReading, updateReading } from './reading.ts';
import { STALE_SITES } from './stale.ts';
import { aggregateNumber, insertSums, isUpdatedBy, mergeSums, selectSummedUp } from './sums.ts';
import { addVisitorDays, selectPageNames } from './visitor-days.ts';
import { updateVisitors } from './visitors.ts';
import { addFurtherVisits, addVisits, selectHosts, selectVisitNames } from './visits.ts';

const IS_STALE = sql`site_id in ${STALE_SITES}`;
const OF_CHANGED = raw('(site_id, visitor_hash) in (select site_id, visitor_hash from temp.main.changed)');
const IS_LATE_EVENT = raw('visitor_hash is not null and id > (select event_watermark from sum_state)');

/** Stores the visitors and the days whose sums change. */
const storeChanged = async (run: Run, fresh: Sql): Promise<void> => {
  await run(sql`create temp table changed as
    select site_id, visitor_hash from hits where visitor_hash is not null and ${fresh} union
    select site_id, visitor_hash from events where ${IS_LATE_EVENT}`);
  await run(sql`create temp table changed_days as
    select site_id, day from hits where ${fresh} union
    select site_id, day from events where ${IS_LATE_EVENT}`);
};

/** Writes new sums to the file, and frees what they took: until then so many take memory, or space to spill to. */
const flush = async ({ copy, isComplete }: SumsUpdate): Promise<void> => {
  if (!isComplete) return;
  await copy.run(`CHECKPOINT ${copy.catalog}`);
  await copy.releaseMemory();
};

/** Adds the sums of some hits and of their stored visits. */
const addAll = async (update: SumsUpdate, hits: SignedHits): Promise<void> => {
  for (const add of [addVisits, addFurtherVisits, addVisitorDays, addOwnValues]) {
    await add(update, hits);
    await flush(update);
  }
};

/** Adds the changes by hashes to the others, by their texts. */
const nameHashed = async (run: Run, update: SumsUpdate): Promise<void> => {
  const hashed = sql`select site_id, aggregate, dimension, day, since, key_hash, sum(visits) as visits
    from ${HASHED_CHANGES} group by all having sum(visits) <> 0`;
  const of = (name: 'visits' | 'hosts'): Sql => sql`aggregate = ${aggregateNumber(name)}`;
  const names = selectVisitNames(update);
  const select = (rows: Sql, named: Sql, using: string): Sql => sql`
    insert into ${CHANGES} select changed.site_id, aggregate, changed.dimension, changed.day, since, named.key, 0, 0, visits::integer
    from (select * from (${hashed}) where ${rows}) changed
      left join (select *, hash(key) as key_hash from (${named})) named using (${raw(using)}, key_hash)`;
  await run(select(of('visits'), names, 'site_id, dimension, day'));
  await run(select(of('hosts'), selectHosts(names), 'site_id'));
  const pages = selectPageNames(update.isComplete ? undefined : HASHED_CHANGES);
  await run(select(sql`not ${of('visits')} and not ${of('hosts')}`, pages, 'site_id, day'));
};

/** Stores the changes. */
const storeChanges = async (update: SumsUpdate): Promise<void> => {
  const { copy, isComplete } = update;
  const run = toRun(copy);
  await nameHashed(run, update);
  // Parts of visitors may have changes of the same key, which are merged with the next ones of their day.
  if (isComplete) await insertSums(run, sql`select * from ${CHANGES}`);
  else {
    await run(sql`create temp table changes_left as ${selectSummedUp(sql`select * from ${CHANGES}`)}`);
    await mergeSums(run, {
      rows: raw('select * from temp.main.changes_left'),
      stored: sql`${isUpdatedBy('visitors')} and day in (select distinct day from temp.main.changes_left)
        and (site_id, aggregate, day) in (select site_id, aggregate, day from temp.main.changes_left)`,
    });
    await run(sql`drop table temp.main.changes_left`);
  }
  for (const table of [CHANGES, HASHED_CHANGES]) await run(sql`drop table ${table}`);
};

/** Updates sums that depend on all rows of a visitor; all are worked out where new rows are many. */
const updateVisitorSums = async (
  copy: Rebuild,
  {
    watermark,
    rowsPerSlice,
    updateVisits,
  }: {
    readonly watermark: number;
    readonly rowsPerSlice: number;
    readonly updateVisits: () => Promise<void>;
  },
): Promise<void> => {
  const [read, run] = [toRead(copy), toRun(copy)];
  const fresh = sql`(id > ${watermark} or ${IS_STALE})`;
  const [found] = await read<{ readonly rows: number }>(
    sql`select (select count(*) from hits where ${fresh}) + (select count(*) from events where ${IS_LATE_EVENT}) as rows`,
  );
  const rows = found?.rows ?? 0;
  const isComplete = rows > rowsPerSlice;
  const isAny = raw('true');
  await run(sql`delete from sums where ${isUpdatedBy('visitors')} and ${isComplete ? isAny : IS_STALE}`);
  const anonymous = sql`visitor_hash is null and ${isComplete ? isAny : fresh}`;
  const update: SumsUpdate = { copy, isComplete, anonymous, rowsPerSlice };
  if (rows > 0) {
    await run(sql`create temp table sum_changes as select * from sums limit 0`);
    await run(sql`create temp table hashed_changes (site_id integer, aggregate utinyint, dimension utinyint, day date,
      since integer, key_hash ubigint, visits integer)`);
    if (!isComplete) {
      await storeChanged(run, fresh);
      const summed = sql`id <= ${watermark} and not ${IS_STALE} and ${OF_CHANGED}`;
      // Planning statements that subtract nothing takes a tenth of the rebuild of a small site.
      if (await exists(read, sql`from hits where ${summed}`))
        await addAll(update, { sign: -1, hits: summed });
    }
  }
  if (isComplete) await copy.releaseMemory();
  await updateVisits();
  if (rows > 0) {
    await addAll(update, { sign: 1, hits: isComplete ? isAny : OF_CHANGED });
    await storeChanges(update);
    await flush(update);
    if (!isComplete)
      for (const name of ['changed', 'changed_days']) await run(sql`drop table temp.main.${raw(name)}`);
  }
  await run(sql`delete from stale_sums where day is null`);
  await run(sql`update sum_state set event_watermark =
    greatest(event_watermark, (select coalesce(max(id), 0) from events))`);
};

/** Limits of an update. */
export interface SumsLimits extends Omit<HitLimits, 'rowsPerSlice'> {
  /** Maximum number of hits that are summed up at once. */
  readonly rowsPerSlice?: number | undefined;
}

/** Updates all sums of a copy, and the visits by `updateVisits`. */
export const updateSums = async (
  copy: Rebuild,
  { rowsPerSlice = toRowsPerSlice(copy), minWideRows }: SumsLimits,
  updateVisits: () => Promise<void>,
): Promise<void> => {
  const [read, run] = [toRead(copy), toRun(copy)];
  await beginReading(copy);
  await updateVisitors(copy);
  await updateHits(copy, { rowsPerSlice, minWideRows });
  const [state] = await read<{ readonly watermark: number; readonly last: number }>(
    sql`select watermark, greatest(watermark, (select coalesce(max(id), 0) from hits)) as last from sum_state`,
  );
  const { watermark = 0, last = 0 } = state ?? {};
  await run(sql`update sum_state set watermark = ${last}`);
  await updateVisitorSums(copy, { watermark, rowsPerSlice, updateVisits });
  await updateReading(copy, rowsPerSlice);
};
