/** The hits store on ClickHouse, on its engine: what every store of rows must do. */
import { beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { IS_LONG } from '../support/fuzz.ts';
import { aHit, aQuery, between } from '../support/hit-rows.ts';
import { expectRightEngagement } from '../support/random-engagement.ts';
import { expectRightFlows } from '../support/random-flows.ts';
import { expectRightGoals } from '../support/random-goals.ts';
import { expectRightSums } from '../support/random-imported-days.ts';
import { CLICKHOUSE_QUESTIONS_TIMEOUT_MS, expectRightAnswers } from '../support/random-questions.ts';
import { type OpenClickHouseStore, shareClickHouseDatabases } from '../support/shared-clickhouse.ts';
import { sitesAreToldApart } from './by-site-contract.ts';
import { campaignsAreCounted } from './campaigns-contract.ts';
import { channelsFollow } from './channels-contract.ts';
import { combinationsAreWhole } from './combinations-contract.ts';
import { dimensionsFollow } from './dimensions-contract.ts';
import { describeEngagement } from './engagement-contract.ts';
import { filtersLeaveOut } from './filters-contract.ts';
import { flowsAreFollowed } from './flows-contract.ts';
import { heldRowsComeBack } from './hold-contract.ts';
import { importedDaysAreAdded } from './imported-days-contract.ts';
import { journeysAreWhole } from './journeys-contract.ts';
import { valuesAreNormalized } from './normalized-values-contract.ts';
import { propertiesAreKnown } from './properties-contract.ts';
import { removalIsForGood } from './removal-contract.ts';
import { restoredSpamCounts } from './restore-contract.ts';
import { pathsAreRewritten } from './rewriting-contract.ts';
import { daysAreOfTheZone } from './site-days-contract.ts';
import { describeVisitQueries } from './visit-queries-contract.ts';
import { visitorsAreDistinct } from './visitors-contract.ts';

const clickHouse = shareClickHouseDatabases();
setDefaultTimeout(CLICKHOUSE_QUESTIONS_TIMEOUT_MS);
let store: OpenClickHouseStore;
beforeEach(async () => {
  store = await clickHouse().openStore();
});

// Each test has a database of its own: visits that many tests left would be stored with those of each that compacts.
describe('the store', () => {
  sitesAreToldApart(() => store);
  dimensionsFollow(() => store);
  channelsFollow(() => store);
  propertiesAreKnown(() => store);
  campaignsAreCounted(() => store);
  filtersLeaveOut(() => store);
  combinationsAreWhole(() => store);
  valuesAreNormalized(() => store);
  flowsAreFollowed(() => store);
  journeysAreWhole(() => store);
  removalIsForGood(() => store);
  heldRowsComeBack(() => store);
  pathsAreRewritten(() => store);
  restoredSpamCounts(() => store);
  describeEngagement(() => store, [false]);
  describeVisitQueries(() => store);
  visitorsAreDistinct(() => store);
  importedDaysAreAdded(() => store);
  daysAreOfTheZone(() => store);

  test('random questions', () => expectRightAnswers(store));

  test('random engagement', () => expectRightEngagement(store));

  // Statements for funnels are the longest.
  const flows = IS_LONG ? { funnels: 10, paths: 5 } : { funnels: 5, paths: 3 };
  test('random funnels and paths', () => expectRightFlows(store, { histories: 2, ...flows }));

  test('random goals', () => expectRightGoals(store));

  test('random imported days', () => expectRightSums(store, 1 / 3));

  test('totals without their paths are the same otherwise', async () => {
    await store.append([1n, 1n, 2n, null].map((visitor, hit) => aHit({ visitor, path: `/${hit}` })));
    const span = between('2026-03-10', '2026-03-11');
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
});
