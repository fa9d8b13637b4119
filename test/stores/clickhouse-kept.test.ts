/** Cached figures on ClickHouse equal those counted from all rows: after later rows, removals and other writers. */
import { beforeEach, expect, setDefaultTimeout, spyOn, test } from 'bun:test';
import type { HitQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/time-units.ts';
import { raw } from '../../src/stores/sql/fragment.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';
import { createRandom } from '../support/random.ts';
import { type OpenClickHouseStore, readRow, shareClickHouseDatabases } from '../support/shared-clickhouse.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

const clickHouse = shareClickHouseDatabases();
setDefaultTimeout(TIME_LIMIT_MS);
let store: OpenClickHouseStore;
/** Plain arrays, which answer the same. */
let memory: ReturnType<typeof createMemoryHitStore>;
let statements: string[] = [];
beforeEach(async () => {
  statements = [];
  clickHouse().proxy.failWith(statement => void statements.push(statement));
  store = await clickHouse().openStore();
  memory = createMemoryHitStore();
});

const START = Date.UTC(2026, 2, 1);
const DAYS = 3;
const random = createRandom(45);
const makeRows = (count: number) =>
  Array.from({ length: count }, () => {
    const kind = random.pick(['hit', 'hit', 'hit', 'event', 'spam_hit', 'agent_visit'] as const);
    const path = random.pick(['/', '/a', '/A', '/ü', '/😀']);
    const day = random.next(DAYS);
    const visitor = random.pick([null, 1n, 2n, 3n]);
    const isOfDay = visitor !== null && random.next(2) === 0;
    return aHit({
      kind,
      path,
      siteId: random.pick([1, 1, 1, 2]),
      visitor: isOfDay ? visitor + BigInt(100 * (day + 1)) : visitor,
      ...(isOfDay && { visitorScope: 'day' as const }),
      // Close together, so that visits have several rows.
      createdAt: new Date(
        START + day * DAY_MS + random.next(4) * 6 * HOUR_MS + random.next(8) * 10 * MINUTE_MS,
      ),
      url: random.pick([null, `https://example.com${path}?utm_source=Mail&utm_campaign=a`]),
      referrer: random.pick([null, 'https://news.example/a', 'https://www.google.de/']),
      source: random.pick([null, 'News']),
      country: random.pick(['DE', 'NL']),
      browserName: random.pick([null, 'Firefox']),
      isMobile: random.pick([null, true, false]),
      properties: random.pick([null, '{"plan":"pro"}']),
      event: kind === 'event' ? 'a.b' : null,
    });
  });

const SPANS: readonly HitQuery['span'][] = [
  null,
  { start: new Date(START + 7 * HOUR_MS), end: new Date(START + 2 * DAY_MS + 5 * HOUR_MS) },
];
const PAGE = { offset: 0, limit: 50 };
const PRO = { dimension: 'property:plan', is: 'pro' } as const;

/** Asks everything whose figures are kept; several at once, as a page does. */
function ask(asked: TestHitStore): Promise<unknown[]> {
  const answers: Promise<unknown>[] = [];
  for (const span of SPANS) {
    const query = aQuery({ span });
    const ofVisits: HitQuery = { ...query, attribution: 'visit' };
    const filtered: HitQuery[] = [
      { ...query, filters: [{ dimension: 'country', is: 'DE' }] },
      { ...query, filters: [{ dimension: 'path', containsNone: ['A'] }] },
      { ...ofVisits, filters: [{ dimension: 'source', isNot: null }] },
      { ...ofVisits, filters: [PRO, { dimension: 'device', is: 'unknown' }] },
    ];
    for (const each of span === null ? [query, ofVisits] : filtered)
      answers.push(
        asked.totals(each, { countsVisits: true }),
        asked.group(each, 'exit_page', PAGE),
        asked.group(each, 'channel', { ...PAGE, countsVisitors: true, orderBy: 'visits' }),
      );
    answers.push(
      asked.count(query),
      asked.totals(query),
      asked.group(query, 'path', { offset: 1, limit: 1 }),
      asked.group(ofVisits, 'entry_page', { ...PAGE, countsVisitors: true }),
      asked.group(ofVisits, 'property:plan', { ...PAGE, countsVisitors: true, orderBy: 'visitors' }),
    );
    if (span === null) continue;
    const edges = [0, 1, 2].map(day => new Date(+span.start + day * DAY_MS));
    const days = [0, 1, 2].map(day => new Date(START + day * DAY_MS));
    answers.push(
      asked.series(query, edges, { countsVisitors: true, countsEngagement: true }),
      asked.series(ofVisits, days, { countsVisitors: true, countsEngagement: true }),
      asked.series(query, days),
    );
  }
  return Promise.all(answers);
}

const expectSame = async (): Promise<void> => expect(await ask(store)).toEqual(await ask(memory));

type Write = (written: TestHitStore) => Promise<unknown>;
/** Writes to both. */
const write = async (work: Write): Promise<void> => {
  await work(store);
  await work(memory);
};
const append = (rows: readonly NewHit[]) => write(written => written.append(rows));

/** Statements that count visitors or read sums, which only those of all rows do. */
const listCounting = () =>
  statements.filter(each => /uniqExact|countIf\(|optimize_use_projections = 1/.test(each));

test('after later rows of any day they are corrected, and nothing is counted again', async () => {
  await append(makeRows(60));
  await expectSame();
  for (let round = 0; round < 6; round += 1) {
    await append(makeRows(1 + random.next(4)));
    statements = [];
    await expectSame();
    expect(listCounting()).toEqual([]);
  }
  await append([aHit({ siteId: 2 }), aHit({ at: '2025-01-01T00:00:00Z', visitor: 1n })]);
  await expectSame();
  expect(listCounting()).toEqual([]);
});

test('a visit that an event begins has the values of its first hit', async () => {
  await append([
    aHit({ kind: 'event', event: 'a.b', at: '2026-03-01T10:00:00Z', visitor: 1n, source: 'News' }),
    aHit({
      at: '2026-03-01T10:05:00Z',
      visitor: 1n,
      country: 'DE',
      url: 'https://example.com/?utm_source=Mail',
    }),
  ]);
  await expectSame();
  await append([aHit({ at: '2026-03-01T10:10:00Z', visitor: 1n })]);
  await expectSame();
});

test('after rows were removed, or spam restored, all is counted again', async () => {
  await append(makeRows(40));
  await expectSame();
  await write(written => written.remove({ siteId: 1, kinds: ['hit', 'event'], which: { visitorHash: 3n } }));
  await expectSame();
  await append(makeRows(2));
  await expectSame();
  await write(written => written.restoreSpam({ siteId: 1, which: 'all' }));
  await expectSame();
  await append(makeRows(2));
  await expectSame();
  await write(written =>
    written.remove({ siteId: 1, kinds: ['hit'], which: { before: new Date(START + DAY_MS) } }),
  );
  await expectSame();
});

test('another writer, and changes by hand, are noticed', async () => {
  const { db, server, openStore } = clickHouse();
  await append(makeRows(40));
  await expectSame();
  // Ids of the other writer begin far from ours: two that count from the same would give two rows the same one.
  const kinds = ['hit', 'event', 'agent_visit', 'spam_hit'];
  const values = { id: 1_000_000, site_id: 99, created_at: '2026-03-01 00:00:00' };
  await db.insert(
    'rows',
    kinds.map(kind => ({ kind, ...values })),
    { token: 'far' },
  );
  const another = await openStore({ data: 'another', url: server.url });
  await another.count(aQuery());
  const writeElsewhere = async (rows: readonly NewHit[]) => {
    await another.append(rows);
    await memory.append(rows);
    await another.count(aQuery());
  };
  await writeElsewhere(makeRows(1));
  await expectSame();
  await append(makeRows(1));
  await expectSame();
  await writeElsewhere(makeRows(3));
  await append(makeRows(2));
  await expectSame();
  await db.run(raw('alter table rows delete where visitor_hash = 2'));
  await memory.remove({ siteId: 1, kinds: ['hit', 'event'], which: { visitorHash: 2n } });
  const hits = "select count() as hits from rows where site_id = 1 and kind = 'hit'";
  expect(await readRow<{ hits: number }>(db, hits)).toEqual({ hits: await store.count(aQuery()) });
});

test('merges leave them as they are', async () => {
  const { db } = clickHouse();
  await append(makeRows(20));
  await expectSame();
  await db.run(raw('alter table rows update is_silent = true where id = 1'));
  await expectSame();
  await append(makeRows(2));
  await db.run(raw('optimize table rows final'));
  statements = [];
  await expectSame();
  expect(listCounting()).toEqual([]);
});

test('rows that arrive while it is asked are in the answers of one time or the next', async () => {
  await append(makeRows(40));
  await expectSame();
  for (let round = 0; round < 6; round += 1) {
    const rows = makeRows(3);
    const [answers] = await Promise.all([ask(store), store.append(rows).then(() => store.count(aQuery()))]);
    expect(answers.length).toBeGreaterThan(0);
    await memory.append(rows);
    await expectSame();
  }
});

test('where the version of the table cannot be read, all is counted', async () => {
  clickHouse().proxy.failWith(statement =>
    statement.includes('data_version') ? 'read-only user' : undefined,
  );
  await append(makeRows(20));
  await expectSame();
  await append(makeRows(2));
  await expectSame();
});

test('hits are delivered without being read from the outbox, each once', async () => {
  await store.append([aHit({ visitor: 1n })]);
  await store.count(aQuery());
  const reads = spyOn(store.engine, 'readInTransaction');
  await store.append([aHit({ visitor: 1n }), aHit({ kind: 'event', visitor: 1n }), aHit({ visitor: 2n })]);
  expect(await store.totals(aQuery())).toMatchObject({ hits: 3, uniqueHits: 2, visitors: 2 });
  expect(reads).not.toHaveBeenCalled();
  clickHouse().proxy.failWith(statement => (statement.startsWith('insert') ? 'lost answer' : undefined));
  await store.append([aHit({ visitor: 3n })]);
  await expect(store.count(aQuery())).rejects.toThrow();
  clickHouse().proxy.failWith(() => undefined);
  await store.append([aHit({ visitor: 4n })]);
  expect(await store.totals(aQuery())).toMatchObject({ hits: 5, uniqueHits: 4 });
  expect(store.waitingRows()).toBe(0);
});

test('a hit that arrives while all are removed is not delivered once it is removed, too', async () => {
  await store.append([aHit()]);
  await store.count(aQuery());
  const read = store.engine.read.bind(store.engine);
  spyOn(store.engine, 'read').mockImplementationOnce(async (...statement) => {
    await store.append([aHit()]);
    return read(...statement);
  });
  await store.remove({ siteId: 1, kinds: ['hit'], which: 'all' });
  expect(await store.count(aQuery())).toBe(0);
});
