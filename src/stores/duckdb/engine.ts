/**
 * The durable half of the hits store. A finished DuckDB file that is never changed in place, a journal beside it that
 * every commit waits for, and DuckDB's tables in memory, which the journal's rows are brought into before any read.
 */
import { basename } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { unavailable } from '../../core/errors.ts';
import { HIT_KINDS, type HitKind } from '../../core/hit-store.ts';
import { createMutex } from '../../lib/mutex.ts';
import type { DataFolder } from '../data-folder.ts';
import type { Migration } from '../migrate.ts';
import type { LastIds } from '../positions.ts';
import { runChange } from './changes/change.ts';
import type {
  CopySession,
  HitEngine,
  ReadSession,
  Rebuild,
  RebuildOptions,
  RollUpHook,
} from './engine-types.ts';
import { countRows, readLedger } from './journal/id-counters.ts';
import { createFeeding } from './journal/load-scheduler.ts';
import { copyOfLedger } from './journal/replay.ts';
import { loadDuckDb } from './native/native.ts';
import { perKind } from './rows/rows.ts';
import { hitMigrations } from './schema.ts';
import { linkGeneration } from './snapshot/backup.ts';
import { checkGeneration } from './snapshot/check.ts';
import { createRotation } from './snapshot/compaction-scheduler.ts';
import { isMarkedDamaged, isUnreadable, markDamaged } from './snapshot/damage.ts';
import { makeRoom, measureRoom } from './snapshot/disk-space.ts';
import { rebuildGeneration } from './snapshot/rebuild.ts';
import { type Started, startGeneration } from './snapshot/recovery.ts';
import type { Generation } from './snapshot/snapshot.ts';
import { defaultMemoryLimitBytes, type OpenInstance, openInstance } from './sql/instance.ts';
import { type Barrier, openReaders, type Readers, type ReadLimits, type UseOptions } from './sql/readers.ts';
import { createSession } from './sql/session.ts';
import { createFirstSeen } from './uniques/first-seen.ts';
import { createWriter, type Writer } from './writer.ts';

const NIGHTLY_BYTES = 1024 ** 2;

export interface HitEngineOptions {
  readonly folder: DataFolder;
  /** Memory of live queries. Default: a quarter of the machine's, 128 MiB to 1 GiB. */
  readonly memoryLimitBytes?: number;
  /** The schema's history; tests may hand in another. */
  readonly migrations?: readonly Migration[];
  /** Journal size from which the next generation is built; see `RotationOptions`. */
  readonly rotationBytes?: number;
  /** Go on without what a damaged file had and no other has. */
  readonly acceptsLoss?: boolean;
  /** Limits of reads that belong to a queue; a test may set narrower ones. */
  readonly readLimits?: ReadLimits;
}

/**
 * The engine on a data folder that this process holds. Throws a `CommandError` when the files cannot be used.
 * At its end `close` it; nothing needs to be checkpointed, and a process that dies loses nothing acknowledged.
 */
