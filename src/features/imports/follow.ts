import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { CommandError, isDiskFull, notFound } from '../../core/errors.ts';
import type { LogSumRow, LogSumsStore } from '../../core/hits/log-sums.ts';
import type { NewHit } from '../../core/hits/row.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { type FollowState, isSameLog, isSamePosition, type LogPosition } from '../../core/log-position.ts';
import { createMutex } from '../../lib/mutex.ts';
import { toDay } from '../../lib/time.ts';
import type { FindExclusion } from './exclusions.ts';
import { type FollowedLog, type FollowStates, toImportKey } from './follow-states.ts';
import { countRows, type createLoad, type LoadDeps } from './load.ts';
import { addToState, type LogState, NO_SUMS, splitState } from './log-state.ts';
import { createLogTally, type LogTally, lastLogDay } from './readers/access-log/tally.ts';
import { createLineReader, type LineReader } from './readers/access-log.ts';
import { createVisitRows, type VisitRowDeps, type VisitRows } from './visit-rows.ts';

export interface FollowBatch {
  readonly from: LogPosition | null;
  readonly to: LogPosition;
  /** Whole lines. */
  readonly lines: Buffer;
  /** The beginning of the file. */
  readonly head: Buffer;
}

export interface FollowDeps
  extends Pick<LoadDeps, 'findFacts' | 'parseUserAgent' | 'derive' | 'exclude'>,
    Pick<VisitRowDeps, 'identify'> {
  readonly states: FollowStates;
  readonly load: ReturnType<typeof createLoad>;
  /** Stores rows as live ones. */
  readonly append: HitStore['append'];
  readonly logSums: Pick<LogSumsStore, 'putPart'>;
  readonly folder: { temporary(name: string): string; pathOf(...names: string[]): string };
  readonly clock: Clock;
}

export interface FollowCounts {
  readonly rows: number;
  readonly bad: number;
  readonly leftOut: number;
}

/** Returns what stays pending after lines up to `to` are stored. */
function stillPending({ position, pending }: FollowState, to: LogPosition): LogPosition | null {
  if (pending === null) return null;
  if (isSameLog(pending, to)) return to.offset < pending.offset ? pending : null;
  return isSameLog(position, to) ? pending : null;
}

