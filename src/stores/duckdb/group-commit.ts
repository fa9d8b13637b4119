/**
 * Group commit without a timer: whatever has arrived by the next turn of the event loop is written to the journal as one line,
 * synced once, and acknowledged. Under load groups grow by themselves; a single hit waits for the disk only.
 */

import { AppError, unavailable } from '../../core/errors.ts';
import type { HitKind } from '../../core/hits/columns.ts';
import type { NewHit } from '../../core/hits/row.ts';
import type { Log } from '../../core/log.ts';
import type { IdCounters } from './engine-types.ts';
import type { Journal } from './journal/journal.ts';
import { formatRow, type RowRun } from './rows/rows.ts';
import type { FirstSeen } from './uniques/first-seen.ts';

/** Maximum number of rows of one append, and about how many are committed together. */
const MAX_APPEND_ROWS = 60_000;
const MAX_GROUP_ROWS = 10_000;
/** How long a refusal is reported: a server that is not sent anything because of it would report it for ever. */
const REPORTED_REFUSAL_MS = 60_000;

export interface GroupCommitOptions {
  readonly firstSeen: FirstSeen;
  readonly log: Log;
  /** Returns the current journal. */
  readonly journal: () => Journal;
  /** Returns the current id counters; committing raises them. */
  readonly counters: () => IdCounters;
  /** Called with rows that are on disk. */
  readonly onCommit: (runs: readonly RowRun[]) => void;
}

export interface GroupCommit {
  append(rows: readonly NewHit[]): Promise<number[]>;
  /** Returns whether rows were refused within the last minute and none has been written since. */
  isRefusing(): boolean;
  /** Resolves when the commit in progress has ended. */
  settled(): Promise<void>;
  /**
   * Pauses commits once the appends that wait by then are settled, also those whose visitors have to be looked up: of many pauses in
   * a row, hits wait for one. Returns the function that resumes commits.
   */
  pauseCommits(): Promise<() => void>;
  /** Refuses further appends; resolves once those in progress are settled. */
  close(): Promise<void>;
}

interface Waiting {
  readonly rows: readonly NewHit[];
  /** The answer to the append. */
  readonly promise: Promise<number[]>;
  readonly resolve: (ids: number[]) => void;
  readonly reject: (error: unknown) => void;
}

export function createGroupCommit(options: GroupCommitOptions): GroupCommit {
  let queue: Waiting[] = [];
  let isScheduled = false;
  let isClosed = false;
  let isFailing = false;
  let refusedMs = 0;
  let unprepared: Waiting[] = [];
  /** Appends whose visitors are being looked up. */
  let preparing: readonly Waiting[] = [];
  let paused: Promise<void> = Promise.resolve();
  let isPaused = false;
  let isCommitting = false;
  let committing: Promise<void> = Promise.resolve();
  const idle: (() => void)[] = [];

  const schedule = () => {
    if (isScheduled || isCommitting || isPaused || queue.length === 0) return;
    isScheduled = true;
    setImmediate(commitGroup);
  };
  const commitGroup = () => {
    isScheduled = false;
    if (isPaused || isCommitting) return;
    const { group, unready, rest } = split(queue, options.firstSeen);
    queue = rest;
    unprepared.push(...unready);
    if (unprepared.length > 0 && preparing.length === 0) void prepare();
    if (group.length > 0) committing = commitAndSettle(group);
    schedule();
    notifyIdle();
  };
  const commitAndSettle = async (group: readonly Waiting[]) => {
    isCommitting = true;
    try {
      const ids = await commit(options, group);
      if (isFailing) options.log.info('hits are written to disk again');
      isFailing = false;
      group.forEach((waiting, index) => {
        waiting.resolve(ids[index] ?? []);
      });
    } catch (error) {
      for (const waiting of group) options.firstSeen.forget(waiting.rows);
      if (!isFailing)
        options.log.error({ err: error }, 'hits cannot be written to disk; they are refused until they can');
      isFailing = true;
      refusedMs = performance.now();
      const refusal = unavailable('The server cannot store this right now: send it again later');
      for (const waiting of group) waiting.reject(refusal);
    } finally {
      isCommitting = false;
      schedule();
      notifyIdle();
    }
  };
  /** Looks up visitors, one batch at a time; appends that arrive during a look-up share the next. */
  const prepare = async () => {
    const batch = unprepared;
    unprepared = [];
    preparing = batch;
    try {
      await options.firstSeen.prepare(batch.flatMap(waiting => waiting.rows));
      queue.push(...batch);
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    } finally {
      preparing = [];
      schedule();
      if (unprepared.length > 0) void prepare();
      notifyIdle();
    }
  };
  const notifyIdle = () => {
    if (queue.length + unprepared.length + preparing.length === 0 && !isCommitting)
      for (const done of idle.splice(0)) done();
  };
  return {
    append: rows => {
      if (rows.length === 0) return Promise.resolve([]);
      if (isClosed) return Promise.reject(unavailable('The server is stopping: send it again'));
      if (rows.length > MAX_APPEND_ROWS)
        return Promise.reject(new AppError('too_large', `At most ${MAX_APPEND_ROWS} rows at once`));
      const waiting = { rows, ...Promise.withResolvers<number[]>() };
      queue.push(waiting);
      schedule();
      return waiting.promise;
    },
    isRefusing: () => isFailing && performance.now() - refusedMs < REPORTED_REFUSAL_MS,
    settled: () => committing,
    pauseCommits: async () => {
      const before = paused;
      let release = () => undefined as void;
      paused = new Promise(resolve => {
        release = resolve;
      });
      await before;
      await Promise.allSettled([...queue, ...unprepared, ...preparing].map(({ promise }) => promise));
      isPaused = true;
      await committing;
      return () => {
        isPaused = false;
        release();
        schedule();
      };
    },
    close: async () => {
      isClosed = true;
      await new Promise<void>(resolve => {
        idle.push(resolve);
        notifyIdle();
      });
    },
  };
}

/** Splits the queue into the next group, in order of arrival, appends whose visitors have to be looked up first, and the rest. */
function split(
  queue: readonly Waiting[],
  firstSeen: FirstSeen,
): { group: Waiting[]; unready: Waiting[]; rest: Waiting[] } {
  const group: Waiting[] = [];
  const unready: Waiting[] = [];
  let rows = 0;
  let taken = 0;
  for (const waiting of queue) {
    if (rows > 0 && rows + waiting.rows.length > MAX_GROUP_ROWS) break;
    taken += 1;
    if (!firstSeen.isReady(waiting.rows)) {
      unready.push(waiting);
      continue;
    }
    group.push(waiting);
    rows += waiting.rows.length;
  }
  return { group, unready, rest: queue.slice(taken) };
}

/** Writes appends as one line of the journal. Returns their ids, in order. */
async function commit(
  { firstSeen, journal, counters, onCommit }: GroupCommitOptions,
  group: readonly Waiting[],
): Promise<number[][]> {
  const { lastIds } = counters();
  const next = { ...lastIds };
  const texts = new Map<HitKind, string[]>();
  const ids = group.map(({ rows }) =>
    rows.map(row => {
      next[row.kind] += 1;
      const text = formatRow(row, firstSeen.mark(row));
      const list = texts.get(row.kind);
      if (list) list.push(text);
      else texts.set(row.kind, [text]);
      return next[row.kind];
    }),
  );
  const runs = [...texts].map(([kind, rows]) => ({ kind, firstId: lastIds[kind] + 1, rows }));
  await journal().write({ rows: runs });
  Object.assign(lastIds, next);
  onCommit(runs);
  firstSeen.trim();
  return ids;
}
