/** Rows that are delivered to ClickHouse while others come or are read: each is there once. */
import { expect, test } from 'bun:test';
import type { Read } from '../../src/stores/clickhouse/client.ts';
import { listAppended } from '../../src/stores/clickhouse/queries/read-rows.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { shareClickHouseDatabases } from '../support/shared-clickhouse.ts';

const clickHouse = shareClickHouseDatabases();

test('a hit that arrives between the two statements of a page of the feed is on the next page alone', async () => {
  const { db, openStore } = clickHouse();
  const store = await openStore();
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
});

test('what was stored is there after a restart, and ids go on', async () => {
  const { openStore } = clickHouse();
  const first = await openStore();
  await first.append([aHit({ visitor: 1n }), aHit({ visitor: 1n })]);
  await first.close();
  const store = await openStore();
  expect(await store.append([aHit({ visitor: 1n })])).toEqual([3]);
  expect(await store.totals(aQuery())).toEqual({ hits: 3, uniqueHits: 1, visitors: 1, paths: 1 });
  expect((await store.facts()).rows.hit).toBe(3);
});

test('what comes while a delivery begins is stored once', async () => {
  const store = await clickHouse().openStore();
  const rows = 300;
  const reads: Promise<number>[] = [];
  for (let row = 0; row < rows; row += 1) {
    const [kind, event] = row % 2 === 0 ? (['hit', null] as const) : (['event', 'a.b'] as const);
    const stored = store.append([aHit({ kind, event })]);
    reads.push(store.count(aQuery()));
    await stored;
  }
  await Promise.all(reads);
  expect([await store.count(aQuery()), await store.count(aQuery({ kind: 'event' }))]).toEqual([150, 150]);
});

test('a removal, and what is read, waits for one of another site, not for all of them', async () => {
  const store = await clickHouse().openStore();
  const SITE = 2;
  const visitors = Array.from({ length: 8 }, (_, visitor) => BigInt(visitor));
  await store.append([
    ...visitors.map(visitor => aHit({ visitor })),
    aHit({ siteId: SITE }),
    aHit({ siteId: SITE }),
  ]);
  const ended: string[] = [];
  const remove = async (siteId: number, which: { visitorHash: bigint } | 'all') => {
    await store.remove({ siteId, kinds: ['hit'], which });
    ended.push(`removal of ${siteId}`);
  };
  const others = visitors.map(visitorHash => remove(1, { visitorHash }));
  const own = remove(SITE, 'all');
  await store.append([aHit({ siteId: SITE, kind: 'event', event: 'a.b' })]);
  expect(await store.count(aQuery({ siteId: SITE, kind: 'event' }))).toBe(1);
  await own;
  expect(ended.length).toBeLessThan(5);
  await Promise.all(others);
  expect(await store.count(aQuery({ siteId: SITE }))).toBe(0);
  expect(await store.count(aQuery())).toBe(0);
});
