/** Gives rows whose paths were stored before there were rules the spelling that new ones have. */
import { normalizePath } from '../../lib/normalize-path.ts';
import { raw, sql } from '../sql/fragment.ts';
import type { ClickHouse } from './client.ts';
import type { Delivery } from './delivery.ts';
import { isOfPages, listRenamed, type Renamed, toRenamed } from './rewrite-paths.ts';
import { toChangedTable, toShardTable } from './schema.ts';
import type { SiteDays } from './site-days.ts';
import { dayOf } from './sql.ts';
import type { VisitKeeper } from './visit-keeper.ts';

/** Printable ASCII without an escape, a query and a segment of dots. */
const IS_PLAIN = raw(
  `(match(path, '^[!"$&->@-~]*$') and position(path, '/.') = 0 and not startsWith(path, '.'))`,
);

interface Changing {
  readonly db: ClickHouse;
  readonly delivery: Pick<Delivery, 'runSettled' | 'settle'>;
  readonly visits: Pick<VisitKeeper, 'forget' | 'runBetween'>;
  readonly days: Pick<SiteDays, 'of'>;
}

/** Rewrites some paths of a site. What is interrupted is found and repeated: the marks of unique hits are merged first. */
async function rewrite(
  { db, visits, days }: Changing,
  siteId: number,
  batch: readonly Renamed[],
): Promise<void> {
  const given = batch.map(each => each.given);
  const path = toRenamed(batch);
  const marked = sql`${isOfPages(siteId, [...given, ...batch.map(each => each.path)])} and kind = 'hit' and is_unique`;
  await db.run(sql`alter table ${toChangedTable(db)} update is_unique = false where ${marked} and id not in (
    select argMin(id, (created_at, id)) from ${toShardTable(db)} where ${marked}
    group by visitor_hash, ${path}, ${dayOf(days.of(siteId))})`);
  await visits.forget(siteId, isOfPages(siteId, given));
  await db.run(
    sql`alter table ${toChangedTable(db)} update path = ${path} where ${isOfPages(siteId, given)}`,
  );
}

async function normalizeSite(changing: Changing, siteId: number, signal: AbortSignal): Promise<void> {
  const rows = sql`site_id = ${siteId} and not ${IS_PLAIN}`;
  const rename = (path: string) => ({ path: normalizePath(path), url: null });
  // Rows are delivered, and read, between two of them.
  for await (const batch of listRenamed(changing, rows, rename)) {
    signal.throwIfAborted();
    await changing.visits.runBetween(() =>
      changing.delivery.runSettled(() => rewrite(changing, siteId, batch)),
    );
  }
}

/** Normalizes the paths of all rows. Rejects when the signal aborts. */
export async function normalizePaths(changing: Changing, signal: AbortSignal): Promise<void> {
  await changing.delivery.settle();
  const sites = await changing.db.readWith({ isAtLength: true })<{ siteId: number }>(
    sql`select distinct site_id as "siteId" from rows where path is not null and not ${IS_PLAIN} order by "siteId"`,
  );
  for (const { siteId } of sites) await normalizeSite(changing, siteId, signal);
}
