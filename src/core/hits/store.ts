/**
 * The interface of an analytics engine. Queries are data over closed enums: no SQL fragment, time zone or page arithmetic
 * crosses it, so that a second engine only has to translate. Every engine passes `test/stores/hit-store-contract.ts`.
 */

import type { Span } from '../span.ts';
import type { StoreFacts } from './answers.ts';
import type { Ask } from './ask.ts';
import type { HitKind } from './columns.ts';
import type { ExportRequest, ExportStream } from './export.ts';
import type { ImportDeliveryRequest, ImportReport, ImportRequest } from './import.ts';
import type {
  ExportDaysRequest,
  ImportDaysRequest,
  ImportedDaysReport,
  ImportedSpan,
} from './imported-days.ts';
import type { Condition, OfSite } from './query.ts';
import type { PathRewriting } from './rewriting.ts';
import type { NewHit } from './row.ts';

/** Rows of a span (null: all time) that match conditions on their own values. Engagement matches with the hit that it is of. */
export interface MatchingRows extends OfSite {
  readonly filters: readonly Condition[];
  readonly span: Span | null;
}

/**
 * A removal: rows by id, everything before an instant, the rows of an import, the rows of one visitor, what matches
 * conditions, what is held, or all rows of the site, of the given kinds. Rows of a visitor are also purged from the files of the store, in the
 * background.
 */
export interface Removal {
  readonly siteId: number;
  readonly kinds: readonly HitKind[];
  readonly which:
    | { readonly ids: readonly number[] }
    | { readonly before: Date }
    | {
        readonly importKey: string;
        /** The id of the same import in rows of a followed log. */
        readonly followedImport?: number;
        /** The site of the import, where its rows are held as another's. Default: `siteId`. */
        readonly importedTo?: number;
      }
    | { readonly visitorHash: bigint }
    | MatchingRows
    /** All rows that are held as those of another site, and what is kept of rows that were rewritten. */
    | { readonly heldAs: number }
    | 'all';
  /**
   * What matches conditions is not removed but held: its rows become those of this site, all at once, until they are restored or
   * removed there.
   */
  readonly heldAs?: number;
}

/** A restoration of rows that are held as those of another site, or of what rows had before a change. */
export interface HeldRestoration {
  readonly siteId: number;
  readonly heldAs: number;
}

/** A restoration of suppressed hits: some by id, or all of the site. */
export interface Restoration {
  readonly siteId: number;
  readonly which: { readonly ids: readonly number[] } | 'all';
}

/** The store of hits, events, agent visits and suppressed hits. */
export interface HitStore {
  /**
   * Stores rows and resolves with their ids, in order, once they are durable and visible to every later read.
   * All of them or none: rejects with `AppError('unavailable')` when they cannot be written (a full disk);
   * reading goes on, and writing too as soon as there is room.
   */
  append(rows: readonly NewHit[]): Promise<number[]>;
  /** Answers a question. */
  ask: Ask;
  /**
   * Sets the zones whose midnights begin the days of sites, all of one account: visits and unique hits are of one day. Rows that are stored get
   * their dates and visits in the background, all at once; marks of unique hits stay, and a visitor of scope `day` who is on two
   * days then becomes a stable one. Resolves once that is done.
   */
  setZones(zones: ReadonlyMap<number, string>, options?: { readonly signal?: AbortSignal }): Promise<void>;
  /** Returns the zone that the rows of a site are stored by: UTC until another is set. */
  zoneOf(siteId: number): string;
  /**
   * Removes rows permanently, or holds them. Returns how many. With all hits, or those before an instant, the imported days go, or those of
   * the days of the site before; they are not counted.
   */
  remove(removal: Removal): Promise<number>;
  /**
   * Moves spam hits to the hits of their site, with their time and visitor, and resolves with their new ids once that is
   * durable. Uniqueness is then as if they had been stored as hits: one that is older than the marked hit of its visitor,
   * path and day takes the mark. Atomic: a row is never in both tables or in none. Ids that are no spam hits of the site
   * are ignored.
   */
  restoreSpam(restoration: Restoration): Promise<number[]>;
  /**
   * Gives rows other paths, all at once: everything is then as if they had come so. What is interrupted can be repeated. Imported days
   * are of the same pages then.
   */
  rewritePaths(rewriting: PathRewriting): Promise<void>;
  /**
   * Gives all rows that are held back to their site, as they were, and rows that were rewritten what they had. The first hit of a
   * visitor, page and day is the unique one then, as if the change had not been.
   */
  restoreHeld(restoration: HeldRestoration): Promise<void>;
  /** Imports a history, all or nothing. Importing the same file again adds nothing. */
  importFile(request: ImportRequest): Promise<ImportReport>;
  /**
   * Resolves once the rows of a recorded import are where reports read them: at once, unless hits have a database of their own.
   * Rejects when its signal aborts.
   */
  deliverImport(request: ImportDeliveryRequest): Promise<void>;
  /** Returns the report of an import that is stored and was not removed as a whole; null for any other key. */
  findImport(siteId: number, importKey: string): Promise<ImportReport | null>;
  /**
   * Streams the rows of a kind that were stored before, in the order of their ids, as a file in the columns of an import. A
   * file that cannot be finished ends with an error, never early.
   */
  exportRows(request: ExportRequest): ExportStream;
  /**
   * Imports days, all or nothing; those of an import with the same key are replaced. Rejects when the file has none or is
   * malformed.
   */
  importDays(request: ImportDaysRequest): Promise<ImportedDaysReport>;
  /** Streams imported days as `importDays` reads them, those of each import as a part of their own. */
  exportDays(request: ExportDaysRequest): ExportStream;
  /** Removes the days of an import. Returns how many rows. */
  removeDays(siteId: number, importKey: string): Promise<number>;
  /**
   * Returns the imported days of a site, by import and first day: those that reports add, or all that are stored, also those that
   * its own hits took the place of. They are in memory, so that asking costs nothing.
   */
  importedSpans(siteId: number, which?: 'stored'): Promise<readonly ImportedSpan[]>;
  /** Normalizes the paths, sources and hosts of rows that earlier versions stored, unless that has been done. Nothing else of a row changes but its mark of a unique hit and its channel. */
  normalizeValues(signal: AbortSignal): Promise<void>;
  /** Compacts the journal into the main file, as nightly maintenance. With `force` also when it is small. */
  maintain(options?: { readonly force?: boolean }): Promise<void>;
  /** Rejects when the engine does not answer. */
  ping(): Promise<void>;
  facts(): Promise<StoreFacts>;
  /** Closes the store; everything acknowledged is on disk, and no file was changed in place. */
  close(): Promise<void>;
}

/** A store of rows: without imports, exports and imported days. */
export type RowStore = Omit<
  HitStore,
  | 'importFile'
  | 'deliverImport'
  | 'findImport'
  | 'exportRows'
  | 'importDays'
  | 'exportDays'
  | 'removeDays'
  | 'importedSpans'
>;
