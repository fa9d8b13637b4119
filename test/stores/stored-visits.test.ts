/** Stored visits: however rows come and go, after a rebuild they are those that all rows together give. */
import { expect, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HIT_KINDS } from '../../src/core/hits/columns.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { createDuckHitStore } from '../../src/stores/duckdb/hit-store.ts';
import { rebuildVisits } from '../../src/stores/duckdb/visits/update.ts';
import { type openDuckHitStore, openTemporaryHitStore } from '../support/duck-hit-store.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import { importRows } from '../support/import-rows.ts';
import { findWrongVisits } from '../support/stored-visits.ts';
import { expectFault, openFormerFolder } from '../support/summed-store.ts';
import { eventAt, groupVisits, hitAt, ofVisits } from '../support/visit-rows.ts';

type Store = Awaited<ReturnType<typeof openDuckHitStore>>;

/** Refreshes visits after so many rows, at once. */
const every = (rows: number) => ({ refreshPace: { rows, pauses: 0 } });

/** Rebuilds, and finds what is wrong with the stored visits. */
const findWrongAfterRebuild = async (store: Store): Promise<unknown[]> => {
  await store.maintain({ force: true });
  return findWrongVisits(store.engine);
};

/** A row of a file, of visitor 1 of `hitAt`. */
const rowAt = (time: string, path: string, given: object = {}) => ({
  created_at: `2026-03-10T${time}Z`,
  path,
  visitor_hash: '0000000000000001',
  ...given,
});

test('hits and events that come in during an import belong to visits', async () => {
  await using store = await openTemporaryHitStore();
  const { engine } = store;
  await store.append([hitAt('10:00:00', '/before')]);
  const waiting: Promise<unknown>[] = [];
  const onProgress = () => {
    const rows = [hitAt('10:10:00', '/during'), eventAt('10:20:00'), hitAt('10:10:00', '/', { siteId: 2 })];
    waiting.push(store.append(rows));
  };
  const rows = [rowAt('09:50:00', '/first'), rowAt('10:30:00', '/form', { type: 'event', event: 'a.b' })];
  await importRows(store, rows, { onProgress });
  await Promise.all(waiting);
  const hits = waiting.length + 2;
  expect(await groupVisits(store)).toEqual([`/first ${hits} 1`]);
  expect(await engine.check()).toMatchObject({ faults: [] });
  expect(await findWrongAfterRebuild(store)).toEqual([]);
  expect(await groupVisits(store)).toEqual([`/first ${hits} 1`]);
});

test('unique hits of a visit follow marks that a restored hit took and that its removal gave to another', async () => {
  await using store = await openTemporaryHitStore();
  const { engine } = store;
  await store.append([hitAt('14:00:00', '/')]);
  await store.append([hitAt('12:00:00', '/')]);
  await store.append([hitAt('13:00:00', '/', { kind: 'spam_hit' })]);
  await store.maintain({ force: true });
  const ids = await store.restoreSpam({ siteId: 1, which: 'all' });
  await store.remove({ siteId: 1, kinds: ['hit'], which: { ids } });
  expect(await engine.check()).toMatchObject({ faults: [] });
  expect(await findWrongAfterRebuild(store)).toEqual([]);
});

/** Hits and events of eleven visitors at random times of two days. */
const manyRows = (count: number): NewHit[] =>
  Array.from({ length: count }, (_, n) => {
    const createdAt = new Date(Date.UTC(2026, 2, 10) + ((n * 7919) % 2880) * 60_000);
    const given = { createdAt, visitor: BigInt(n % 11), siteId: 1 + (n % 2) };
    return n % 5 === 0 ? eventAt('', given) : hitAt('', `/${n % 3}`, given);
  });

