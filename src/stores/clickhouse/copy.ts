/** Copies many rows of the outbox as they are stored there: those of an import, or a history that moves. */

import { CommandError } from '../../core/errors.ts';
import { HIT_KINDS, type HitKind } from '../../core/hits/columns.ts';
import type { ByKind, DaySums, History, IdRange, Outbox, RowSelection } from '../../core/hits/outbox.ts';
import { pluralize } from '../../lib/english.ts';
import { any, raw, type Sql, sql } from '../sql/fragment.ts';
import type { ClickHouse } from './client.ts';
import { findNewestIds } from './newest-ids.ts';
import { storedColumns, toDeletion, toMaterialization } from './schema.ts';

/** Number of ids of a step: their rows are inserted as one block, and a copy goes on with those that are not there whole. */
const STEP_IDS = 200_000;
/** Rows whose sums are made at once: those of fewer are left to merges. */
const MIN_SUMMED_ROWS = 100_000;
/** While ClickHouse stores the rows of one, the data folder writes those of the next. */
const STEPS_AT_ONCE = 2;

const isSelected = ({ kind, firstId, lastId, siteId, day }: RowSelection): Sql => {
  const ids = sql`kind = ${kind} and id between ${firstId} and ${lastId}`;
  const ofSite = siteId === undefined ? ids : sql`${ids} and site_id = ${siteId}`;
  return day === undefined ? ofSite : sql`${ofSite} and toDate(created_at) = toDate(${day})`;
};

const countRows = async (db: ClickHouse, selection: RowSelection): Promise<number> => {
  const [counted] = await db.readWith()<{ rows: number }>(
    sql`select count() as rows from rows where ${isSelected(selection)}`,
  );
  return counted?.rows ?? 0;
};

const toToken = ({ kind, firstId, lastId }: IdRange): string => `copy ${kind} ${firstId} ${lastId}`;

/** Where rows are copied from and to. */
interface Copying {
  readonly db: ClickHouse;
  readonly outbox: Outbox;
}

/** Options of a copy. */
export interface CopyOptions {
  readonly signal?: AbortSignal;
  /** Called with the number of ids that are done. */
  readonly onProgress?: (done: number) => void;
  /** Runs a step. */
  readonly runStep?: (step: () => Promise<void>) => Promise<void>;
}

/**
 * Copies rows, unless as many are there already; what a copy that was cut short has left there is replaced. Returns how many.
 */
async function copySelection(
  { db, outbox }: Copying,
  selection: RowSelection,
  signal?: AbortSignal,
): Promise<number> {
  const [expected, stored] = await Promise.all([outbox.countRows(selection), countRows(db, selection)]);
  if (expected === stored) return 0;
  if (stored > 0) await db.run(toDeletion(db, isSelected(selection)));
  // What was deleted stays known under its token.
  const token = stored > 0 ? crypto.randomUUID() : toToken(selection);
  if (expected > 0) await db.insert('rows', outbox.streamParquet(selection, signal), { token });
  return expected;
}

/** Splits ids into those of steps. */
function* toSteps(ranges: readonly IdRange[]): Generator<IdRange, void> {
  for (const { kind, firstId, lastId } of ranges)
    for (let start = firstId; start <= lastId; start += STEP_IDS)
      yield { kind, firstId: start, lastId: Math.min(lastId, start + STEP_IDS - 1) };
}

/** Copies the rows of some ids that are not there yet, step by step, so that a copy that was cut short goes on. */
export async function copyRows(
  copying: Copying,
  ranges: readonly IdRange[],
  { signal, onProgress, runStep = step => step() }: CopyOptions = {},
): Promise<void> {
  const steps = toSteps(ranges);
  let done = 0;
  let copied = 0;
  const copySteps = async (): Promise<void> => {
    // A step that fails ends the generator, and with it the other steps.
    for (const step of steps) {
      signal?.throwIfAborted();
      await runStep(async () => {
        copied += await copySelection(copying, step, signal);
      });
      done += step.lastId - step.firstId + 1;
      onProgress?.(done);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: STEPS_AT_ONCE }, copySteps));
  const failed = ended.find(each => each.status === 'rejected');
  if (failed) throw failed.reason;
  if (copied >= MIN_SUMMED_ROWS)
    await copying.db.run(sql`${toMaterialization(copying.db)} settings mutations_sync = 0`);
}

const toKey = ({ kind, siteId, day }: Pick<DaySums, 'kind' | 'siteId' | 'day'>): string =>
  `${kind} ${siteId} ${day}`;

/** Returns the checksums of the stored rows with ids up to these. */
const sumByDay = (db: ClickHouse, through: ByKind<number>): Promise<DaySums[]> =>
  db.readWith()<DaySums>(sql`
    select toString(kind) as kind, site_id as "siteId", toString(toDate(created_at)) as day, count() as rows, sum(id) as ids,
      countIf(is_unique) as "uniqueHits"
    from rows where ${any(
      Object.entries(through).map(([kind, id]) => sql`kind = ${kind} and id <= ${id}`),
    )} group by kind, "siteId", toDate(created_at)`);

