/**
 * The storage engine of hits: an immutable DuckDB file (the snapshot), a write-ahead journal beside it that every commit
 * waits for, and DuckDB's tables in memory, into which the journal's rows are loaded before any read.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { DEFAULT_ZONE } from '../../core/days.ts';
import { unavailable } from '../../core/errors.ts';
import type { HitKind } from '../../core/hits/columns.ts';
import { createMutex } from '../../lib/mutex.ts';
import type { DataFolder } from '../data-folder-types.ts';
import type { Migration } from '../migrate.ts';
import type { ReadLimits } from '../read-limits.ts';
import { countAlterations } from './alterations.ts';
import { createBlockCache } from './block-cache.ts';
import { runChange } from './changes/change.ts';
import { createReads } from './engine-reads.ts';
import type {
  BlockCache,
  HitCheck,
  HitEngine,
  Rebuild,
  RebuildHook,
  RebuildOptions,
  RefreshHook,
} from './engine-types.ts';
import { createGroupCommit, type GroupCommit } from './group-commit.ts';
import { countRows, raiseIds, readIdCounters, reserveIds } from './journal/id-counters.ts';
import { createLoadScheduler } from './journal/load-scheduler.ts';
import { copyIdCounters } from './journal/replay.ts';
import { defaultMemoryLimitBytes, liveMemoryBytes } from './memory.ts';
import { loadDuckDb } from './native/native.ts';
import { listSiteIds } from './queries/site-ids.ts';
import { createRefreshScheduler, type RefreshPace } from './refresh-scheduler.ts';
import { hitMigrations } from './schema.ts';
import { createDayOf } from './site-zones.ts';
import { linkSnapshot } from './snapshot/backup.ts';
import { checkSnapshot } from './snapshot/check.ts';
import { createCompactionScheduler } from './snapshot/compaction-scheduler.ts';
import { isMarkedDamaged } from './snapshot/damage.ts';
import { ensureDiskSpace, measureDiskSpace } from './snapshot/disk-space.ts';
import { createPurges } from './snapshot/purges.ts';
import { rebuildSnapshot } from './snapshot/rebuild.ts';
import { type Recovered, recoverSnapshot } from './snapshot/recovery.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import { type OpenInstance, openInstance } from './sql/instance.ts';
import { openReaders, type Readers } from './sql/readers.ts';
import { createSession, inOneTransaction } from './sql/session.ts';
import { createFirstSeen } from './uniques/first-seen.ts';

/** Size of a journal with about as many rows as trigger a refresh: their sums are then computed at the start. */
const REPLAYED_BYTES = 4 * 1024;

export interface HitEngineOptions {
  readonly folder: DataFolder;
  /** Memory limit, of which live queries have a part. Default: a quarter of the machine's, 128 MiB to 1 GiB. */
  readonly memoryLimitBytes?: number;
  /** The schema's migrations; a test may pass others. */
  readonly migrations?: readonly Migration[];
  /** Journal size from which it is compacted; see `CompactionOptions`. */
  readonly compactionBytes?: number;
  /** How often visits are refreshed in memory; a test may set another pace. */
  readonly refreshPace?: RefreshPace;
  /** Time from a removal of a visitor to the rewriting of the file; a test may set a shorter one. Default: a minute. */
  readonly purgeDelayMs?: number;
  /** Continues without the rows that only a damaged file has. */
  readonly acceptsLoss?: boolean;
  /** Limits of reads that belong to a queue; a test may set narrower ones. */
  readonly readLimits?: ReadLimits;
  /** The instance of `startInstance`, which then has the memory limit too. */
  readonly starting?: StartingInstance;
}

/** An instance that is being opened. */
export interface StartingInstance {
  readonly opened: Promise<OpenInstance>;
}

/**
 * Loads the library and begins to open its instance, which reads no database: it takes another thread 12 ms, in which the caller can
 * do something else. An instance that no engine is opened with has to be closed.
 */
