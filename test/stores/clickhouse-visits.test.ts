/** Visits that are stored on ClickHouse: reports answer what they answer of rows alone, whatever happens to rows or between two steps. */
import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { HitQuery } from '../../src/core/hits/query.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/time-units.ts';
import type { ClickHouse } from '../../src/stores/clickhouse/client.ts';
import { FIRST_COLUMNS, HIT_COLUMNS } from '../../src/stores/clickhouse/queries/stored-visits.ts';
import { raw } from '../../src/stores/sql/fragment.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { createRandom } from '../support/random.ts';
import { type OpenClickHouseStore, readRow, shareClickHouseDatabases } from '../support/shared-clickhouse.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

const clickHouse = shareClickHouseDatabases();
setDefaultTimeout(TIME_LIMIT_MS);
let db: ClickHouse;
let store: OpenClickHouseStore;
beforeEach(async () => {
  ({ db } = clickHouse());
  store = await clickHouse().openStore();
});

const START = Date.UTC(2026, 2, 1);
const DAYS = 3;

const makeRows = (seed: number) => {
  const random = createRandom(seed);
  return Array.from({ length: 200 }, () => {
    const kind = random.pick(['hit', 'hit', 'hit', 'event', 'spam_hit'] as const);
    const path = random.pick(['/', '/a', '/b']);
    return aHit({
      kind,
      path,
      visitor: random.pick([null, 1n, 2n, 3n, 4n, 5n, 6n]),
      createdAt: new Date(START + random.next(DAYS) * DAY_MS + random.next(48) * 30 * MINUTE_MS),
      url: random.pick([null, `https://example.com${path}?utm_source=Mail&utm_campaign=a`]),
      referrer: random.pick([null, 'https://news.example/a', 'https://www.google.de/']),
      source: random.pick([null, 'News']),
      country: random.pick(['DE', 'NL']),
      browserName: random.pick([null, 'Firefox']),
      isMobile: random.pick([null, true, false]),
      event: kind === 'event' ? random.pick(['a.b', 'c.d']) : null,
    });
  });
};

const SPANS: readonly HitQuery['span'][] = [
  null,
  { start: new Date(START + 7 * HOUR_MS), end: new Date(START + 2 * DAY_MS + 5 * HOUR_MS) },
];
const PAGE = { offset: 0, limit: 50 };

/** Asks everything that has to do with visits. */
async function askEverything(): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const span of SPANS) {
    const query: HitQuery = { ...aQuery({ span }), attribution: 'visit' };
    const events: HitQuery = { ...query, kind: 'event' };
    const ofSource: HitQuery = { ...query, filters: [{ dimension: 'source', is: 'News' }] };
    for (const dimension of ['path', 'channel', 'campaign', 'device', 'exit_page'] as const)
      answers.push(await store.group(query, dimension, { ...PAGE, countsVisitors: true }));
    answers.push(
      await store.group(events, 'source', { ...PAGE, countsVisitors: true }),
      await store.group({ ...query, attribution: 'hit' }, 'country', { ...PAGE, countsVisitors: true }),
      await store.group(ofSource, 'path', PAGE),
      await store.group({ ...query, filters: [{ dimension: 'event', is: 'a.b' }] }, 'path', PAGE),
      await store.totals(query, { countsVisits: true }),
      await store.engagement(query, {}),
      await store.engagement(ofSource, {}),
    );
    if (span === null) continue;
    const { start } = span;
    const edges = [0, 1, 2].map(day => new Date(+start + day * DAY_MS));
    answers.push(
      await store.series(query, edges, { countsVisitors: true, countsEngagement: true }),
      await store.journeys({ siteId: 1, span, maxPages: 9, maxPaths: 9, omitsSingle: false }, PAGE),
    );
  }
  return answers;
}

/** Answers of rows alone: no stored visits are read without the note of their build. */
async function askRows(): Promise<unknown[]> {
  await db.run(raw('rename table stored_visit_days to hidden_days'));
  await db.run(raw('create table stored_visit_days as hidden_days'));
  const answers = await askEverything();
  await db.run(raw('drop table stored_visit_days'));
  await db.run(raw('rename table hidden_days to stored_visit_days'));
  return answers;
}

const expectAnswersOfRows = async () => expect(await askEverything()).toEqual(await askRows());

/** An instant on a day that is not over before the test is. */
const notOver = () => new Date(Date.now() + 12 * HOUR_MS);

const readNumber = async (statement: string): Promise<number | undefined> =>
  (await readRow<{ number: number }>(db, statement))?.number;
const countStoredDays = () => readNumber('select count() as number from stored_visit_days');

