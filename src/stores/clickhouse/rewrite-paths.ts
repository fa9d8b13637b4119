/** Gives rows of a site other paths, and those that they had. What is interrupted can be repeated. */
import type { PathRewriting, RenamedPath } from '../../core/hits/rewriting.ts';
import type { HeldRestoration } from '../../core/hits/store.ts';
import type { NormalColumn } from '../../core/hits/value-rules.ts';
import {
  hasFormer,
  isNewest,
  NEWEST,
  WITHOUT_NEWEST,
  withoutChange,
  withPresent,
} from '../sql/former-values.ts';
import { raw, type Sql, sql } from '../sql/fragment.ts';
import type { ClickHouse } from './client.ts';
import { markUnique } from './hold.ts';
import { isOf } from './queries/rows.ts';
import { toChangedTable, toShardTable } from './schema.ts';
import type { SiteDays } from './site-days.ts';
import { dayOf } from './sql.ts';
import type { VisitKeeper } from './visit-keeper.ts';

interface Deps {
  readonly db: ClickHouse;
  readonly visits: Pick<VisitKeeper, 'forget'>;
  readonly days: Pick<SiteDays, 'of'>;
}

/** Paths that are read at once. */
const PAGE_ROWS = 10_000;
/** Characters of the paths that a statement names, as they are escaped in its address: a server takes 128 KiB a list. */
const MAX_BATCH_LENGTH = 40_000;

/** A path that changes. */
export type Renamed = RenamedPath & { readonly given: string };

/** Reads the values of a column of rows, and divides those that change among statements. */
export async function* listRenamed(
  { db }: Pick<Deps, 'db'>,
  {
    column,
    rows,
    rename,
  }: Pick<PathRewriting, 'rename'> & { readonly column: NormalColumn; readonly rows: Sql },
): AsyncGenerator<readonly Renamed[]> {
  const name = raw(column);
  for (let last = ''; ; ) {
    const found = await db.readWith({ isAtLength: true })<{ given: string }>(
      sql`select distinct assumeNotNull(${name}) as given from rows where ${rows} and ${name} is not null
        and given > ${last} order by given limit ${PAGE_ROWS}`,
    );
    const renamed = found.flatMap(({ given }) => {
      const to = rename(given);
      return to === null || to.path === given ? [] : [{ given, ...to }];
    });
    yield* toBatches(renamed);
    if (found.length < PAGE_ROWS) return;
    last = found.at(-1)?.given ?? '';
  }
}

/** Divides paths among statements. */
function toBatches(paths: readonly Renamed[]): Renamed[][] {
  const batches: Renamed[][] = [];
  let left = 0;
  for (const path of paths) {
    const length = encodeURIComponent([path.given, path.path, path.url].join()).length;
    if (length > left) {
      batches.push([]);
      left = MAX_BATCH_LENGTH;
    }
    batches.at(-1)?.push(path);
    left -= length;
  }
  return batches;
}

/** Returns the condition for rows of a site with one of some values of a column. */
export const hasValueOf = (siteId: number, column: NormalColumn, values: readonly string[]): Sql =>
  sql`site_id = ${siteId} and ${raw(column)} is not null and assumeNotNull(${raw(column)}) in (${values})`;

/** Returns what the values of a column become, by an expression of theirs. */
export const toRenamed = (column: NormalColumn, batch: readonly Renamed[]): Sql =>
  sql`cast(transform(assumeNotNull(${raw(column)}), ${batch.map(({ given }) => given)}, ${batch.map(({ path }) => path)}) as Nullable(String))`;

const PRESENT = { path: raw('path'), url: raw('url'), isUnique: raw('is_unique') };

/** Changes rows of a site. */
const update = (db: ClickHouse, set: Sql, rows: Sql): Promise<void> =>
  db.run(sql`alter table ${toChangedTable(db)} update ${set} where ${rows}`);