test('a day with more rows than memory takes is updated in parts of its visitors', async () => {
  await using store = await openTemporaryHitStore({ rowsPerSlice: 40 });
  await store.append(manyRows(200));
  expect(await findWrongAfterRebuild(store)).toEqual([]);
  await store.append(manyRows(30));
  await store.remove({ siteId: 1, kinds: ['hit'], which: { before: new Date('2026-03-10T12:34:00Z') } });
  expect(await findWrongAfterRebuild(store)).toEqual([]);
});

test('a rebuild checkpoints between the parts that it updates, so that no number of rows takes all memory', async () => {
  await using store = await openTemporaryHitStore(every(Number.POSITIVE_INFINITY));
  const { engine } = store;
  await store.append(manyRows(200));
  const ran: string[] = [];
  await engine.rebuild(copy => {
    const run: typeof copy.run = (text, values) => {
      ran.push(text);
      return copy.run(text, values);
    };
    return rebuildVisits({ ...copy, run }, 40);
  });
  expect(ran.filter(text => text.startsWith('CHECKPOINT')).length).toBeGreaterThan(2);
  expect(await findWrongVisits(engine)).toEqual([]);
});

test('a rebuild that is cancelled after it has worked visits out changes none of them', async () => {
  await using store = await openTemporaryHitStore();
  const { engine } = store;
  await store.append(manyRows(50));
  await store.maintain({ force: true });
  await store.append(manyRows(50));
  const before = await groupVisits(store);
  const finalize = () => Promise.reject(new Error('given up'));
  await expect(engine.rebuild(async () => undefined, { finalize })).rejects.toThrow('given up');
  expect(await groupVisits(store)).toEqual(before);
  expect((await engine.check()).faults).toEqual([]);
  expect(await findWrongAfterRebuild(store)).toEqual([]);
});

test('removals whose rebuild was lost are replayed on the file before, whose visits have fewer rows', async () => {
  await using store = await openTemporaryHitStore();
  await store.append(manyRows(60));
  await store.maintain({ force: true });
  await store.append(manyRows(30));
  await store.remove({ siteId: 1, kinds: ['event'], which: 'all' });
  await store.maintain({ force: true });
  await store.append(manyRows(20));
  await store.remove({ siteId: 2, kinds: ['hit', 'event'], which: { ids: [2, 4, 8, 62, 64, 92] } });
  const before = await groupVisits(store, 'path');
  await store.close();
  const lost = join(store.path, 'hits.000003.duckdb');
  expect(existsSync(lost)).toBe(true);
  writeFileSync(lost, 'damaged');
  await using again = await store.reopen();
  expect(await groupVisits(again, 'path')).toEqual(before);
  expect((await again.engine.check()).faults).toEqual([]);
  expect(await findWrongAfterRebuild(again)).toEqual([]);
  expect(await groupVisits(again, 'path')).toEqual(before);
});

test('visits of more rows than a read works out by itself are those that a rebuild stores', async () => {
  await using store = await openTemporaryHitStore(every(Number.POSITIVE_INFINITY));
  await store.append(manyRows(4500));
  const ask = async () => [
    await groupVisits(store),
    await groupVisits(store, 'exit_page', { kind: 'event' }),
    await groupVisits(store, 'path', { attribution: 'hit' }),
    await store.engagement(ofVisits()),
  ];
  const before = await ask();
  expect(await findWrongAfterRebuild(store)).toEqual([]);
  expect(await ask()).toEqual(before);
  await store.append(manyRows(4500));
  const again = await ask();
  expect(again).not.toEqual(before);
  expect(await findWrongAfterRebuild(store)).toEqual([]);
  expect(await ask()).toEqual(again);
});

test('a site whose rows were all removed leaves no visits, and those of new rows under its number are right', async () => {
  await using store = await openTemporaryHitStore();
  await store.append(manyRows(60));
  await store.maintain({ force: true });
  for (const siteId of [1, 2]) await store.remove({ siteId, kinds: HIT_KINDS, which: 'all' });
  expect(await groupVisits(store)).toEqual([]);
  expect(await findWrongAfterRebuild(store)).toEqual([]);
  await store.append(manyRows(20));
  const before = await groupVisits(store);
  expect(await findWrongAfterRebuild(store)).toEqual([]);
  expect(await groupVisits(store)).toEqual(before);
});

