/** Stores rows: numbers them, and marks unique hits. */
import { HIT_KINDS, type HitKind } from '../../core/hits/columns.ts';
import type { NewHit } from '../../core/hits/row.ts';
import { coverDays } from '../../core/span.ts';
import type { ClickHouse } from './client.ts';
import { toRow } from './queries/read-rows.ts';
import { sql, within } from './sql.ts';

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
  const found = await db.readWith()<{ site_id: number; visitor: string; day: string; path: string }>(sql`
    select distinct site_id, toString(visitor_hash) as visitor, toString(toDate(created_at)) as day, path from rows
    where kind = 'hit' and has(${[...new Set(visited.map(row => row.siteId))]}, site_id) and is_unique
      and ${within(days)}
      and has(${visited.map(row => row.visitorHash ?? 0n)}, visitor_hash)`);
  return new Set(found.map(row => `${row.site_id} ${row.visitor} ${row.day} ${row.path}`));
}

export interface Appender {
  append(rows: readonly NewHit[], options?: { readonly isSilent?: boolean }): Promise<number[]>;
}

/** Creates what stores rows, one batch after another. It is the only one that writes. */
export async function createAppender(db: ClickHouse): Promise<Appender> {
  const last = new Map<HitKind, number>();
  for (const { kind, id } of await db.readWith()<{ kind: HitKind; id: number }>(
    sql`select kind, max(id) as id from rows group by kind`,
  ))
    last.set(kind, id);
  for (const kind of HIT_KINDS) if (!last.has(kind)) last.set(kind, 0);
  const takeId = (kind: HitKind): number => {
    const id = (last.get(kind) ?? 0) + 1;
    last.set(kind, id);
    return id;
  };
  const store: Appender['append'] = async (rows, { isSilent = false } = {}) => {
    if (rows.length === 0) return [];
    const known = await findKnown(db, rows);
    const isFirst = (row: NewHit): boolean => {
      const key = toUniqueKey(row);
      if (key === undefined || known.has(key)) return false;
      known.add(key);
      return true;
    };
    const ids: number[] = [];
    const made = rows.map(row => {
      const id = takeId(row.kind);
      ids.push(id);
      return toRow(id, row, { is_unique: row.kind === 'hit' ? isFirst(row) : null, is_silent: isSilent });
    });
    await db.insert('rows', made);
    return ids;
  };
  let queue: Promise<unknown> = Promise.resolve();
  return {
    append: (rows, options) => {
      const done = queue.then(() => store(rows, options));
      queue = done.catch(() => undefined);
      return done;
    },
  };
}
