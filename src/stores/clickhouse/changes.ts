/** Removes rows, and restores spam hits. */
import type { NewHit } from '../../core/hits/row.ts';
import type { Removal, Restoration } from '../../core/hits/store.ts';
import { coverDays, type Span } from '../../core/span.ts';
import type { Appender } from './append.ts';
import type { ClickHouse } from './client.ts';
import { SELECTED, toStoredHit } from './queries/read-rows.ts';
import { raw, type Sql, sql, within } from './sql.ts';

const toCondition = ({ siteId, kinds, which }: Removal): Sql => {
  const rows = sql`site_id = ${siteId} and has(${[...kinds]}, toString(kind))`;
  if (which === 'all') return rows;
  if ('ids' in which)
    return which.ids.length === 0 ? raw('false') : sql`${rows} and has(${[...which.ids]}, id)`;
  if ('before' in which) return sql`${rows} and created_at < ${which.before}`;
  if ('visitorHash' in which) return sql`${rows} and visitor_hash = ${which.visitorHash}`;
  // There are no imports yet.
  return raw('false');
};

/** Marks the oldest hit of each visitor, path and day that has lost its marked one, in some days. */
const markAgain = (siteId: number, days: Span): Sql => {
  const hits = sql`site_id = ${siteId} and kind = 'hit' and ${within(days)}`;
  return sql`alter table rows update is_unique = true where ${hits} and id in (
    select argMin(id, (created_at, id)) from rows where ${hits} and visitor_hash is not null
    group by visitor_hash, path, toDate(created_at) having not max(is_unique))`;
};

interface RemovedRows {
  readonly rows: number;
  readonly first: number;
  readonly last: number;
}

/** Removes rows. Returns how many. */
export async function removeRows(db: ClickHouse, removal: Removal): Promise<number> {
  const condition = toCondition(removal);
  const [removed] = await db.readWith()<RemovedRows>(sql`
    select count() as rows, toUnixTimestamp64Milli(min(created_at)) as first, toUnixTimestamp64Milli(max(created_at)) as last
    from rows where ${condition}`);
  if (!removed || removed.rows === 0) return 0;
  await db.run(sql`delete from rows where ${condition}`);
  const days = coverDays({ start: new Date(removed.first), end: new Date(removed.last + 1) });
  if (removal.kinds.includes('hit') && removal.which !== 'all') await db.run(markAgain(removal.siteId, days));
  return removed.rows;
}

/** Moves spam hits to the hits. Returns their new ids. */
export async function restoreSpam(
  db: ClickHouse,
  append: Appender['append'],
  { siteId, which }: Restoration,
): Promise<number[]> {
  const isMeant = sql`site_id = ${siteId} and kind = 'spam_hit' and ${which === 'all' ? raw('true') : sql`has(${[...which.ids]}, id)`}`;
  const found = await db.readWith()<Record<string, unknown>>(
    sql`select ${SELECTED} from rows where ${isMeant} order by rows.created_at, id`,
  );
  const rows = found
    .map(toStoredHit('spam_hit'))
    .map((row): NewHit => ({ ...row, kind: 'hit', reason: null }));
  if (rows.length === 0) return [];
  await db.run(sql`alter table rows update is_unique = false where site_id = ${siteId} and kind = 'hit' and is_unique
    and (visitor_hash, path, toDate(created_at)) in (
      select visitor_hash, path, toDate(spam.created_at) from rows as spam where ${isMeant})
    and id in (select hits.id from rows as hits
      inner join (select visitor_hash, path, toDate(created_at) as day, min(created_at) as at from rows
        where ${isMeant} group by visitor_hash, path, day) as spam
      on hits.visitor_hash = spam.visitor_hash and hits.path = spam.path and toDate(hits.created_at) = spam.day
      where hits.site_id = ${siteId} and hits.kind = 'hit' and hits.created_at > spam.at)`);
  const ids = await append(rows, { isSilent: true });
  await db.run(sql`delete from rows where ${isMeant}`);
  return ids;
}
