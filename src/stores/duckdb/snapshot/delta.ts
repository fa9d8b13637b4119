/** The rows that a copy of a generation's file lacks: those that came since the file was finished. */
import { HIT_KINDS } from '../../../core/hits/columns.ts';
import type { LastIds } from '../../positions.ts';
import { TABLES } from '../engine-types.ts';
import { countMissingAsRemoved, countRows, type IdCounters, readIdCounters } from '../journal/id-counters.ts';
import { openLoader } from '../journal/loader.ts';
import { CHECKPOINT_ROWS, copyIdCounters, replayJournal } from '../journal/replay.ts';
import type { AttachedFile, Snapshot } from './snapshot.ts';

/** How far a generation had come. */
export interface SnapshotPosition {
  readonly counters: IdCounters;
  readonly journalBytes: number;
}

export const currentPosition = ({ counters, journal }: Snapshot): SnapshotPosition => ({
  counters: copyIdCounters(counters),
  journalBytes: journal.sizeBytes,
});

export interface Delta {
  /** True when memory has run out, so that the copy must not be built in the instance of live queries. */
  readonly needsOwnMemory: boolean;
  /** To be called first, with the copy as it was made. */
  begin(copy: AttachedFile): Promise<void>;
  /** To be called before the moment is taken that rows are added up to. */
  prepare(): Promise<void>;
  /** Adds the rows up to a moment that the copy does not have yet. */
  appendUpTo(copy: AttachedFile, moment: SnapshotPosition): Promise<void>;
  /** A counters of its own that accounts for the copy at a moment. */
  countersAt(moment: SnapshotPosition): IdCounters;
}

/**
 * Rows come from the tables in memory, which is quickest; from the journal where those are not whole, or where it has
 * changes that have to be run again.
 */
export async function createDelta(
  current: Snapshot,
  { isShortOfMemory, signal }: { readonly isShortOfMemory: boolean; readonly signal: AbortSignal },
): Promise<Delta> {
  await current.loader.flush();
  const needsOwnMemory = isShortOfMemory || current.loader.isBehind;
  return needsOwnMemory || current.changes > 0
    ? fromJournal(current, { needsOwnMemory, signal })
    : fromMemory(current);
}

function fromMemory(current: Snapshot): Delta {
  let reached: LastIds | undefined;
  return {
    needsOwnMemory: false,
    begin: async copy => {
      reached = (await readIdCounters(copy.session)).lastIds;
    },
    prepare: async () => {
      await current.loader.flush();
      if (current.loader.isBehind)
        throw new Error('Out of Memory Error: the rows that came meanwhile do not fit');
    },
    appendUpTo: async (copy, { counters }) => {
      for (const kind of HIT_KINDS) {
        const [after, upTo] = [reached?.[kind] ?? 0, counters.lastIds[kind]];
        if (upTo === after) continue;
        await copy.session.run(
          `INSERT INTO ${copy.catalog}.main.${TABLES[kind]}
           SELECT * FROM ${current.catalog}.main.${TABLES[kind]} WHERE id > ? AND id <= ?`,
          [after, upTo],
        );
      }
      reached = { ...counters.lastIds };
    },
    countersAt: ({ counters }) => counters,
  };
}

function fromJournal(
  current: Snapshot,
  { needsOwnMemory, signal }: { readonly needsOwnMemory: boolean; readonly signal: AbortSignal },
): Delta {
  let account: IdCounters | undefined;
  let reachedBytes = 0;
  return {
    needsOwnMemory,
    begin: async copy => {
      account = copyIdCounters(await readIdCounters(copy.session));
      // What a file lacked when it was opened is missing for good.
      countMissingAsRemoved(account, await countRows(copy.session));
    },
    prepare: async () => undefined,
    appendUpTo: async (copy, { counters, journalBytes }) => {
      if (journalBytes === reachedBytes) return;
      account ??= copyIdCounters(counters);
      const loader = await openLoader(copy.connection, copy.catalog);
      try {
        await replayJournal(
          current.journal.file,
          { session: copy.session, loader, counters: account },
          {
            from: reachedBytes,
            until: journalBytes,
            checkpoint: () => copy.session.run(`CHECKPOINT ${copy.catalog}`),
            checkpointRows: CHECKPOINT_ROWS,
            signal,
          },
        );
        if (loader.isBehind) throw new Error('Out of Memory Error: the rows that came meanwhile do not fit');
      } finally {
        await loader.close();
      }
      reachedBytes = journalBytes;
    },
    countersAt: ({ counters }) => account ?? counters,
  };
}
