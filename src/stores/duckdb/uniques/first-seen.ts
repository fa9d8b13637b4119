/**
 * Which hits are the first of their visitor, path and UTC day, and of their visitor and UTC day.
 * Keys of the days in use are kept in memory by site and day, filled from stored rows when a site's day is first
 * needed. A day with more keys than a set may hold stays exact: what is not in memory is looked up among the rows.
 */
import type { HitKind } from '../../../core/hits/columns.ts';
import type { NewHit } from '../../../core/hits/row.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import type { CopySession } from '../engine-types.ts';
import type { UniqueMarks } from '../rows/rows.ts';
import { createKeySet, type KeySet } from './key-set.ts';

const SITE_STEP = 2 ** 22;
const LOADED_ROWS = 10_000;

export interface FirstSeenOptions {
  /**
   * Reads stored rows, everything acknowledged included. Undefined where the file cannot be read: their visitors count
   * once more, which is better than to refuse a hit.
   */
  readonly read: <T>(work: (session: CopySession) => Promise<T>) => Promise<T | undefined>;
  /** Keys of one site and day; above it rows are asked. Default 1 million. */
  readonly maxKeysPerDay?: number;
  /** Keys in all; above it the days loaded longest ago are forgotten. Default 4 million. */
  readonly maxKeys?: number;
  /** Days of sites in all, as even an empty one takes room; likewise. Default 50,000. */
  readonly maxDays?: number;
}

export interface FirstSeen {
  /** True when `mark` can decide about these rows at once. */
  isReady(rows: readonly NewHit[]): boolean;
  /** Makes it so, as far as anything but a `clear` can prevent. */
  prepare(rows: readonly NewHit[]): Promise<void>;
  /** Decides about a row and remembers it. */
  mark(row: NewHit): UniqueMarks;
  /** Empties days that have grown too large; to be called after a group of rows was marked, never within one. */
  trim(): void;
  /** Forgets the days of these rows, which were marked and then not stored. */
  forget(rows: readonly NewHit[]): void;
  /** Forgets everything; to be called when stored rows were removed or loaded. */
  clear(): void;
}

/** Keys of one site, day and kind. */
interface SeenDay {
  keys: KeySet;
  /** False when rows hold keys that are not here. */
  isWhole: boolean;
}

const NEVER: UniqueMarks = { isUnique: false, isFirstOfDay: false };

/** A fresh memory of visitors. */
export function createFirstSeen(options: FirstSeenOptions): FirstSeen {
  const { maxKeysPerDay = 1_000_000, maxKeys = 4_000_000, maxDays = 50_000 } = options;
  const days = new Map<number, SeenDay>();
  /** Keys of all days. A server with many sites holds many days: they are not summed up for each new one. */
  let held = 0;
  /** Rows of days that are too large for memory, looked up and not yet marked. */
  let lookedUp = new WeakSet<NewHit>();
  const full = new Set<SeenDay>();
  let epoch = 0;

  const drop = (key: number): void => {
    const day = days.get(key);
    if (day === undefined) return;
    days.delete(key);
    full.delete(day);
    held -= day.keys.size;
  };
  const hold = (key: number, day: SeenDay): void => {
    for (const oldest of days.keys()) {
      if (held + day.keys.size <= maxKeys && days.size < maxDays) break;
      drop(oldest);
    }
    days.set(key, day);
    held += day.keys.size;
  };
  const add = (day: SeenDay, key: bigint): boolean => {
    const isNew = addKey(day.keys, key);
    if (isNew) held += 1;
    return isNew;
  };

  const isDecided = (row: NewHit): boolean => {
    if (!counts(row)) return true;
    const day = days.get(dayKey(row));
    return day !== undefined && (day.isWhole || lookedUp.has(row));
  };
  const prepareDay = async (sample: NewHit, rows: readonly NewHit[]) => {
    const key = dayKey(sample);
    const before = epoch;
    let day = days.get(key);
    if (day === undefined) {
      day = (await options.read(session => loadDay(session, sample, maxKeysPerDay))) ?? {
        keys: createKeySet(),
        isWhole: true,
      };
      if (epoch !== before) return;
      hold(key, day);
    }
    if (day.isWhole) return;
    const partial = day;
    const found = (await options.read(session => lookUp(session, sample, rows))) ?? [];
    if (epoch !== before || days.get(key) !== partial) return;
    for (const [high, low] of found) if (partial.keys.add(high, low)) held += 1;
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
      const day = counts(row) ? days.get(dayKey(row)) : undefined;
      if (day === undefined || row.visitorHash === null) return NEVER;
      const isFirstOfDay = add(day, row.visitorHash);
      if (day.keys.size >= maxKeysPerDay) full.add(day);
      if (row.kind !== 'hit') return { isUnique: false, isFirstOfDay };
      return { isUnique: add(day, pageKey(row.visitorHash, row.path)), isFirstOfDay };
    },
    trim: () => {
      if (full.size === 0) return;
      for (const day of full) {
        held -= day.keys.size;
        Object.assign(day, { keys: createKeySet(), isWhole: false });
      }
      full.clear();
      lookedUp = new WeakSet();
    },
    forget: rows => {
      epoch += 1;
      for (const row of rows) drop(dayKey(row));
    },
    clear: () => {
      epoch += 1;
      days.clear();
      full.clear();
      held = 0;
    },
  };
}

