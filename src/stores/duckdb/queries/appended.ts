/** `listAppended`: the hit feed. */
import type { FeedPage, FeedQuery } from '../../../core/hits/feed.ts';
import { type Read, sql } from '../sql/sql.ts';
import { tableOf } from './conditions.ts';
import { toStoredHit } from './list.ts';

/** Returns rows of some sites after an id, oldest first, and the next cursor. */
export const listAppended = async (
  read: Read,
  { kind, siteIds, afterId, limit }: FeedQuery,
): Promise<FeedPage> => {
  const table = tableOf(kind);
  const found =
    siteIds.length === 0
      ? []
      : await read(sql`select * from ${table} where id > ${afterId}
          and site_id in (select unnest(${siteIds}::bigint[]))
          and not exists (select 1 from silent_ids where kind = ${kind} and ${table}.id between first_id and last_id)
          order by id limit ${limit}`);
  const rows = found.map(toStoredHit(kind));
  const last = rows.at(-1);
  if (last && rows.length === limit) return { rows, throughId: last.id };
  const [newest] = await read<{ id: number | null }>(
    sql`select max(id) as id from ${table} where id > ${afterId}`,
  );
  return { rows, throughId: newest?.id ?? afterId };
};
