import { expect, test } from 'bun:test';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { CopySession, HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { createDayOf } from '../../src/stores/duckdb/site-zones.ts';
import { createFirstSeen } from '../../src/stores/duckdb/uniques/first-seen.ts';
import { createKeySet } from '../../src/stores/duckdb/uniques/key-set.ts';
import { openHitEngine } from '../support/hit-engine.ts';
import { aHit as hit } from '../support/hit-rows.ts';
import { openTestEngine, openTestFolder, visitor, withHits } from './durability-folder.ts';

const flags = 'SELECT is_unique AS u, is_first_of_day AS f FROM hits ORDER BY id';

test('a hit is unique once for its visitor, path and UTC day, and first once for its visitor and UTC day', async () => {
  await using engine = await openTestEngine();
  const yesterday = { createdAt: new Date('2026-03-09T23:59:59.999Z') };
  await engine.append([
    hit(visitor(1)),
    hit(visitor(1)),
    hit({ ...visitor(1), path: '/b' }),
    hit({ ...visitor(1), siteId: 2 }),
  ]);
  await engine.append([hit({ ...visitor(1), ...yesterday }), hit({ ...visitor(1), ...yesterday }), hit()]);
  expect(await engine.read(flags)).toEqual([
    { u: true, f: true },
    { u: false, f: false },
    { u: true, f: false },
    { u: true, f: true },
    { u: true, f: true },
    { u: false, f: false },
    { u: false, f: false },
  ]);
});

test('visitors are remembered over a restart and a compaction', async () => {
  using folder = openTestFolder();
  await withHits(folder, async engine => {
    await engine.append([hit(visitor(1))]);
    await engine.maintain({ force: true });
    await engine.append([hit({ ...visitor(1), path: '/b' })]);
  });
  const second = await openHitEngine({ folder });
  await second.append([
    hit(visitor(1)),
    hit({ ...visitor(1), path: '/b' }),
    hit({ ...visitor(1), path: '/c' }),
  ]);
  expect(await second.read(`${flags} OFFSET 2`)).toEqual([
    { u: false, f: false },
    { u: false, f: false },
    { u: true, f: false },
  ]);
  await second.close();
});

test('events have first visitors of their own and are never unique hits', async () => {
  await using engine = await openTestEngine();
  const event = hit({ ...visitor(1), kind: 'event', event: 'signup' });
  await engine.append([hit(visitor(1)), event, event]);
  expect(await engine.read('SELECT is_first_of_day AS f FROM events ORDER BY id')).toEqual([
    { f: true },
    { f: false },
  ]);
});

test('after its hits were removed a visitor is new again', async () => {
  await using engine = await openTestEngine();
  await engine.append([hit(visitor(1))]);
  await engine.change(change => change.remove('hit', 'true'));
  await engine.append([hit(visitor(1))]);
  expect(await engine.read(flags)).toEqual([{ u: true, f: true }]);
});

test('days with more visitors than memory holds are decided by looking at the rows, with the same answers', async () => {
  await using engine = await openTestEngine();
  const small = openSmall(engine, { maxKeysPerDay: 10, maxKeys: 30 });
  const truth = new Set<string>();
  const seed = { value: 7 };
  const random = (below: number) => {
    seed.value = (seed.value * 1103515245 + 12345) % 2 ** 31;
    return seed.value % below;
  };
  for (let round = 0; round < 40; round += 1) {
    const rows: NewHit[] = Array.from({ length: 5 }, () =>
      hit({ ...visitor(random(12)), path: `/${random(3)}`, siteId: 1 + random(3) }),
    );
    while (!small.isReady(rows)) await small.prepare(rows);
    for (const row of rows) {
      const key = `${row.siteId} ${row.visitorHash} ${row.path}`;
      expect(small.mark(row).isUnique).toBe(!truth.has(key));
      truth.add(key);
    }
    small.trim();
    await engine.append(rows);
  }
});

const openSmall = (engine: HitEngine, limits: object) => {
  const read = <T>(work: (session: CopySession) => Promise<T>) =>
    engine.readInTransaction(session => work({ ...session, run: async () => 0 }));
  return createFirstSeen({
    dayOf: createDayOf(() => 'UTC'),
    read,
    ...limits,
  });
};

test('days of few visitors are evicted too, those loaded longest ago first', async () => {
  await using engine = await openTestEngine();
  const small = openSmall(engine, { maxDays: 3 });
  const rows = [1, 2, 3, 4].map(siteId => hit({ ...visitor(1), siteId }));
  for (const row of rows) await small.prepare([row]);
  expect(rows.map(row => small.isReady([row]))).toEqual([false, true, true, true]);
});

test('what is evicted and what comes twice leaves room for other days', async () => {
  await using engine = await openTestEngine();
  const small = openSmall(engine, { maxKeys: 10, maxKeysPerDay: 8 });
  const [kept, other] = [hit(visitor(1)), hit({ ...visitor(1), siteId: 2 })];
  const markOf = async (row: NewHit) => {
    await small.prepare([row]);
    return small.mark(row);
  };
  await markOf(kept);
  for (let time = 0; time < 20; time += 1) {
    await markOf(other);
    await markOf(kept);
    small.forget([other]);
  }
  for (let time = 0; time < 20; time += 1) {
    await markOf(hit({ ...visitor(time), siteId: 3 }));
    small.trim();
  }
  await small.prepare([other]);
  expect(small.isReady([kept])).toBe(true);
});

test('visitors with the hashes zero and one are two', async () => {
  await using engine = await openTestEngine();
  await engine.append([0, 1, 0, 1].map(number => hit(visitor(number))));
  expect(await engine.read(flags)).toEqual([
    { u: true, f: true },
    { u: true, f: true },
    { u: false, f: false },
    { u: false, f: false },
  ]);
});

test('zero and one are two keys of a set', () => {
  const keys = createKeySet();
  expect(keys.add(0, 0)).toBe(true);
  expect(keys.has(0, 1)).toBe(false);
  expect(keys.add(0, 1)).toBe(true);
  expect([keys.add(0, 0), keys.add(0, 1), keys.size]).toEqual([false, false, 2]);
});

test('a set of keys holds what was added, zero included, while it grows', () => {
  const keys = createKeySet();
  for (let n = 0; n < 5000; n += 1) expect(keys.add(n * 2654435761, n)).toBe(true);
  for (let n = 0; n < 5000; n += 1) expect(keys.add(n * 2654435761, n)).toBe(false);
  expect(keys.has(0, 0)).toBe(true);
  expect(keys.has(1, 5001)).toBe(false);
  expect(keys.size).toBe(5000);
});

test('every visitor of a large day is known after a start', async () => {
  using folder = openTestFolder();
  const rows = () => Array.from({ length: 20_001 }, (_, n) => hit(visitor(n + 1)));
  await withHits(folder, engine => engine.append(rows()));
  const again = await openHitEngine({ folder });
  await again.append(rows());
  const counted = 'SELECT count(*) FILTER (is_unique) AS u, count(*) FILTER (is_first_of_day) AS f FROM hits';
  expect(await again.read(counted)).toEqual([{ u: 20_001, f: 20_001 }]);
  await again.close();
});
