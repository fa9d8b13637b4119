import { closeSync, rmSync, statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getErrorCode, unavailable } from '../../core/errors.ts';
import { createMutex } from '../../lib/mutex.ts';
import { HOUR_MS } from '../../lib/time-units.ts';
import type { DataFolder } from '../data-folder-types.ts';
import { checksumOfDescriptor } from '../durable-file.ts';
import type { Migration } from '../migrate.ts';
import { type AppDb, type Db, QUERY_METHODS, type Queries } from './app-db.ts';
import { backUp, copyForCheck } from './backup.ts';
import { type CheckpointedCopy, copyBase } from './checkpoint.ts';
import { appMigrations } from './schema.ts';
import { type AppSnapshot, closeSnapshot, logBytes, openSnapshot, recoverSnapshot } from './snapshot.ts';
import {
  countFrames,
  raiseCounters,
  readBaseChecksum,
  readChanges,
  readHitIds,
  readPosition,
  writeBaseChecksum,
  writeHitIds,
} from './state.ts';

const MIB = 1024 ** 2;
const LARGE_LOG_BYTES = 32 * MIB;
const GROWN_LOG_BYTES = MIB;
const GROWN_LOG_AGE_MS = 20 * HOUR_MS;
/** Maximum number of frames that are checkpointed while everything waits. */
const MAX_FINAL_FRAMES = 100;
/** Frames that are checkpointed at once between the turns of fast writers: some 20 ms of work. */
const MAX_FRAMES_AT_ONCE = 1000;

/**
 * The application database of a data folder that this process holds. Throws a `CommandError` when it is not whole.
 * A committed transaction is on disk; nothing is folded together in place, neither while running nor at `close`.
 */
export function openAppDb(
  folder: DataFolder,
  migrations: readonly Migration[] = appMigrations,
  { acceptsLoss = false }: { readonly acceptsLoss?: boolean } = {},
): AppDb {
  const state = {
    current: recoverSnapshot({ folder, migrations, acceptsLoss }),
    isInTransaction: false,
    isClosed: false,
    checkpoint: undefined as Promise<void> | undefined,
    counted: undefined as
      | { readonly client: unknown; readonly writes: number; readonly changes: number }
      | undefined,
  };
  /** A checkpoint of a large file takes a while: it waits for a log in proportion. */
  const isLarge = (bytes: number): boolean =>
    bytes >= LARGE_LOG_BYTES && bytes >= statSync(state.current.file).size / 2;
  /** Large, or worth the while after most of a day. */
  const isGrown = (): boolean => {
    const bytes = logBytes(state.current.file);
    const ageMs = folder.clock.now().getTime() - statSync(state.current.file).mtimeMs;
    return isLarge(bytes) || (bytes >= GROWN_LOG_BYTES && ageMs >= GROWN_LOG_AGE_MS);
  };
  const noteChecksum = (snapshot: AppSnapshot) =>
    noteBaseChecksum(snapshot, () => state.current === snapshot && !state.isClosed).catch(error => {
      if (!state.isClosed) folder.log.warn({ err: error }, 'the checksum of the configuration was not noted');
    });
  void noteChecksum(state.current);
  /** Held while the files of a snapshot are read: it must not be replaced then. */
  const mutex = createMutex();
  const fold = async () => {
    const present = state.current;
    const next = present.number + 1;
    try {
      if (!(await buildNext(folder, present, { number: next, isClosed: () => state.isClosed }))) return;
      state.current = openSnapshot(folder, next);
    } catch (error) {
      // What is written goes to the present one still: the next start must not take the other for the newest.
      for (const file of folder.listFiles('app', next)) rmSync(file, { force: true });
      throw error;
    }
    closeSnapshot(present);
    void noteChecksum(state.current);
    folder.retire('app');
  };
  const checkpoint: AppDb['checkpoint'] = async ({ force = false } = {}) => {
    if (state.checkpoint) return state.checkpoint;
    if (!(force || isGrown())) return;
    state.checkpoint = mutex.runExclusive(fold).finally(() => {
      state.checkpoint = undefined;
    });
    return state.checkpoint;
  };
  const checkpointWhenLarge = () => {
    if (!isLarge(logBytes(state.current.file))) return;
    checkpoint().catch(error =>
      folder.log.warn(
        { err: error },
        'the log of the configuration could not be folded in; it goes on growing',
      ),
    );
  };
  return {
    ...forwardQueries(() => state.current.db),
    prepared: build => {
      let made: { readonly by: AppSnapshot; readonly statement: ReturnType<typeof build> } | undefined;
      return () => {
        if (made?.by !== state.current) made = { by: state.current, statement: build(state.current.db) };
        return made.statement;
      };
    },
    transaction: work => {
      if (state.isInTransaction) throw new Error('A transaction of the configuration is going on already');
      state.isInTransaction = true;
      try {
        const { db, client } = state.current;
        return client.transaction(() => work(db)).immediate();
      } catch (error) {
        throw diskRefusal(error) ?? error;
      } finally {
        state.isInTransaction = false;
        checkpointWhenLarge();
      }
    },
    checkpoint,
    get changes() {
      // Read before every answer of a write, and most of these have changed nothing.
      const { client } = state.current;
      if (state.counted?.client !== client || state.counted.writes !== client.writes)
        state.counted = { client, writes: client.writes, changes: readChanges(client) };
      return state.counted.changes;
    },
    position: lineage =>
      readPosition(state.current.client, {
        lineage,
        generation: state.current.number,
        at: folder.clock.now().getTime(),
      }),
    raiseCounters: position => raiseCounters(state.current.client, position),
    hitIds: () => readHitIds(state.current.client),
    recordHitIds: ids => writeHitIds(state.current.client, ids),
    backupTo: (directory, hitIds) =>
      mutex.runExclusive(() => backUp(folder, state.current, { directory, hitIds })),
    copyForCheck: scratch => mutex.runExclusive(() => copyForCheck(state.current, scratch)),
    ping: () => {
      state.current.client.query('SELECT 1').get();
    },
    get sizeBytes() {
      return statSync(state.current.file).size + logBytes(state.current.file);
    },
    close: () => {
      if (state.isClosed) return;
      state.isClosed = true;
      closeSnapshot(state.current);
    },
  };
}

