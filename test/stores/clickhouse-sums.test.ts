/** The sums by day that ClickHouse keeps: they are those of the rows, whatever happens to these, and reports read them. */
import { beforeEach, expect, test } from 'bun:test';
import type { Dimension } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { ClickHouse, Read } from '../../src/stores/clickhouse/client.ts';
import {
  countSummedPaths,
  queryGroups,
  querySeries,
  withGroups,
} from '../../src/stores/clickhouse/queries/counts.ts';
import { queryJourneys } from '../../src/stores/clickhouse/queries/journeys.ts';
import { clickHouseMigrations, openSchema, toMaterialization } from '../../src/stores/clickhouse/schema.ts';
import { raw, type Sql, sql } from '../../src/stores/sql/fragment.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { type OpenClickHouseStore, readRow, shareClickHouseDatabases } from '../support/shared-clickhouse.ts';

/** Keeps each column in files of its own, as large parts have them: changes rewrite only what they are of. */
const WIDE = raw('alter table rows modify setting min_bytes_for_wide_part = 0, min_rows_for_wide_part = 0');

const clickHouse = shareClickHouseDatabases();
let db: ClickHouse;
let store: OpenClickHouseStore;
beforeEach(async () => {
  ({ db } = clickHouse());
  await db.run(WIDE);
  store = await clickHouse().openStore();
});

const FROM_ROWS = raw('settings optimize_use_projections = 0, optimize_use_implicit_projections = 0');
const span = { start: new Date('2026-03-01T00:00:00Z'), end: new Date('2026-04-01T00:00:00Z') };

/** Makes the sums of all parts, which merges do at last. */
const makeSums = () => db.run(sql`${toMaterialization(db)} settings mutations_sync = 2`);

const toGroups = (dimension: Dimension): Sql =>
  sql`${withGroups({ query: aQuery({ span }), dimension })} select key, hits, unique_hits from groups order by key`;

async function expectSumsOfRows(): Promise<void> {
  for (const dimension of ['path', 'source', 'country', 'event'] as const) {
    const groups = toGroups(dimension);
    const [sums, rows] = [await db.readWith()(groups), await db.readWith()(sql`${groups} ${FROM_ROWS}`)];
    expect(sums).toEqual(rows);
    expect(sums.length).toBeGreaterThan(0);
  }
}

const HITS = Array.from({ length: 300 }, (_, index) =>
  aHit({
    kind: index % 10 === 0 ? 'spam_hit' : 'hit',
    path: `/${index % 7}`,
    visitor: BigInt(index % 20),
    at: `2026-03-${String(1 + (index % 9)).padStart(2, '0')}T${String(index % 24).padStart(2, '0')}:00:00Z`,
  }),
);

/** Resolves once they are on ClickHouse. */
async function deliver(rows: readonly NewHit[]): Promise<number[]> {
  const ids = await store.append(rows);
  await store.count(aQuery());
  return ids;
}

test('they are those of the rows after every change, in large parts too', async () => {
  const ids = await deliver(HITS);
  await expectSumsOfRows();
  await makeSums();
  await expectSumsOfRows();
  // Of these, there are none yet.
  await deliver(HITS);
  await expectSumsOfRows();
  const remove = (which: Parameters<typeof store.remove>[0]['which']) =>
    store.remove({ siteId: 1, kinds: ['hit', 'event'], which });
  await remove({ ids: ids.slice(40, 60) });
  await expectSumsOfRows();
  await store.restoreSpam({ siteId: 1, which: 'all' });
  await expectSumsOfRows();
  await remove({ visitorHash: 7n });
  await expectSumsOfRows();
  await remove({ before: new Date('2026-03-03T12:00:00Z') });
  await expectSumsOfRows();
  await deliver(HITS);
  await db.run(raw('optimize table rows final'));
  await expectSumsOfRows();
});

test('a database from before them gets them, without what was deleted lightly', async () => {
  db = await clickHouse().server.openDatabase();
  await openSchema(db, { lineage: 'a', migrations: clickHouseMigrations.slice(0, 1) });
  await db.run(WIDE);
  const rows = Array.from({ length: 50 }, (_, id) => ({
    kind: 'hit',
    id,
    site_id: 1,
    created_at: `2026-03-02 00:00:${String(id).padStart(2, '0')}`,
    path: `/${id % 3}`,
    country: 'DE',
    visitor_hash: String(id),
    is_unique: id % 2 === 0,
  }));
  await db.insert('rows', rows, { token: 'a' });
  await db.run(raw('delete from rows where id < 10'));
  await openSchema(db, { lineage: 'a' });
  await expectSumsOfRows();
  await db.run(raw('alter table rows update is_unique = true where id < 20'));
  await expectSumsOfRows();
  expect(await readRow(db, 'select count() as hits from rows')).toEqual({ hits: 40 });
  await db.close();
});

