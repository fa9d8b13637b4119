/** Stores rows that have their ids, and decides which hits are unique. */

import type { OutboxRow } from '../../core/hits/outbox.ts';
import type { NewHit } from '../../core/hits/row.ts';
import { toDay } from '../../lib/time.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import { any, sql } from '../sql/fragment.ts';
import type { ClickHouse } from './client.ts';
import { toRow } from './queries/read-rows.ts';
import type { SiteDays } from './site-days.ts';

type ZoneOf = SiteDays['zoneOf'];

const dayIn = (zoneOf: ZoneOf, { siteId, createdAt }: Pick<NewHit, 'siteId' | 'createdAt'>): string =>
  toDay(createdAt, zoneOf(siteId));

/** What makes a hit unique: being the first of its visitor, path and day. */
const toUniqueKey = (zoneOf: ZoneOf, row: Pick<NewHit, 'siteId' | 'createdAt' | 'path' | 'visitorHash'>) =>
  `${row.siteId} ${row.visitorHash} ${dayIn(zoneOf, row)} ${row.path}`;

/** Whether a hit may be unique: one with a visitor. */
const hasKey = ({ kind, visitorHash }: NewHit): boolean => kind === 'hit' && visitorHash !== null;

/** No day is longer, wherever clocks change. */
const MAX_DAY_MS = 2 * DAY_MS;

/** Finds which keys of rows have a unique hit already. */
async function findKnown(db: ClickHouse, rows: readonly NewHit[], zoneOf: ZoneOf): Promise<Set<string>> {
  const visited = rows.filter(hasKey);
  if (visited.length === 0) return new Set();
  const times = visited.map(row => +row.createdAt);
  const found = await db.readWith({ isForIngest: true })<{
    site_id: number;
    visitor: string;
    at: number;
    path: string;
  }>(sql`
    select site_id, toString(visitor_hash) as visitor, toUnixTimestamp64Milli(created_at) as at, path from rows
    where kind = 'hit' and site_id in (${[...new Set(visited.map(row => row.siteId))]}) and is_unique
      and created_at > ${new Date(Math.min(...times) - MAX_DAY_MS)} and created_at < ${new Date(Math.max(...times) + MAX_DAY_MS)}
      and visitor_hash in (${[...new Set(visited.map(row => row.visitorHash ?? 0n))]})`);
  return new Set(
    found.map(({ site_id: siteId, visitor, at, path }) =>
      toUniqueKey(zoneOf, { siteId, visitorHash: BigInt(visitor), createdAt: new Date(at), path }),
    ),
  );
}

/** What identifies a row: an id alone might have been given twice by two copies of a data folder. */
const toIdentity = ({ kind, id, siteId, createdAt }: OutboxRow): string =>
  `${kind} ${id} ${siteId} ${+createdAt}`;

interface StoredIdentity {
  readonly kind: string;
  readonly id: number;
  readonly site_id: number;
  readonly at: number;
}

/** What is stored under the ids of some rows. */
export interface Stored {
  /** Whether it is the row itself. */
  has(row: OutboxRow): boolean;
  /** Whether it is another one, which another copy of the data folder delivered. */
  hasOther(row: OutboxRow): boolean;
}

const NOTHING: Stored = { has: () => false, hasOther: () => false };

/** Finds what is stored from the first to the last id of some rows. */
export async function findStored(db: ClickHouse, rows: readonly OutboxRow[]): Promise<Stored> {
  if (rows.length === 0) return NOTHING;
  const kinds = [...Map.groupBy(rows, row => row.kind)];
  const ranges = kinds.map(([kind, own]) => {
    const ids = own.map(row => row.id);
    return sql`kind = ${kind} and id between ${Math.min(...ids)} and ${Math.max(...ids)}`;
  });
  const found = await db.readWith({ isForIngest: true })<StoredIdentity>(sql`
    select toString(kind) as kind, id, site_id, toUnixTimestamp64Milli(created_at) as at from rows where ${any(ranges)}`);
  const identities = new Set(found.map(row => `${row.kind} ${row.id} ${row.site_id} ${row.at}`));
  const ids = new Set(found.map(({ kind, id }) => `${kind} ${id}`));
  const has = (row: OutboxRow) => identities.has(toIdentity(row));
  return { has, hasOther: row => ids.has(`${row.kind} ${row.id}`) && !has(row) };
}

/** Returns the deduplication token of an insert: equal only for the same rows, also where another copy gave out the same ids. */
export const toToken = (rows: readonly OutboxRow[]): string =>
  Bun.hash(rows.map(toIdentity).join()).toString(36);

/** How rows are stored. */
export interface AppendOptions {
  /** The zones of the days of sites. */
  readonly zoneOf: ZoneOf;
  /** Name of the batch: the same batch under the same name is stored once. */
  readonly token: string;
  /** What is stored of the batch already. Default: nothing. */
  readonly stored?: Stored;
  /** Whether the feed leaves the rows out. */
  readonly isSilent?: boolean;
}

/** Stores rows, once, and marks the first hits of their visitor, path and day as unique. */
export async function appendRows(
  db: ClickHouse,
  rows: readonly OutboxRow[],
  { zoneOf, token, stored = NOTHING, isSilent = false }: AppendOptions,
): Promise<void> {
  const missing = rows.filter(row => !stored.has(row));
  if (missing.length === 0) return;
  const known = await findKnown(db, missing, zoneOf);
  const isFirst = (row: OutboxRow): boolean => {
    if (!hasKey(row)) return false;
    const key = toUniqueKey(zoneOf, row);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  };
  const made = missing.map(row =>
    toRow(row.id, row, {
      day: dayIn(zoneOf, row),
      is_unique: row.kind === 'hit' ? isFirst(row) : null,
      is_silent: isSilent,
    }),
  );
  await db.insert('rows', made, { token });
}