export async function startInstance({
  folder,
  memoryLimitBytes = defaultMemoryLimitBytes(),
}: Pick<HitEngineOptions, 'folder' | 'memoryLimitBytes'>): Promise<StartingInstance> {
  const duckdb = await loadDuckDb(folder);
  const live = { memoryLimitBytes: liveMemoryBytes(memoryLimitBytes), isLocked: true, name: 'live' };
  const opened = openInstance(duckdb, folder, live);
  // The error is thrown where the promise is awaited; without this, it counts as unhandled until then.
  opened.catch(() => {});
  return { opened };
}

/**
 * Opens the engine on a data folder that this process has locked. Throws a `CommandError` when the files cannot be used.
 * `close` it at the end. No checkpoint is needed, and a process that dies loses nothing that was acknowledged.
 */
export async function openHitEngine(options: HitEngineOptions): Promise<HitEngine> {
  const { folder, migrations = hitMigrations, acceptsLoss = false } = options;
  const memoryLimitBytes = options.memoryLimitBytes ?? defaultMemoryLimitBytes();
  const { opened: opening } = options.starting ?? (await startInstance({ folder, memoryLimitBytes }));
  const open = await opening;
  const healthConnection = await open.connect();
  const recovered = await recoverSnapshot({ open, folder, migrations, acceptsLoss });
  const readers = await openReaders(open, options.readLimits);
  const blockCache = createBlockCache({
    connection: healthConnection,
    memoryLimitBytes: liveMemoryBytes(memoryLimitBytes),
    isBusy: readers.isBusy,
  });
  const opened = { open, readers, healthConnection, blockCache, recovered };
  const parts = { ...options, migrations, memoryLimitBytes, ...opened };
  return countAlterations(createEngine(parts));
}

interface Parts extends HitEngineOptions {
  readonly migrations: readonly Migration[];
  readonly memoryLimitBytes: number;
  readonly open: OpenInstance;
  readonly readers: Readers;
  /** A separate connection, so that no report delays a health check. */
  readonly healthConnection: DuckDBConnection;
  readonly blockCache: BlockCache;
  readonly recovered: Recovered;
}

/** The current snapshot, and what changes with it. */
interface EngineState {
  current: Snapshot;
  /** True if the journal has a change that the tables in memory lack. */
  isInconsistent: boolean;
  onRebuild: RebuildHook;
  refresh: RefreshHook | undefined;
  retiring: Promise<void>;
}

