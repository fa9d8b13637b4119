/** Reads lines of followed logs: what they are, the rows that they make, and what they show beside visits. */
import type { Clock } from '../../core/clock.ts';
import { CommandError, notFound } from '../../core/errors.ts';
import type { LeftOut } from '../../core/hits/import.ts';
import type { LogSumRow } from '../../core/hits/log-sums.ts';
import type { NewHit } from '../../core/hits/row.ts';
import type { LogPosition } from '../../core/log-position.ts';
import type { SiteFacts } from '../../ingest/site-facts.ts';
import type { FindExclusion } from './exclusions.ts';
import type { FollowedCounts, FollowedLog, FollowStates } from './follow-states.ts';
import { countStored } from './followed.ts';
import type { LoadDeps } from './load.ts';
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

export interface FollowedLinesDeps
  extends Pick<LoadDeps, 'parseUserAgent' | 'derive' | 'exclude'>,
    Pick<VisitRowDeps, 'identify'> {
  /** Returns the facts of a site; undefined once it was deleted. */
  readonly findFacts: (siteId: number) => (SiteFacts & { readonly active: boolean }) | undefined;
  readonly states: Pick<FollowStates, 'fileOf'>;
  readonly clock: Clock;
}

/** What the lines of a batch are. */
export interface ReadLines {
  readonly rows: readonly NewHit[];
  readonly counts: FollowedCounts;
  /** What they show beside visits. */
  readonly sums: readonly LogSumRow[];
}

/** Makes the rows of lines, and counts those that have none. */
function toRows(lines: readonly ReturnType<LineReader>[], make: VisitRows) {
  const rows: NewHit[] = [];
  const leftOut: LeftOut[] = [];
  let rowsBad = 0;
  for (const found of lines) {
    if (found === undefined) continue;
    const row = typeof found === 'string' || !('type' in found) ? found : make(found);
    if (typeof row === 'string') rowsBad += 1;
    else if ('kind' in row) rows.push(row);
    else leftOut.push({ what: row[0], why: row[1], count: 1 });
  }
  return { rows, counts: { ...countStored(rows), rowsBad, leftOut } };
}

export function createFollowedLines({ states: { fileOf }, clock, ...deps }: FollowedLinesDeps) {
  /** Parsers and rules by log. */
  const readers = new Map<string, { readonly mark: string; readonly read: LineReader }>();
  /** Receives what the lines of the batch show that is read. */
  let tally: LogTally | undefined;
  /** The exclusions of its site, which may have changed since the last one. */
  let findExclusion: FindExclusion | undefined;
  const rowMakers = new WeakMap<SiteFacts, VisitRows>();

  const requireSite = (siteId: number) => {
    const site = deps.findFacts(siteId);
    if (!site) throw notFound('site');
    return site;
  };

  const readerOf = (log: FollowedLog, { to, head, lines }: FollowBatch): LineReader => {
    const site = requireSite(log.siteId);
    const key = fileOf(log);
    const mark = JSON.stringify([to.fingerprint, log.logFormat, log.timeZone, log.withoutHits, site.hosts]);
    const known = readers.get(key);
    if (known?.mark === mark) return known.read;
    const beginning = `${head.toString('utf8')}\n${lines.toString('utf8', 0, 64 * 1024)}`.split('\n');
    const read = createLineReader(
      beginning.map(line => line.replace(/\r$/, '')).filter(line => line.trim() !== ''),
      {
        timeZone: log.timeZone ?? 'UTC',
        siteHosts: site.hosts,
        parseUserAgent: deps.parseUserAgent,
        logFormat: log.logFormat ?? undefined,
        tally: { add: (...line) => tally?.add(...line) },
        findExclusion: visit => findExclusion?.(visit),
        isWithoutHits: log.withoutHits,
      },
    );
    if (!read)
      throw new CommandError(`${log.path} is not an access log in a known format: pass --log-format`);
    readers.set(key, { mark, read });
    return read;
  };

  const rowsOf = (site: SiteFacts): VisitRows => {
    const known = rowMakers.get(site);
    if (known) return known;
    const make = createVisitRows({ site, derive: deps.derive(site), identify: deps.identify, clock });
    rowMakers.set(site, make);
    return make;
  };

  /** Reads the lines of a batch. Throws a `CommandError` for a log of no known format. */
  return (log: FollowedLog, batch: FollowBatch): ReadLines => {
    const read = readerOf(log, batch);
    const sums: LogSumRow[] = [];
    const own = createLogTally({ known: [], last: lastLogDay(clock.now()), write: row => sums.push(row) });
    tally = own;
    const site = requireSite(log.siteId);
    // One that is switched off collects nothing.
    findExclusion = site.active ? deps.exclude(site) : () => 'ignored';
    const found = batch.lines.toString('utf8').split('\n').map(read);
    tally = undefined;
    own.close();
    return { ...toRows(found, rowsOf(site)), sums };
  };
}
