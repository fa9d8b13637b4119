/** Building the next generation beside running readers and writers, and putting it in the place of the present one. */
import { fdatasync, linkSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { isOutOfRoom, unavailable } from '../../core/errors.ts';
import { HIT_KINDS, type HitKind } from '../../core/hit-store.ts';
import type { DataFolder } from '../data-folder.ts';
import { copyFromDescriptor, syncPath } from '../durable-file.ts';
import { type Rebuild, type RebuildOptions, type RollUpHook, TABLE_OF } from './engine-types.ts';
import { openFeeder } from './feeder.ts';
import {
  type AttachedFile,
  attachFile,
  createJournal,
  type Generation,
  journalOf,
  openGeneration,
} from './generation.ts';
import { isOutOfMemory, type OpenInstance, openInstance } from './instance.ts';
import { countRows, type Ledger, readLedger, writeLedger } from './ledger.ts';
import { copyOfLedger, replayJournal } from './replay.ts';
import { perKind } from './rows.ts';

const sync = promisify(fdatasync);
const SPARE_BYTES = 32 * 1024 ** 2;

/** What a rebuild needs of the engine. */
export interface RebuildContext {
  readonly open: OpenInstance;
  readonly folder: DataFolder;
  readonly memoryLimitBytes: number;
  readonly rollUp: RollUpHook;
  current(): Generation;
  /** Keeps commits waiting until the answered function is called. */
  hold(): Promise<() => void>;
  reserveIds(kind: HitKind, count: number): Promise<number>;
  /** Puts a generation to use; commits are held. */
  swap(next: Generation, hasWork: boolean): void;
}

type Work<T> = (rebuild: Rebuild) => Promise<T>;

/** Runs `work` on a copy and swaps the copy in; the present generation stays untouched when anything fails. */
export async function rebuildGeneration<T>(
  context: RebuildContext,
  work: Work<T> | undefined,
  options: RebuildOptions & { readonly signal: AbortSignal },
): Promise<T | undefined> {
  const present = context.current();
  const number = present.number + 1;
  const scratch = context.folder.temporary(`hits.${number}.duckdb`);
  rmSync(scratch, { force: true });
  try {
    checkRoom(context, present);
    const seen = await copyPresent(context, present, scratch);
    const result = await runWork(context, scratch, seen, work, options);
    options.signal.throwIfAborted();
    await takeOver(context, { scratch, number, seen, hasWork: work !== undefined, settle: options.settle });
    return result;
  } finally {
    rmSync(scratch, { force: true });
  }
}

function checkRoom({ folder }: RebuildContext, { baseBytes, journal }: Generation): void {
  const neededBytes = 2 * baseBytes + journal.sizeBytes + SPARE_BYTES;
  if (folder.freeBytes() < neededBytes) {
    throw unavailable(
      `Not enough room to rewrite the file of hits: ${Math.ceil(neededBytes / 1024 ** 2)} MiB are needed in ${folder.path}`,
    );
  }
}

/** The present file with every row of this moment, in a scratch file; answers the ledger of that moment. */
async function copyPresent(context: RebuildContext, present: Generation, scratch: string): Promise<Ledger> {
  const { seen, journalBytes } = await momentOf(context, present);
  await copyFromDescriptor(present.descriptor, scratch);
  const copy = await attachFile(context.open, scratch);
  try {
    const old = await readLedger(copy.session);
    if (present.changes > 0) {
      const feeder = await openFeeder(copy.connection, copy.catalog);
      await replayJournal(
        present.journal.file,
        { session: copy.session, feeder, ledger: copyOfLedger(old) },
        journalBytes,
      );
      await feeder.close();
    } else await insertRows(copy, present, old.lastIds, seen.lastIds);
    await writeLedger(copy.session, seen);
    await copy.session.run(`CHECKPOINT ${copy.catalog}`);
  } finally {
    await copy.detach();
  }
  return seen;
}

/** How far ids and journal have come, between two commits. */
async function momentOf(
  context: RebuildContext,
  present: Generation,
): Promise<{ seen: Ledger; journalBytes: number }> {
  const resume = await context.hold();
  try {
    await present.feeder.flush();
    return { seen: copyOfLedger(present.ledger), journalBytes: present.journal.sizeBytes };
  } finally {
    resume();
  }
}

type Ids = Readonly<Record<HitKind, number>>;

async function insertRows(copy: AttachedFile, present: Generation, after: Ids, upTo: Ids): Promise<void> {
  for (const kind of HIT_KINDS) {
    if (upTo[kind] === after[kind]) continue;
    const table = `${copy.catalog}.main.${TABLE_OF[kind]}`;
    const source = `${present.catalog}.main.${TABLE_OF[kind]}`;
    await copy.session.run(`INSERT INTO ${table} SELECT * FROM ${source} WHERE id > ? AND id <= ?`, [
      after[kind],
      upTo[kind],
    ]);
  }
}

/** Gives the copy to the work and to the roll-ups, in an instance that cannot take memory from live queries. */
async function runWork<T>(
  context: RebuildContext,
  scratch: string,
  seen: Ledger,
  work: Work<T> | undefined,
  { signal }: { readonly signal: AbortSignal },
): Promise<T | undefined> {
  const { folder } = context;
  const memoryLimitBytes = Math.floor(context.memoryLimitBytes / 2);
  const open = await openInstance(context.open.duckdb, folder, {
    memoryLimitBytes,
    isLocked: false,
    name: 'rebuild',
  });
  const staging = folder.temporary('staging');
  mkdirSync(staging, { recursive: true, mode: 0o700 });
  const copy = await attachFile(open, scratch);
  const interrupt = () => copy.connection.interrupt();
  signal.addEventListener('abort', interrupt);
  try {
    const { connection, catalog, session } = copy;
    const { duckdb } = open;
    const reserveIds = context.reserveIds;
    const rebuild: Rebuild = {
      ...session,
      connection,
      duckdb,
      catalog,
      folder: staging,
      lastIds: { ...seen.lastIds },
      reserveIds,
      signal,
    };
    const result = await work?.(rebuild);
    await context.rollUp(rebuild);
    await session.run(`CHECKPOINT ${catalog}`);
    await sync(copy.descriptor);
    return result;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw refusalOf(error, folder);
  } finally {
    signal.removeEventListener('abort', interrupt);
    await copy.detach();
    open.instance.closeSync();
    rmSync(staging, { recursive: true, force: true });
  }
}

/** What an operator can do about a failed rebuild, where that is known. */
function refusalOf(error: unknown, { path }: DataFolder): unknown {
  if (isOutOfRoom(error))
    return unavailable(
      `Not enough room to rewrite the file of hits: free some space in ${path} and try again`,
    );
  if (isOutOfMemory(error))
    return unavailable('Rewriting the file of hits needs more memory: raise --memory-limit and try again');
  return error;
}

interface Copy {
  readonly scratch: string;
  readonly number: number;
  readonly seen: Ledger;
  readonly hasWork: boolean;
  readonly settle: RebuildOptions['settle'];
}

/** With commits held: the last rows, the lasting name, the swap. Everything that can fail comes before the name. */
async function takeOver(context: RebuildContext, copy: Copy): Promise<void> {
  const { folder, open } = context;
  const file = await attachFile(open, copy.scratch);
  const journal = journalOf(folder, copy.number);
  let next: Generation | undefined;
  let resume = () => undefined as void;
  try {
    const reached = await catchUp(context.current(), file, copy.seen.lastIds);
    resume = await context.hold();
    const ledger = await addMeanwhile(context.current(), file, reached, copy);
    createJournal(folder, copy.number);
    next = await openGeneration(file, { number: copy.number, journal, ledger });
    nameFile(folder, copy.scratch, folder.fileOf('hits', copy.number));
    context.swap(next, copy.hasWork);
  } catch (error) {
    rmSync(journal, { force: true });
    await (next?.release() ?? file.detach());
    throw error;
  } finally {
    resume();
  }
}

/** Brings the copy nearly up to this moment while commits go on, so that they are held for few rows; answers how far it got. */
async function catchUp(present: Generation, file: AttachedFile, seen: Ids): Promise<Ids> {
  const upTo = { ...present.ledger.lastIds };
  await present.feeder.flush();
  await insertRows(file, present, seen, upTo);
  await file.session.run(`CHECKPOINT ${file.catalog}`);
  await sync(file.descriptor);
  return upTo;
}

/** Brings the copy up to this moment, checked and on disk; answers its ledger. */
async function addMeanwhile(
  present: Generation,
  file: AttachedFile,
  reached: Ids,
  { settle, hasWork }: Copy,
): Promise<Ledger> {
  await present.feeder.flush();
  const ledger = copyOfLedger(present.ledger);
  await insertRows(file, present, reached, ledger.lastIds);
  await settle?.(file.session);
  const rows = await countRows(file.session);
  if (hasWork)
    Object.assign(
      ledger.removed,
      perKind(kind => ledger.lastIds[kind] - rows[kind]),
    );
  else checkCounts(rows, ledger);
  await writeLedger(file.session, ledger);
  await file.session.run(`CHECKPOINT ${file.catalog}`);
  await sync(file.descriptor);
  return ledger;
}

/** Rows may neither be lost nor doubled on the way. */
function checkCounts(rows: Ids, ledger: Ledger): void {
  for (const kind of HIT_KINDS) {
    const expected = ledger.lastIds[kind] - ledger.removed[kind];
    if (rows[kind] !== expected)
      throw new Error(
        `The copy has ${rows[kind]} rows of kind ${kind} instead of ${expected}; it is not used`,
      );
  }
}

/** Like `publish`, for a file that DuckDB holds and that is on disk already. Takes the name back when it is not certain to last. */
function nameFile(folder: DataFolder, scratch: string, name: string): void {
  const now = folder.clock.now();
  utimesSync(scratch, now, now);
  linkSync(scratch, name);
  try {
    syncPath(dirname(name));
  } catch (error) {
    rmSync(name, { force: true });
    throw error;
  }
}
