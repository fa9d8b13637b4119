/** Stored visits: however rows come and go, after a rebuild they are those that all rows together give. */
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { HIT_KINDS } from '../../src/core/hits/columns.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { HitStore } from '../../src/core/hits/store.ts';
import { type HitEngineOptions, openHitEngine } from '../../src/stores/duckdb/engine.ts';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { createDuckHitStore, type HitStoreOptions } from '../../src/stores/duckdb/hit-store.ts';
import { hitMigrations } from '../../src/stores/duckdb/schema.ts';
import { rebuildVisits } from '../../src/stores/duckdb/visits/update.ts';
import { importRows } from '../support/import-rows.ts';
import { findWrongVisits } from '../support/stored-visits.ts';
import { eventAt, groupVisits, hitAt, ofVisits } from '../support/visit-rows.ts';
import { openTestFolder, type TestFolder } from './durability-folder.ts';

interface Opened {
  readonly engine: HitEngine;
  readonly store: HitStore;
}

const open = async (
  folder: TestFolder,
  { refreshPace, ...options }: HitStoreOptions & Pick<HitEngineOptions, 'refreshPace'> = {},
): Promise<Opened> => {
  const engine = await openHitEngine({ folder, ...(refreshPace ? { refreshPace } : {}) });
  return { engine, store: createDuckHitStore(engine, options) };
};

/** Refreshes visits after so many rows, at once. */
const every = (rows: number) => ({ refreshPace: { rows, pauses: 0 } });

/** Rebuilds, and finds what is wrong with the stored visits. */
const findWrongAfterRebuild = async ({ engine, store }: Opened): Promise<unknown[]> => {
  await store.maintain({ force: true });
  return findWrongVisits(engine);
};

/** A row of a file, of visitor 1 of `hitAt`. */
const rowAt = (time: string, path: string, given: object = {}) => ({
  created_at: `2026-03-10T${time}Z`,
  path,
  visitor_hash: '0000000000000001',
  ...given,
});

test('hits and events that come in during an import belong to visits', async () => {
  using folder = openTestFolder();
  const opened = await open(folder);
  const { engine, store } = opened;
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
  expect(await groupVisits(store)).toEqual([['/first', hits, 1]]);
  expect(await engine.check()).toMatchObject({ faults: [] });
  expect(await findWrongAfterRebuild(opened)).toEqual([]);
  expect(await groupVisits(store)).toEqual([['/first', hits, 1]]);
  await store.close();
});

test('unique hits of a visit follow marks that a restored hit took and that its removal gave to another', async () => {
  using folder = openTestFolder();
  const opened = await open(folder);
  const { engine, store } = opened;
  await store.append([hitAt('14:00:00', '/')]);
  await store.append([hitAt('12:00:00', '/')]);
  await store.append([hitAt('13:00:00', '/', { kind: 'spam_hit' })]);
  await store.maintain({ force: true });
  const ids = await store.restoreSpam({ siteId: 1, which: 'all' });
  await store.remove({ siteId: 1, kinds: ['hit'], which: { ids } });
  expect(await engine.check()).toMatchObject({ faults: [] });
  expect(await findWrongAfterRebuild(opened)).toEqual([]);
  await store.close();
});

/** Hits and events of eleven visitors at random times of two days. */
const manyRows = (count: number): NewHit[] =>
  Array.from({ length: count }, (_, n) => {
    const createdAt = new Date(Date.UTC(2026, 2, 10) + ((n * 7919) % 2880) * 60_000);
    const given = { createdAt, visitor: BigInt(n % 11), siteId: 1 + (n % 2) };
    return n % 5 === 0 ? eventAt('', given) : hitAt('', `/${n % 3}`, given);
  });

test('a day with more rows than memory takes is updated in parts of its visitors', async () => {
  using folder = openTestFolder();
  const opened = await open(folder, { rowsPerSlice: 40 });
  const { store } = opened;
  await store.append(manyRows(200));
  expect(await findWrongAfterRebuild(opened)).toEqual([]);
  await store.append(manyRows(30));
  await store.remove({ siteId: 1, kinds: ['hit'], which: { before: new Date('2026-03-10T12:34:00Z') } });
  expect(await findWrongAfterRebuild(opened)).toEqual([]);
  await store.close();
});

