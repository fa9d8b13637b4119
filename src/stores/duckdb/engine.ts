/**
 * The durable half of the hits store. A finished DuckDB file that is never changed in place, a journal beside it that
 * every commit waits for, and DuckDB's tables in memory, which the journal's rows are brought into before any read.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { unavailable } from '../../core/errors.ts';
import type { HitKind } from '../../core/hit-store.ts';
import type { DataFolder } from '../data-folder.ts';
import type { Migration } from '../migrate.ts';
import { backUpGeneration } from './backup.ts';
import { runChange } from './change.ts';
import type { CopySession, HitEngine, Rebuild, RebuildOptions, RollUpHook } from './engine-types.ts';
import { createFeeding } from './feeding.ts';
import { createFirstSeen } from './first-seen.ts';
import type { Generation } from './generation.ts';
import { defaultMemoryLimitBytes, type OpenInstance, openInstance } from './instance.ts';
import { countRows } from './ledger.ts';
import { loadDuckDb } from './native.ts';
import { openReaders, type Readers } from './readers.ts';
import { rebuildGeneration } from './rebuild.ts';
import { createRotation } from './rotation.ts';
import { hitMigrations } from './schema.ts';
import { type Started, startGeneration } from './start.ts';
import { createTurns } from './turns.ts';
import { createWriter, type Writer } from './writer.ts';

const NIGHTLY_BYTES = 1024 ** 2;

export interface HitEngineOptions {
  readonly folder: DataFolder;
  /** Memory of live queries. Default: a quarter of the machine's, 256 MiB to 1 GiB. */
  readonly memoryLimitBytes?: number;
  /** The schema's history; tests may hand in another. */
  readonly migrations?: readonly Migration[];
  /** Journal size from which the next generation is built; see `RotationOptions`. */
  readonly rotationBytes?: number;
}

/**
 * The engine on a data folder that this process holds. Throws a `CommandError` when the files cannot be used.
 * At its end `close` it; nothing needs to be checkpointed, and a process that dies loses nothing acknowledged.
 */
export async function openHitEngine(options: HitEngineOptions): Promise<HitEngine> {
  const { folder, migrations = hitMigrations } = options;
  const memoryLimitBytes = options.memoryLimitBytes ?? defaultMemoryLimitBytes();
  const duckdb = await loadDuckDb(folder);
  const open = await openInstance(duckdb, folder, { memoryLimitBytes, isLocked: true, name: 'live' });
  const started = await startGeneration({ open, folder, migrations });
  const readers = await openReaders(open);
  const pulse = await open.connect();
  return createEngine({ ...options, migrations, memoryLimitBytes, open, readers, pulse, started });
}

interface Parts extends HitEngineOptions {
  readonly migrations: readonly Migration[];
  readonly memoryLimitBytes: number;
  readonly open: OpenInstance;
  readonly readers: Readers;
  /** A connection that no report can hold up. */
  readonly pulse: DuckDBConnection;
  readonly started: Started;
}

