/** Hits that are accepted while ClickHouse fails in every way: each arrives, once. */
import { expect, test } from 'bun:test';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { Removal } from '../../src/core/hits/store.ts';
import { HOUR_MS } from '../../src/lib/time-units.ts';
import { READ_LIMITS } from '../../src/stores/read-limits.ts';
import { raw } from '../../src/stores/sql/fragment.ts';
import { FAULTS, type Fault } from '../support/fault-proxy.ts';
import { FUZZ_SEED, fuzzCases, IS_LONG } from '../support/fuzz.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { createRandom } from '../support/random.ts';
import { countIds, shareClickHouseDatabases } from '../support/shared-clickhouse.ts';
import { until } from '../support/until.ts';

/** Short, so that a server that does not answer delays the tests little; late answers are faults like others. */
const IMPATIENT = {
  timeouts: { graceMs: 100, insertMs: 500, changeMs: 500 },
  limits: { ...READ_LIMITS, maxWaiting: 100, maxWaitMs: 500, maxTotalMs: 400 },
};

const clickHouse = shareClickHouseDatabases();

const KINDS = ['hit', 'event', 'agent_visit', 'spam_hit'] as const;

const SEEDS = Array.from({ length: fuzzCases(2) }, (_, seed) => FUZZ_SEED + seed);

test.each(SEEDS)('every fault in random order, with restarts (seed %d)', async seed => {
  const { proxy, server, openStore } = clickHouse();
  // The migrations fail, too.
  const direct = await server.openDatabase();
  const open = (connection = {}) => openStore({ database: direct.database, connection });
  const random = createRandom(seed);
  const toRow = (): NewHit =>
    aHit({
      kind: random.pick(KINDS),
      visitor: random.pick([null, 1n, 2n, 3n]),
      path: random.pick(['/', '/a', '/b']),
      at: random.pick(['2026-01-31T23:59:59Z', '2026-02-01T00:00:00Z', '2026-03-10T12:00:00Z']),
    });
  const accepted: string[] = [];
  const toKey = ({ kind, path }: NewHit, id: number) => `${kind} ${id} ${path}`;
  const faults: Fault[] = [];
  let store = await open(IMPATIENT);
  for (let round = 0; round < 40; round++) {
    proxy.failWith(() => {
      if (random.next(3) > 0) return undefined;
      if (faults.length === 0) faults.push(...FAULTS);
      return faults.splice(random.next(faults.length), 1)[0];
    });
    const rows = Array.from({ length: 1 + random.next(20) }, toRow);
    const ids = await store.append(rows);
    accepted.push(...rows.map((row, index) => toKey(row, ids[index] ?? 0)));
    if (random.next(2) === 0) await store.totals(aQuery()).catch(() => undefined);
    if (random.next(5) === 0) {
      await store.close();
      store = await open(IMPATIENT);
    }
  }
  await store.close();
  proxy.failWith(() => undefined);
  store = await open();
  const { uniqueHits } = await store.totals(aQuery());
  const stored = await direct.readWith()<{ key: string; first: string | null }>(
    raw(`select concat(kind, ' ', toString(id), ' ', path) as key,
      if(kind = 'hit' and visitor_hash is not null, concat(toString(visitor_hash), path, toString(toDate(created_at))), null) as first
    from rows`),
  );
  await direct.close();
  expect(stored.map(({ key }) => key).sort()).toEqual(accepted.sort());
  expect(uniqueHits).toBe(new Set(stored.flatMap(({ first }) => first ?? [])).size);
});

test.each(['a shortened statement', 'syntax error'] as const)(
  'reads that wait for a delivery are refused for now after %s, and answered once it arrives',
  async fault => {
    const { proxy, openStore } = clickHouse();
    const store = await openStore();
    proxy.failWith(statement => (statement.startsWith('insert into rows ') ? fault : undefined));
    await store.append([aHit(), aHit()]);
    await expect(store.count(aQuery())).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(store.totals(aQuery())).rejects.toMatchObject({ kind: 'unavailable' });
    proxy.failWith(() => undefined);
    expect(await store.count(aQuery())).toBe(2);
  },
);

