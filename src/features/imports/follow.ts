/** Follows access logs: stores their lines as they are written, each exactly once. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, isDiskFull, notFound } from '../../core/errors.ts';
import type { LogSumsStore } from '../../core/hits/log-sums.ts';
import type { NewHit } from '../../core/hits/row.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { type FollowState, isSameLog, isSamePosition, type LogPosition } from '../../core/log-position.ts';
import { toDay } from '../../lib/time.ts';
import {
  type FollowedCounts,
  type FollowedLog,
  type FollowStates,
  type KeptState,
  toSumsKey,
} from './follow-states.ts';
import { addFollowed, countLeftOut, type FollowedImports } from './followed.ts';
import { createFollowedLines, type FollowBatch, type FollowedLinesDeps } from './followed-lines.ts';
import type { createLoad } from './load.ts';
import { addToState, NO_SUMS, splitState } from './log-state.ts';
import type { ImportsDeps } from './service.ts';

export interface FollowDeps extends FollowedLinesDeps, Pick<ImportsDeps, 'onChange'> {
  readonly states: FollowStates;
  readonly followed: Pick<FollowedImports, 'open' | 'begin'>;
  readonly load: ReturnType<typeof createLoad>;
  /** Stores rows as live ones. */
  readonly append: HitStore['append'];
  readonly logSums: Pick<LogSumsStore, 'putPart'>;
  readonly folder: { temporary(name: string): string; pathOf(...names: string[]): string };
}

export interface FollowCounts {
  readonly rows: number;
  readonly bad: number;
  readonly leftOut: number;
}

/** Returns the lines that are still pending after those up to `to` are stored. */
function stillPending({ position, pending }: FollowState, to: LogPosition): LogPosition | null {
  if (pending === null) return null;
  if (isSameLog(pending, to)) return to.offset < pending.offset ? pending : null;
  return isSameLog(position, to) ? pending : null;
}

/** Prepends the header of the file to lines, if it has one. */
function withColumns(lines: Buffer, head: Buffer): Buffer {
  const columns = head.toString('utf8').match(/^#Fields:.*$/m)?.[0];
  return columns === undefined ? lines : Buffer.concat([Buffer.from(`${columns}\n`), lines]);
}

/** The state of a log, with the import that its lines belong to. */
type OpenState = ReturnType<FollowedImports['begin']>;

type SumsDeps = Pick<FollowDeps, 'logSums' | 'clock'>;

/** Creates the function that saves a state, and moves the sums of days that are over to the store. */
const createSaveWithSums =
  ({ fileOf, saveTo }: Pick<FollowStates, 'fileOf' | 'saveTo'>, { logSums, clock }: SumsDeps) =>
  async (log: FollowedLog, state: KeptState): Promise<void> => {
    const file = fileOf(log);
    await saveTo(file, state);
    const split = state.log && splitState(state.log, toDay(clock.now(), 'UTC'));
    if (!split) return;
    // A part that was being stored when the server ended is stored again, and replaces itself.
    await logSums.putPart({ siteId: log.siteId, importKey: toSumsKey(file, state), ...split.stored });
    await saveTo(file, { ...state, log: split.left });
  };

export function createFollow(deps: FollowDeps) {
  const { states, followed, load, logSums, folder, clock, findFacts, onChange } = deps;
  const { fileOf, loadState, saveTo, removeOfSite, listSums, runExclusive } = states;
  const saveWithSums = createSaveWithSums(states, { logSums, clock });

  const readLines = createFollowedLines(deps);
  const storeRows = async (rows: readonly NewHit[]): Promise<unknown> => rows.length > 0 && deps.append(rows);

  const requireSite = (siteId: number): void => {
    if (!findFacts(siteId)) throw notFound('site');
  };

  /** Returns a state with the import that takes in the lines of a batch. */
  const openImport = async (log: FollowedLog, state: KeptState): Promise<OpenState> => {
    if (state.import) return { ...state, import: state.import };
    // Sums from before imports were recorded stay under their key: their lines belong to no import.
    if (state.log)
      await logSums.putPart({ siteId: log.siteId, importKey: toSumsKey(fileOf(log), state), ...state.log });
    const begun = followed.begin(state);
    await saveTo(fileOf(log), begun);
    return begun;
  };

  /** Stores lines, some of which may already be stored. */
  const importAgain = async (
    log: FollowedLog,
    { lines, head }: FollowBatch,
    followedImport: number,
  ): Promise<void> => {
    const scratch = await mkdtemp(folder.temporary('follow-'));
    try {
      const path = join(scratch, 'lines.log');
      writeFileSync(path, withColumns(lines, head), { mode: 0o600 });
      await load(
        { ...log, source: { path, name: log.path }, format: 'access-log', overlap: false },
        { isDryRun: false, followedImport },
        { signal: new AbortController().signal },
      );
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  };

  /** Notes days that are over and have got rows. */
  const noteChange = (siteId: number, { startDate, endDate }: FollowedCounts): void => {
    if (startDate !== null && endDate !== null && startDate < toDay(clock.now(), 'UTC'))
      onChange({ siteId, firstDay: startDate, lastDay: endDate });
  };

  const appendBatch = async (log: FollowedLog, batch: FollowBatch): Promise<FollowCounts> => {
    requireSite(log.siteId);
    mkdirSync(folder.pathOf('imports'), { recursive: true, mode: 0o700 });
    const kept = await loadState(log);
    if (!isSamePosition(kept.position, batch.from))
      throw new CommandError(`${log.path} is being followed by another process already`);
    const { rows, counts, sums } = readLines(log, batch);
    const state = await openImport(log, kept);
    const { id } = followed.open(log, state.import);
    if (state.pending !== null) await importAgain(log, batch, id);
    else {
      await saveTo(fileOf(log), { ...state, pending: batch.to });
      await storeRows(rows.map(row => ({ ...row, followedImport: id }))).catch(async error => {
        // Nothing was stored: rows are appended all or none.
        await saveTo(fileOf(log), state);
        throw error;
      });
    }
    noteChange(log.siteId, counts);
    await saveWithSums(log, {
      position: batch.to,
      pending: stillPending(state, batch.to),
      log: addToState(state.log ?? NO_SUMS, sums),
      import: { ...state.import, counts: addFollowed(state.import.counts, counts) },
    });
    return { rows: rows.length, bad: counts.rowsBad, leftOut: countLeftOut(counts) };
  };

  return {
    /** Returns the stored position of a log. Throws 404 for an unknown site. */
    async open(log: FollowedLog): Promise<FollowState> {
      requireSite(log.siteId);
      return loadState(log);
    },
    /** Stores lines, all of them or none. Throws a `CommandError` when they do not follow those that are stored. */
    append: (log: FollowedLog, batch: FollowBatch): Promise<FollowCounts> =>
      runExclusive(() =>
        appendBatch(log, batch).catch(error => {
          throw isDiskFull(error) ? new CommandError('the disk is full: free some space') : error;
        }),
      ),
    removeOfSite,
    listSums,
  };
}