test('they have every column that visits are asked for', async () => {
  await store.count(aQuery());
  const found = await db.readWith()<{ name: string }>(
    raw("select name from system.columns where database = currentDatabase() and table = 'stored_visits'"),
  );
  const names = found.map(({ name }) => name);
  for (const [prefix, columns] of [['first_', FIRST_COLUMNS] as const, ['hit_', HIT_COLUMNS] as const])
    expect(names.filter(name => name.startsWith(prefix)).sort()).toEqual(
      columns.map(name => prefix + name).sort(),
    );
});

test('every answer is that of the rows, before and after each change', async () => {
  const ids = await store.append(makeRows(1));
  const rows = await askEverything();
  await store.maintain({ force: true });
  expect(await countStoredDays()).toBe(DAYS);
  expect(await askEverything()).toEqual(rows);
  await store.append(makeRows(2).slice(0, 5));
  await expectAnswersOfRows();
  await store.maintain({ force: true });
  await store.restoreSpam({ siteId: 1, which: 'all' });
  await store.remove({ siteId: 1, kinds: ['hit', 'event'], which: { ids: ids.slice(50, 60) } });
  const changed = await askEverything();
  await store.maintain({ force: true });
  expect(await countStoredDays()).toBe(DAYS);
  expect(await askEverything()).toEqual(changed);
});

test('they are what reports read: rows of their days are not', async () => {
  await store.append(makeRows(1));
  await store.maintain({ force: true });
  const span = { start: new Date(START), end: new Date(START + DAYS * DAY_MS) };
  const count = async () =>
    (await store.engagement({ ...aQuery({ span }), attribution: 'visit' }, {})).visits;
  expect(await count()).toBeGreaterThan(0);
  await db.run(raw('alter table stored_visits delete where true'));
  expect(await count()).toBe(0);
});

test('statements look for those of sites alone that have some', async () => {
  await store.append([...makeRows(1), aHit({ siteId: 2, visitor: 1n, createdAt: notOver() })]);
  const span = { start: new Date(START), end: new Date(Date.now() + DAY_MS) };
  const looksIn = async (siteId: number) => {
    let looks = 0;
    clickHouse().proxy.failWith(text => {
      if (text.includes('stored_visit_days')) looks += 1;
      return undefined;
    });
    const query: HitQuery = { ...aQuery({ siteId, span }), attribution: 'visit' };
    await store.group(query, 'source', { ...PAGE, countsVisitors: true });
    await store.totals(query, { countsVisits: true });
    await store.series(query, [span.start, span.end], { countsVisitors: true, countsEngagement: true });
    await store.journeys({ siteId, span, maxPages: 9, maxPaths: 9, omitsSingle: false }, PAGE);
    clickHouse().proxy.failWith(() => undefined);
    return looks;
  };
  await store.maintain();
  expect([await looksIn(1), await looksIn(2)]).toEqual([0, 0]);
  await store.maintain({ force: true });
  // Each of the four questions looks at least once.
  expect(await looksIn(1)).toBeGreaterThanOrEqual(4);
  expect(await looksIn(2)).toBe(0);
  await store.remove({ siteId: 1, kinds: ['hit', 'event'], which: 'all' });
  await store.maintain();
  expect(await looksIn(1)).toBe(0);
});

test('days of a site with few hits are left alone, and so is the day that is not over', async () => {
  await store.append([...makeRows(1), aHit({ siteId: 2, visitor: 1n, createdAt: notOver() })]);
  await store.maintain();
  expect(await countStoredDays()).toBe(0);
  await store.maintain({ force: true });
  expect(await readNumber('select count() as number from stored_visit_days where site_id = 2')).toBe(0);
});

test('a step that is interrupted anywhere is repeated, and nothing is left of it', async () => {
  for (const fault of ['lost answer', 'lost connection'] as const)
    for (let failing = 0; ; failing++) {
      await store.append([aHit({ visitor: 1n, at: '2026-03-01T00:00:00Z' })]);
      await store.count(aQuery());
      let statements = 0;
      clickHouse().proxy.failWith(() => (statements++ === failing ? fault : undefined));
      await store.maintain({ force: true }).catch(() => undefined);
      clickHouse().proxy.failWith(() => undefined);
      const query: HitQuery = { ...aQuery(), attribution: 'visit' };
      const before = await store.engagement(query, {});
      expect(before.hits).toBe(await store.count(aQuery()));
      await store.maintain({ force: true });
      expect(await store.engagement(query, {})).toEqual(before);
      expect(await countStoredDays()).toBe(1);
      expect(await readNumber('select uniqExact(build) as number from stored_visits')).toBe(1);
      if (statements <= failing) break;
    }
});

test('a visitor who is removed is in none of them when the answer comes', async () => {
  await store.append(makeRows(1));
  await store.maintain({ force: true });
  const count = () => readNumber('select count() as number from stored_visits where visitor = 3');
  expect(await count()).toBeGreaterThan(0);
  const kinds = ['hit', 'event', 'spam_hit', 'engagement'] as const;
  await store.remove({ siteId: 1, kinds, which: { visitorHash: 3n } });
  expect(await count()).toBe(0);
});