/** A site's UTC day whose rows are not the same in both. */
type DifferingDay = Pick<DaySums, 'kind' | 'siteId' | 'day'>;

/** Compares sums of the data folder with those of ClickHouse: rows, their ids, and unique hits. */
async function compareByDay(
  db: ClickHouse,
  here: readonly DaySums[],
  through: ByKind<number>,
): Promise<DifferingDay[]> {
  const there = new Map((await sumByDay(db, through)).map(sums => [toKey(sums), sums]));
  const differing: DifferingDay[] = [];
  for (const sums of here) {
    const other = there.get(toKey(sums));
    there.delete(toKey(sums));
    const isEqual =
      other?.rows === sums.rows && other.ids === sums.ids && other.uniqueHits === sums.uniqueHits;
    if (!isEqual) differing.push(sums);
  }
  return [...differing, ...there.values()];
}

const differ = (days: number): CommandError =>
  new CommandError(
    `${pluralize(days, 'day')} of sites ${days === 1 ? 'is' : 'are'} not the same on ClickHouse and in the data folder: try again`,
  );

/** Makes the rows of days there what they are here. */
async function copyDays(
  { db, outbox }: Copying,
  days: readonly DifferingDay[],
  through: ByKind<number>,
): Promise<void> {
  for (const { kind, siteId, day } of days) {
    const selection = { kind, siteId, day, firstId: 1, lastId: through[kind] };
    await db.run(toDeletion(db, isSelected(selection)));
    if ((await outbox.countRows(selection)) > 0)
      await db.insert('rows', outbox.streamParquet(selection), { token: crypto.randomUUID() });
  }
}

/** Days that differ again and again: rows were removed or imported meanwhile. */
const MAX_COMPARISONS = 3;

/**
 * Copies all rows with ids up to these, compares them by site and day, and copies days that differ again. Rejects with a
 * `CommandError` when that does not make them equal.
 */
export async function copyHistory(
  copying: Copying,
  through: ByKind<number>,
  options: CopyOptions = {},
): Promise<void> {
  const { db, outbox } = copying;
  const ranges = HIT_KINDS.map(kind => ({ kind, firstId: 1, lastId: through[kind] }));
  // Rows come without the dates of their sites, which the next start gives them.
  await db.run(
    raw(`insert into site_zones (site_id, zone, is_stored)
      select site_id, argMax(zone, noted_at), false from site_zones group by site_id`),
  );
  await copyRows(copying, ranges, options);
  for (let comparison = 1; ; comparison += 1) {
    const differing = await compareByDay(db, await outbox.sumByDay(through), through);
    if (differing.length === 0) return;
    options.signal?.throwIfAborted();
    if (comparison === MAX_COMPARISONS) throw differ(differing.length);
    await copyDays(copying, differing, through);
  }
}

/** Ids of the rows of a file. */
const FILE_IDS = 2_000_000;

/** Returns the ids of each file: those between which there are no rows are left out. */
const findFiles = async (db: ClickHouse): Promise<IdRange[]> => {
  const found = await db.readWith()<{ kind: HitKind; file: number }>(sql`
    select toString(kind) as kind, intDiv(id - 1, ${FILE_IDS}) as file from rows group by kind, file order by file`);
  return HIT_KINDS.flatMap(kind =>
    found
      .filter(row => row.kind === kind)
      .map(({ file }) => ({ kind, firstId: file * FILE_IDS + 1, lastId: (file + 1) * FILE_IDS })),
  );
};

/** Writes all rows to files in a folder, in any order: what loads them sorts them. Returns what it takes to load them. */
export async function writeHistory(
  db: ClickHouse,
  folder: string,
  { signal, onProgress }: CopyOptions = {},
): Promise<History> {
  const through = await findNewestIds(db);
  const files: { kind: HitKind; file: string }[] = [];
  for (const range of await findFiles(db)) {
    const { kind, firstId, lastId } = range;
    const file = `${folder}/${kind}-${firstId}.parquet`;
    const names = storedColumns.filter(({ kinds }) => kinds.includes(kind)).map(({ name }) => name);
    await db.writeParquet(
      sql`select id, is_silent, ${raw(names.join(', '))} from rows where ${isSelected(range)}`,
      file,
      { isAtLength: true, ...(signal && { signal }) },
    );
    files.push({ kind, file });
    const ofKindsBefore = HIT_KINDS.slice(0, HIT_KINDS.indexOf(kind)).reduce(
      (sum, each) => sum + through[each],
      0,
    );
    onProgress?.(ofKindsBefore + Math.min(lastId, through[kind]));
  }
  const verify = async (sums: readonly DaySums[]): Promise<void> => {
    const differing = await compareByDay(db, sums, through);
    if (differing.length > 0) throw differ(differing.length);
  };
  return { files, through, verify };
}