/** Rewrites the paths of rows. */
export async function rewritePaths(deps: Deps, rewriting: PathRewriting): Promise<void> {
  const { db, visits, days } = deps;
  const { siteId, before, rename, heldAs } = rewriting;
  const keep = sql`former_values = ${withPresent(heldAs, PRESENT)}`;
  const isKept = sql`site_id = ${siteId} and ${isNewest(heldAs)}`;
  const isOlder = sql`site_id = ${siteId} and created_at < ${before}`;
  for await (const batch of listRenamed(deps, { column: 'path', rows: isOlder, rename })) {
    const given = batch.map(each => each.given);
    const isGiven = sql`${isOlder} and ${hasValueOf(siteId, 'path', given)}`;
    await visits.forget(siteId, isGiven);
    await update(db, keep, sql`${isGiven} and not ${isNewest(heldAs)}`);
    const urls = sql`transform(assumeNotNull(path), ${given}, ${batch.map(each => each.url ?? '')}, '')`;
    // Those that have been given their path are at another one than they had.
    await update(
      db,
      sql`path = ${toRenamed('path', batch)}, url = if(url is null and kind != 'engagement', nullIf(${urls}, ''), url)`,
      sql`${isGiven} and ${isNewest(heldAs)} and ${NEWEST.path} = path`,
    );
  }
  const [shard, day] = [toShardTable(db), dayOf(days.of(siteId))];
  const key = sql`visitor_hash, path, ${day}`;
  const hits = sql`${isOf({ siteId, kind: 'hit' })} and visitor_hash is not null`;
  // Of the pages that they have left, too: others may be there.
  const pages = sql`(${key}) in (
    select visitor_hash, arrayJoin([assumeNotNull(path), ${NEWEST.path}]), ${day} from ${shard} where ${hits} and ${isKept})`;
  const isMarked = raw('coalesce(is_unique, false)');
  const holders = sql`select if(countIf(${isMarked}) > 0, argMinIf(id, (created_at, id), ${isMarked}), argMin(id, (created_at, id)))
    from ${shard} where ${hits} and ${pages} group by ${key}`;
  // Hits whose mark alone changes.
  const others = sql`${hits} and ${pages} and not ${isNewest(heldAs)} and ${isMarked} != (id in (${holders}))`;
  await visits.forget(siteId, others);
  await update(db, keep, others);
  await markUnique(
    deps,
    siteId,
    sql`(${key}) in (
    select visitor_hash, arrayJoin([assumeNotNull(path), ${NEWEST.path}]), ${day} from rows where ${hits} and ${isKept})`,
  );
}

/** Gives rows what they had before a rewriting. */
export async function restorePaths(
  { db, visits, days }: Deps,
  { siteId, heldAs }: HeldRestoration,
): Promise<void> {
  const isKept = sql`site_id = ${siteId} and ${isNewest(heldAs)}`;
  const [found] = await db.readWith()<{ rows: number }>(
    sql`select count() as rows from rows where ${isKept}`,
  );
  if (!found || found.rows === 0) return;
  const [shard, day] = [toShardTable(db), dayOf(days.of(siteId))];
  const hits = sql`${isOf({ siteId, kind: 'hit' })} and visitor_hash is not null`;
  const path = sql`if(${isNewest(heldAs)}, ${NEWEST.path}, assumeNotNull(path))`;
  const pages = sql`select visitor_hash, arrayJoin([assumeNotNull(path), ${NEWEST.path}]) as page, ${day} as page_day from ${shard} where ${hits} and ${isKept}`;
  const isOnPages = sql`${hits} and (visitor_hash, ${path}, ${day}) in (select visitor_hash, page, page_day from (${pages}))`;
  const [newest] = await db.readWith()<{ id: number }>(
    sql`select max(id) as id from rows where ${hits} and ${isKept}`,
  );
  const isLate = sql`(not ${isNewest(heldAs)} and id > ${newest?.id ?? 0})`;
  const isMarked = raw('coalesce(is_unique, false)');
  const wasMarked = sql`coalesce(${NEWEST.isUnique}, false)`;
  /** Marks of before; of hits that came later none. */
  const isHolder = sql`if(${isNewest(heldAs)}, ${wasMarked}, ${isMarked} and not ${isLate})`;
  const mayTake = sql`(${isLate} or (${isNewest(heldAs)} and ${isMarked} and not ${wasMarked}))`;
  /** Hits that take the mark where none of before has it: one that has taken it meanwhile, else one that came later. */
  const takers = sql`select if(countIf(${mayTake} and ${isMarked}) > 0, argMinIf(id, (created_at, id), ${mayTake} and ${isMarked}),
      argMinIf(id, (created_at, id), ${mayTake}))
    from ${shard} where ${isOnPages} group by visitor_hash, ${path}, ${day} having countIf(${isHolder}) = 0 and countIf(${mayTake}) > 0`;
  await visits.forget(siteId, sql`${isKept} or (${isOnPages} and ${isLate})`);
  const late = sql`${isOnPages} and ${isLate}`;
  await update(db, sql`is_unique = true`, sql`${late} and not ${isMarked} and id in (${takers})`);
  await update(db, sql`is_unique = false`, sql`${late} and ${isMarked} and id not in (${takers})`);
  await update(
    db,
    sql`path = if(kind = 'event' and path is null, null, ${NEWEST.path}), url = if(${NEWEST.isOwnUrl}, null, url),
      is_unique = if(kind = 'hit' and visitor_hash is not null, ${wasMarked} or id in (${takers}), ${NEWEST.isUnique}), former_values = ${WITHOUT_NEWEST}`,
    isKept,
  );
}

/** Removes what is kept of a rewriting. */
export async function removeFormer(
  { db }: Pick<Deps, 'db'>,
  { siteId, heldAs }: Pick<PathRewriting, 'siteId' | 'heldAs'>,
): Promise<void> {
  const rows = sql`site_id = ${siteId} and ${hasFormer(heldAs)}`;
  const [found] = await db.readWith()<{ rows: number }>(sql`select count() as rows from rows where ${rows}`);
  if (found && found.rows > 0) await update(db, sql`former_values = ${withoutChange(heldAs)}`, rows);
}
