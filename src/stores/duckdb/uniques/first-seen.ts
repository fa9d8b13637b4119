/**
 * Decides which hits are the first of their visitor, path and day, and of their visitor and day. Keys are cached by
 * site and day, and loaded from stored rows when a day is first needed. A day with more keys than a set may hold stays exact:
 * keys that are not cached are looked up in the rows.
 */
import type { HitKind } from '../../../core/hits/columns.ts';
import type { NewHit } from '../../../core/hits/row.ts';
import type { CopySession } from '../engine-types.ts';
import type { UniqueMarks } from '../rows/rows.ts';
import type { SiteDay } from '../site-zones.ts';
import { createKeySet, type KeySet } from './key-set.ts';

const SITE_STEP = 2 ** 22;
const MAX_LOADED_ROWS = 10_000;

export interface FirstSeenOptions {
  /**
   * Reads stored rows, everything acknowledged included. Undefined where the file cannot be read: its visitors count once
   * more, which is better than refusing hits.
   */
  readonly read: <T>(work: (session: CopySession) => Promise<T>) => Promise<T | undefined>;
  /** Returns the day of the site that a row is on. */
  readonly dayOf: (row: NewHit) => SiteDay;
  /** Maximum number of cached keys of one site and day; beyond it rows are queried. Default 1 million. */
  readonly maxKeysPerDay?: number;
  /** Maximum number of cached keys; beyond it the days loaded longest ago are evicted. Default 4 million. */
  readonly maxKeys?: number;
  /** Maximum number of cached days, as even an empty one takes memory. Default 50,000. */
  readonly maxDays?: number;
}

export interface FirstSeen {
  /** Returns whether `mark` can decide about these rows at once. */
  isReady(rows: readonly NewHit[]): boolean;
  /** Loads what `mark` needs for these rows; a `clear` may discard it again. */
  prepare(rows: readonly NewHit[]): Promise<void>;
  /** Decides about a row and adds its keys. */
  mark(row: NewHit): UniqueMarks;
  /** Evicts the keys of days that have grown too large. Call it after a group of rows was marked, never within one. */
  trim(): void;
  /** Evicts the days of these rows, which were marked and then not stored. */
  forget(rows: readonly NewHit[]): void;
  /** Evicts everything. Call it when stored rows were removed or imported. */
  clear(): void;
}

/** Cached keys of one site, day and kind. */
interface CachedDay {
  keys: KeySet;
  /** False when rows have keys that are not cached. */
  isComplete: boolean;
}

/** Creates an empty cache of visitors. */
export function createFirstSeen(options: FirstSeenOptions): FirstSeen {
  const { dayOf, maxKeysPerDay = 1_000_000, maxKeys = 4_000_000, maxDays = 50_000 } = options;
  /** Returns a number that identifies a site, day and kind. */
  const dayKey = (row: NewHit): number =>
    (row.siteId * SITE_STEP + dayOf(row).date) * 2 + (row.kind === 'event' ? 1 : 0);
  const days = new Map<number, CachedDay>();
  /** Number of keys of all days: with many sites, summing up all days for each new one would be slow. */
  let keyCount = 0;
  /** Rows of incomplete days that were looked up and are not marked yet. */
  let lookedUp = new WeakSet<NewHit>();
  const full = new Set<CachedDay>();
  let epoch = 0;

  const evict = (key: number): void => {
    const day = days.get(key);
    if (day === undefined) return;
    days.delete(key);
    full.delete(day);
    keyCount -= day.keys.size;
  };
  const insert = (key: number, day: CachedDay): void => {
    for (const oldest of days.keys()) {
      if (keyCount + day.keys.size <= maxKeys && days.size < maxDays) break;
      evict(oldest);
    }
    days.set(key, day);
    keyCount += day.keys.size;
  };
  const add = (day: CachedDay, key: bigint): boolean => {
    const isNew = addKey(day.keys, key);
    if (isNew) keyCount += 1;
    return isNew;
  };

  const isDecided = (row: NewHit): boolean => {
    if (!isCounted(row)) return true;
    const day = days.get(dayKey(row));
    return day !== undefined && (day.isComplete || lookedUp.has(row));
  };
  const prepareDay = async (sample: NewHit, rows: readonly NewHit[]) => {
    const key = dayKey(sample);
    const before = epoch;
    let day = days.get(key);
    if (day === undefined) {
      day = (await options.read(session =>
        loadDay(session, { sample, day: dayOf(sample) }, maxKeysPerDay),
      )) ?? {
        keys: createKeySet(),
        isComplete: true,
      };
      if (epoch !== before) return;
      insert(key, day);
    }
    if (day.isComplete) return;
    const partial = day;
    const found =
      (await options.read(session => lookUp(session, { sample, day: dayOf(sample) }, rows))) ?? [];
    if (epoch !== before || days.get(key) !== partial) return;
    for (const [high, low] of found) if (partial.keys.add(high, low)) keyCount += 1;
    for (const row of rows) lookedUp.add(row);
  };
  return {
    isReady: rows => rows.every(isDecided),
    prepare: async rows => {
      const groups = Map.groupBy(
        rows.filter(row => !isDecided(row)),
        dayKey,
      );
      for (const group of groups.values()) {
        const [sample] = group;
        if (sample) await prepareDay(sample, group);
      }
    },
    mark: row => {
      const day = dayOf(row).date;
      const cached = isCounted(row) ? days.get(dayKey(row)) : undefined;
      if (cached === undefined || row.visitorHash === null)
        return { day, isUnique: false, isFirstOfDay: false };
      const isFirstOfDay = add(cached, row.visitorHash);
      if (cached.keys.size >= maxKeysPerDay) full.add(cached);
      const isUnique = row.kind === 'hit' && add(cached, pageKey(row.visitorHash, row.path));
      return { day, isUnique, isFirstOfDay };
    },
    trim: () => {
      if (full.size === 0) return;
      for (const day of full) {
        keyCount -= day.keys.size;
        Object.assign(day, { keys: createKeySet(), isComplete: false });
      }
      full.clear();
      lookedUp = new WeakSet();
    },
    forget: rows => {
      epoch += 1;
      for (const row of rows) evict(dayKey(row));
    },
    clear: () => {
      epoch += 1;
      days.clear();
      full.clear();
      keyCount = 0;
    },
  };
}