/** Returns lines after the names of their columns, where the beginning of the file has those. */
function withColumns(lines: Buffer, head: Buffer): Buffer {
  const columns = head.toString('utf8').match(/^#Fields:.*$/m)?.[0];
  return columns === undefined ? lines : Buffer.concat([Buffer.from(`${columns}\n`), lines]);
}

/** Makes the rows of lines, and counts those that have none. */
function toRows(lines: readonly ReturnType<LineReader>[], make: VisitRows) {
  const rows: NewHit[] = [];
  let bad = 0;
  let leftOut = 0;
  for (const found of lines) {
    if (found === undefined) continue;
    const row = typeof found === 'string' ? found : 'type' in found ? make(found) : undefined;
    if (row === undefined) leftOut += 1;
    else if (typeof row === 'string') bad += 1;
    else rows.push(row);
  }
  return { rows, bad, leftOut };
}

/** Creates the function that saves a state with the sums of its log, and moves those of days that are over to the store. */
const createSaveWithSums =
  (
    { fileOf, saveState }: Pick<FollowStates, 'fileOf' | 'saveState'>,
    { logSums, clock }: Pick<FollowDeps, 'logSums' | 'clock'>,
  ) =>
  async (log: FollowedLog, state: FollowState, sums: LogState): Promise<void> => {
    await saveState(log, { ...state, log: sums });
    const split = splitState(sums, toDay(clock.now(), 'UTC'));
    if (!split) return;
    // A part that was being stored when the server ended is stored once more, in place of itself.
    await logSums.putPart({ siteId: log.siteId, importKey: toImportKey(fileOf(log)), ...split.stored });
    await saveState(log, { ...state, log: split.left });
  };

export function createFollow({ states, load, append, logSums, folder, clock, ...deps }: FollowDeps) {
  const mutex = createMutex();
  /** Parsers and rules by log. */
  const readers = new Map<string, { readonly mark: string; readonly read: LineReader }>();
  /** Receives what the lines of the batch show that is read. */
  let tally: LogTally | undefined;
  /** The exclusions of its site, which may have changed since the last one. */
  let findExclusion: FindExclusion | undefined;
  const rowMakers = new Map<
    number,
    { readonly url: string; readonly day: string; readonly make: VisitRows }
  >();

  const { fileOf, loadState, saveState, removeOfSite, listSums } = states;
  const saveWithSums = createSaveWithSums(states, { logSums, clock });

  const requireSite = (siteId: number) => {
    const site = deps.findFacts(siteId);
    if (!site) throw notFound('site');
    return site;
  };

  const readerOf = (log: FollowedLog, { to, head, lines }: FollowBatch): LineReader => {
    const site = requireSite(log.siteId);
    const key = fileOf(log);
    const mark = JSON.stringify([
      to.fingerprint,
      log.logFormat,
      log.timeZone,
      log.withoutHits,
      site.hostName,
    ]);
    const known = readers.get(key);
    if (known?.mark === mark) return known.read;
    const beginning = `${head.toString('utf8')}\n${lines.toString('utf8', 0, 64 * 1024)}`.split('\n');
    const read = createLineReader(
      beginning.map(line => line.replace(/\r$/, '')).filter(line => line.trim() !== ''),
      {
        timeZone: log.timeZone ?? 'UTC',
        siteHost: site.hostName,
        parseUserAgent: deps.parseUserAgent,
        logFormat: log.logFormat ?? undefined,
        tally: { add: (...line) => tally?.add(...line) },
        findExclusion: visit => findExclusion?.(visit),
        isWithoutHits: log.withoutHits,
      },
    );
    if (!read) throw new CommandError(`${log.path} is no access log of a known format: give --log-format`);
    readers.set(key, { mark, read });
    return read;
  };

  const rowsOf = (siteId: number): VisitRows => {
    const site = requireSite(siteId);
    const day = toDay(clock.now(), 'UTC');
    const known = rowMakers.get(siteId);
    if (known?.day === day && known.url === site.url) return known.make;
    // Salts of earlier days go with the day on which they were drawn.
    const make = createVisitRows({ siteId, derive: deps.derive(site), identify: deps.identify, clock });
    rowMakers.set(siteId, { url: site.url, day, make });
    return make;
  };

  /** Stores lines that may be stored already. */
  const importAgain = async (log: FollowedLog, lines: Buffer, head: Buffer): Promise<FollowCounts> => {
    const scratch = await mkdtemp(folder.temporary('follow-'));
    try {
      const path = join(scratch, 'lines.log');
      writeFileSync(path, withColumns(lines, head), { mode: 0o600 });
      const outcome = await load(
        { ...log, source: { path, name: log.path }, format: 'access-log', overlap: false },
        { isDryRun: false },
        { signal: new AbortController().signal },
      );
      const { imported, bad, skipped } = countRows(outcome);
      return { rows: imported, bad, leftOut: skipped };
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  };

  /** Reads the lines of a batch. Returns what they are, and what the log shows beside visits. */
  const readLines = (log: FollowedLog, batch: FollowBatch) => {
    const read = readerOf(log, batch);
    const sums: LogSumRow[] = [];
    const own = createLogTally({ known: [], last: lastLogDay(clock.now()), write: row => sums.push(row) });
    tally = own;
    findExclusion = deps.exclude(requireSite(log.siteId));
    const found = batch.lines.toString('utf8').split('\n').map(read);
    tally = undefined;
    own.close();
    return { found, sums };
  };

  const appendLines = async (
    log: FollowedLog,
    lines: ReturnType<typeof readLines>['found'],
  ): Promise<FollowCounts> => {
    const { rows, bad, leftOut } = toRows(lines, rowsOf(log.siteId));
    if (rows.length > 0) await append(rows);
    return { rows: rows.length, bad, leftOut };
  };

  return {
    /** Returns up to where a log is stored. Throws 404 for a site that there is not. */
    async open(log: FollowedLog): Promise<FollowState> {
      requireSite(log.siteId);
      return loadState(log);
    },
    /** Stores lines, all of them or none. Throws a `CommandError` when they do not follow those that are stored. */
    append: (log: FollowedLog, batch: FollowBatch): Promise<FollowCounts> =>
      mutex.runExclusive(async () => {
        requireSite(log.siteId);
        mkdirSync(folder.pathOf('imports'), { recursive: true, mode: 0o700 });
        const state = await loadState(log);
        if (!isSamePosition(state.position, batch.from))
          throw new CommandError(`${log.path} is followed by another process, too`);
        try {
          const isUncertain = state.pending !== null;
          const { found, sums } = readLines(log, batch);
          if (!isUncertain) await saveState(log, { ...state, pending: batch.to });
          const counts = isUncertain
            ? await importAgain(log, batch.lines, batch.head)
            : await appendLines(log, found).catch(async error => {
                // Nothing was stored: rows are appended all or none.
                await saveState(log, state);
                throw error;
              });
          const next = { position: batch.to, pending: stillPending(state, batch.to) };
          await saveWithSums(log, next, addToState(state.log ?? NO_SUMS, sums));
          return counts;
        } catch (error) {
          throw isDiskFull(error) ? new CommandError('the disk is full: free some space') : error;
        }
      }),
    removeOfSite,
    listSums,
  };
}