export async function openHitEngine(options: HitEngineOptions): Promise<HitEngine> {
  const { folder, migrations = hitMigrations } = options;
  const memoryLimitBytes = options.memoryLimitBytes ?? defaultMemoryLimitBytes();
  const duckdb = await loadDuckDb(folder);
  const { acceptsLoss = false } = options;
  const open = await openInstance(duckdb, folder, { memoryLimitBytes, isLocked: true, name: 'live' });
  const started = await startGeneration({ open, folder, migrations, acceptsLoss });
  const readers = await openReaders(open, options.readLimits);
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
  const mutex = createMutex();
  const closing = new AbortController();
  const state = {
    current: parts.started.generation,
    /** True when the journal has a change that memory does not. */
    isSplit: false,
    rollUp: (async () => undefined) as RollUpHook,
    releasing: Promise.resolve(),
  };
  const feeding = createFeeding({
    feeder: () => state.current.feeder,
    log,
    onBehind: () => {
      log.error(
        'memory ran out for hits that are not in their file yet: they are counted, and reports wait until they are written to it',
      );
      rotation.start();
    },
  });
  const barrier = {
    ready: async () => {
      if (state.isSplit)
        throw unavailable('The server has to be restarted: its memory and its disk disagree');
      await feeding.flush();
    },
    // A generation that is swapped in meanwhile has all rows of the one before.
    catalog: () => state.current.catalog,
  };
  const readBehind = async <T>(
    present: Barrier,
    work: (session: CopySession) => Promise<T>,
    options?: UseOptions,
  ): Promise<T> => {
    try {
      return await readers.use(present, work, options);
    } catch (error) {
      throw damageRefusal(folder, state.current.number, error);
    }
  };
  const use = <T>(work: (session: CopySession) => Promise<T>, options?: UseOptions): Promise<T> =>
    readBehind(barrier, work, options);
  // Rows that are being written were marked already: a look-up has to see them. Short of memory, some may be missing: a hit
  // that counts as unique once too often is better than one that is refused.
  const firstSeen = createFirstSeen({
    read: async work => {
      await writer.settled();
      try {
        return await readers.use({ ...barrier, ready: feeding.flushAvailable }, work, { isForIngest: true });
      } catch (error) {
        const refusal = damageRefusal(folder, state.current.number, error);
        if (isUnreadable(error)) return undefined;
        throw refusal;
      }
    },
  });
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
    mutex.runExclusive(async () => {
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
  const sizes = () => {
    const { baseBytes, journal } = state.current;
    return { baseBytes, journalBytes: journal.sizeBytes };
  };
  const room = () => measureRoom(folder, sizes());
  const rotation = createRotation({
    current: () => state.current,
    rotate: () => rebuild(),
    hasRoom: () => makeRoom(folder, sizes()).isEnough,
    log,
    rotationBytes,
  });
  return { state, mutex, closing, feeding, use, firstSeen, writer, held, rebuild, rotation, room };
}

function createEngine(parts: Parts): HitEngine {
  const { folder, open, readers, pulse } = parts;
  const { state, mutex, closing, feeding, use, firstSeen, writer, held, rebuild, rotation, room } =
    createCore(parts);
  let isOverdue = parts.started.isOverdue;
  const split = () => {
    state.isSplit = true;
  };
  let closed: Promise<void> | undefined;
  const close = async () => {
    closing.abort(unavailable('The server is stopping'));
    rotation.close();
    await writer.close();
    await mutex.idle();
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
    read: (sql, values, options) => use(session => session.read(sql, values), options),
    readTogether: (work, options) => use(session => inOneTransaction(session, work), options),
    change: work =>
      mutex.runExclusive(() =>
        held(generation => {
          const before = generation.changes;
          return runChange(generation, work, split).finally(() => {
            if (state.isSplit || generation.changes !== before) firstSeen.clear();
          });
        }),
      ),
    rebuild: async (work, options) => (await rebuild(work, options)) as Awaited<ReturnType<typeof work>>,
    maintain: async ({ force = false } = {}) => {
      if (force || state.current.journal.sizeBytes > NIGHTLY_BYTES) await rebuild();
    },
    onRebuild: hook => {
      state.rollUp = hook;
      // Not before: the next file is to have its roll-ups.
      if (isOverdue) rotation.start();
      isOverdue = false;
    },
    linkBackup: scratch => mutex.runExclusive(async () => linkGeneration(folder, state.current, scratch)),
    configuration: () => state.current.configuration,
    noteConfiguration: configuration =>
      held(async generation => {
        await generation.journal.write({ configuration });
        generation.configuration = configuration;
      }),
    lastIds: () => ({ ...state.current.ledger.lastIds }),
    raiseIds: ids => mutex.runExclusive(() => held(generation => raiseIds(generation, ids))),
    siteIds: () => use(listSiteIds),
    check: () =>
      mutex.runExclusive(async () => {
        const connection = await open.connect();
        try {
          const session = createSession(open.duckdb, connection);
          await session.run(`USE ${state.current.catalog}`);
          // Hits go on coming in: the rows of one moment are compared with the counts of that moment.
          const ledger = await held(async generation => {
            await feeding.flush();
            await session.run('BEGIN TRANSACTION READ ONLY');
            await readLedger(session);
            return copyOfLedger(generation.ledger);
          });
          return await checkGeneration(folder, { ...state.current, session, ledger });
        } finally {
          connection.closeSync();
        }
      }),
    health: () => {
      const { feeder, number } = state.current;
      const { freeBytes, neededBytes } = room();
      return {
        isBehind: feeder.isBehind,
        isDamaged: isMarkedDamaged(folder, number),
        rewriteFailure: rotation.failure(),
        waitingReads: readers.waiting(),
        freeBytes,
        neededBytes,
      };
    },
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

/** Takes every id up to given ones out of the counters, so that none is given twice; says how many those were. */
async function raiseIds(generation: Generation, ids: Partial<LastIds>): Promise<Record<HitKind, number>> {
  const raised = perKind(() => 0);
  for (const kind of HIT_KINDS) {
    const count = (ids[kind] ?? 0) - generation.ledger.lastIds[kind];
    if (count <= 0) continue;
    await reserve(generation, kind, count);
    raised[kind] = count;
  }
  return raised;
}

/** Sites that have rows of any kind. Roll-ups know those of most hits. */
async function listSiteIds(session: CopySession): Promise<number[]> {
  const rows = await session.read<{ site_id: number }>(`
    SELECT DISTINCT site_id FROM hit_slots
    UNION SELECT DISTINCT site_id FROM hits WHERE id > (SELECT watermark FROM rollup_state)
    UNION SELECT DISTINCT site_id FROM events UNION SELECT DISTINCT site_id FROM agent_visits
    UNION SELECT DISTINCT site_id FROM spam_hits`);
  return rows.map(row => row.site_id);
}

/** What a reader is told whose rows lie in a damaged block; the next start restores them where that is possible. */
function damageRefusal(folder: DataFolder, generation: number, error: unknown): unknown {
  if (!isUnreadable(error)) return error;
  if (!isMarkedDamaged(folder, generation)) {
    const file = basename(folder.fileOf('hits', generation));
    folder.log.error(
      { err: error, file },
      'a block of the file of hits cannot be read; hits are still counted, and the next start restores it where an older file has it',
    );
    try {
      markDamaged(folder, generation);
    } catch (failure) {
      folder.log.warn({ err: failure, file }, 'the damage could not be noted for the next start');
    }
  }
  return unavailable(
    'A part of the stored hits cannot be read: the file is damaged. The operator finds more in the log',
  );
}

async function inOneTransaction<T>(
  session: CopySession,
  work: (session: ReadSession) => Promise<T>,
): Promise<T> {
  await session.run('BEGIN TRANSACTION READ ONLY');
  try {
    return await work({ read: session.read });
  } finally {
    await session.run('ROLLBACK');
  }
}
