/** The rows that a copy of a generation's file lacks: those that came since the file was finished. */
import { HIT_KINDS } from '../../../core/hit-store.ts';
import type { LastIds } from '../../positions.ts';
import { TABLE_OF } from '../engine-types.ts';
import { balance, countRows, type Ledger, readLedger } from '../journal/id-counters.ts';
import { openFeeder } from '../journal/loader.ts';
import { CHECKPOINT_ROWS, copyOfLedger, replayJournal } from '../journal/replay.ts';
import type { AttachedFile, Generation } from './snapshot.ts';

/** How far a generation had come. */
export interface Moment {
  readonly ledger: Ledger;
  readonly journalBytes: number;
}

export const currentMoment = ({ ledger, journal }: Generation): Moment => ({
  ledger: copyOfLedger(ledger),
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
  addUpTo(copy: AttachedFile, moment: Moment): Promise<void>;
  /** A ledger of its own that accounts for the copy at a moment. */
  ledgerAt(moment: Moment): Ledger;
}

/**
 * Rows come from the tables in memory, which is quickest; from the journal where those are not whole, or where it has
 * changes that have to be run again.
 */
export async function createDelta(
  present: Generation,
  { isShortOfMemory, signal }: { readonly isShortOfMemory: boolean; readonly signal: AbortSignal },
): Promise<Delta> {
  await present.feeder.flush();
  const needsOwnMemory = isShortOfMemory || present.feeder.isBehind;
  return needsOwnMemory || present.changes > 0
    ? fromJournal(present, { needsOwnMemory, signal })
    : fromMemory(present);
}

function fromMemory(present: Generation): Delta {
  let reached: LastIds | undefined;
  return {
    needsOwnMemory: false,
    begin: async copy => {
      reached = (await readLedger(copy.session)).lastIds;
    },
    prepare: async () => {
      await present.feeder.flush();
      if (present.feeder.isBehind)
        throw new Error('Out of Memory Error: the rows that came meanwhile do not fit');
    },
    addUpTo: async (copy, { ledger }) => {
      for (const kind of HIT_KINDS) {
        const [after, upTo] = [reached?.[kind] ?? 0, ledger.lastIds[kind]];
        if (upTo === after) continue;
        await copy.session.run(
          `INSERT INTO ${copy.catalog}.main.${TABLE_OF[kind]}
           SELECT * FROM ${present.catalog}.main.${TABLE_OF[kind]} WHERE id > ? AND id <= ?`,
          [after, upTo],
        );
      }
      reached = { ...ledger.lastIds };
    },
    ledgerAt: ({ ledger }) => ledger,
  };
}

function fromJournal(
  present: Generation,
  { needsOwnMemory, signal }: { readonly needsOwnMemory: boolean; readonly signal: AbortSignal },
): Delta {
  let account: Ledger | undefined;
  let reachedBytes = 0;
  return {
    needsOwnMemory,
    begin: async copy => {
      account = copyOfLedger(await readLedger(copy.session));
      // What a file lacked when it was opened is missing for good.
      balance(account, await countRows(copy.session));
    },
    prepare: async () => undefined,
    addUpTo: async (copy, { ledger, journalBytes }) => {
      if (journalBytes === reachedBytes) return;
      account ??= copyOfLedger(ledger);
      const feeder = await openFeeder(copy.connection, copy.catalog);
      try {
        await replayJournal(
          present.journal.file,
          { session: copy.session, feeder, ledger: account },
          {
            from: reachedBytes,
            until: journalBytes,
            checkpoint: () => copy.session.run(`CHECKPOINT ${copy.catalog}`),
            checkpointRows: CHECKPOINT_ROWS,
            signal,
          },
        );
        if (feeder.isBehind) throw new Error('Out of Memory Error: the rows that came meanwhile do not fit');
      } finally {
        await feeder.close();
      }
      reachedBytes = journalBytes;
    },
    ledgerAt: ({ ledger }) => account ?? ledger,
  };
}
