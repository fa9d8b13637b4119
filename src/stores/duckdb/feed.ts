/**
 * The hit feed: rows in the order of their ids, without those that were imported or restored. Ids that are left out stand
 * in the table `silent_ids` of the file of hits, so that a crash cannot separate them from their rows.
 */
import type { HitKind } from '../../core/hits/columns.ts';
import type { FeedPage, FeedQuery } from '../../core/hits/feed.ts';
import { tableOf } from './queries/conditions.ts';
import { toStoredHit } from './queries/list.ts';
import { type Read, type Run, sql } from './sql/sql.ts';

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

/** Excludes rows with consecutive ids, in ascending order, from the feed. Call it in the transaction that adds them. */
export const excludeFromFeed = async (run: Run, kind: HitKind, ids: readonly number[]): Promise<void> => {
  const [first] = ids;
  const last = ids.at(-1);
  if (first === undefined || last === undefined) return;
  await run(sql`insert into silent_ids values (${kind}, ${first}, ${last})`);
};
