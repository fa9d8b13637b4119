/** Gives rows whose paths and sources were stored before there were rules the values that new ones have. */
import { NORMAL_COLUMNS, NORMALIZE, type NormalColumn } from '../../core/hits/value-rules.ts';
import { UNICODE_HOST } from '../../lib/punycode.ts';
import { literal } from '../sql/dialect.ts';
import { raw, type Sql, sql } from '../sql/fragment.ts';
import type { ClickHouse } from './client.ts';
import type { Delivery } from './delivery.ts';
import { hasValueOf, listRenamed, type Renamed, toRenamed } from './rewrite-paths.ts';
import { toChangedTable, toShardTable } from './schema.ts';
import type { SiteDays } from './site-days.ts';
import { dayOf } from './sql.ts';
import type { VisitKeeper } from './visit-keeper.ts';

const hasUnicodeHost = (column: string): Sql =>
  sql`coalesce(match(${raw(column)}, ${literal(UNICODE_HOST)}), false)`;

/** Rows whose value of a column may change: not printable ASCII without an escape, a query and a segment of dots; a source; a host in Unicode. */
const MAY_CHANGE: Readonly<Record<NormalColumn, Sql>> = {
  path: raw(
    `path is not null and not (match(path, '^[!"$&->@-~]*$') and position(path, '/.') = 0 and not startsWith(path, '.'))`,
  ),
  source: raw('source is not null'),
  referrer: hasUnicodeHost('referrer'),
  url: hasUnicodeHost('url'),
};

interface Changing {
  readonly db: ClickHouse;
  readonly delivery: Pick<Delivery, 'runSettled' | 'settle'>;
  readonly visits: Pick<VisitKeeper, 'forget' | 'runBetween'>;
  readonly days: Pick<SiteDays, 'of'>;
}

/** Merges the marks of unique hits on pages that become one. */
async function mergeMarks({ db, days }: Changing, siteId: number, batch: readonly Renamed[]): Promise<void> {
  const paths = batch.flatMap(({ given, path }) => [given, path]);
  const marked = sql`${hasValueOf(siteId, 'path', paths)} and kind = 'hit' and is_unique`;
  await db.run(sql`alter table ${toChangedTable(db)} update is_unique = false where ${marked} and id not in (
    select argMin(id, (created_at, id)) from ${toShardTable(db)} where ${marked}
    group by visitor_hash, ${toRenamed('path', batch)}, ${dayOf(days.of(siteId))})`);
}

/** Changes some values of a column. What is interrupted is found and repeated: marks are merged first. */
async function rename(
  changing: Changing,
  { siteId, column, batch }: { siteId: number; column: NormalColumn; batch: readonly Renamed[] },
): Promise<void> {
  const { db, visits } = changing;
  if (column === 'path') await mergeMarks(changing, siteId, batch);
  const rows = hasValueOf(
    siteId,
    column,
    batch.map(({ given }) => given),
  );
  await visits.forget(siteId, rows);
  await db.run(
    sql`alter table ${toChangedTable(db)} update ${raw(column)} = ${toRenamed(column, batch)} where ${rows}`,
  );
}

async function normalizeSite(
  changing: Changing,
  { siteId, column }: { readonly siteId: number; readonly column: NormalColumn },
  signal: AbortSignal,
): Promise<void> {
  const renamed = listRenamed(changing, {
    column,
    rows: sql`site_id = ${siteId} and ${MAY_CHANGE[column]}`,
    rename: value => ({ path: NORMALIZE[column](value), url: null }),
  });
  // Rows are delivered, and read, between two of them.
  for await (const batch of renamed) {
    signal.throwIfAborted();
    await changing.visits.runBetween(() =>
      changing.delivery.runSettled(() => rename(changing, { siteId, column, batch })),
    );
  }
}

/** Normalizes the values of all rows. Rejects when the signal aborts. */
export async function normalizeValues(changing: Changing, signal: AbortSignal): Promise<void> {
  await changing.delivery.settle();
  for (const column of NORMAL_COLUMNS) {
    const sites = await changing.db.readWith({ isAtLength: true })<{ siteId: number }>(
      sql`select distinct site_id as "siteId" from rows where ${MAY_CHANGE[column]} order by "siteId"`,
    );
    for (const { siteId } of sites) await normalizeSite(changing, { siteId, column }, signal);
  }
}
