/** Building the next generation beside running readers and writers, and putting it in the place of the present one. */
import { fdatasync, linkSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { isOutOfRoom, unavailable } from '../../../core/errors.ts';
import { HIT_KINDS, type HitKind } from '../../../core/hit-store.ts';
import { availableMemoryBytes } from '../../../lib/memory-limit.ts';
import type { DataFolder } from '../../data-folder.ts';
import { copyFromDescriptor, syncPath } from '../../durable-file.ts';
import type { LastIds } from '../../positions.ts';
import type { Rebuild, RebuildOptions, RollUpHook } from '../engine-types.ts';
import { countRows, type Ledger, writeLedger } from '../journal/id-counters.ts';
import { copyOfLedger } from '../journal/replay.ts';
import { perKind } from '../rows/rows.ts';
import { isOutOfMemory, type OpenInstance, openInstance } from '../sql/instance.ts';
import { clearMark, isMarkedDamaged, markDamaged } from './damage.ts';
import { createDelta, currentMoment, type Delta, type Moment } from './delta.ts';
import { makeRoom } from './disk-space.ts';
import { type AttachedFile, attachFile, createJournal, type Generation, openGeneration } from './snapshot.ts';

const sync = promisify(fdatasync);

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

type Options = RebuildOptions & { readonly signal: AbortSignal };

/**
 * Runs `work` on a copy and swaps the copy in; the present generation stays untouched when anything fails. Where the
 * memory of live queries does not suffice to build the copy, it is built once more from the journal, with its own.
 */
export async function rebuildGeneration<T>(
  context: RebuildContext,
  work: Work<T> | undefined,
  options: Options,
): Promise<T | undefined> {
  try {
    return await buildAndSwap(context, work, { ...options, isShortOfMemory: false });
  } catch (error) {
    if (!isOutOfMemory(error) || options.signal.aborted) throw error;
    return await buildAndSwap(context, work, { ...options, isShortOfMemory: true });
  }
}

async function buildAndSwap<T>(
  context: RebuildContext,
  work: Work<T> | undefined,
  options: Options & { readonly isShortOfMemory: boolean },
): Promise<T | undefined> {
  const { settle, signal } = options;
  const present = context.current();
  const number = present.number + 1;
  const scratch = context.folder.temporary(`hits.${number}.duckdb`);
  rmSync(scratch, { force: true });
  try {
    checkRoom(context, present);
    const delta = await createDelta(present, options);
    const seen = await copyPresent(context, { present, scratch, delta, signal });
    signal.throwIfAborted();
    const result = await runWork(context, scratch, seen, work, options);
    signal.throwIfAborted();
    const hasWork = work !== undefined;
    await takeOver(context, { scratch, number, delta, hasWork, settle, signal });
    return result;
  } catch (error) {
    // An interrupted statement has an error of its own.
    throw signal.aborted ? signal.reason : error;
  } finally {
    rmSync(scratch, { force: true });
  }
}

function checkRoom({ folder }: RebuildContext, { baseBytes, journal }: Generation): void {
  const { isEnough, neededBytes } = makeRoom(folder, { baseBytes, journalBytes: journal.sizeBytes });
  if (!isEnough) {
    throw unavailable(
      `Not enough room to rewrite the file of hits: ${Math.ceil(neededBytes / 1024 ** 2)} MiB are needed in ${folder.path}`,
    );
  }
}

interface CopyPlan {
  readonly present: Generation;
  readonly scratch: string;
  readonly delta: Delta;
  readonly signal: AbortSignal;
}

/** The present file with every row of this moment, in a scratch file; answers the ledger of that moment. */
async function copyPresent(context: RebuildContext, plan: CopyPlan): Promise<Ledger> {
  const { present, scratch, delta, signal } = plan;
  await copyFromDescriptor(present.descriptor, scratch, { signal });
  const { file: copy, release } = await attachCopy(context, plan);
  try {
    await delta.begin(copy);
    const moment = await momentOf(context, present, delta);
    signal.throwIfAborted();
    await delta.addUpTo(copy, moment);
    const ledger = copyOfLedger(delta.ledgerAt(moment));
    await writeLedger(copy.session, ledger);
    await copy.session.run(`CHECKPOINT ${copy.catalog}`);
    return ledger;
  } finally {
    await release();
  }
}

interface AttachedCopy {
  readonly file: AttachedFile;
  /** Stops the signal from interrupting statements on the file. */
  ignoreSignal(): void;
  release(): Promise<void>;
}

/**
 * Attaches a copy to be built: where it can be put to use at once, or in an instance that has memory left. The signal
 * interrupts the statement that runs on it.
 */
async function attachCopy(
  context: RebuildContext,
  { scratch, delta, signal }: Pick<CopyPlan, 'scratch' | 'delta' | 'signal'>,
): Promise<AttachedCopy> {
  const open = delta.needsOwnMemory
    ? await openBuilder(context, builderMemoryBytes(context, { hasWork: false }))
    : context.open;
  const file = await attachFile(open, scratch);
  const ignoreSignal = interruptOn(signal, file);
  return {
    file,
    ignoreSignal,
    release: async () => {
      ignoreSignal();
      await file.detach();
      if (open !== context.open) open.instance.closeSync();
    },
  };
}

/** Interrupts the statement that runs on a file when the signal aborts, until the answered function is called. */
function interruptOn(signal: AbortSignal, { connection }: AttachedFile): () => void {
  const interrupt = () => connection.interrupt();
  signal.addEventListener('abort', interrupt);
  return () => signal.removeEventListener('abort', interrupt);
}

/**
 * Memory of a rebuild: half the limit of the live engine. One with work of its own, such as an import, gets all of it
 * where the machine or the control group has four times as much.
 */
export function builderMemoryBytes(
  { memoryLimitBytes }: Pick<RebuildContext, 'memoryLimitBytes'>,
  { hasWork, availableBytes = availableMemoryBytes() }: { hasWork: boolean; availableBytes?: number },
): number {
  const half = Math.floor(memoryLimitBytes / 2);
  return hasWork ? Math.max(half, Math.min(memoryLimitBytes, Math.floor(availableBytes / 4))) : half;
}

/** Memory that a thread of a rebuild needs at least: DuckDB reads JSON in buffers of 32 MiB, one for each thread. */
const BYTES_PER_THREAD = 64 * 1024 ** 2;

/** An instance that cannot take memory from live queries. */
const openBuilder = (context: RebuildContext, memoryLimitBytes: number): Promise<OpenInstance> =>
  openInstance(context.open.duckdb, context.folder, {
    memoryLimitBytes,
    maxThreads: Math.floor(memoryLimitBytes / BYTES_PER_THREAD),
    isLocked: false,
    name: 'rebuild',
  });

/** How far ids and journal have come, between two commits. */
async function momentOf(context: RebuildContext, present: Generation, delta: Delta): Promise<Moment> {
  const resume = await context.hold();
  try {
    await delta.prepare();
    return currentMoment(present);
  } finally {
    resume();
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
  const memoryLimitBytes = builderMemoryBytes(context, { hasWork: work !== undefined });
  const open = await openBuilder(context, memoryLimitBytes);
  const staging = folder.temporary('staging');
  mkdirSync(staging, { recursive: true, mode: 0o700 });
  const copy = await attachFile(open, scratch);
  const ignoreSignal = interruptOn(signal, copy);
  try {
    const { connection, catalog, session } = copy;
    const { duckdb } = open;
    const reserveIds = context.reserveIds;
    const rebuild: Rebuild = {
      ...session,
      connection,
      duckdb,
      catalog,
      memoryLimitBytes,
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
    throw refusalOf(error, folder);
  } finally {
    ignoreSignal();
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
  readonly delta: Delta;
  readonly hasWork: boolean;
  readonly settle: RebuildOptions['settle'];
  readonly signal: AbortSignal;
}

/** With commits held: the last rows, the lasting name, the swap. Everything that can fail comes before the name. */
async function takeOver(context: RebuildContext, copy: Copy): Promise<void> {
  const { folder, open } = context;
  const { needsOwnMemory } = copy.delta;
  let built: AttachedCopy | undefined = await attachCopy(context, copy);
  const journal = folder.logOf('hits', copy.number);
  let next: Generation | undefined;
  let resume = () => undefined as void;
  try {
    await catchUp(context.current(), built.file, copy.delta);
    resume = await context.hold();
    const present = context.current();
    const ledger = await addMeanwhile(present, built.file, copy);
    if (needsOwnMemory) {
      const { release } = built;
      built = undefined;
      await release();
      const file = await attachFile(open, copy.scratch);
      built = { file, ignoreSignal: () => undefined, release: file.detach };
    }
    const { file, ignoreSignal } = built;
    ignoreSignal();
    const { configuration } = present;
    createJournal(folder, copy.number, configuration);
    next = await openGeneration(file, { number: copy.number, journal, ledger, configuration });
    // What the work did is in no journal: should the new file be damaged one day, the old one says that it lacks it.
    if (copy.hasWork) await present.journal.write({ superseded: copy.number });
    // Blocks are copied as they are, the damaged one too.
    if (isMarkedDamaged(folder, present.number)) markDamaged(folder, copy.number);
    nameFile(folder, copy.scratch, folder.fileOf('hits', copy.number));
    context.swap(next, copy.hasWork);
  } catch (error) {
    rmSync(journal, { force: true });
    clearMark(folder, copy.number);
    await (next ? next.release() : built?.release());
    throw error;
  } finally {
    resume();
  }
}

/** Brings the copy nearly up to this moment while commits go on, so that they are held for few rows. */
async function catchUp(present: Generation, file: AttachedFile, delta: Delta): Promise<void> {
  const moment = currentMoment(present);
  await delta.prepare();
  await delta.addUpTo(file, moment);
  await file.session.run(`CHECKPOINT ${file.catalog}`);
  await sync(file.descriptor);
}

/** Brings the copy up to this moment, checked and on disk; answers its ledger. */
async function addMeanwhile(
  present: Generation,
  file: AttachedFile,
  { delta, settle, hasWork }: Copy,
): Promise<Ledger> {
  await delta.prepare();
  const moment = currentMoment(present);
  await delta.addUpTo(file, moment);
  const ledger = copyOfLedger(delta.ledgerAt(moment));
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
function checkCounts(rows: LastIds, ledger: Ledger): void {
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
