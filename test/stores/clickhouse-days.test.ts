/** Days of sites on ClickHouse: reports are exact while dates change, whatever is interrupted, and read the sums of whole days. */
import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { copyHistory, writeHistory } from '../../src/stores/clickhouse/copy.ts';
import { querySeries, withGroups } from '../../src/stores/clickhouse/queries/counts.ts';
import { toMaterialization } from '../../src/stores/clickhouse/schema.ts';
import { loadHistory } from '../../src/stores/duckdb/load-history.ts';
import { createOutbox } from '../../src/stores/duckdb/outbox.ts';
import { type Sql, sql } from '../../src/stores/sql/fragment.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { toImport } from '../support/import-rows.ts';
import { type OpenClickHouseStore, readRow, shareClickHouseDatabases } from '../support/shared-clickhouse.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';
import { groupVisits, hitAt } from '../support/visit-rows.ts';

const clickHouse = shareClickHouseDatabases();
setDefaultTimeout(TIME_LIMIT_MS);
let store: OpenClickHouseStore;
beforeEach(async () => {
  store = await clickHouse().openStore();
});

const BERLIN = new Map([[1, 'Europe/Berlin']]);
const ROWS = [hitAt('22:50:00', '/a'), hitAt('23:10:00', '/b'), hitAt('23:35:00', '/a')];
const IN_BERLIN = ['/b 2 1', '/a 1 1'];

const countOfUtc = async () =>
  (
    await readRow<{ rows: number }>(
      clickHouse().db,
      'select countIf(day = toDate(created_at)) as rows from rows',
    )
  )?.rows;

test('whatever a change is interrupted in, answers are those of one zone, and the next start completes it', async () => {
  const { proxy, openStore } = clickHouse();
  await store.append(ROWS);
  expect(await groupVisits(store)).toEqual(['/a 3 1']);
  for (let failing = 0; ; failing += 1) {
    const zone = failing % 2 === 0 ? 'Europe/Berlin' : 'UTC';
    let statements = 0;
    proxy.failWith(() => (statements++ === failing ? 'lost answer' : undefined));
    await store.setZones(new Map([[1, zone]])).catch(() => undefined);
    proxy.failWith(() => undefined);
    const answer = await groupVisits(store);
    expect([['/a 3 1'], IN_BERLIN]).toContainEqual(answer);
    await store.close();
    store = await openStore();
    expect([['/a 3 1'], IN_BERLIN]).toContainEqual(await groupVisits(store));
    await store.setZones(new Map([[1, zone]]));
    expect(await groupVisits(store)).toEqual(zone === 'UTC' ? ['/a 3 1'] : IN_BERLIN);
    expect(await countOfUtc()).toBe(zone === 'UTC' ? 3 : 1);
    if (statements <= failing) break;
  }
});

test('a change that is interrupted is completed by the next start alone', async () => {
  const { proxy, openStore } = clickHouse();
  await store.append(ROWS);
  proxy.failWith(text => (text.includes('update day') ? 'lost connection' : undefined));
  await expect(store.setZones(BERLIN)).rejects.toThrow();
  expect(await groupVisits(store)).toEqual(IN_BERLIN);
  await store.append([hitAt('12:00:00', '/c', { siteId: 2 }), hitAt('23:50:00', '/b')]);
  expect(await groupVisits(store)).toEqual(['/b 3 1', '/a 1 1']);
  await store.close();
  proxy.failWith(() => undefined);
  store = await openStore();
  expect(await groupVisits(store)).toEqual(['/b 3 1', '/a 1 1']);
  await store.setZones(new Map());
  expect(await countOfUtc()).toBe(2);
});

test('imported rows have the dates of their site, and those of other sites stay', async () => {
  await store.setZones(BERLIN);
  await store.append(ROWS.map(row => ({ ...row, siteId: 2 })));
  const file = join(await mkdtemp(join(clickHouse().folder, 'import-')), 'hits.ndjson');
  const lines = ROWS.map(({ createdAt, path }) =>
    JSON.stringify({ created_at: createdAt.toISOString(), path, visitor_hash: '00000000000000a1' }),
  );
  await Bun.write(file, lines.join('\n'));
  await store.importFile(toImport(file));
  expect(await groupVisits(store)).toEqual(IN_BERLIN);
  expect((await store.totals(aQuery())).uniqueHits).toBe(3);
  expect(await groupVisits(store, 'entry_page', { siteId: 2 })).toEqual(['/a 3 1']);
  expect(await countOfUtc()).toBe(4);
});

test('a history that is copied there gets the dates of its sites at the next start', async () => {
  const { db, openStore } = clickHouse();
  await store.setZones(BERLIN);
  await store.close();
  const other = await openStore({ data: 'other' });
  await other.setZones(BERLIN);
  const outbox = createOutbox(other.engine);
  await outbox.append(ROWS);
  await copyHistory({ db, outbox }, outbox.lastIds());
  await other.close();
  store = await openStore();
  expect(await groupVisits(store)).toEqual(IN_BERLIN);
  await store.setZones(new Map());
  expect(await countOfUtc()).toBe(1);
});

test('a history that moves back has days of UTC, until zones are set again', async () => {
  const { db, folder } = clickHouse();
  await store.setZones(BERLIN);
  await store.append(ROWS);
  expect(await groupVisits(store)).toEqual(IN_BERLIN);
  await loadHistory(store.engine, await writeHistory(db, folder));
  expect(store.engine.zoneOf(1)).toBe('UTC');
});

test('whole days of the site are read from sums', async () => {
  const { db } = clickHouse();
  await store.setZones(BERLIN);
  await store.append(
    Array.from({ length: 300 }, (_, index) =>
      aHit({ path: `/${index % 7}`, createdAt: new Date(Date.UTC(2026, 2, 1, index)) }),
    ),
  );
  await store.count(aQuery());
  await db.run(sql`${toMaterialization(db)} settings mutations_sync = 2`);
  const explain = async (statement: Sql): Promise<string> =>
    (await db.readWith()<{ explain: string }>(sql`explain ${statement}`)).map(row => row.explain).join('\n');
  const span = { start: new Date('2026-03-02T23:00:00Z'), end: new Date('2026-03-08T23:00:00Z') };
  const query = { ...aQuery({ span }), zone: 'Europe/Berlin' };
  const groups = withGroups({ query, dimension: 'path' });
  expect(await explain(sql`${groups} select * from groups`)).toContain('(by_path)');
  const plans: string[] = [];
  await querySeries(
    async statement => {
      plans.push(await explain(statement));
      return [];
    },
    { query, edges: [span.start, new Date('2026-03-05T23:00:00Z'), span.end] },
  );
  expect(plans.join()).toContain('(by_');
  expect(await db.readWith()(sql`${groups} select sum(hits) as hits from groups`)).toEqual([{ hits: 144 }]);
});