/** Creates the parts that the engine's methods share: the current snapshot, its readers, its commits and its rebuilds. */
function createCore(parts: Parts) {
  const { folder, open, readers, memoryLimitBytes, compactionBytes } = parts;
  const { log } = folder;
  const mutex = createMutex();
  const closing = new AbortController();
  const state: EngineState = {
    current: parts.recovered.snapshot,
    isInconsistent: false,
    onRebuild: async () => undefined,
    refresh: undefined,
    retiring: Promise.resolve(),
  };
  const loads = createLoadScheduler({
    loader: () => state.current.loader,
    hasMemory: parts.blockCache.settled,
    log,
    onBehind: () => {
      log.error(
        'memory ran out for hits that are not in their file yet: they are counted, and reports wait until they are written to it',
      );
      compaction.startNow();
    },
  });
  loads.start();
  const { use, useForIngest, listSitesEarly } = createReads(parts, state, loads);
  const zoneOf = (siteId: number) => state.current.zones.get(siteId)?.zone ?? DEFAULT_ZONE;
  const firstSeen = createFirstSeen({
    dayOf: createDayOf(zoneOf),
    read: async work => {
      // Rows that are being written are already marked, so a look-up must see them.
      await commits.settled();
      return await useForIngest(work);
    },
  });
  const commits: GroupCommit = createGroupCommit({
    firstSeen,
    log,
    journal: () => state.current.journal,
    counters: () => state.current.counters,
    onCommit: runs => {
      loads.push(runs);
      compaction.onCommit();
      refreshes.onCommit(runs);
    },
  });
  const withCommitsPaused = async <T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> => {
    const resume = await commits.pauseCommits();
    try {
      return await work(state.current);
    } finally {
      resume();
    }
  };
  const reserve = (kind: HitKind, count: number) =>
    withCommitsPaused(snapshot => reserveIds(snapshot, kind, count));
  const retire = async (old: Snapshot) => {
    await readers.idle(old.catalog);
    await old.release();
    purges.retireFiles();
  };
  const replaceCurrent = (next: Snapshot, hasWork: boolean) => {
    const old = state.current;
    state.current = next;
    compaction.onPromote();
    if (hasWork) firstSeen.clear();
    state.retiring = state.retiring
      .then(() => retire(old))
      .catch(error => log.error({ err: error }, 'the previous snapshot of hits could not be retired'));
  };
  const rebuild = <T>(work?: (rebuild: Rebuild) => Promise<T>, options: RebuildOptions = {}) =>
    mutex.runExclusive(async () => {
      const signal = options.signal ? AbortSignal.any([closing.signal, options.signal]) : closing.signal;
      signal.throwIfAborted();
      const context = {
        open,
        folder,
        memoryLimitBytes,
        onRebuild: state.onRebuild,
        current: () => state.current,
        pauseCommits: commits.pauseCommits,
        reserveIds: reserve,
        replaceCurrent,
      };
      const { rewrites, maxFreeShare, end } = purges.begin({
        hasWork: work !== undefined,
        tidies: options.tidies,
      });
      const result = await rebuildSnapshot(context, work, { ...options, rewrites, maxFreeShare, signal });
      end(state.current.number);
      return result;
    });
  const purges = createPurges({
    isWanted: state.current.changes > 0,
    rebuild: options => rebuild(undefined, options),
    journalBytes: () => state.current.journal.sizeBytes,
    folder,
    delayMs: parts.purgeDelayMs,
  });
  const sizes = () => {
    const { baseBytes, journal } = state.current;
    return { baseBytes, journalBytes: journal.sizeBytes };
  };
  const diskSpace = () => measureDiskSpace(folder, sizes());
  const compaction = createCompactionScheduler({
    current: () => state.current,
    compact: () => rebuild(),
    hasDiskSpace: () => ensureDiskSpace(folder, sizes()).isEnough,
    log,
    compactionBytes,
  });
  const refreshes = createRefreshScheduler({
    open,
    current: () => state.current,
    hook: () => state.refresh,
    mutex,
    memoryLimitBytes: liveMemoryBytes(memoryLimitBytes),
    log,
    pace: parts.refreshPace,
  });
  return {
    state,
    zoneOf,
    mutex,
    closing,
    refreshes,
    loads,
    use,
    listSitesEarly,
    firstSeen,
    commits,
    withCommitsPaused,
    reserve,
    rebuild,
    purges,
    compaction,
    diskSpace,
  };
}

type Core = ReturnType<typeof createCore>;

/** Reads everything that is stored, while hits keep arriving. */
const checkCurrent = (
  { folder, open }: Parts,
  { state, mutex, loads, withCommitsPaused }: Core,
): Promise<HitCheck> =>
  mutex.runExclusive(async () => {
    const connection = await open.connect();
    try {
      const session = createSession(open.duckdb, connection);
      await session.run(`USE ${state.current.catalog}`);
      // Rows and counters must be from the same moment.
      const counters = await withCommitsPaused(async snapshot => {
        await loads.flush();
        await session.run('BEGIN TRANSACTION READ ONLY');
        await readIdCounters(session);
        return copyIdCounters(snapshot.counters);
      });
      return await checkSnapshot(folder, { ...state.current, session, counters });
    } finally {
      connection.closeSync();
    }
  });