/** Counts the rows of visitors without a stored visit; those of a refresh that goes on are waited for. */
const countUnstored = async ({ engine }: Pick<Store, 'engine'>): Promise<number | undefined> => {
  expect((await engine.check()).faults).toEqual([]);
  const [row] = await engine.read<{ rows: number }>(
    'select count(*) as rows from hits where visitor_hash is not null and visit_id is null',
  );
  return row?.rows;
};

test('after some new rows their visits are stored in memory, and again after a restart and a rebuild', async () => {
  await using store = await openTemporaryHitStore(every(50));
  await store.append(manyRows(49));
  expect(await countUnstored(store)).toBeGreaterThan(0);
  await store.append([hitAt('10:00:00', '/'), eventAt('10:10:00')]);
  expect(await countUnstored(store)).toBe(0);
  expect(await findWrongVisits(store.engine)).toEqual([]);
  await store.append(manyRows(60));
  expect(await countUnstored(store)).toBe(0);
  const before = await groupVisits(store, 'path');
  await using again = await store.reopen(every(50));
  expect(await groupVisits(again, 'path')).toEqual(before);
  expect(await findWrongAfterRebuild(again)).toEqual([]);
  expect(await groupVisits(again, 'path')).toEqual(before);
  await again.append(manyRows(60));
  expect(await countUnstored(again)).toBe(0);
  expect(await findWrongVisits(again.engine)).toEqual([]);
});

test('removals after a refresh are replayed on a file whose visits are older', async () => {
  await using store = await openTemporaryHitStore(every(10));
  await store.append(manyRows(60));
  expect(await countUnstored(store)).toBe(0);
  await store.remove({ siteId: 1, kinds: ['hit', 'event'], which: { ids: [1, 2, 7, 9, 30, 41] } });
  const before = await groupVisits(store, 'path');
  await store.append([hitAt('10:00:00', '/', { siteId: 3 })]);
  await store.append(manyRows(10).map(row => ({ ...row, siteId: 3 })));
  expect(await countUnstored(store)).toBe(0);
  expect(await findWrongVisits(store.engine)).toEqual([]);
  await using again = await store.reopen({});
  expect(await groupVisits(again, 'path')).toEqual(before);
  expect(await findWrongAfterRebuild(again)).toEqual([]);
  expect(await groupVisits(again, 'path')).toEqual(before);
});

test('the visits of a long journal are stored in memory after a start', async () => {
  await using store = await openTemporaryHitStore();
  await store.append(manyRows(5000));
  await using again = await store.reopen({});
  expect(await countUnstored(again)).toBe(0);
});

test('a folder of a schema without visits is compacted at its first start, which stores them', async () => {
  using folder = await openFormerFolder('0005', manyRows(40));
  const engine = await openHitEngine({ folder });
  const store = createDuckHitStore(engine);
  expect(await countUnstored({ engine })).toBe(0);
  expect(await findWrongVisits(engine)).toEqual([]);
  await store.close();
});

test('a check reports visits that lack rows, have rows too many, or another first row', async () => {
  await using store = await openTemporaryHitStore();
  const { engine } = store;
  await store.append([hitAt('10:00:00', '/'), hitAt('10:01:00', '/'), eventAt('12:00:00')]);
  await store.maintain({ force: true });
  const setHits = (count: number) => `update hits set visit_hits = ${count} where id = 1`;
  for (const harm of [
    setHits(3),
    `${setHits(2)}; update hits set visit_id = 4 where id = 2`,
    'update hits set visit_id = null where id = 2',
    'update hits set visit_id = 2 where id = 2; update events set visit_events = null',
  ])
    await expectFault(engine, harm, /^hits\.\d+\.duckdb: the visits of 1 days do not agree/);
});