test('a rebuild checkpoints between the parts that it updates, so that no number of rows takes all memory', async () => {
  using folder = openTestFolder();
  const { engine, store } = await open(folder, every(Number.POSITIVE_INFINITY));
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
  await store.close();
});

test('a rebuild that is cancelled after it has worked visits out changes none of them', async () => {
  using folder = openTestFolder();
  const opened = await open(folder);
  const { engine, store } = opened;
  await store.append(manyRows(50));
  await store.maintain({ force: true });
  await store.append(manyRows(50));
  const before = await groupVisits(store);
  const finalize = () => Promise.reject(new Error('given up'));
  await expect(engine.rebuild(async () => undefined, { finalize })).rejects.toThrow('given up');
  expect(await groupVisits(store)).toEqual(before);
  expect((await engine.check()).faults).toEqual([]);
  expect(await findWrongAfterRebuild(opened)).toEqual([]);
  await store.close();
});

test('removals whose rebuild was lost are replayed on the file before, whose visits have fewer rows', async () => {
  using folder = openTestFolder();
  const { store } = await open(folder);
  await store.append(manyRows(60));
  await store.maintain({ force: true });
  await store.append(manyRows(30));
  await store.remove({ siteId: 1, kinds: ['event'], which: 'all' });
  await store.maintain({ force: true });
  await store.append(manyRows(20));
  await store.remove({ siteId: 2, kinds: ['hit', 'event'], which: { ids: [2, 4, 8, 62, 64, 92] } });
  const before = await groupVisits(store, 'path');
  await store.close();
  writeFileSync(folder.databaseFile('hits', 3), 'damaged');
  const again = await open(folder);
  expect(await groupVisits(again.store, 'path')).toEqual(before);
  expect((await again.engine.check()).faults).toEqual([]);
  expect(await findWrongAfterRebuild(again)).toEqual([]);
  expect(await groupVisits(again.store, 'path')).toEqual(before);
  await again.store.close();
});

test('visits of more rows than a read works out by itself are those that a rebuild stores', async () => {
  using folder = openTestFolder();
  const opened = await open(folder, every(Number.POSITIVE_INFINITY));
  const { store } = opened;
  await store.append(manyRows(4500));
  const ask = async () => [
    await groupVisits(store),
    await groupVisits(store, 'exit_page', { kind: 'event' }),
    await groupVisits(store, 'path', { attribution: 'hit' }),
    await store.engagement(ofVisits()),
  ];
  const before = await ask();
  expect(await findWrongAfterRebuild(opened)).toEqual([]);
  expect(await ask()).toEqual(before);
  await store.append(manyRows(4500));
  const again = await ask();
  expect(again).not.toEqual(before);
  expect(await findWrongAfterRebuild(opened)).toEqual([]);
  expect(await ask()).toEqual(again);
  await store.close();
});

test('a site whose rows were all removed leaves no visits, and those of new rows under its number are right', async () => {
  using folder = openTestFolder();
  const opened = await open(folder);
  const { store } = opened;
  await store.append(manyRows(60));
  await store.maintain({ force: true });
  for (const siteId of [1, 2]) await store.remove({ siteId, kinds: HIT_KINDS, which: 'all' });
  expect(await groupVisits(store)).toEqual([]);
  expect(await findWrongAfterRebuild(opened)).toEqual([]);
  await store.append(manyRows(20));
  const before = await groupVisits(store);
  expect(await findWrongAfterRebuild(opened)).toEqual([]);
  expect(await groupVisits(store)).toEqual(before);
  await store.close();
});

/** Counts the rows of visitors without a stored visit; those of a refresh that goes on are waited for. */
const countUnstored = async ({ engine }: Opened): Promise<number | undefined> => {
  expect((await engine.check()).faults).toEqual([]);
  const [row] = await engine.read<{ rows: number }>(
    'select count(*) as rows from hits where visitor_hash is not null and visit_id is null',
  );
  return row?.rows;
};

