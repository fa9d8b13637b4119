import { HIT_KINDS, type HitKind } from '../../../core/hits/columns.ts';
import { newerVersion } from '../../migrate.ts';
import type { AppPosition } from '../../positions.ts';
import type { CopySession, IdCounters } from '../engine-types.ts';
import { TABLES } from '../engine-types.ts';
import { columnNames, createTranslator, parseSiteId, type RowRun } from '../rows/rows.ts';
import { parseValue } from '../sql/values.ts';
import {
  type ChangeStatement,
  type IdRange,
  JOURNAL_FORMAT,
  type JournalHeader,
  type JournalRecord,
} from './journal.ts';
import type { Loader } from './loader.ts';
import { readJournal } from './reader.ts';

/** The result of a replay: what was added, and what was wrong with the journal. */
export interface ReplayResult {
  readonly rows: number;
  readonly changes: number;
  /** End of the last whole line. */
  readonly validBytes: number;
  /** Bytes after it; `isTorn` distinguishes a torn write from garbage and zeros. */
  readonly tail: { readonly sizeBytes: number; readonly isTorn: boolean };
  /** Number of corrupt bytes with whole lines after them. */
  readonly corruptBytes: number;
  /** Number of rows whose ids are known and whose lines are missing. */
  readonly missingRows: number;
  /** Whether the last line only lacks its newline. */
  readonly lacksNewline: boolean;
  /** The last recorded position of the application database. */
  readonly configuration: AppPosition | undefined;
  /** Storage ids of the rows that were added. */
  readonly siteIds: ReadonlySet<number>;
}

/** The target of a replay; `counters` are updated. */
export interface ReplayTarget {
  readonly session: CopySession;
  readonly loader: Loader;
  readonly counters: IdCounters;
}

const LOADED_ROWS = 2000;

/** Number of rows after which a file that is being built is checkpointed, which bounds the rows in memory. */
export const CHECKPOINT_ROWS = 50_000;

export interface ReplayOptions {
  /** First byte that is replayed. Default: the beginning. */
  readonly from?: number;
  /** First byte that is not replayed. Default: the end. */
  readonly until?: number;
  /** Called after every `checkpointRows` rows: for a file that is being built, whose rows need not stay in memory. */
  readonly checkpoint?: () => Promise<unknown>;
  readonly checkpointRows?: number;
  /** Ends the replay between two lines. */
  readonly signal?: AbortSignal;
  /** Whether rows are only queued but for the first, which show whether the file takes any, and those that a change needs. */
  readonly isDeferred?: boolean;
}

/** Replays a journal's commits on a file; rows that it has already are skipped. Other work runs between lines. */
export async function replayJournal(
  file: string,
  target: ReplayTarget,
  options: ReplayOptions = {},
): Promise<ReplayResult> {
  const { loader, counters } = target;
  const {
    from = 0,
    until,
    checkpoint,
    checkpointRows = Number.POSITIVE_INFINITY,
    isDeferred = false,
  } = options;
  let checkpointedRows = 0;
  let lacksNewline = false;
  let isDeferring = false;
  const found = { rows: 0, changes: 0, validBytes: 0, corruptBytes: 0, missingRows: 0 };
  let tail = { sizeBytes: 0, isTorn: false };
  // Without a readable header, rows are read as those of today.
  let translate = createTranslator(columnNames());
  let configuration: AppPosition | undefined;
  const siteIds = new Set<number>();
  const loadRows = (runs: readonly RowRun[]) => {
    for (const run of runs) {
      const { fresh, gap } = findNewRows(counters, run);
      found.missingRows += gap;
      found.rows += fresh.rows.length;
      for (const row of fresh.rows) siteIds.add(parseSiteId(row));
      loader.push([{ ...fresh, rows: fresh.rows.map(cells => translate(run.kind, cells)) }]);
    }
  };
  for (const { record, startsAt, endsAt, isTorn, ...line } of readJournal(file, from, until)) {
    options.signal?.throwIfAborted();
    if (record === undefined) {
      tail = { sizeBytes: tail.sizeBytes + endsAt - startsAt, isTorn: isTorn && tail.sizeBytes === 0 };
      continue;
    }
    found.corruptBytes += tail.sizeBytes;
    tail = { sizeBytes: 0, isTorn: false };
    found.validBytes = endsAt;
    lacksNewline = line.lacksNewline;
    if ('header' in record) {
      translate = createTranslator(checkHeader(file, record.header).columns);
      configuration = record.header.configuration ?? configuration;
    } else if ('configuration' in record) configuration = record.configuration;
    else if ('rows' in record) loadRows(record.rows);
    else if ('skip' in record) found.missingRows += skipIds(counters, record.skip);
    else if ('change' in record) {
      await loader.flush();
      found.missingRows += await applyChange(target, record.change);
      found.changes += 1;
    }
    if (!isDeferring && loader.waitingRows >= LOADED_ROWS) {
      await loader.flush();
      isDeferring = isDeferred;
    }
    if (found.rows - checkpointedRows < checkpointRows) continue;
    await loader.flush();
    await checkpoint?.();
    checkpointedRows = found.rows;
  }
  if (!isDeferring) await loader.flush();
  return { ...found, tail, lacksNewline, configuration, siteIds };
}