function createEngine(parts: Parts): Omit<HitEngine, 'alterations'> {
  const { folder, open, readers, healthConnection } = parts;
  const core = createCore(parts);
  const {
    state,
    mutex,
    closing,
    refreshes,
    loads,
    use,
    firstSeen,
    commits,
    withCommitsPaused,
    reserve,
    rebuild,
    purges,
    compaction,
    diskSpace,
  } = core;
  let { needsCompaction } = parts.recovered;
  const markInconsistent = () => {
    state.isInconsistent = true;
  };
  let closed: Promise<void> | undefined;
  const close = async () => {
    const reason = unavailable('The server is stopping');
    closing.abort(reason);
    // A change that ran on a connection while it closes would end the process.
    const idle = mutex.close(reason);
    compaction.close();
    refreshes.close();
    purges.close();
    await commits.close();
    await idle;
    loads.close();
    await readers.close();
    await state.retiring;
    await state.current.release();
    healthConnection.closeSync();
    open.instance.closeSync();
  };
  return {
    append: rows =>
      state.isInconsistent
        ? Promise.reject(unavailable('The server has to be restarted'))
        : commits.append(rows),
    read: (sql, values, options) => use(session => session.read(sql, values), options),
    readInTransaction: (work, options) => use(session => inOneTransaction(session, work), options),
    blockCache: {
      measure: parts.blockCache.measure,
      release: () => mutex.runExclusive(async () => (loads.isBusy() ? 0 : await parts.blockCache.release())),
    },
    readAtLength: (work, signal) =>
      use(work, { signal: AbortSignal.any([closing.signal, signal]), isAtLength: true }),
    createScratch: () => {
      const { freeBytes, neededBytes } = diskSpace();
      if (freeBytes - neededBytes < state.current.baseBytes)
        throw unavailable(
          `Not enough room to write an export: free some space in ${folder.path} and try again`,
        );
      const path = mkdtempSync(folder.temporary('export-'));
      return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
    },
    change: work =>
      mutex.runExclusive(() =>
        withCommitsPaused(snapshot => {
          const before = snapshot.changes;
          return runChange(snapshot, work, markInconsistent).finally(() => {
            if (state.isInconsistent || snapshot.changes !== before) firstSeen.clear();
          });
        }),
      ),
    rebuild: async (work, options) => (await rebuild(work, options)) as Awaited<ReturnType<typeof work>>,
    purge: purges.schedule,
    maintain: purges.maintain,
    onRebuild: (hook, isDue = false) => {
      state.onRebuild = hook;
      // Only now: the next snapshot needs its sums.
      if (needsCompaction || isDue) compaction.startNow();
      needsCompaction = false;
    },
    onRefresh: hook => {
      state.refresh = hook;
      if (state.current.journal.sizeBytes > REPLAYED_BYTES) refreshes.startNow();
    },
    linkBackup: scratch => mutex.runExclusive(async () => linkSnapshot(folder, state.current, scratch)),
    recordedAppPosition: () => state.current.configuration,
    recordAppPosition: configuration =>
      withCommitsPaused(async snapshot => {
        await snapshot.journal.write({ configuration });
        snapshot.configuration = configuration;
      }),
    lastIds: () => ({ ...state.current.counters.lastIds }),
    journalInode: () => state.current.journal.inode,
    raiseIds: ids => mutex.runExclusive(() => withCommitsPaused(snapshot => raiseIds(snapshot, ids))),
    reserveIds: (kind, count) => mutex.runExclusive(() => reserve(kind, count)),
    countHits: () => {
      const { lastIds, removed } = state.current.counters;
      return lastIds.hit - removed.hit;
    },
    zoneOf: core.zoneOf,
    sums: () => state.current.sums,
    hasOwnMarks: siteId => state.current.zones.get(siteId)?.hasOwnMarks ?? true,
    siteIds: ({ isEarly = false } = {}) => (isEarly ? core.listSitesEarly() : use(listSiteIds)),
    check: () => checkCurrent(parts, core),
    health: () => {
      const { loader, number } = state.current;
      const { freeBytes, neededBytes } = diskSpace();
      return {
        isBehind: loader.isBehind,
        isRefusing: commits.isRefusing(),
        isDamaged: isMarkedDamaged(folder, number),
        rewriteFailure: compaction.lastFailure(),
        waitingReads: readers.waiting(),
        freeBytes,
        neededBytes,
      };
    },
    ping: async () => {
      await healthConnection.run('SELECT 1');
    },
    facts: async () => {
      const rows = await use(countRows);
      const { number, counters, journal, baseBytes } = state.current;
      return {
        snapshot: number,
        rows,
        lastIds: { ...counters.lastIds },
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
