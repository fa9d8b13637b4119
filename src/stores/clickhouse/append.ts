/** Stores rows that have their ids, and decides which hits are unique. */

import { coverDays } from '../../core/days.ts';
import type { OutboxRow } from '../../core/hits/outbox.ts';
import type { NewHit } from '../../core/hits/row.ts';
import type { ClickHouse } from './client.ts';
import { toRow } from './queries/read-rows.ts';
import { any, sql, within } from './sql.ts';

/** What makes a hit unique: being the first of its visitor, path and UTC day. Undefined for an anonymous hit and other kinds. */
const toUniqueKey = ({ kind, siteId, visitorHash, path, createdAt }: NewHit): string | undefined =>
  kind !== 'hit' || visitorHash === null
    ? undefined
    : `${siteId} ${visitorHash} ${createdAt.toISOString().slice(0, 10)} ${path}`;

/** Finds which keys of rows have a unique hit already. */
async function findKnown(db: ClickHouse, rows: readonly NewHit[]): Promise<Set<string>> {
  const visited = rows.filter(row => toUniqueKey(row) !== undefined);
  if (visited.length === 0) return new Set();
  const times = visited.map(row => +row.createdAt);
  const days = coverDays({ start: new Date(Math.min(...times)), end: new Date(Math.max(...times) + 1) });
  const found = await db.readWith({ isForIngest: true })<{
    site_id: number;
    visitor: string;
    day: string;
    path: string;
  }>(sql`
    select site_id, toString(visitor_hash) as visitor, toString(toDate(created_at)) as day, path from rows
    where kind = 'hit' and site_id in (${[...new Set(visited.map(row => row.siteId))]}) and is_unique
      and ${within(days)}
      and visitor_hash in (${[...new Set(visited.map(row => row.visitorHash ?? 0n))]})`);
  return new Set(found.map(row => `${row.site_id} ${row.visitor} ${row.day} ${row.path}`));
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
  /** Name of the batch: the same batch under the same name is stored once. */
  readonly token: string;
  /** What is stored of the batch already. Default: nothing. */
  readonly stored?: Stored;
  /** Whether the feed leaves the rows out. */
  readonly isSilent?: boolean;
}

/** Stores rows, once. Those that are marked as unique are so only if no stored hit is. */
export async function appendRows(
  db: ClickHouse,
  rows: readonly OutboxRow[],
  { token, stored = NOTHING, isSilent = false }: AppendOptions,
): Promise<void> {
  const missing = rows.filter(row => !stored.has(row));
  if (missing.length === 0) return;
  const known = await findKnown(
    db,
    missing.filter(row => row.isUnique),
  );
  const isFirst = (row: OutboxRow): boolean => {
    const key = toUniqueKey(row);
    if (!row.isUnique || key === undefined || known.has(key)) return false;
    known.add(key);
    return true;
  };
  const made = missing.map(row =>
    toRow(row.id, row, { is_unique: row.kind === 'hit' ? isFirst(row) : null, is_silent: isSilent }),
  );
  await db.insert('rows', made, { token });
}