/** What the engine's faces work with: the generation in use, and the ways to read, write and replace it. */
function createCore(parts: Parts) {
  const { folder, open, readers, memoryLimitBytes, rotationBytes } = parts;
  const { log } = folder;
  const turns = createTurns();
  const closing = new AbortController();
  const state = {
    current: parts.started.generation,
    /** True when the journal has a change that memory does not. */
    isSplit: false,
    rollUp: (async () => undefined) as RollUpHook,
    releasing: Promise.resolve(),
  };
  const feeding = createFeeding({ feeder: () => state.current.feeder, log });
  const barrier = {
    ready: async () => {
      if (state.isSplit)
        throw unavailable('The server has to be restarted: its memory and its disk disagree');
      await feeding.flush();
    },
    // A generation that is swapped in meanwhile has all rows of the one before.
    catalog: () => state.current.catalog,
  };
  const use = <T>(work: (session: CopySession) => Promise<T>, signal?: AbortSignal): Promise<T> => {
    return readers.use(barrier, work, signal);
  };
  // Rows that are being written were marked already: a look-up has to see them.
  const firstSeen = createFirstSeen({ read: async work => writer.settled().then(() => use(work)) });
  const writer: Writer = createWriter({
    firstSeen,
    log,
    journal: () => state.current.journal,
    ledger: () => state.current.ledger,
    onCommit: runs => {
      feeding.push(runs);
      rotation.committed();
    },
  });
  const held = async <T>(work: (generation: Generation) => Promise<T>): Promise<T> => {
    const resume = await writer.hold();
    try {
      return await work(state.current);
    } finally {
      resume();
    }
  };
  const putAway = async (old: Generation) => {
    await readers.left(old.catalog);
    await old.release();
    folder.retire('hits');
  };
  const swap = (next: Generation, hasWork: boolean) => {
    const old = state.current;
    state.current = next;
    rotation.swapped();
    if (hasWork) firstSeen.clear();
    state.releasing = state.releasing
      .then(() => putAway(old))
      .catch(error => log.error({ err: error }, 'the previous generation of hits could not be put away'));
  };
  const rebuild = <T>(work?: (rebuild: Rebuild) => Promise<T>, options: RebuildOptions = {}) =>
    turns.take(async () => {
      const signal = options.signal ? AbortSignal.any([closing.signal, options.signal]) : closing.signal;
      signal.throwIfAborted();
      const { rollUp } = state;
      const reserveIds = (kind: HitKind, count: number) =>
        held(generation => reserve(generation, kind, count));
      const current = () => state.current;
      const context = {
        open,
        folder,
        memoryLimitBytes,
        rollUp,
        current,
        hold: writer.hold,
        reserveIds,
        swap,
      };
      return rebuildGeneration(context, work, { ...options, signal });
    });
  const rotation = createRotation({
    current: () => state.current,
    rotate: () => rebuild(),
    log,
    rotationBytes,
  });
  return { state, turns, closing, feeding, use, firstSeen, writer, held, rebuild, rotation };
}

function createEngine(parts: Parts): HitEngine {
  const { folder, open, readers, pulse } = parts;
  const { state, turns, closing, feeding, use, firstSeen, writer, held, rebuild, rotation } =
    createCore(parts);
  if (parts.started.isHarmed) rotation.start();
  const split = () => {
    state.isSplit = true;
  };
  let closed: Promise<void> | undefined;
  const close = async () => {
    closing.abort(unavailable('The server is stopping'));
    rotation.close();
    await writer.close();
    await turns.done();
    feeding.close();
    await readers.close();
    await state.releasing;
    await state.current.release();
    pulse.closeSync();
    open.instance.closeSync();
  };
  return {
    append: rows =>
      state.isSplit ? Promise.reject(unavailable('The server has to be restarted')) : writer.append(rows),
    read: (sql, values, options) => use(session => session.read(sql, values), options?.signal),
    readTogether: (work, options) =>
      use(session => inOneTransaction(session, state.current.number, work), options?.signal),
    change: work =>
      turns.take(() =>
        held(generation => runChange(generation, work, split).finally(() => firstSeen.clear())),
      ),
    rebuild: async (work, options) => (await rebuild(work, options)) as Awaited<ReturnType<typeof work>>,
    maintain: async ({ force = false } = {}) => {
      if (force || state.current.journal.sizeBytes > NIGHTLY_BYTES) await rebuild();
    },
    onRebuild: hook => {
      state.rollUp = hook;
    },
    backupTo: directory => turns.take(() => backUpGeneration(folder, state.current, directory)),
    ping: async () => {
      await pulse.run('SELECT 1');
    },
    facts: async () => {
      const rows = await use(countRows);
      const { number, ledger, journal, baseBytes } = state.current;
      return {
        generation: number,
        rows,
        lastIds: { ...ledger.lastIds },
        sizeBytes: baseBytes + journal.sizeBytes,
        journalBytes: journal.sizeBytes,
        schemaVersion: parts.migrations.length,
      };
    },
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

/** Takes ids out of the counter, durably, so that no later append gets them. */
async function reserve({ journal, ledger }: Generation, kind: HitKind, count: number): Promise<number> {
  const firstId = ledger.lastIds[kind] + 1;
  if (count <= 0) return firstId;
  await journal.write({ skip: { kind, firstId, count } });
  ledger.lastIds[kind] += count;
  ledger.removed[kind] += count;
  return firstId;
}

async function inOneTransaction<T>(
  session: CopySession,
  generation: number,
  work: (session: { generation: number; read: CopySession['read'] }) => Promise<T>,
): Promise<T> {
  await session.run('BEGIN TRANSACTION READ ONLY');
  try {
    return await work({ generation, read: session.read });
  } finally {
    await session.run('ROLLBACK');
  }
}
