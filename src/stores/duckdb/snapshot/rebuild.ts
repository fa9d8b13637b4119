/** Building the next generation beside running readers and writers, and putting it in the place of the current one. */

import { fdatasync, linkSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { isOutOfRoom, unavailable } from '../../../core/errors.ts';
import { HIT_KINDS, type HitKind } from '../../../core/hits/columns.ts';
import { availableMemoryBytes } from '../../../lib/memory-limit.ts';
import type { DataFolder } from '../../data-folder.ts';
import { copyFromDescriptor, syncPath } from '../../durable-file.ts';
import type { LastIds } from '../../positions.ts';
import type { Rebuild, RebuildOptions, RollUpHook } from '../engine-types.ts';
import { countRows, type IdCounters, writeIdCounters } from '../journal/id-counters.ts';
import { copyIdCounters } from '../journal/replay.ts';
import { mapKinds } from '../rows/rows.ts';
import { isOutOfMemory, type OpenInstance, openInstance } from '../sql/instance.ts';
import { clearDamageMark, isMarkedDamaged, markDamaged } from './damage.ts';
import { createDelta, currentPosition, type Delta, type SnapshotPosition } from './delta.ts';
import { ensureDiskSpace } from './disk-space.ts';
import { type AttachedFile, attachFile, createJournal, openSnapshot, type Snapshot } from './snapshot.ts';

const sync = promisify(fdatasync);

/** What a rebuild needs of the engine. */
export interface RebuildContext {
  readonly open: OpenInstance;
  readonly folder: DataFolder;
  readonly memoryLimitBytes: number;
  readonly rollUp: RollUpHook;
  current(): Snapshot;
  /** Keeps commits waiting until the answered function is called. */
  pauseCommits(): Promise<() => void>;
  reserveIds(kind: HitKind, count: number): Promise<number>;
  /** Puts a generation to use; commits are held. */
  replaceCurrent(next: Snapshot, hasWork: boolean): void;
}

type Work<T> = (rebuild: Rebuild) => Promise<T>;

type Options = RebuildOptions & { readonly signal: AbortSignal };

/**
 * Runs `work` on a copy and swaps the copy in; the current generation stays untouched when anything fails. Where the
 * memory of live queries does not suffice to build the copy, it is built once more from the journal, with its own.
 */
export async function rebuildSnapshot<T>(
  context: RebuildContext,
  work: Work<T> | undefined,
  options: Options,
): Promise<T | undefined> {
  try {
    return await buildAndPromote(context, work, { ...options, isShortOfMemory: false });
  } catch (error) {
    if (!isOutOfMemory(error) || options.signal.aborted) throw error;
    return await buildAndPromote(context, work, { ...options, isShortOfMemory: true });
  }
}

async function buildAndPromote<T>(
  context: RebuildContext,
  work: Work<T> | undefined,
  options: Options & { readonly isShortOfMemory: boolean },
): Promise<T | undefined> {
  const { settle, signal } = options;
  const current = context.current();
  const number = current.number + 1;
  const scratch = context.folder.temporary(`hits.${number}.duckdb`);
  rmSync(scratch, { force: true });
  try {
    checkDiskSpace(context, current);
    const delta = await createDelta(current, options);
    const seen = await copyCurrent(context, { current, scratch, delta, signal });
    signal.throwIfAborted();
    const result = await runWork(context, scratch, seen, work, options);
    signal.throwIfAborted();
    const hasWork = work !== undefined;
    await promote(context, { scratch, number, delta, hasWork, settle, signal });
    return result;
  } catch (error) {
    // An interrupted statement has an error of its own.
    throw signal.aborted ? signal.reason : error;
  } finally {
    rmSync(scratch, { force: true });
  }
}

function checkDiskSpace({ folder }: RebuildContext, { baseBytes, journal }: Snapshot): void {
  const { isEnough, neededBytes } = ensureDiskSpace(folder, { baseBytes, journalBytes: journal.sizeBytes });
  if (!isEnough) {
    throw unavailable(
      `Not enough room to rewrite the file of hits: ${Math.ceil(neededBytes / 1024 ** 2)} MiB are needed in ${folder.path}`,
    );
  }
}

interface CopyPlan {
  readonly current: Snapshot;
  readonly scratch: string;
  readonly delta: Delta;
  readonly signal: AbortSignal;
}

/** The current file with every row of this moment, in a scratch file; answers the counters of that moment. */
async function copyCurrent(context: RebuildContext, plan: CopyPlan): Promise<IdCounters> {
  const { current, scratch, delta, signal } = plan;
  await copyFromDescriptor(current.descriptor, scratch, { signal });
  const { file: copy, release } = await attachCopy(context, plan);
  try {
    await delta.begin(copy);
    const moment = await capturePosition(context, current, delta);
    signal.throwIfAborted();
    await delta.appendUpTo(copy, moment);
    const counters = copyIdCounters(delta.countersAt(moment));
    await writeIdCounters(copy.session, counters);
    await copy.session.run(`CHECKPOINT ${copy.catalog}`);
    return counters;
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
async function capturePosition(
  context: RebuildContext,
  current: Snapshot,
  delta: Delta,
): Promise<SnapshotPosition> {
  const resume = await context.pauseCommits();
  try {
    await delta.prepare();
    return currentPosition(current);
  } finally {
    resume();
  }
}

/** Gives the copy to the work and to the roll-ups, in an instance that cannot take memory from live queries. */
async function runWork<T>(
  context: RebuildContext,
  scratch: string,
  seen: IdCounters,
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
    throw toRebuildError(error, folder);
  } finally {
    ignoreSignal();
    await copy.detach();
    open.instance.closeSync();
    rmSync(staging, { recursive: true, force: true });
  }
}

/** What an operator can do about a failed rebuild, where that is known. */
function toRebuildError(error: unknown, { path }: DataFolder): unknown {
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
async function promote(context: RebuildContext, copy: Copy): Promise<void> {
  const { folder, open } = context;
  const { needsOwnMemory } = copy.delta;
  let built: AttachedCopy | undefined = await attachCopy(context, copy);
  const journal = folder.logOf('hits', copy.number);
  let next: Snapshot | undefined;
  let resume = () => undefined as void;
  try {
    await catchUp(context.current(), built.file, copy.delta);
    resume = await context.pauseCommits();
    const current = context.current();
    const counters = await appendDelta(current, built.file, copy);
    if (needsOwnMemory) {
      const { release } = built;
      built = undefined;
      await release();
      const file = await attachFile(open, copy.scratch);
      built = { file, ignoreSignal: () => undefined, release: file.detach };
    }
    const { file, ignoreSignal } = built;
    ignoreSignal();
    const { schema, configuration } = current;
    createJournal(folder, copy.number, { schema, configuration });
    next = await openSnapshot(file, { number: copy.number, journal, counters, schema, configuration });
    // What the work did is in no journal: should the new file be damaged one day, the old one says that it lacks it.
    if (copy.hasWork) await current.journal.write({ superseded: copy.number });
    // Blocks are copied as they are, the damaged one too.
    if (isMarkedDamaged(folder, current.number)) markDamaged(folder, copy.number);
    publishCopy(folder, copy.scratch, folder.fileOf('hits', copy.number));
    context.replaceCurrent(next, copy.hasWork);
  } catch (error) {
    rmSync(journal, { force: true });
    clearDamageMark(folder, copy.number);
    await (next ? next.release() : built?.release());
    throw error;
  } finally {
    resume();
  }
}

/** Brings the copy nearly up to this moment while commits go on, so that they are held for few rows. */
async function catchUp(current: Snapshot, file: AttachedFile, delta: Delta): Promise<void> {
  const moment = currentPosition(current);
  await delta.prepare();
  await delta.appendUpTo(file, moment);
  await file.session.run(`CHECKPOINT ${file.catalog}`);
  await sync(file.descriptor);
}

/** Brings the copy up to this moment, checked and on disk; answers its counters. */
async function appendDelta(
  current: Snapshot,
  file: AttachedFile,
  { delta, settle, hasWork }: Copy,
): Promise<IdCounters> {
  await delta.prepare();
  const moment = currentPosition(current);
  await delta.appendUpTo(file, moment);
  const counters = copyIdCounters(delta.countersAt(moment));
  await settle?.(file.session);
  const rows = await countRows(file.session);
  if (hasWork)
    Object.assign(
      counters.removed,
      mapKinds(kind => counters.lastIds[kind] - rows[kind]),
    );
  else checkCounts(rows, counters);
  await writeIdCounters(file.session, counters);
  await file.session.run(`CHECKPOINT ${file.catalog}`);
  await sync(file.descriptor);
  return counters;
}

/** Rows may neither be lost nor doubled on the way. */
function checkCounts(rows: LastIds, counters: IdCounters): void {
  for (const kind of HIT_KINDS) {
    const expected = counters.lastIds[kind] - counters.removed[kind];
    if (rows[kind] !== expected)
      throw new Error(
        `The copy has ${rows[kind]} rows of kind ${kind} instead of ${expected}; it is not used`,
      );
  }
}

/** Like `publish`, for a file that DuckDB holds and that is on disk already. Takes the name back when it is not certain to last. */
function publishCopy(folder: DataFolder, scratch: string, name: string): void {
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