test('a delivery leaves them to merges', async () => {
  await db.run(raw('system stop merges rows'));
  await deliver(HITS);
  const sums = "max(length(projections)) as sums from system.parts where table = 'rows' and active";
  const count = async () =>
    (await readRow<{ sums: number }>(db, `select ${sums} and database = currentDatabase()`))?.sums;
  expect(await count()).toBe(0);
  await db.run(raw('system start merges rows'));
  await db.run(raw('optimize table rows final'));
  expect(await count()).toBe(6);
});

/** Returns how ClickHouse would answer a statement. */
const explain = async (statement: Sql): Promise<string> =>
  (await db.readWith()<{ explain: string }>(sql`explain ${statement}`)).map(row => row.explain).join('\n');

/** The projection that groups of a kind by a dimension are read from. */
const PROJECTIONS = [
  ['hit', 'path', 'by_path'],
  ['hit', 'referrer', 'by_origin'],
  ['hit', 'referrer_host', 'by_origin'],
  ['hit', 'source', 'by_origin'],
  ['hit', 'country', 'by_client'],
  ['hit', 'browser_name', 'by_client'],
  ['hit', 'platform_name', 'by_client'],
  ['hit', 'device', 'by_client'],
  ['hit', 'language', 'by_detail'],
  ['hit', 'screen', 'by_detail'],
  ['event', 'event', 'by_name'],
  ['agent_visit', 'agent_name', 'by_name'],
] as const;

test('groups are read from them', async () => {
  for (const kind of ['hit', 'event', 'agent_visit'] as const)
    await deliver(HITS.map(row => ({ ...row, kind, event: kind === 'event' ? 'a.b' : null })));
  await makeSums();
  for (const [kind, dimension, projection] of PROJECTIONS) {
    const groups = withGroups({ query: aQuery({ span, kind }), dimension });
    expect(await explain(sql`${groups} select * from groups`)).toContain(`(${projection})`);
  }
});

test('so are the paths of totals, days, and the whole days of a span that begins and ends within one', async () => {
  await deliver(HITS);
  await makeSums();
  const plans: string[] = [];
  const explaining: Read = async statement => {
    plans.push(await explain(statement));
    return [];
  };
  const days = Array.from({ length: 32 }, (_, day) => new Date(Date.UTC(2026, 2, 1 + day)));
  const query = aQuery({ filters: [{ dimension: 'path', is: '/1' }] });
  await explaining(sql`select * from ${countSummedPaths(aQuery({ span }))}`);
  await querySeries(explaining, { query, edges: days });
  const uneven = { start: new Date('2026-03-02T23:00:00Z'), end: new Date('2026-03-08T22:00:00Z') };
  const groups = withGroups({ query: aQuery({ span: uneven }), dimension: 'path' });
  await explaining(sql`${groups} select * from groups`);
  expect(plans).toHaveLength(3);
  for (const plan of plans) expect(plan).toContain('(by_path)');
});

/** Returns a function that reads, and how many statements it has read by. */
const countStatements = () => {
  const read = db.readWith();
  let statements = 0;
  const counting: Read = statement => {
    statements += 1;
    return read(statement);
  };
  return { read: counting, statements: () => statements };
};

test('journeys are two statements: what they sum up to, and a page of them', async () => {
  await deliver(HITS);
  const { read, statements } = countStatements();
  const query = { siteId: 1, span, maxPages: 2, maxPaths: 3 };
  const { visitors, entryPaths } = await queryJourneys(read, query, { offset: 0, limit: 5 });
  expect([visitors, entryPaths.length, statements()]).toEqual([18, 3, 2]);
});

test('a page of groups comes with the number of all in one statement, one after the last in two', async () => {
  await deliver(HITS);
  const ask = async (offset: number) => {
    const { read, statements } = countStatements();
    const request = { query: aQuery({ span }), dimension: 'path', limit: 3, offset } as const;
    const { rows, total } = await queryGroups(read, request);
    return [rows.length, total, statements()];
  };
  expect([await ask(0), await ask(6), await ask(9)]).toEqual([
    [3, 7, 1],
    [1, 7, 1],
    [0, 7, 2],
  ]);
});
