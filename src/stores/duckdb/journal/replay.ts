import { HIT_KINDS, type HitKind } from '../../../core/hits/columns.ts';
import { newerVersion } from '../../migrate.ts';
import type { AppPosition } from '../../positions.ts';
import type { CopySession } from '../engine-types.ts';
import { TABLES } from '../engine-types.ts';
import { columnNames, createTranslator, type RowRun } from '../rows/rows.ts';
import { parseValue } from '../sql/values.ts';
import type { IdCounters } from './id-counters.ts';
import {
  type ChangeStatement,
  type IdRange,
  JOURNAL_FORMAT,
  type JournalHeader,
  type JournalRecord,
} from './journal.ts';
import type { Loader } from './loader.ts';
import { readJournal } from './reader.ts';

/** What a journal brought into a file, and what was wrong with it. */
export interface ReplayResult {
  readonly rows: number;
  readonly changes: number;
  /** End of the last whole line. */
  readonly validBytes: number;
  /** Bytes behind it; `isTorn` tells a half-written line from garbage and zeros. */
  readonly tail: { readonly sizeBytes: number; readonly isTorn: boolean };
  /** Stretches of harmed bytes with whole lines behind them. */
  readonly corruptBytes: number;
  /** Rows whose ids are known and whose lines are not there. */
  readonly missingRows: number;
  /** Whether its last line is whole but for its newline. */
  readonly lacksNewline: boolean;
  /** The last position of the configuration that it notes. */
  readonly configuration: AppPosition | undefined;
}

/** Where a journal is replayed to; `counters` is brought up to date on the way. */
export interface ReplayTarget {
  readonly session: CopySession;
  readonly loader: Loader;
  readonly counters: IdCounters;
}

const ROWS_AT_ONCE = 2000;

/** Rows replayed into a file that is being built, after which a checkpoint writes them: only so many are in memory. */
export const CHECKPOINT_ROWS = 50_000;

export interface ReplayOptions {
  /** First byte that is replayed. Default: the beginning. */
  readonly from?: number;
  /** First byte that is not replayed. Default: the end. */
  readonly until?: number;
  /** Called after every so many rows: for a file that is being built, whose rows need not stay in memory. */
  readonly checkpoint?: () => Promise<unknown>;
  readonly checkpointRows?: number;
  /** Ends the replay between two lines. */
  readonly signal?: AbortSignal;
}

/** Runs a journal's commits on a file that does not have them yet; rows that it has are passed over. Lets other work in between. */
export async function replayJournal(
  file: string,
  target: ReplayTarget,
  options: ReplayOptions = {},
): Promise<ReplayResult> {
  const { loader, counters } = target;
  const { from = 0, until, checkpoint, checkpointRows = Number.POSITIVE_INFINITY } = options;
  let checkpointedRows = 0;
  let lacksNewline = false;
  const found = { rows: 0, changes: 0, validBytes: 0, corruptBytes: 0, missingRows: 0 };
  let tail = { sizeBytes: 0, isTorn: false };
  // Without a readable header, rows are taken for those of today.
  let translate = createTranslator(columnNames());
  let configuration: AppPosition | undefined;
  const take = (runs: readonly RowRun[]) => {
    for (const run of runs) {
      const { fresh, gap } = freshPart(counters, run);
      found.missingRows += gap;
      found.rows += fresh.rows.length;
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
      translate = createTranslator(checkedHeader(file, record.header).columns);
      configuration = record.header.configuration ?? configuration;
    } else if ('configuration' in record) configuration = record.configuration;
    else if ('rows' in record) take(record.rows);
    else if ('skip' in record) found.missingRows += skipIds(counters, record.skip);
    else if ('change' in record) {
      await loader.flush();
      found.missingRows += await applyChange(target, record.change);
      found.changes += 1;
    }
    if (loader.waitingRows >= ROWS_AT_ONCE) await loader.flush();
    if (found.rows - checkpointedRows < checkpointRows) continue;
    await loader.flush();
    await checkpoint?.();
    checkpointedRows = found.rows;
  }
  await loader.flush();
  return { ...found, tail, lacksNewline, configuration };
}

/** Runs the statements of a change in one transaction and accounts for what they remove and add; says how many ids before the added ones are missing. */
async function applyChange(
  { session, loader, counters }: ReplayTarget,
  statements: readonly ChangeStatement[],
): Promise<number> {
  let missing = 0;
  if (loader.isBehind) {
    // What the statements would find is not all there: whoever rebuilds from the journal runs them.
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

/** The statement that removes rows of a kind. */
export const removalSql = (kind: HitKind, condition: string): string =>
  `DELETE FROM ${TABLES[kind]} WHERE ${condition}`;

function checkedHeader(file: string, header: JournalHeader): JournalHeader {
  if (header.format > JOURNAL_FORMAT) {
    throw newerVersion(file);
  }
  return header;
}

function freshPart(counters: IdCounters, run: RowRun): { fresh: RowRun; gap: number } {
  const last = counters.lastIds[run.kind];
  const known = Math.max(0, last + 1 - run.firstId);
  const gap = Math.max(0, run.firstId - last - 1);
  const fresh = known === 0 ? run : { ...run, firstId: run.firstId + known, rows: run.rows.slice(known) };
  counters.lastIds[run.kind] = Math.max(last, run.firstId + run.rows.length - 1);
  counters.removed[run.kind] += gap;
  return { fresh, gap };
}

/** Counts ids as given out and without rows; says how many before them are missing. */
function skipIds(counters: IdCounters, { kind, firstId, count }: IdRange): number {
  const last = counters.lastIds[kind];
  const end = firstId + count - 1;
  if (end <= last) return 0;
  const gap = Math.max(0, firstId - last - 1);
  counters.removed[kind] += end - last;
  counters.lastIds[kind] = end;
  return gap;
}

/** Counts the ids of a commit without running it; says how many rows before it are missing. */
export function countRecord(counters: IdCounters, record: JournalRecord): number {
  if ('rows' in record) return record.rows.reduce((sum, run) => sum + freshPart(counters, run).gap, 0);
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

/** A counters of its own for a replay to count in. */
export function copyIdCounters(counters: IdCounters): IdCounters {
  return { lastIds: { ...counters.lastIds }, removed: { ...counters.removed } };
}

/** Rows missing in all kinds together. */
export const sumKinds = (counts: Readonly<Record<HitKind, number>>): number =>
  HIT_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
