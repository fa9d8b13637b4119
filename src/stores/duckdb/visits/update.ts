/**
 * Updates the stored visits: in every rebuild, and in memory for rows that came since, so that writes never wait for it; in slices
 * of days, to bound memory.
 */
import type { Span } from '../../../core/span.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { type DayRows, toDaySlices, toRowsPerSlice } from '../aggregates/day-slices.ts';
import type { Rebuild, Refresh } from '../engine-types.ts';
import { join, type Run, raw, type Sql, sql, toRead, toRun, within } from '../sql/sql.ts';
import { selectFreshDays, VISIT_TABLES } from './fresh.ts';
import { selectVisitValues, VISIT_COLUMNS } from './sessions.ts';

const ALL = { rows: raw('true'), days: raw('true') };

/** Days whose visits are worked out together, or a part of the visitors of a day with more rows than a slice may have. */
interface Slice {
  readonly span: Span;
  /** About how many rows its visits are worked out from. */
  readonly rows: number;
  readonly ofPart: Sql;
  /** Whether all its rows came since the visits were worked out, as after an import: then no rows have to be chosen. */
  readonly isNew: boolean;
}

/** Rows of a day, and how many of them stored visits have. */
interface CountedDay extends DayRows {
  readonly known: number;
}

/** Maximum number of rows that a refresh works visits out for, far more than compactions leave: others wait for one of those. */
const MAX_REFRESHED_ROWS = 500_000;

/** Updates the visits in memory up to the last row. */
export const refreshVisits = async (tables: Refresh): Promise<void> => {
  const [fresh] = await toRead(tables)<{ readonly rows: number }>(
    sql`select count(*) as rows from (${selectFreshDays(ALL)})`,
  );
  if (fresh && fresh.rows <= MAX_REFRESHED_ROWS) await updateVisits(tables);
};

/**
 * Updates the visits of a copy up to its last row, and checkpoints it after every full slice: until then updated values
 * take memory or space to spill to, some 50 bytes a row.
 */
export const rebuildVisits = (copy: Rebuild, rowsPerSlice?: number): Promise<void> =>
  updateVisits(copy, rowsPerSlice, {
    release: copy.releaseMemory,
    checkpoint: () => copy.run(`CHECKPOINT ${copy.catalog}`),
  });

/** What is done beside an update of many rows. */
interface Pauses {
  /** Called between working out visits, which takes all the memory there is, and storing them, which takes more. */
  readonly release: () => Promise<unknown>;
  readonly checkpoint: () => Promise<unknown>;
}

const NO_PAUSES: Pauses = { release: async () => undefined, checkpoint: async () => undefined };

/** Updates the visits of tables up to their last row. */
const updateVisits = async (
  copy: Refresh,
  rowsPerSlice = toRowsPerSlice(copy),
  { release, checkpoint }: Pauses = NO_PAUSES,
): Promise<void> => {
  const run = toRun(copy);
  let updated = 0;
  for (const slice of await findSlices(copy, rowsPerSlice)) {
    copy.signal.throwIfAborted();
    const isLarge = slice.rows >= rowsPerSlice / 2;
    updated += await updateSlice(run, slice, isLarge ? release : NO_PAUSES.release);
    if (updated < rowsPerSlice / 2) continue;
    await checkpoint();
    updated = 0;
  }
  await run(sql`delete from stale_visits`);
  await run(sql`update visit_state set
    hit_watermark = greatest(hit_watermark, (select coalesce(max(id), 0) from hits)),
    event_watermark = greatest(event_watermark, (select coalesce(max(id), 0) from events))`);
};

/** Finds the days with stale visits, in slices with a maximum number of rows. */
async function findSlices(copy: Refresh, rowsPerSlice: number): Promise<Slice[]> {
  const read = toRead(copy);
  const fresh = await read<{ readonly day: Date }>(
    sql`select distinct day from (${selectFreshDays(ALL)}) order by day`,
  );
  const [first, last] = [fresh[0]?.day, fresh.at(-1)?.day];
  if (!first || !last) return [];
  const span = within('day', { start: first, end: new Date(+last + DAY_MS) });
  const ofTables = VISIT_TABLES.map(
    ({ table, watermark }) => sql`select day, id <= ${watermark} as is_known from ${table} where ${span}`,
  );
  const counted = await read<CountedDay>(sql`
    select day, count(*) as rows, count(*) filter (where is_known) as known
    from (${join(ofTables, ' union all ')}) group by day`);
  const countsOf = new Map(counted.map(counts => [+counts.day, counts]));
  const days = fresh.map(({ day }) => ({ day, rows: countsOf.get(+day)?.rows ?? 0 }));
  return toDaySlices(days, rowsPerSlice).flatMap(({ start, end, rows }) => {
    const parts = Math.max(1, Math.ceil(rows / rowsPerSlice));
    // Days between two of a slice may have no fresh rows, but known ones.
    const isNew = counted.every(({ day, known }) => known === 0 || day < start || day >= end);
    return Array.from({ length: parts }, (_, part) => ({
      span: { start, end },
      rows: Math.ceil(rows / parts),
      ofPart: raw(parts === 1 ? 'true' : `hash(site_id, visitor_hash) % ${parts} = ${part}`),
      isNew,
    }));
  });
}

/** Updates the visits of a slice, for the visitors whose visits are out of date. Returns how many rows changed. */
async function updateSlice(
  run: Run,
  { span, ofPart, isNew }: Slice,
  release: Pauses['release'],
): Promise<number> {
  const all = sql`${within('day', span)} and ${ofPart}`;
  const fresh = selectFreshDays({ rows: all, days: sql`${within('day', span)} and ${ofPart}` });
  const rows = isNew
    ? all
    : sql`${within('day', span)} and (site_id, visitor_hash, day) in
        (select site_id, visitor_hash, day from temp.main.fresh)`;
  if (!isNew) await run(sql`create temp table fresh as select distinct * from (${fresh})`);
  await run(sql`create temp table visit_values as ${selectVisitValues({ hits: rows, events: rows })}`);
  await release();
  const values = join(
    VISIT_COLUMNS.map(name => raw(`${name} = visit_values.${name}`)),
    ', ',
  );
  const isChanged = join(
    VISIT_COLUMNS.map(name => raw(`stored.${name} is distinct from visit_values.${name}`)),
    ' or ',
  );
  let updated = 0;
  for (const [index, { table }] of VISIT_TABLES.entries())
    updated += await run(sql`update ${table} as stored set ${values} from temp.main.visit_values
      where stored.id = visit_values.id and visit_values.is_event = ${index === 1} and (${isChanged})`);
  for (const name of [...(isNew ? [] : ['fresh']), 'visit_values'])
    await run(sql`drop table temp.main.${raw(name)}`);
  return updated;
}