test('after some new rows their visits are stored in memory, and again after a restart and a rebuild', async () => {
  using folder = openTestFolder();
  const opened = await open(folder, every(50));
  const { store } = opened;
  await store.append(manyRows(49));
  expect(await countUnstored(opened)).toBeGreaterThan(0);
  await store.append([hitAt('10:00:00', '/'), eventAt('10:10:00')]);
  expect(await countUnstored(opened)).toBe(0);
  expect(await findWrongVisits(opened.engine)).toEqual([]);
  await store.append(manyRows(60));
  expect(await countUnstored(opened)).toBe(0);
  const before = await groupVisits(store, 'path');
  await store.close();
  const again = await open(folder, every(50));
  expect(await groupVisits(again.store, 'path')).toEqual(before);
  expect(await findWrongAfterRebuild(again)).toEqual([]);
  expect(await groupVisits(again.store, 'path')).toEqual(before);
  await again.store.append(manyRows(60));
  expect(await countUnstored(again)).toBe(0);
  expect(await findWrongVisits(again.engine)).toEqual([]);
  await again.store.close();
});

test('removals after a refresh are replayed on a file whose visits are older', async () => {
  using folder = openTestFolder();
  const opened = await open(folder, every(10));
  await opened.store.append(manyRows(60));
  expect(await countUnstored(opened)).toBe(0);
  await opened.store.remove({ siteId: 1, kinds: ['hit', 'event'], which: { ids: [1, 2, 7, 9, 30, 41] } });
  const before = await groupVisits(opened.store, 'path');
  await opened.store.append([hitAt('10:00:00', '/', { siteId: 3 })]);
  await opened.store.append(manyRows(10).map(row => ({ ...row, siteId: 3 })));
  expect(await countUnstored(opened)).toBe(0);
  expect(await findWrongVisits(opened.engine)).toEqual([]);
  await opened.store.close();
  const again = await open(folder);
  expect(await groupVisits(again.store, 'path')).toEqual(before);
  expect(await findWrongAfterRebuild(again)).toEqual([]);
  expect(await groupVisits(again.store, 'path')).toEqual(before);
  await again.store.close();
});

test('the visits of a long journal are stored in memory after a start', async () => {
  using folder = openTestFolder();
  const { store } = await open(folder);
  await store.append(manyRows(5000));
  await store.close();
  const again = await open(folder);
  expect(await countUnstored(again)).toBe(0);
  await again.store.close();
});

test('a folder of a schema without visits is compacted at its first start, which stores them', async () => {
  using folder = openTestFolder();
  const former = await openHitEngine({ folder, migrations: hitMigrations.slice(0, 4) });
  await former.append(manyRows(40));
  await former.close();
  const opened = await open(folder);
  expect(await countUnstored(opened)).toBe(0);
  expect(await findWrongVisits(opened.engine)).toEqual([]);
  await opened.store.close();
});

test('a check reports visits that lack rows, have rows too many, or another first row', async () => {
  using folder = openTestFolder();
  const { engine, store } = await open(folder);
  await store.append([hitAt('10:00:00', '/'), hitAt('10:01:00', '/'), eventAt('12:00:00')]);
  await store.maintain({ force: true });
  const [set, undo] = [
    'update hits set visit_hits = 3 where id = 1',
    'update hits set visit_hits = 2 where id = 1',
  ];
  for (const harm of [
    set,
    `${undo}; update hits set visit_id = 4 where id = 2`,
    'update hits set visit_id = null where id = 2',
    'update hits set visit_id = 2 where id = 2; update events set visit_events = null',
  ]) {
    await engine.rebuild(async copy => {
      for (const statement of harm.split('; ')) await copy.run(statement);
    });
    expect((await engine.check()).faults.join()).toMatch(
      /^hits\.\d+\.duckdb: the visits of 1 days do not agree/,
    );
  }
  await store.close();
});