const isCounted = (row: NewHit): boolean =>
  row.visitorHash !== null && (row.kind === 'hit' || row.kind === 'event');

/** A day of a site, and one of its rows. */
interface SampledDay {
  readonly sample: NewHit;
  readonly day: SiteDay;
}

const pageKey = (visitor: bigint, path: string | null): bigint => Bun.hash.wyhash(path ?? '', visitor);

const key64 = new BigUint64Array(1);
const halves = new Uint32Array(key64.buffer);

/** Splits a key by a shared scratch cell: arithmetic on bigints would allocate for each hit. */
function addKey(keys: KeySet, key: bigint): boolean {
  key64[0] = key;
  return keys.add(halves[1] ?? 0, halves[0] ?? 0);
}

function splitKey(key: bigint): [number, number] {
  key64[0] = key;
  return [halves[1] ?? 0, halves[0] ?? 0];
}

const TABLES: Partial<
  Record<
    HitKind,
    { readonly table: string; readonly firsts: string; readonly path: string; readonly isUnique: string }
  >
> = {
  hit: { table: 'hits', firsts: '(is_unique OR is_first_of_day)', path: 'path', isUnique: 'is_unique' },
  event: { table: 'events', firsts: 'is_first_of_day', path: "''", isUnique: 'false' },
};

interface SeenRow {
  readonly visitor_hash: bigint;
  readonly path: string | null;
  /** A hit that is not, but the first of its day, is on a page that another was first on: marks stay when a zone changes. */
  readonly is_unique: boolean;
}

async function loadDay(
  session: CopySession,
  { sample, day }: SampledDay,
  maxKeys: number,
): Promise<CachedDay> {
  const source = TABLES[sample.kind];
  const keys = createKeySet();
  if (source === undefined) return { keys, isComplete: true };
  const from = `FROM ${source.table} WHERE site_id = ? AND created_at >= ? AND created_at < ? AND ${source.firsts}`;
  const where = [sample.siteId, day.start, day.end];
  const [found] = await session.read<{ n: number; first: number; last: number }>(
    `SELECT count(*) AS n, coalesce(min(id), 0) AS first, coalesce(max(id), 0) AS last ${from}`,
    where,
  );
  const { n, first, last } = found ?? { n: 0, first: 0, last: 0 };
  if (n * 2 > maxKeys) return { keys, isComplete: false };
  if (n === 0) return { keys, isComplete: true };
  // In parts: otherwise every hit would wait for the rows of a large day.
  const step = Math.ceil((last - first + 1) / Math.ceil(n / MAX_LOADED_ROWS));
  for (let start = first; start <= last; start += step) {
    const rows = await session.read<SeenRow>(
      `SELECT visitor_hash, ${source.path} AS path, ${source.isUnique} AS is_unique ${from} AND id >= ? AND id < ?`,
      [...where, start, start + step],
    );
    for (const row of rows) addSeen(row, sample.kind, key => addKey(keys, key));
  }
  return { keys, isComplete: true };
}

function addSeen(row: SeenRow, kind: HitKind, add: (key: bigint) => void): void {
  add(row.visitor_hash);
  if (kind === 'hit' && row.is_unique) add(pageKey(row.visitor_hash, row.path));
}

/** Looks up the keys of some rows' visitors in the stored rows. */
async function lookUp(
  session: CopySession,
  { sample, day }: SampledDay,
  rows: readonly NewHit[],
): Promise<[number, number][]> {
  const source = TABLES[sample.kind];
  if (source === undefined) return [];
  const visitors = [...new Set(rows.map(row => row.visitorHash?.toString() ?? ''))];
  const seen = await session.read<SeenRow>(
    `SELECT DISTINCT visitor_hash, ${source.path} AS path, ${source.isUnique} AS is_unique FROM ${source.table}
     WHERE site_id = ? AND created_at >= ? AND created_at < ?
     AND visitor_hash IN (SELECT unnest(?)::UBIGINT)`,
    [sample.siteId, day.start, day.end, visitors],
  );
  const found: [number, number][] = [];
  for (const row of seen) addSeen(row, sample.kind, key => found.push(splitKey(key)));
  return found;
}