test('while as many rows wait as may, writes are refused and nothing is lost, after a restart too', async () => {
  const { proxy, openStore } = clickHouse();
  const open = () => openStore({ maxWaitingRows: 5 });
  const rows = (count: number) => Array.from({ length: count }, () => aHit());
  proxy.failWith(() => 'status 503');
  let store = await open();
  await store.append(rows(3));
  await expect(store.append(rows(3))).rejects.toMatchObject({ kind: 'unavailable' });
  await store.close();
  store = await open();
  await expect(store.append(rows(3))).rejects.toThrow('Too many hits are waiting for ClickHouse');
  await store.append(rows(2));
  proxy.failWith(() => undefined);
  expect(await store.count(aQuery())).toBe(5);
  await store.append(rows(5));
  expect(await store.count(aQuery())).toBe(10);
});

test.each(['visitor', 'old rows'] as const)(
  'a removal of %s while ClickHouse is away is refused as a whole, and exact when it is back',
  async which => {
    const { proxy, openStore } = clickHouse();
    const rows = ['2026-03-01T00:00:00Z', '2026-03-10T12:00:00Z', '2026-03-10T12:00:01Z'].flatMap(at =>
      [1n, 2n, null].map(visitor => aHit({ at, visitor })),
    );
    const removal: Removal = {
      siteId: 1,
      kinds: ['hit'],
      which: which === 'visitor' ? { visitorHash: 1n } : { before: new Date('2026-03-10T12:00:01Z') },
    };
    let store = await openStore();
    await store.append(rows);
    expect(await store.count(aQuery())).toBe(9);
    proxy.failWith(() => 'lost connection');
    // Of each visitor some are there, and some wait.
    await store.append(rows);
    await expect(store.remove(removal)).rejects.toMatchObject({ kind: 'unavailable' });
    await store.close();
    store = await openStore();
    await expect(store.remove(removal)).rejects.toMatchObject({ kind: 'unavailable' });
    proxy.failWith(() => undefined);
    expect(await store.totals(aQuery())).toMatchObject({ hits: 18, uniqueHits: 4 });
    await store.append(rows);
    expect(await store.remove(removal)).toBe(which === 'visitor' ? 9 : 18);
    const left = which === 'visitor' ? { hits: 18, uniqueHits: 2 } : { hits: 9, uniqueHits: 2 };
    expect(await store.totals(aQuery())).toMatchObject(left);
    await store.close();
    store = await openStore();
    expect(await store.totals(aQuery())).toMatchObject(left);
  },
);

/** Runs work again and again, each time with the next of its statements failing, until none does. */
async function failAtEach(
  fault: Fault,
  prepare: () => Promise<void>,
  work: () => Promise<unknown>,
): Promise<number> {
  for (let failing = 0; ; failing++) {
    await prepare();
    let statements = 0;
    clickHouse().proxy.failWith(() => (statements++ === failing ? fault : undefined));
    const hasFailed = await work().then(
      () => false,
      () => true,
    );
    clickHouse().proxy.failWith(() => undefined);
    await work();
    if (!hasFailed && statements <= failing) return failing;
  }
}

/** A statement that is lost leaves what the one before it left, whose answer is lost. */
const INTERRUPTIONS: readonly Fault[] = IS_LONG ? ['lost answer', 'lost connection'] : ['lost answer'];

test.each(INTERRUPTIONS)('a removal that fails by: %s, is completed by its repetition', async fault => {
  const store = await clickHouse().openStore();
  let siteId = 0;
  let removed = 0;
  const statements = await failAtEach(
    fault,
    async () => {
      if (siteId > 0)
        expect(await store.totals(aQuery({ siteId }))).toMatchObject({ hits: 1, uniqueHits: 1 });
      siteId++;
      const rows = ['2026-03-01T00:00:00Z', '2026-03-01T00:00:01Z'].map(at =>
        aHit({ siteId, at, visitor: 1n }),
      );
      [removed = 0] = await store.append(rows);
      await store.totals(aQuery({ siteId }));
    },
    () => store.remove({ siteId, kinds: ['hit'], which: { ids: [removed] } }),
  );
  expect(await store.totals(aQuery({ siteId }))).toMatchObject({ hits: 1, uniqueHits: 1 });
  expect(statements).toBeGreaterThan(2);
});