/** Returns Drizzle's methods, each of which runs on the snapshot that is current at the call: a checkpoint replaces it. */
const forwardQueries = (current: () => Db): Queries =>
  Object.fromEntries(
    QUERY_METHODS.map(name => [
      name,
      (...args: unknown[]) => {
        const db = current();
        return Reflect.apply(db[name], db, args);
      },
    ]),
  ) as unknown as Queries;

/**
 * Builds the next snapshot beside running reads and writes; only the last few commits are folded in while everything
 * waits. Returns false when the database was closed in the meantime.
 */
async function buildNext(
  folder: DataFolder,
  present: AppSnapshot,
  { number, isClosed }: { readonly number: number; readonly isClosed: () => boolean },
): Promise<boolean> {
  const scratch = folder.temporary(`app.${number}.db`);
  rmSync(scratch, { force: true });
  const { copy, log } = await copyBase(present, scratch);
  try {
    if (isClosed()) return false;
    const first = await catchUp(copy, { countFrames: () => countFrames(present.client), isClosed });
    if (isClosed()) return false;
    // From here on nothing is awaited: no commit can come in between.
    copy.addNow({ first, end: countFrames(present.client) });
    folder.publish(scratch, folder.databaseFile('app', number));
    return true;
  } finally {
    copy.close();
    closeSync(log);
    rmSync(scratch, { force: true });
  }
}

/**
 * Folds in frames until only a few are left, puts them on disk and returns how many were folded in: concurrently with
 * writers while each round halves what is left, then in steps between their turns, or writers who never pause would
 * never be caught up with.
 */
async function catchUp(
  copy: CheckpointedCopy,
  { countFrames, isClosed }: { readonly countFrames: () => number; readonly isClosed: () => boolean },
): Promise<number> {
  let first = 0;
  const left = () => (isClosed() ? 0 : countFrames() - first);
  let before = Number.POSITIVE_INFINITY;
  for (let count = left(); count > MAX_FINAL_FRAMES && count <= before / 2; count = left()) {
    await copy.add({ first, end: first + count });
    first += count;
    before = count;
  }
  const foldBetweenTurns = async () => {
    for (let count = left(); count > MAX_FINAL_FRAMES; count = left()) {
      const end = first + Math.min(count, MAX_FRAMES_AT_ONCE);
      copy.addNow({ first, end });
      first = end;
      await nextTurn();
    }
  };
  await foldBetweenTurns();
  await copy.sync();
  await foldBetweenTurns();
  return first;
}

/** Notes the checksum of a snapshot's file in its log, once, in the background. */
async function noteBaseChecksum(
  { client, number, descriptor }: AppSnapshot,
  isWanted: () => boolean,
): Promise<void> {
  if (readBaseChecksum(client, number) !== undefined) return;
  const checksum = await checksumOfDescriptor(descriptor);
  if (isWanted()) writeBaseChecksum(client, number, checksum);
}

/** Returns 503 for a write that failed on disk. */
function diskRefusal(error: unknown) {
  const code = getErrorCode(error);
  return /^SQLITE_(FULL|IOERR|READONLY)/.test(code)
    ? unavailable('The server cannot store this right now (is its disk full?): try again later')
    : undefined;
}
