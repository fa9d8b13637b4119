/** Hits that are accepted while ClickHouse fails in every way: each arrives, once. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { Removal } from '../../src/core/hits/store.ts';
import { HOUR_MS } from '../../src/lib/time-units.ts';
import type { ClickHouse } from '../../src/stores/clickhouse/client.ts';
import { raw } from '../../src/stores/clickhouse/sql.ts';
import { openClickHouseHitStore } from '../support/clickhouse-hit-store.ts';
import { FAULTS, type Fault } from '../support/fault-proxy.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { createRandom } from '../support/random.ts';
import { shareClickHouse } from '../support/shared-clickhouse.ts';
import { until } from '../support/until.ts';

setDefaultTimeout(300_000);

/** Short, so that a server that does not answer delays the tests little; late answers are faults like others. */
const IMPATIENT = {
  timeouts: { graceMs: 100, insertMs: 500, changeMs: 500 },
  limits: { maxWaiting: 100, maxWaitMs: 500, maxTotalMs: 400 },
};

const clickHouse = shareClickHouse();
let direct: ClickHouse;
let folder: string;

beforeEach(async () => {
  direct = await clickHouse().server.openDatabase();
  folder = await mkdtemp(join(tmpdir(), 'clickhouse-'));
  clickHouse().proxy.failWith(() => undefined);
});
afterEach(async () => {
  await direct.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (connection = {}, options = {}) =>
  openClickHouseHitStore(folder, {
    url: clickHouse().proxy.url,
    database: direct.database,
    connection,
    ...options,
  });

const KINDS = ['hit', 'event', 'agent_visit', 'spam_hit'] as const;

test.each([1, 2])('every fault in random order, with restarts (seed %d)', async seed => {
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
    clickHouse().proxy.failWith(() => {
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
  clickHouse().proxy.failWith(() => undefined);
  store = await open();
  const { uniqueHits } = await store.totals(aQuery());
  const stored = await direct.readWith()<{ key: string; first: string | null }>(
    raw(`select concat(kind, ' ', toString(id), ' ', path) as key,
      if(kind = 'hit' and visitor_hash is not null, concat(toString(visitor_hash), path, toString(toDate(created_at))), null) as first
    from rows`),
  );
  await store.close();
  expect(stored.map(({ key }) => key).sort()).toEqual(accepted.sort());
  expect(uniqueHits).toBe(new Set(stored.flatMap(({ first }) => first ?? [])).size);
});

test.each(['a shortened statement', 'syntax error'] as const)(
  'reads that wait for a delivery are refused for now after %s, and answered once it arrives',
  async fault => {
    const store = await open();
    clickHouse().proxy.failWith(statement => (statement.startsWith('insert into rows ') ? fault : undefined));
    await store.append([aHit(), aHit()]);
    await expect(store.count(aQuery())).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(store.totals(aQuery())).rejects.toMatchObject({ kind: 'unavailable' });
    clickHouse().proxy.failWith(() => undefined);
    expect(await store.count(aQuery())).toBe(2);
    await store.close();
  },
);

test('while as many rows wait as may, writes are refused and nothing is lost, after a restart too', async () => {
  const limit = { maxWaitingRows: 5 };
  const rows = (count: number) => Array.from({ length: count }, () => aHit());
  clickHouse().proxy.failWith(() => 'status 503');
  let store = await open({}, limit);
  await store.append(rows(3));
  await expect(store.append(rows(3))).rejects.toMatchObject({ kind: 'unavailable' });
  await store.close();
  store = await open({}, limit);
  await expect(store.append(rows(3))).rejects.toThrow('Too many hits are waiting for ClickHouse');
  await store.append(rows(2));
  clickHouse().proxy.failWith(() => undefined);
  expect(await store.count(aQuery())).toBe(5);
  await store.append(rows(5));
  expect(await store.count(aQuery())).toBe(10);
  await store.close();
});

test.each(['visitor', 'old rows'] as const)(
  'a removal of %s while ClickHouse is away is refused as a whole, and exact when it is back',
  async which => {
    const rows = ['2026-03-01T00:00:00Z', '2026-03-10T12:00:00Z', '2026-03-10T12:00:01Z'].flatMap(at =>
      [1n, 2n, null].map(visitor => aHit({ at, visitor })),
    );
    const removal: Removal = {
      siteId: 1,
      kinds: ['hit'],
      which: which === 'visitor' ? { visitorHash: 1n } : { before: new Date('2026-03-10T12:00:01Z') },
    };
    let store = await open();
    await store.append(rows);
    expect(await store.count(aQuery())).toBe(9);
    clickHouse().proxy.failWith(() => 'lost connection');
    // Of each visitor some are there, and some wait.
    await store.append(rows);
    await expect(store.remove(removal)).rejects.toMatchObject({ kind: 'unavailable' });
    await store.close();
    store = await open();
    await expect(store.remove(removal)).rejects.toMatchObject({ kind: 'unavailable' });
    clickHouse().proxy.failWith(() => undefined);
    expect(await store.totals(aQuery())).toMatchObject({ hits: 18, uniqueHits: 4 });
    await store.append(rows);
    expect(await store.remove(removal)).toBe(which === 'visitor' ? 9 : 18);
    const left = which === 'visitor' ? { hits: 18, uniqueHits: 2 } : { hits: 9, uniqueHits: 2 };
    expect(await store.totals(aQuery())).toMatchObject(left);
    await store.close();
    store = await open();
    expect(await store.totals(aQuery())).toMatchObject(left);
    await store.close();
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

const INTERRUPTIONS: readonly Fault[] = ['lost answer', 'lost connection'];

test.each(INTERRUPTIONS)('a removal that fails by: %s, is completed by its repetition', async fault => {
  const store = await open();
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
  await store.close();
});

test.each(INTERRUPTIONS)('spam whose restoration fails by: %s, is restored once', async fault => {
  const store = await open();
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
  await store.close();
});

test('what a copy of the folder accepts while ClickHouse is away arrives, with new ids where others have those', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'clickhouse-copy-'));
  const options = { url: clickHouse().proxy.url, database: direct.database };
  const rowsOf = (name: string, at = '2026-03-10T12:00:00Z') =>
    [1n, 2n, null].map(visitor => aHit({ path: `/${name}`, visitor, at }));
  let store = await open();
  await store.append(rowsOf('before'));
  expect(await store.count(aQuery())).toBe(3);
  await store.close();
  await cp(folder, copy, { recursive: true });
  store = await open();
  await store.append(rowsOf('original'));
  await store.append([aHit({ siteId: 2, path: '/other' })]);
  expect(await store.count(aQuery())).toBe(6);
  await store.close();
  const openCopy = () => openClickHouseHitStore(copy, options);
  clickHouse().proxy.failWith(() => 'status 503');
  let second = await openCopy();
  await second.append(rowsOf('copy', '2026-03-10T12:00:01Z'));
  await second.append(rowsOf('more', '2026-03-10T12:00:01Z'));
  // The answer of the first insert is lost, and then the process.
  let isLost = false;
  clickHouse().proxy.failWith(text => {
    if (isLost) return 'status 503';
    isLost = /^insert into rows/i.test(text);
    return isLost ? 'lost answer' : undefined;
  });
  await expect(second.count(aQuery())).rejects.toMatchObject({ kind: 'unavailable' });
  await second.close();
  clickHouse().proxy.failWith(() => undefined);
  second = await openCopy();
  const groups = await second.group(aQuery(), 'path', { offset: 0, limit: 9 });
  expect(groups.rows.map(({ key, hits }) => [key, hits])).toEqual(
    ['before', 'copy', 'more', 'original'].map(name => [`/${name}`, 3]),
  );
  await second.append(rowsOf('after'));
  expect(await second.count(aQuery())).toBe(15);
  const [ids] = await direct.readWith()<{ rows: number; ids: number }>(
    raw('select count() as rows, uniqExact(id) as ids from rows'),
  );
  expect(ids).toEqual({ rows: 16, ids: 16 });
  await second.close();
  await rm(copy, { recursive: true, force: true });
});

test('what a copy of the folder has of rows that arrived is read once, and not delivered again', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'clickhouse-copy-'));
  const { proxy } = clickHouse();
  proxy.failWith(() => 'status 503');
  let store = await open();
  await store.append([1n, 2n, null].map(visitor => aHit({ visitor })));
  await store.close();
  await cp(folder, copy, { recursive: true });
  proxy.failWith(() => undefined);
  store = await open();
  expect(await store.count(aQuery())).toBe(3);
  await store.close();
  let reads = 0;
  proxy.failWith(statement => {
    if (statement.includes('as at from rows')) reads += 1;
    return undefined;
  });
  const second = await openClickHouseHitStore(copy, { url: proxy.url, database: direct.database });
  expect([await second.count(aQuery()), reads]).toEqual([3, 1]);
  await second.close();
  await rm(copy, { recursive: true, force: true });
});

test('many rows do not wait for others', async () => {
  const store = await open({}, { pauseMs: HOUR_MS });
  expect(await store.count(aQuery())).toBe(0);
  await store.append(Array.from({ length: 3000 }, () => aHit()));
  await until(() => store.waitingRows() === 0);
  await store.close();
});
