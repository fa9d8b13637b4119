/** Builds the next snapshot beside running readers and writers, and promotes it. */

import { fdatasync, linkSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { toFirstLine, unavailable } from '../../../core/errors.ts';
import { HIT_KINDS, type HitKind } from '../../../core/hits/columns.ts';
import type { DataFolder } from '../../data-folder-types.ts';
import { copyFromDescriptor, syncPath } from '../../durable-file.ts';
import type { LastIds } from '../../positions.ts';
import type { IdCounters, Rebuild, RebuildHook, RebuildOptions } from '../engine-types.ts';
import { countRows, writeIdCounters } from '../journal/id-counters.ts';
import { copyIdCounters } from '../journal/replay.ts';
import { createMemory, isOutOfMemory, rebuildMemoryBytes } from '../memory.ts';
import { mapKinds } from '../rows/rows.ts';
import type { OpenInstance } from '../sql/instance.ts';
import { clearDamageMark, isMarkedDamaged, markDamaged } from './damage.ts';
import { createDelta, currentPosition, type Delta, type SnapshotPosition } from './delta.ts';
import { ensureDiskSpace } from './disk-space.ts';
import type { BegunRebuild } from './purges.ts';
import { interruptOn, openBuilder, rewriteFile, tidyFile, toRebuildError } from './rewrite.ts';
import { type AttachedFile, attachFile, createJournal, openSnapshot, type Snapshot } from './snapshot.ts';

const sync = promisify(fdatasync);

/** The parts of the engine that a rebuild uses. */
export interface RebuildContext {
  readonly open: OpenInstance;
  readonly folder: DataFolder;
  readonly memoryLimitBytes: number;
  readonly onRebuild: RebuildHook;
  current(): Snapshot;
  /** Pauses commits. Returns the function that resumes them. */
  pauseCommits(): Promise<() => void>;
  reserveIds(kind: HitKind, count: number): Promise<number>;
  /** Replaces the current snapshot; commits are paused. */
  replaceCurrent(next: Snapshot, hasWork: boolean): void;
}

type Work<T> = (rebuild: Rebuild) => Promise<T>;

interface Options extends RebuildOptions, Pick<BegunRebuild, 'rewrites' | 'maxFreeShare'> {
  readonly signal: AbortSignal;
}

/**
 * Runs `work` on a copy and promotes the copy; the current snapshot stays untouched when anything fails. Where memory does not
 * suffice, the copy is built again: with more memory if the work was frugal, then from the journal, in an instance of its own.
 */
export async function rebuildSnapshot<T>(
  context: RebuildContext,
  work: Work<T> | undefined,
  options: Options,
): Promise<T | undefined> {
  const memoryOf = (isFrugal: boolean): number =>
    rebuildMemoryBytes(context.memoryLimitBytes, { hasWork: work !== undefined, isFrugal });
  const canSave = options.isFrugal === true && memoryOf(true) < memoryOf(false);
  const attempts = [
    ...(canSave ? [{ isFrugal: true, isShortOfMemory: false }] : []),
    { isFrugal: false, isShortOfMemory: false },
  ];
  for (const attempt of attempts)
    try {
      return await buildAndPromote(context, work, { ...options, ...attempt });
    } catch (error) {
      if (!isOutOfMemory(error) || options.signal.aborted) throw error;
      const how = attempt.isFrugal ? 'with more memory' : 'from the journal';
      context.folder.log.info(
        { reason: toFirstLine(error) },
        `the file of hits needs more memory than it had, and is built again ${how}`,
      );
    }
  return buildAndPromote(context, work, { ...options, isFrugal: false, isShortOfMemory: true });
}

async function buildAndPromote<T>(
  context: RebuildContext,
  work: Work<T> | undefined,
  options: Options & { readonly isFrugal: boolean; readonly isShortOfMemory: boolean },
): Promise<T | undefined> {
  const { finalize, isFrugal, signal, rewrites } = options;
  const current = context.current();
  const number = current.number + 1;
  const scratch = context.folder.temporary(`hits.${number}.duckdb`);
  rmSync(scratch, { force: true });
  try {
    checkDiskSpace(context, current);
    const delta = await createDelta(current, options);
    const counters = await copyCurrent(context, { current, scratch, delta, signal });
    signal.throwIfAborted();
    const result = await runWork(context, work, { scratch, counters, isFrugal, signal });
    if (rewrites) await rewriteFile(context, scratch, signal);
    else await tidyFile(context, scratch, options);
    signal.throwIfAborted();
    const hasWork = work !== undefined;
    await promote(context, { scratch, number, delta, hasWork, finalize, signal });
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

/** Copies the current file with all rows so far to a scratch file. Returns the id counters of the copy. */
async function copyCurrent(context: RebuildContext, plan: CopyPlan): Promise<IdCounters> {
  const { current, scratch, delta, signal } = plan;
  await copyFromDescriptor(current.descriptor, scratch, { signal });
  const { file: copy, release } = await attachCopy(context, plan);
  try {
    await delta.begin(copy);
    const position = await capturePosition(context, current, delta);
    signal.throwIfAborted();
    await delta.appendUpTo(copy, position);
    const counters = copyIdCounters(delta.countersAt(position));
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
 * Attaches a copy that is being built: to the engine's instance, where it can be promoted at once, or to one that has memory
 * left. The signal interrupts its statements.
 */
async function attachCopy(
  context: RebuildContext,
  { scratch, delta, signal }: Pick<CopyPlan, 'scratch' | 'delta' | 'signal'>,
): Promise<AttachedCopy> {
  const open = delta.needsOwnMemory
    ? await openBuilder(context, rebuildMemoryBytes(context.memoryLimitBytes, { hasWork: false }))
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

/** Captures the current position, between two commits. */
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

/** Runs the work and brings the sums up to date on the copy, in an instance that cannot take memory from live queries. */
async function runWork<T>(
  context: RebuildContext,
  work: Work<T> | undefined,
  {
    scratch,
    counters,
    isFrugal,
    signal,
  }: {
    readonly scratch: string;
    readonly counters: IdCounters;
    readonly isFrugal: boolean;
    readonly signal: AbortSignal;
  },
): Promise<T | undefined> {
  const { folder } = context;
  const hasWork = work !== undefined;
  const memoryLimitBytes = rebuildMemoryBytes(context.memoryLimitBytes, { hasWork, isFrugal });
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
      ...createMemory(session, memoryLimitBytes),
      connection,
      duckdb,
      catalog,
      memoryLimitBytes,
      isFrugal,
      folder: staging,
      lastIds: { ...counters.lastIds },
      reserveIds,
      signal,
    };
    const result = await work?.(rebuild);
    await context.onRebuild(rebuild);
    await session.run(`CHECKPOINT ${catalog}`);
    await sync(copy.descriptor);
    return result;
  } catch (error) {
    throw isFrugal && isOutOfMemory(error) ? error : toRebuildError(error, folder);
  } finally {
    ignoreSignal();
    await copy.detach();
    open.instance.closeSync();
    rmSync(staging, { recursive: true, force: true });
  }
}

/** A copy to be promoted. */
interface Copy {
  readonly scratch: string;
  readonly number: number;
  readonly delta: Delta;
  readonly hasWork: boolean;
  readonly finalize: RebuildOptions['finalize'];
  readonly signal: AbortSignal;
}

/** Promotes a copy, with commits paused: appends the last rows, publishes the file, replaces the current snapshot. What can fail comes first. */
async function promote(context: RebuildContext, copy: Copy): Promise<void> {
  const { folder, open } = context;
  const { needsOwnMemory } = copy.delta;
  let built: AttachedCopy | undefined = await attachCopy(context, copy);
  const journal = folder.logFile('hits', copy.number);
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
    // The work is in no journal: should the new file be damaged one day, the old one records that it lacks something.
    if (copy.hasWork) await current.journal.write({ superseded: copy.number });
    // Blocks are copied unchanged, the damaged one too.
    if (isMarkedDamaged(folder, current.number)) markDamaged(folder, copy.number);
    publishCopy(folder, copy.scratch, folder.databaseFile('hits', copy.number));
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

/** Appends most of the delta while commits go on, so that they are paused for few rows. */
async function catchUp(current: Snapshot, file: AttachedFile, delta: Delta): Promise<void> {
  const position = currentPosition(current);
  await delta.prepare();
  await delta.appendUpTo(file, position);
  await file.session.run(`CHECKPOINT ${file.catalog}`);
  await sync(file.descriptor);
}

/** Appends the rest of the delta, verifies the copy and syncs it. Returns its id counters. */
async function appendDelta(
  current: Snapshot,
  file: AttachedFile,
  { delta, finalize, hasWork }: Copy,
): Promise<IdCounters> {
  await delta.prepare();
  const position = currentPosition(current);
  await delta.appendUpTo(file, position);
  const counters = copyIdCounters(delta.countersAt(position));
  await finalize?.(file.session);
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

/** Throws when rows were lost or duplicated. */
function checkCounts(rows: LastIds, counters: IdCounters): void {
  for (const kind of HIT_KINDS) {
    const expected = counters.lastIds[kind] - counters.removed[kind];
    if (rows[kind] !== expected)
      throw new Error(
        `The copy has ${rows[kind]} rows of kind ${kind} instead of ${expected}; it is not used`,
      );
  }
}

/** Publishes a file that is attached and synced already. Removes the name again when it may not be durable. */
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
