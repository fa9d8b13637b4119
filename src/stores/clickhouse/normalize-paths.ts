/** Gives rows whose paths were stored before there were rules the spelling that new ones have. */
import { normalizePath } from '../../lib/normalize-path.ts';
import { raw, type Sql, sql } from '../sql/fragment.ts';
import type { ClickHouse } from './client.ts';
import type { Delivery } from './delivery.ts';
import { toChangedTable, toShardTable } from './schema.ts';
import type { SiteDays } from './site-days.ts';
import { dayOf } from './sql.ts';
import type { VisitKeeper } from './visit-keeper.ts';

/** Paths that are read at once. */
const PAGE_ROWS = 1000;
/** Characters of the paths that a statement names, as they are escaped in its address: a server takes 128 KiB a list. */
const MAX_BATCH_LENGTH = 40_000;

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
  spellings: readonly Spelling[],
): Promise<void> {
  const [given, normal] = [spellings.map(([from]) => from), spellings.map(([, to]) => to)];
  const path = sql`cast(transform(assumeNotNull(path), ${given}, ${normal}) as Nullable(String))`;
  const ofPages = (paths: readonly string[]): Sql =>
    sql`site_id = ${siteId} and path is not null and has(${paths}, assumeNotNull(path))`;
  const marked = sql`${ofPages([...given, ...normal])} and kind = 'hit' and is_unique`;
  await db.run(sql`alter table ${toChangedTable(db)} update is_unique = false where ${marked} and id not in (
    select argMin(id, (created_at, id)) from ${toShardTable(db)} where ${marked}
    group by visitor_hash, ${path}, ${dayOf(days.of(siteId))})`);
  await visits.forget(siteId, ofPages(given));
  await db.run(sql`alter table ${toChangedTable(db)} update path = ${path} where ${ofPages(given)}`);
}

type Spelling = readonly [given: string, path: string];

/** Divides spellings among statements. */
function toBatches(spellings: readonly Spelling[]): Spelling[][] {
  const batches: Spelling[][] = [];
  let left = 0;
  for (const spelling of spellings) {
    const length = encodeURIComponent(spelling.join()).length;
    if (length > left) {
      batches.push([]);
      left = MAX_BATCH_LENGTH;
    }
    batches.at(-1)?.push(spelling);
    left -= length;
  }
  return batches;
}

async function normalizeSite(changing: Changing, siteId: number, signal: AbortSignal): Promise<void> {
  for (let last = ''; ; ) {
    signal.throwIfAborted();
    const found = await changing.db.readWith({ isAtLength: true })<{ path: string }>(
      sql`select distinct assumeNotNull(path) as path from rows where site_id = ${siteId} and path is not null
        and path > ${last} and not ${IS_PLAIN} order by path limit ${PAGE_ROWS}`,
    );
    const spellings = found.map(({ path }) => [path, normalizePath(path)] as const);
    const changed = spellings.filter(([given, path]) => given !== path);
    // Rows are delivered, and read, between two of them.
    for (const batch of toBatches(changed)) {
      signal.throwIfAborted();
      await changing.visits.runBetween(() =>
        changing.delivery.runSettled(() => rewrite(changing, siteId, batch)),
      );
    }
    if (found.length < PAGE_ROWS) return;
    last = found.at(-1)?.path ?? '';
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
