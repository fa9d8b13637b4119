/** The hits store on ClickHouse, on its engine: what every store of rows must do. */
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChdbServer, startChdbServer } from '../support/chdb.ts';
import { openClickHouseHitStore } from '../support/clickhouse-hit-store.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { expectRightEngagement } from '../support/random-engagement.ts';
import { expectRightFlows } from '../support/random-flows.ts';
import { expectRightGoals } from '../support/random-goals.ts';
import { expectRightSums, RANDOM_DAYS_TIMEOUT_MS } from '../support/random-imported-days.ts';
import { CLICKHOUSE_QUESTIONS_TIMEOUT_MS, expectRightAnswers } from '../support/random-questions.ts';
import { sitesAreToldApart } from './by-site-contract.ts';
import { campaignsAreCounted } from './campaigns-contract.ts';
import { channelsFollow } from './channels-contract.ts';
import { dimensionsFollow } from './dimensions-contract.ts';
import { describeEngagement } from './engagement-contract.ts';
import { filtersLeaveOut } from './filters-contract.ts';
import { flowsAreFollowed } from './flows-contract.ts';
import { importedDaysAreAdded } from './imported-days-contract.ts';
import { journeysAreWhole } from './journeys-contract.ts';
import { propertiesAreKnown } from './properties-contract.ts';
import { removalIsForGood } from './removal-contract.ts';
import { restoredSpamCounts } from './restore-contract.ts';
import { describeVisitQueries } from './visit-queries-contract.ts';
import { visitorsAreDistinct } from './visitors-contract.ts';

setDefaultTimeout(300_000);

let server: ChdbServer;
beforeAll(async () => {
  server = await startChdbServer();
});
afterAll(() => server.stop());

let databases = 0;
let folder: string;
let store: Awaited<ReturnType<typeof open>>;
const open = () => openClickHouseHitStore(folder, { url: server.url, database: `test_${databases}` });

describe('the store', () => {
  beforeEach(async () => {
    const database = `test_${++databases}`;
    await server.createMigratedDatabase(database);
    folder = await mkdtemp(join(tmpdir(), 'clickhouse-'));
    store = await open();
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  sitesAreToldApart(() => store);
  dimensionsFollow(() => store);
  channelsFollow(() => store);
  propertiesAreKnown(() => store);
  campaignsAreCounted(() => store);
  filtersLeaveOut(() => store);
  flowsAreFollowed(() => store);
  journeysAreWhole(() => store);
  removalIsForGood(() => store);
  restoredSpamCounts(() => store);
  describeEngagement(() => store, [false]);
  describeVisitQueries(() => store);
  visitorsAreDistinct(() => store);
  importedDaysAreAdded(() => store);

  test('random questions', () => expectRightAnswers(store), CLICKHOUSE_QUESTIONS_TIMEOUT_MS);

  test('random engagement', () => expectRightEngagement(store));

  test('random funnels and paths', () => expectRightFlows(store, { histories: 2, funnels: 10, paths: 5 }));

  test('random goals', () => expectRightGoals(store), CLICKHOUSE_QUESTIONS_TIMEOUT_MS);

  test('random imported days', () => expectRightSums(store, 1 / 3), RANDOM_DAYS_TIMEOUT_MS);

  test('totals without their paths are the same otherwise', async () => {
    await store.append([1n, 1n, 2n, null].map((visitor, hit) => aHit({ visitor, path: `/${hit}` })));
    const span = { start: new Date('2026-03-10T00:00:00Z'), end: new Date('2026-03-11T00:00:00Z') };
    for (const filters of [[], [{ dimension: 'entry_page', is: '/0' }] as const])
      for (const countsVisits of [false, true]) {
        const query = aQuery({ span, filters });
        const { paths, ...others } = await store.totals(query, { countsVisits });
        expect(paths).toBeGreaterThan(1);
        expect(await store.totals(query, { countsVisits, omitsPaths: true })).toMatchObject(others);
      }
  });

  test('quotes and other marks in a value are only text', async () => {
    const path = `/'"; drop table rows; -- $1 ? {p1:String} \\ é😀`;
    await store.append([aHit({ path })]);
    const list = await store.list(aQuery({ filters: [{ dimension: 'path', isAnyOf: [path, '\\'] }] }), {
      offset: 0,
      limit: 10,
    });
    expect(list.map(row => row.path)).toEqual([path]);
  });

  test('what was stored is there after a restart, and ids go on', async () => {
    await store.append([aHit({ visitor: 1n }), aHit({ visitor: 1n })]);
    await store.close();
    store = await open();
    expect(await store.append([aHit({ visitor: 1n })])).toEqual([3]);
    expect(await store.totals(aQuery())).toEqual({ hits: 3, uniqueHits: 1, visitors: 1, paths: 1 });
    expect((await store.facts()).rows.hit).toBe(3);
  });

  test('what comes while a delivery begins is stored once', async () => {
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
});
