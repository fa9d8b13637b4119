/** Holds rows as those of another site, and restores them. What is interrupted can be repeated. */
import { HIT_KINDS, type HitKind } from '../../core/hits/columns.ts';
import type { HitQuery } from '../../core/hits/query.ts';
import type { HeldRestoration, MatchingRows, Removal } from '../../core/hits/store.ts';
import { any, raw, type Sql, sql } from '../sql/fragment.ts';
import type { ClickHouse } from './client.ts';
import { isOf, toCondition } from './queries/rows.ts';
import { toChangedTable, toDeletion, toShardTable } from './schema.ts';
import type { SiteDays } from './site-days.ts';
import { dayOf, within } from './sql.ts';
import type { VisitKeeper } from './visit-keeper.ts';

interface Deps {
  readonly db: ClickHouse;
  readonly days: Pick<SiteDays, 'of'>;
}

/** Returns the condition for the engagement of some hits: each report is of the last hit before it, of its visitor, page and day. */
const isEngagementOf = ({ days }: Pick<Deps, 'days'>, siteId: number, hits: Sql): Sql => {
  const key = sql`assumeNotNull(visitor_hash) as visitor, assumeNotNull(path) as page, ${dayOf(days.of(siteId))} as date`;
  const of = (kind: HitKind): Sql =>
    sql`from rows where ${isOf({ siteId, kind })} and visitor_hash is not null`;
  return sql`${isOf({ siteId, kind: 'engagement' })} and id in (
    select reports.id from (select id, created_at, ${key} ${of('engagement')}) as reports
    asof inner join (select created_at as hit_at, coalesce(${hits}, false) as is_meant, ${key} ${of('hit')}) as hits
    on reports.visitor = hits.visitor and reports.page = hits.page and reports.date = hits.date
      and reports.created_at >= hits.hit_at
    where is_meant)`;
};

/** A removal of what matches filters. */
type MatchingRemoval = Pick<Removal, 'siteId' | 'kinds'> & { readonly which: MatchingRows };

/** Returns the condition for the rows of a kind that match. */
const toMatching = (deps: Pick<Deps, 'days'>, { siteId, which }: MatchingRemoval, kind: HitKind): Sql => {
  const query: HitQuery = { siteId, ...which, kind: kind === 'engagement' ? 'hit' : kind };
  const rows = sql`${isOf(query)} and ${within(which.span, deps.days.of(siteId))} and ${toCondition(query)}`;
  return kind === 'engagement' ? isEngagementOf(deps, siteId, rows) : rows;
};

/** Copies rows of a kind to another site, but those that are there already. */
const copyTo = (
  db: ClickHouse,
  rows: Sql,
  { siteId, kind }: { readonly siteId: number; readonly kind: HitKind },
): Promise<void> =>
  // Rows that go there and back are equal to what was inserted once.
  db.run(sql`insert into rows settings insert_deduplicate = 0, distributed_product_mode = 'global'
    select * replace (toUInt32(${siteId}) as site_id) from (
      select * from rows where ${rows} and id not in (select id from rows where ${isOf({ siteId, kind })}))`);

/** Gives each visitor, page and day of some hits of a site one unique hit: the oldest that is marked, or the oldest. */
export async function markUnique({ db, days }: Deps, siteId: number, pages: Sql): Promise<void> {
  const key = sql`visitor_hash, path, ${dayOf(days.of(siteId))}`;
  const isChanged = sql`${isOf({ siteId, kind: 'hit' })} and visitor_hash is not null and ${pages}`;
  const isMarked = raw('coalesce(is_unique, false)');
  const [table, shard] = [toChangedTable(db), toShardTable(db)];
  await db.run(sql`alter table ${table} update is_unique = false where ${isChanged} and ${isMarked} and id not in (
    select argMin(id, (created_at, id)) from ${shard} where ${isChanged} and ${isMarked} group by ${key})`);
  await db.run(sql`alter table ${table} update is_unique = true where ${isChanged} and id in (
    select argMin(id, (created_at, id)) from ${shard} where ${isChanged} group by ${key} having not max(${isMarked}))`);
}

/** Does so for all pages of hits that are held. */
const markOfHeld = (deps: Deps, { siteId, heldAs }: HeldRestoration): Promise<void> => {
  const key = sql`visitor_hash, path, ${dayOf(deps.days.of(siteId))}`;
  return markUnique(
    deps,
    siteId,
    sql`(${key}) in (select ${key} from rows where ${isOf({ siteId: heldAs, kind: 'hit' })} and visitor_hash is not null)`,
  );
};

/** Returns the conditions for the rows that match, by kind. Engagement goes first: it is found by its hits. */
export const listMatching = (deps: Pick<Deps, 'days'>, removal: MatchingRemoval) =>
  HIT_KINDS.toReversed()
    .filter(kind => removal.kinds.includes(kind))
    .map(kind => ({ kind, rows: toMatching(deps, removal, kind) }));

/** Holds what matches. Returns how many rows. */
export async function holdRows(
  deps: Deps & { readonly visits: Pick<VisitKeeper, 'forget'> },
  removal: MatchingRemoval & { readonly heldAs: number },
): Promise<number> {
  const { db, visits } = deps;
  const { siteId, heldAs } = removal;
  const matching = listMatching(deps, removal);
  for (const { rows } of matching) await visits.forget(siteId, rows);
  for (const { kind, rows } of matching) await copyTo(db, rows, { siteId: heldAs, kind });
  for (const { rows } of matching) await db.run(toDeletion(db, rows));
  if (removal.kinds.includes('hit')) await markOfHeld(deps, { siteId, heldAs });
  const [held] = await db.readWith()<{ rows: number }>(
    sql`select count() as rows from rows where site_id = ${heldAs}`,
  );
  return held?.rows ?? 0;
}

/** Restores all rows that are held as another site's. */
export async function restoreHeld(deps: Deps, { siteId, heldAs }: HeldRestoration): Promise<void> {
  const { db } = deps;
  for (const kind of HIT_KINDS) await copyTo(db, isOf({ siteId: heldAs, kind }), { siteId, kind });
  await markOfHeld(deps, { siteId, heldAs });
  await db.run(toDeletion(db, any(HIT_KINDS.map(kind => isOf({ siteId: heldAs, kind })))));
}