test.each(INTERRUPTIONS)('spam whose restoration fails by: %s, is restored once', async fault => {
  const store = await clickHouse().openStore();
  let siteId = 0;
  const expectRestored = async () => {
    expect(await store.totals(aQuery({ siteId }))).toMatchObject({ hits: 3, uniqueHits: 1 });
    expect(await store.count(aQuery({ siteId, kind: 'spam_hit' }))).toBe(0);
  };
  const statements = await failAtEach(
    fault,
    async () => {
      if (siteId > 0) await expectRestored();
      siteId++;
      await store.append([
        aHit({ siteId, kind: 'spam_hit', at: '2026-03-01T00:00:00Z', visitor: 1n }),
        aHit({ siteId, at: '2026-03-01T00:00:01Z', visitor: 1n }),
        aHit({ siteId, kind: 'spam_hit', at: '2026-03-01T00:00:02Z', visitor: 1n }),
      ]);
      await store.totals(aQuery({ siteId }));
    },
    () => store.restoreSpam({ siteId, which: 'all' }),
  );
  await expectRestored();
  expect(statements).toBeGreaterThan(4);
});

test('what a copy of the folder accepts while ClickHouse is away arrives, with new ids where others have those', async () => {
  const { db, proxy, openStore, folder } = clickHouse();
  const rowsOf = (name: string, at = '2026-03-10T12:00:00Z') =>
    [1n, 2n, null].map(visitor => aHit({ path: `/${name}`, visitor, at }));
  let store = await openStore();
  await store.append(rowsOf('before'));
  expect(await store.count(aQuery())).toBe(3);
  await store.close();
  await cp(join(folder, 'data'), join(folder, 'copy'), { recursive: true });
  store = await openStore();
  await store.append(rowsOf('original'));
  await store.append([aHit({ siteId: 2, path: '/other' })]);
  expect(await store.count(aQuery())).toBe(6);
  await store.close();
  const openCopy = () => openStore({ data: 'copy' });
  proxy.failWith(() => 'status 503');
  let second = await openCopy();
  await second.append(rowsOf('copy', '2026-03-10T12:00:01Z'));
  await second.append(rowsOf('more', '2026-03-10T12:00:01Z'));
  // The answer of the first insert is lost, and then the process.
  let isLost = false;
  proxy.failWith(text => {
    if (isLost) return 'status 503';
    isLost = /^insert into rows/i.test(text);
    return isLost ? 'lost answer' : undefined;
  });
  await expect(second.count(aQuery())).rejects.toMatchObject({ kind: 'unavailable' });
  await second.close();
  proxy.failWith(() => undefined);
  second = await openCopy();
  const groups = await second.group(aQuery(), 'path', { offset: 0, limit: 9 });
  expect(groups.rows.map(({ key, hits }) => [key, hits])).toEqual(
    ['before', 'copy', 'more', 'original'].map(name => [`/${name}`, 3]),
  );
  await second.append(rowsOf('after'));
  expect(await second.count(aQuery())).toBe(15);
  expect(await countIds(db)).toEqual({ rows: 16, ids: 16 });
});

test('what a copy of the folder has of rows that arrived is read once, and not delivered again', async () => {
  const { proxy, openStore, folder } = clickHouse();
  proxy.failWith(() => 'status 503');
  let store = await openStore();
  await store.append([1n, 2n, null].map(visitor => aHit({ visitor })));
  await store.close();
  await cp(join(folder, 'data'), join(folder, 'copy'), { recursive: true });
  proxy.failWith(() => undefined);
  store = await openStore();
  expect(await store.count(aQuery())).toBe(3);
  await store.close();
  let reads = 0;
  proxy.failWith(statement => {
    if (statement.includes('as at from rows')) reads += 1;
    return undefined;
  });
  const second = await openStore({ data: 'copy' });
  expect([await second.count(aQuery()), reads]).toEqual([3, 1]);
});

test('many rows do not wait for others', async () => {
  const store = await clickHouse().openStore({ pauseMs: HOUR_MS });
  expect(await store.count(aQuery())).toBe(0);
  await store.append(Array.from({ length: 3000 }, () => aHit()));
  await until(() => store.waitingRows() === 0);
});