const counts = (row: NewHit): boolean =>
  row.visitorHash !== null && (row.kind === 'hit' || row.kind === 'event');

const dayStart = (row: NewHit): number => Math.floor(row.createdAt.getTime() / DAY_MS) * DAY_MS;

/** One number for a site, UTC day and kind. */
const dayKey = (row: NewHit): number =>
  (row.siteId * SITE_STEP + dayStart(row) / DAY_MS) * 2 + (row.kind === 'event' ? 1 : 0);

const pageKey = (visitor: bigint, path: string | null): bigint => Bun.hash.wyhash(path ?? '', visitor);

const key64 = new BigUint64Array(1);
const halves = new Uint32Array(key64.buffer);

/** Sharing one scratch cell avoids arithmetic on bigints, which would make garbage for each hit. */
function addKey(keys: KeySet, key: bigint): boolean {
  key64[0] = key;
  return keys.add(halves[1] ?? 0, halves[0] ?? 0);
}

function halvesOf(key: bigint): [number, number] {
  key64[0] = key;
  return [halves[1] ?? 0, halves[0] ?? 0];
}

const TABLES: Partial<
  Record<HitKind, { readonly table: string; readonly firsts: string; readonly path: string }>
> = {
  hit: { table: 'hits', firsts: '(is_unique OR is_first_of_day)', path: 'path' },
  event: { table: 'events', firsts: 'is_first_of_day', path: "''" },
};

interface SeenRow {
  readonly visitor_hash: bigint;
  readonly path: string | null;
}

async function loadDay(session: CopySession, sample: NewHit, maxKeys: number): Promise<SeenDay> {
  const source = TABLES[sample.kind];
  const keys = createKeySet();
  if (source === undefined) return { keys, isWhole: true };
  const from = `FROM ${source.table} WHERE site_id = ? AND created_at >= ? AND created_at < ? AND ${source.firsts}`;
  const where = [sample.siteId, new Date(dayStart(sample)), new Date(dayStart(sample) + DAY_MS)];
  const [found] = await session.read<{ n: number; first: number; last: number }>(
    `SELECT count(*) AS n, coalesce(min(id), 0) AS first, coalesce(max(id), 0) AS last ${from}`,
    where,
  );
  const { n, first, last } = found ?? { n: 0, first: 0, last: 0 };
  if (n * 2 > maxKeys) return { keys, isWhole: false };
  if (n === 0) return { keys, isWhole: true };
  // In parts: every hit would have to wait for the rows of a large day.
  const step = Math.ceil((last - first + 1) / Math.ceil(n / LOADED_ROWS));
  for (let start = first; start <= last; start += step) {
    const rows = await session.read<SeenRow>(
      `SELECT visitor_hash, ${source.path} AS path ${from} AND id >= ? AND id < ?`,
      [...where, start, start + step],
    );
    for (const row of rows) addSeen(row, sample.kind, key => addKey(keys, key));
  }
  return { keys, isWhole: true };
}

function addSeen(row: SeenRow, kind: HitKind, add: (key: bigint) => void): void {
  add(row.visitor_hash);
  if (kind === 'hit') add(pageKey(row.visitor_hash, row.path));
}

/** Keys among stored rows of the visitors in question. */
async function lookUp(
  session: CopySession,
  sample: NewHit,
  rows: readonly NewHit[],
): Promise<[number, number][]> {
  const source = TABLES[sample.kind];
  if (source === undefined) return [];
  const visitors = [...new Set(rows.map(row => row.visitorHash?.toString() ?? ''))];
  const seen = await session.read<SeenRow>(
    `SELECT DISTINCT visitor_hash, ${source.path} AS path FROM ${source.table}
     WHERE site_id = ? AND created_at >= ? AND created_at < ?
     AND visitor_hash IN (SELECT unnest(?)::UBIGINT)`,
    [sample.siteId, new Date(dayStart(sample)), new Date(dayStart(sample) + DAY_MS), visitors],
  );
  const found: [number, number][] = [];
  for (const row of seen) addSeen(row, sample.kind, key => found.push(halvesOf(key)));
  return found;
}
