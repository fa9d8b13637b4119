/** The feed of hits on ClickHouse, whose pages are read by two statements. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouse, Read } from '../../src/stores/clickhouse/client.ts';
import { listAppended } from '../../src/stores/clickhouse/queries/read-rows.ts';
import { openClickHouseHitStore } from '../support/clickhouse-hit-store.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { shareClickHouse } from '../support/shared-clickhouse.ts';

setDefaultTimeout(300_000);

const clickHouse = shareClickHouse();
let db: ClickHouse;
let folder: string;
beforeEach(async () => {
  db = await clickHouse().server.openMigratedDatabase();
  folder = await mkdtemp(join(tmpdir(), 'clickhouse-feed-'));
});
afterEach(async () => {
  await db.close();
  await rm(folder, { recursive: true });
});

test('a hit that arrives between the two statements is on the next page alone', async () => {
  const store = await openClickHouseHitStore(folder, {
    url: clickHouse().server.url,
    database: db.database,
  });
  const append = async (path: string) => {
    await store.append([aHit({ path })]);
    await store.count(aQuery());
  };
  await append('/first');
  let isLate = true;
  const read: Read = async statement => {
    const rows = await db.readWith()(statement);
    if (isLate) await append('/second');
    isLate = false;
    return rows as never;
  };
  const feed = { kind: 'hit', siteIds: [1], limit: 10 } as const;
  const first = await listAppended(read, { ...feed, afterId: 0 });
  const second = await listAppended(read, { ...feed, afterId: first.throughId });
  expect([first, second].map(({ rows }) => rows.map(({ path }) => path))).toEqual([['/first'], ['/second']]);
  await store.close();
});
