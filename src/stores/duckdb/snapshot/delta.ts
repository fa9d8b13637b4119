/** The delta: rows that a copy of a snapshot's file lacks because they were stored after the file was finished. */
import { HIT_KINDS } from '../../../core/hits/columns.ts';
import type { LastIds } from '../../positions.ts';
import { type IdCounters, TABLES } from '../engine-types.ts';
import { countMissingAsRemoved, countRows, readIdCounters } from '../journal/id-counters.ts';
import { openLoader } from '../journal/loader.ts';
import { CHECKPOINT_ROWS, copyIdCounters, replayJournal } from '../journal/replay.ts';
import type { AttachedFile, Snapshot } from './snapshot.ts';

/** A position in a snapshot. */
export interface SnapshotPosition {
  readonly counters: IdCounters;
  readonly journalBytes: number;
}

/** Returns the current position of a snapshot. */
export const currentPosition = ({ counters, journal }: Snapshot): SnapshotPosition => ({
  counters: copyIdCounters(counters),
  journalBytes: journal.sizeBytes,
});

/** Appends the delta to a copy, up to successive positions. */
export interface Delta {
  /** True when memory has run out, so that the copy must not be built in the instance of live queries. */
  readonly needsOwnMemory: boolean;
  /** Call it first, with the fresh copy. */
  begin(copy: AttachedFile): Promise<void>;
  /** Call it before a position is captured. */
  prepare(): Promise<void>;
  /** Appends the rows up to a position that the copy lacks. */
  appendUpTo(copy: AttachedFile, position: SnapshotPosition): Promise<void>;
  /** Returns the id counters of the copy at a position. */
  countersAt(position: SnapshotPosition): IdCounters;
}

/**
 * Creates the delta of a snapshot: from the tables in memory, which is fastest, or from the journal where those are
 * incomplete or where it has changes that have to be replayed.
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
      if (current.loader.isBehind) throw new Error('Out of Memory Error: the rows of the delta do not fit');
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
  let replayed: IdCounters | undefined;
  let reachedBytes = 0;
  return {
    needsOwnMemory,
    begin: async copy => {
      replayed = copyIdCounters(await readIdCounters(copy.session));
      // What a file lacked when it was opened is missing permanently.
      countMissingAsRemoved(replayed, await countRows(copy.session));
    },
    prepare: async () => undefined,
    appendUpTo: async (copy, { counters, journalBytes }) => {
      if (journalBytes === reachedBytes) return;
      replayed ??= copyIdCounters(counters);
      const loader = await openLoader(copy.connection, copy.catalog);
      try {
        await replayJournal(
          current.journal.file,
          { session: copy.session, loader, counters: replayed },
          {
            from: reachedBytes,
            until: journalBytes,
            checkpoint: () => copy.session.run(`CHECKPOINT ${copy.catalog}`),
            checkpointRows: CHECKPOINT_ROWS,
            signal,
          },
        );
        if (loader.isBehind) throw new Error('Out of Memory Error: the rows of the delta do not fit');
      } finally {
        await loader.close();
      }
      reachedBytes = journalBytes;
    },
    countersAt: ({ counters }) => replayed ?? counters,
  };
}