/** Replays a change in one transaction and updates the counters. Returns how many ids before the added ones are missing. */
async function applyChange(
  { session, loader, counters }: ReplayTarget,
  statements: readonly ChangeStatement[],
): Promise<number> {
  let missing = 0;
  if (loader.isBehind) {
    // The rows that the statements would find are incomplete: a rebuild from the journal runs them.
    for (const { adds } of statements) if (adds !== undefined) missing += skipIds(counters, adds);
    return missing;
  }
  await session.run('BEGIN');
  try {
    for (const { sql, values, removes, adds } of statements) {
      const count = await session.run(sql, values.map(parseValue));
      if (removes !== undefined) counters.removed[removes] += count;
      if (adds === undefined) continue;
      missing += skipIds(counters, adds);
      counters.removed[adds.kind] -= count;
    }
    await session.run('COMMIT');
    return missing;
  } catch (error) {
    await session.run('ROLLBACK');
    throw error;
  }
}

/** Returns the statement that removes rows of a kind. */
export const deleteSql = (kind: HitKind, condition: string): string =>
  `DELETE FROM ${TABLES[kind]} WHERE ${condition}`;

function checkHeader(file: string, header: JournalHeader): JournalHeader {
  if (header.format > JOURNAL_FORMAT) {
    throw newerVersion(file);
  }
  return header;
}

function findNewRows(counters: IdCounters, run: RowRun): { fresh: RowRun; gap: number } {
  const last = counters.lastIds[run.kind];
  const known = Math.max(0, last + 1 - run.firstId);
  const gap = Math.max(0, run.firstId - last - 1);
  const fresh = known === 0 ? run : { ...run, firstId: run.firstId + known, rows: run.rows.slice(known) };
  counters.lastIds[run.kind] = Math.max(last, run.firstId + run.rows.length - 1);
  counters.removed[run.kind] += gap;
  return { fresh, gap };
}

/** Counts ids as reserved and without rows. Returns how many before them are missing. */
function skipIds(counters: IdCounters, { kind, firstId, count }: IdRange): number {
  const last = counters.lastIds[kind];
  const end = firstId + count - 1;
  if (end <= last) return 0;
  const gap = Math.max(0, firstId - last - 1);
  counters.removed[kind] += end - last;
  counters.lastIds[kind] = end;
  return gap;
}

/** Counts the ids of a commit without replaying it. Returns how many rows before it are missing. */
export function countRecord(counters: IdCounters, record: JournalRecord): number {
  if ('rows' in record) return record.rows.reduce((sum, run) => sum + findNewRows(counters, run).gap, 0);
  if ('skip' in record) return skipIds(counters, record.skip);
  if (!('change' in record)) return 0;
  let missing = 0;
  for (const { adds, removes, count = 0 } of record.change) {
    if (removes !== undefined) counters.removed[removes] += count;
    if (adds === undefined) continue;
    missing += skipIds(counters, adds);
    counters.removed[adds.kind] -= adds.count;
  }
  return missing;
}

/** Copies counters, for a replay to update. */
export function copyIdCounters(counters: IdCounters): IdCounters {
  return { lastIds: { ...counters.lastIds }, removed: { ...counters.removed } };
}

/** Sums up counts of all kinds. */
export const sumKinds = (counts: Readonly<Record<HitKind, number>>): number =>
  HIT_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
