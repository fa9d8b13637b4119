/**
 * How far each of the two databases has come, as the other one notes it. The file of hits names the configuration's
 * position and the configuration that of the hits, so that a start sees when one of them is older than the other knows.
 */
import { HIT_KINDS, type HitKind } from '../core/hits/columns.ts';

/** What the file says. */
export interface RecordedPositions {
  readonly configuration: AppPosition;
  readonly hitIds: LastIds;
  /** Inode of the journal of hits, which a copy of the folder has another of; absent in a note of version 0.2. */
  readonly journal?: number;
  /** Where the hits are, when they are on ClickHouse. */
  readonly hitsLocation?: string | undefined;
  /** The program that made the note; absent as above. */
  readonly version?: string;
}

/**
 * A note that was read, and whether the journal of hits cannot be older: it is the one that the note was made of, or was written
 * after it, also where both are copies.
 */
export type ReadPositions = RecordedPositions & { readonly isBeforeJournal: boolean };

/** Newest id given to a row of each kind; 0 when none was. */
export type LastIds = Readonly<Record<HitKind, number>>;

/** A position of the configuration. */
export interface AppPosition {
  /** The same in every copy of a data folder, different in any other; empty for one that has lost it. */
  readonly lineage: string;
  /** Changes ever made by people: accounts, sites, keys, settings. Never goes back. */
  readonly changes: number;
  /** The number of its snapshot, and frames in that snapshot's log. */
  readonly generation: number;
  readonly frames: number;
  /** Newest id ever given in each table, by its name. */
  readonly lastIds: Readonly<Record<string, number>>;
  /** When it was read: milliseconds since 1970. */
  readonly at: number;
}

/** Name of the secret that is made with a data folder and never changes. */
export const LINEAGE_SECRET = 'visitor-hash';

/** Identifies a data folder and all its copies. */
export const lineageOf = (secret: Uint8Array): string =>
  new Bun.CryptoHasher('sha256').update('footfall data folder').update(secret).digest('hex').slice(0, 32);

/** Whether a configuration has come as far as a position that was recorded. */
export type Comparison =
  | { readonly outcome: 'current' }
  /** The hits belong to another data folder. */
  | { readonly outcome: 'foreign' }
  /** Changes that people made are missing. */
  | { readonly outcome: 'older'; readonly missingChanges: number }
  /** What the server notes down by itself is missing, such as kudos, checks and deliveries. */
  | { readonly outcome: 'shorter' };

/** Results of a comparison, the mildest first. */
const OUTCOMES = [
  'current',
  'shorter',
  'older',
  'foreign',
] as const satisfies readonly Comparison['outcome'][];

/**
 * Compares the position of a configuration with every note of it. `recorded` is the hits' own, which alone shows whether
 * they belong together. In a copy of a running server it may be newer than the configuration: there the mildest of the
 * others counts, provided that one of them was copied after the hits. Where all are older than the hits, an older copy
 * was laid over a newer folder, and they excuse nothing.
 */
export function compareWithRecorded(
  present: AppPosition,
  recorded: AppPosition,
  others: readonly AppPosition[],
): Comparison {
  const own = comparePositions(present, recorded);
  if (own.outcome === 'foreign') return own;
  const related = others.filter(({ lineage }) => lineage === recorded.lineage);
  if (!related.some(({ changes }) => changes >= recorded.changes)) return own;
  return [own, ...related.map(other => comparePositions(present, other))].reduce((mildest, next) =>
    OUTCOMES.indexOf(next.outcome) < OUTCOMES.indexOf(mildest.outcome) ? next : mildest,
  );
}

/**
 * The newest ids that the hits must know of: those that the configuration notes, or the least of all notes where one of
 * the files was copied after the configuration, as in a copy of a running server. What both files note is there in any case
 * when the journal cannot be older.
 */
export function expectedIds(
  recorded: Partial<LastIds>,
  files: readonly Pick<ReadPositions, 'hitIds' | 'isBeforeJournal'>[],
): Partial<LastIds> {
  if (files.length === 0) return recorded;
  const noted = files.map(({ hitIds }) => hitIds);
  const isCopy = noted.some(ids => missingIds(recorded, ids) === 0);
  const expected = isCopy ? combineIds([recorded, ...noted], Math.min) : recorded;
  const isCertain = files.every(({ isBeforeJournal }) => isBeforeJournal);
  return isCertain ? greatestIds([expected, combineIds(noted, Math.min)]) : expected;
}

/** How far the other database had come, by what the hits note and by the files beside them. */
export interface Recorded {
  /** The hits' own note of the configuration, or a file's where a journal that is gone notes nothing. */
  readonly recorded: AppPosition | undefined;
  /** The files of the same data folder. */
  readonly files: readonly ReadPositions[];
}

/** Puts the hits' own note of the configuration together with the files beside them. */
export function combineRecorded(own: AppPosition | undefined, files: readonly ReadPositions[]): Recorded {
  const recorded = own ?? files[0]?.configuration;
  return {
    recorded,
    files: files.filter(({ configuration }) => configuration.lineage === recorded?.lineage),
  };
}

/** Says what a configuration lacks that is older than the hits know. */
export const describeMissingChanges = (missingChanges: number): string =>
  `lacks ${missingChanges} ${missingChanges === 1 ? 'change' : 'changes'} to accounts, sites, keys or settings that the hits have recorded`;

/** The greatest of several notes of newest ids, for each kind. */
export const greatestIds = (notes: readonly Partial<LastIds>[]): Partial<LastIds> =>
  combineIds(notes, Math.max);

/** How many ids were given that a store does not know, of all kinds together. */
export const missingIds = (recorded: Partial<LastIds>, present: LastIds): number =>
  HIT_KINDS.reduce((sum, kind) => sum + Math.max(0, (recorded[kind] ?? 0) - present[kind]), 0);

const combineIds = (
  notes: readonly Partial<LastIds>[],
  combine: (...ids: number[]) => number,
): Partial<LastIds> =>
  Object.fromEntries(HIT_KINDS.map(kind => [kind, combine(...notes.map(ids => ids[kind] ?? 0))]));

/** Compares the position of a configuration with the one that the hits note. */
export function comparePositions(present: AppPosition, recorded: AppPosition): Comparison {
  if (present.lineage !== recorded.lineage && present.lineage !== '') return { outcome: 'foreign' };
  const missingChanges = recorded.changes - present.changes;
  if (missingChanges > 0) return { outcome: 'older', missingChanges };
  const isShorter =
    present.generation < recorded.generation ||
    (present.generation === recorded.generation && present.frames < recorded.frames);
  return { outcome: isShorter ? 'shorter' : 'current' };
}
