/**
 * The outbox: rows that were accepted in the data folder and are still to be delivered to the store that keeps them. A row is
 * in it from its acceptance until it was delivered, so that what is left after a crash is what is left to deliver.
 */

import type { Day } from '../span.ts';
import type { HitKind } from './columns.ts';
import type { ExportStream } from './export.ts';
import type { NewHit, StoredHit } from './row.ts';
import type { Removal } from './store.ts';

/** A row to be delivered. */
export type OutboxRow = StoredHit;

/** Consecutive ids of a kind. */
export interface IdRange {
  readonly kind: HitKind;
  readonly firstId: number;
  readonly lastId: number;
}

/**
 * What is being written to the store that keeps rows, noted before it begins: after a crash or a request without an answer the
 * same is written once more, without what is there already.
 */
export type DeliveryNote = RowsNote | RestorationNote;

/** Rows of the outbox are stored. */
export interface RowsNote {
  readonly kind: 'rows';
  readonly ranges: readonly IdRange[];
  /** Rows whose ids others have there, and the new ones that they are stored with. */
  readonly renumbered?: readonly Renumbering[];
}

/** Rows of a kind get consecutive ids from `firstId` on, in order. */
export interface Renumbering {
  readonly kind: HitKind;
  readonly ids: readonly number[];
  readonly firstId: number;
}

/** Spam hits become hits, in order, with consecutive ids. */
export interface RestorationNote {
  readonly kind: 'restoration';
  readonly siteId: number;
  readonly spamIds: readonly number[];
  readonly firstId: number;
}

/** Keeps the note on disk. */
export interface DeliveryNotes {
  read(): DeliveryNote | undefined;
  /** Replaces the note. On disk when it returns. */
  write(note: DeliveryNote | undefined): void;
}

/** A value for each kind. */
export type ByKind<Value> = Readonly<Record<HitKind, Value>>;

/** Rows of a range of ids, all of them or those of one site and UTC day. */
export interface RowSelection extends IdRange {
  readonly siteId?: number;
  readonly day?: Day;
}

/** Checksum of the rows of a kind on a site's UTC day. Equal rows have equal sums. */
export interface DaySums {
  readonly kind: HitKind;
  readonly siteId: number;
  readonly day: Day;
  readonly rows: number;
  /** Sum of their ids. */
  readonly ids: number;
  readonly uniqueHits: number;
}

/** Rows of the store that keeps them, on their way back to the data folder. */
export interface History {
  /** Parquet files of rows, with `id`, `is_silent` and the columns of their kind. */
  readonly files: readonly { readonly kind: HitKind; readonly file: string }[];
  /** Newest ids in them. */
  readonly through: ByKind<number>;
  /** Returns the checksums of the rows in the data folder. */
  verify(sums: readonly DaySums[]): Promise<void>;
}

export interface Outbox {
  /** Accepts rows. Resolves with their ids, in order, once they are on disk. */
  append(rows: readonly NewHit[]): Promise<number[]>;
  /** Returns the newest id of each kind: every row up to it was accepted. */
  lastIds(): ByKind<number>;
  /** Makes sure that no id up to these is given again. */
  raiseIds(ids: ByKind<number>): Promise<void>;
  /** Reserves ids of a kind for rows that never are in the outbox. Returns the first. */
  reserveIds(kind: HitKind, count: number): Promise<number>;
  /** Returns the oldest rows of each kind after some ids, but those of imports, at most `limit` of a kind. */
  read(after: ByKind<number>, limit: number): Promise<OutboxRow[]>;
  /** Returns the rows that are left of some ids, but those of imports. */
  readRanges(ranges: readonly IdRange[]): Promise<OutboxRow[]>;
  /** Counts the rows of all kinds. */
  count(): Promise<number>;
  /** Takes rows out that were delivered. Many of them take a rewrite of the file. */
  takeOut(ranges: readonly IdRange[]): Promise<void>;
  /** Takes all rows with ids up to these out, and what was summed up of them. */
  takeOutAll(through: ByKind<number>): Promise<void>;
  /** Lists the ids of rows of imports. */
  listImported(): Promise<readonly IdRange[]>;
  /** Counts the rows of a selection. */
  countRows(selection: RowSelection): Promise<number>;
  /** Streams a Parquet file of rows, with `kind`, `id`, `is_silent` and the columns of their kind. */
  streamParquet(selection: RowSelection, signal?: AbortSignal): ExportStream;
  /** Returns the checksums of the rows with ids up to these. */
  sumByDay(through: ByKind<number>): Promise<readonly DaySums[]>;
  /** Removes rows that must not be delivered, and all other data of them in the data folder. Returns how many. */
  remove(removal: Removal): Promise<number>;
  /** Returns the ids of the rows of an import, none for an unknown one. */
  findImported(siteId: number, importKey: string): Promise<readonly IdRange[]>;
  /** Lists the sites that have rows in it, or anything else that goes with hits. */
  siteIds(): Promise<number[]>;
}
