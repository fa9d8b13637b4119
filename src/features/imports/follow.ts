/**
 * Stores the lines of followed access logs. Before lines are stored it is noted up to where, and afterwards that they are: what
 * a crash interrupts is imported again, which skips rows that are stored already.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { CommandError, isDiskFull, notFound } from '../../core/errors.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { type FollowState, isSameLog, isSamePosition, type LogPosition } from '../../core/log-position.ts';
import { createMutex } from '../../lib/mutex.ts';
import { toDay } from '../../lib/time.ts';
import { countRows, type createLoad, type LoadDeps } from './load.ts';
import { createLineReader, type LineReader } from './readers/access-log.ts';
import { createVisitRows, type VisitRowDeps, type VisitRows } from './visit-rows.ts';

/** A log that is followed into a site. */
export interface FollowedLog {
  readonly siteId: number;
  /** Its path, which only serves to tell the site's logs apart. */
  readonly path: string;
  readonly logFormat: string | null;
  readonly timeZone: string | null;
}

export interface FollowBatch {
  readonly from: LogPosition | null;
  readonly to: LogPosition;
  /** Whole lines. */
  readonly lines: Buffer;
  /** The beginning of the file. */
  readonly head: Buffer;
}

export interface FollowDeps
  extends Pick<LoadDeps, 'findFacts' | 'parseUserAgent' | 'derive'>,
    Pick<VisitRowDeps, 'identify'> {
  readonly load: ReturnType<typeof createLoad>;
  /** Stores rows as live ones. */
  readonly append: HitStore['append'];
  readonly folder: { temporary(name: string): string; pathOf(...names: string[]): string };
  readonly clock: Clock;
}

export interface FollowCounts {
  readonly rows: number;
  readonly bad: number;
  readonly leftOut: number;
}

const NOTHING: FollowState = { position: null, pending: null };

/** Returns what stays pending after lines up to `to` are stored. */
function stillPending({ position, pending }: FollowState, to: LogPosition): LogPosition | null {
  if (pending === null) return null;
  if (isSameLog(pending, to)) return to.offset < pending.offset ? pending : null;
  return isSameLog(position, to) ? pending : null;
}

/** Files with up to where logs are stored. */
function createStates(folder: FollowDeps['folder']) {
  const prefixOf = (siteId: number): string => `follow-${siteId}-`;
  const fileOf = ({ siteId, path }: Pick<FollowedLog, 'siteId' | 'path'>): string =>
    folder.pathOf(
      'imports',
      `${prefixOf(siteId)}${createHash('sha256').update(path).digest('hex').slice(0, 16)}.json`,
    );

  const loadState = async (log: FollowedLog): Promise<FollowState> => {
    try {
      return JSON.parse(await readFile(fileOf(log), 'utf8')) as FollowState;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NOTHING;
      throw error;
    }
  };
  const saveState = async (log: FollowedLog, state: FollowState): Promise<void> => {
    const path = fileOf(log);
    const handle = await open(`${path}.new`, 'w', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(state)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${path}.new`, path);
  };

  return {
    fileOf,
    loadState,
    saveState,
    removeOfSite(siteId: number): void {
      const parent = folder.pathOf('imports');
      try {
        for (const name of readdirSync(parent))
          if (name.startsWith(prefixOf(siteId))) rmSync(join(parent, name), { force: true });
      } catch {
        // There is no such folder yet.
      }
    },
  };
}

export function createFollow({ load, append, folder, clock, ...deps }: FollowDeps) {
  const mutex = createMutex();
  /** Parsers and rules by log. */
  const readers = new Map<string, { readonly mark: string; readonly read: LineReader }>();
  const rowMakers = new Map<
    number,
    { readonly url: string; readonly day: string; readonly make: VisitRows }
  >();

  const { fileOf, loadState, saveState, removeOfSite } = createStates(folder);

  const requireSite = (siteId: number) => {
    const site = deps.findFacts(siteId);
    if (!site) throw notFound('site');
    return site;
  };

  const readerOf = (log: FollowedLog, { to, head, lines }: FollowBatch): LineReader => {
    const site = requireSite(log.siteId);
    const key = fileOf(log);
    const mark = JSON.stringify([to.fingerprint, log.logFormat, log.timeZone, site.hostName]);
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
      const columns = head.toString('utf8').match(/^#Fields:.*$/m)?.[0];
      writeFileSync(
        path,
        columns === undefined ? lines : Buffer.concat([Buffer.from(`${columns}\n`), lines]),
        { mode: 0o600 },
      );
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

  const appendLines = async (log: FollowedLog, batch: FollowBatch): Promise<FollowCounts> => {
    const read = readerOf(log, batch);
    const make = rowsOf(log.siteId);
    const rows = [];
    let bad = 0;
    let leftOut = 0;
    for (const line of batch.lines.toString('utf8').split('\n')) {
      const found = read(line);
      if (found === undefined) continue;
      const row = typeof found === 'string' ? found : 'type' in found ? make(found) : undefined;
      if (row === undefined) leftOut += 1;
      else if (typeof row === 'string') bad += 1;
      else rows.push(row);
    }
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
          if (!isUncertain) await saveState(log, { ...state, pending: batch.to });
          const counts = isUncertain
            ? await importAgain(log, batch.lines, batch.head)
            : await appendLines(log, batch).catch(async error => {
                // Nothing was stored: rows are appended all or none.
                await saveState(log, state);
                throw error;
              });
          await saveState(log, { position: batch.to, pending: stillPending(state, batch.to) });
          return counts;
        } catch (error) {
          throw isDiskFull(error) ? new CommandError('the disk is full: free some space') : error;
        }
      }),
    removeOfSite,
  };
}
