/** Reads rows as they are stored. */
import { columns, type HitKind } from '../../../core/hits/columns.ts';
import type { FeedPage, FeedQuery } from '../../../core/hits/feed.ts';
import type { HitQuery, Slice, VisitorRowsQuery } from '../../../core/hits/query.ts';
import type { NewHit, StoredHit } from '../../../core/hits/row.ts';
import { join, raw, type Sql, sql } from '../../sql/fragment.ts';
import type { Read } from '../client.ts';
import { BY_INSTANT, within } from '../sql.ts';
import { isOf, isPlain, toCondition, withMatching } from './rows.ts';

const READ_SQL: Readonly<Partial<Record<string, (name: string) => string>>> = {
  timestamp: name => `toUnixTimestamp64Milli(${name}) as ${name}`,
  ubigint: name => `toString(${name}) as ${name}`,
};

/** Columns that rows are read with. */
const COLUMNS = columns.filter(({ property }) => property !== undefined);
export const SELECTED = raw(
  `id, visitor_is_stable, ${COLUMNS.map(({ name, type }) => READ_SQL[type]?.(name) ?? name).join(', ')}`,
);

type Answered = Readonly<Record<string, unknown>>;

const toValue = (type: string, value: unknown): unknown => {
  if (value === null || value === undefined) return null;
  if (type === 'timestamp') return new Date(Number(value));
  return type === 'ubigint' ? BigInt(String(value)) : value;
};

export const toStoredHit =
  (kind: HitKind) =>
  (row: Answered): StoredHit =>
    ({
      kind,
      id: row['id'],
      ...Object.fromEntries(COLUMNS.map(({ name, property, type }) => [property, toValue(type, row[name])])),
      visitorScope:
        row['visitor_is_stable'] === null ? null : row['visitor_is_stable'] === true ? 'stable' : 'day',
    }) as unknown as StoredHit;

/** Returns a row as its kind's columns have it. */
export const toRow = (id: number, row: NewHit, others: object): Answered => ({
  kind: row.kind,
  id,
  ...Object.fromEntries(
    columns
      .filter(({ kinds, property }) => property && kinds.includes(row.kind))
      .map(({ name, property, type }) => {
        const value = row[property as keyof NewHit];
        if (value instanceof Date) return [name, value.toISOString()];
        return [name, type === 'ubigint' && value !== null ? String(value) : value];
      }),
  ),
  visitor_is_stable:
    row.kind === 'agent_visit' || row.visitorScope === null ? null : row.visitorScope === 'stable',
  ...others,
});

const readRows = async (read: Read, kind: HitKind, statement: Sql): Promise<StoredHit[]> =>
  (await read<Answered>(statement)).map(toStoredHit(kind));

/** Rows up to which the server (26.7) reads the other columns once it has sorted by time: of more, ids are looked for first. */
const MAX_SORTED_ROWS = 10_000;

/** Selects rows of a query, newest first. */
const selectHits = (query: HitQuery, { offset, limit }: Slice): Sql =>
  isPlain(query, {}) && offset + limit <= MAX_SORTED_ROWS
    ? sql`select ${SELECTED} from rows where ${isOf(query)} and ${within(query.span, query)} and ${toCondition(query)}
        order by rows.created_at desc, id desc limit ${limit} offset ${offset}`
    : sql`select ${SELECTED} from rows where ${isOf(query)} and (toDate(created_at), id) in (
        ${withMatching(query)} select toDate(created_at), id from matching order by created_at desc, id desc
        limit ${limit} offset ${offset})
        order by rows.created_at desc, id desc`;

/** Returns rows of a query, newest first. */
export const listHits = (read: Read, query: HitQuery, slice: Slice) =>
  readRows(read, query.kind, selectHits(query, slice));

export const listVisitor = (read: Read, query: VisitorRowsQuery, { offset, limit }: Slice) =>
  readRows(
    read,
    query.kind,
    sql`select ${SELECTED} from rows where site_id in (${[query.siteId, ...(query.heldAs ?? [])]}) and kind = ${query.kind}
      and visitor_hash = ${BigInt(`0x${query.visitorHash}`)} and ${within(query.span ?? null, BY_INSTANT)}
      order by rows.created_at, id limit ${limit} offset ${offset}`,
  );

export async function listAppended(
  read: Read,
  { kind, siteIds, afterId, limit }: FeedQuery,
): Promise<FeedPage> {
  const [newest] = await read<{ newest: number }>(
    sql`select greatest(max(id), ${afterId}) as newest from rows where kind = ${kind} and id > ${afterId}`,
  );
  const throughId = Math.max(afterId, newest?.newest ?? 0);
  // Rows that arrive between the two statements are on the next page.
  const rows = await readRows(
    read,
    kind,
    sql`select ${SELECTED} from rows where kind = ${kind} and has(${siteIds}, site_id) and id > ${afterId} and id <= ${throughId}
      and not is_silent order by id limit ${limit}`,
  );
  return { rows, throughId: rows.length === limit ? (rows.at(-1)?.id ?? throughId) : throughId };
}

export async function queryEarliest(
  read: Read,
  siteId: number,
  kinds: readonly HitKind[] = ['hit', 'event', 'agent_visit'],
): Promise<Date | null> {
  const ofKinds = kinds.map(kind => sql`kind = ${kind}`);
  const [row] = await read<{ rows: number; at: number }>(
    sql`select count() as rows, toUnixTimestamp64Milli(min(created_at)) as at from rows
      where site_id = ${siteId} and (${join(ofKinds, ' or ')})`,
  );
  return row && row.rows > 0 ? new Date(row.at) : null;
}
