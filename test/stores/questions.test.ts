import { expect, test } from 'bun:test';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { openTemporaryHitStore } from '../support/duck-hit-store.ts';
import { expectRightEngagement } from '../support/random-engagement.ts';
import { expectRightGoals } from '../support/random-goals.ts';
import { expectRightAnswers, QUESTIONS_TIMEOUT_MS } from '../support/random-questions.ts';
import { findWrongSums } from '../support/stored-sums.ts';
import { findWrongVisits } from '../support/stored-visits.ts';

type Store = Awaited<ReturnType<typeof openTemporaryHitStore>>;
type FindWrong = (engine: HitEngine) => Promise<unknown[]>;

const ALL_SUMS = [findWrongSums];

/** Returns what compacts a store and expects nothing wrong in it. */
const verify = (store: Store, finds: readonly FindWrong[]) => async () => {
  await store.maintain({ force: true });
  for (const findWrong of finds) expect(await findWrong(store.engine)).toEqual([]);
};

test.each([
  ['raw rows', [], {}],
  ['sums, visitors looked up early', ALL_SUMS, { maxRawHits: 0, refreshPace: { rows: 20, pauses: 0 } }],
  ['all sums made again', ALL_SUMS, { maxRawHits: 0, rowsPerSlice: 4, maxTextShare: 1, minWideRows: 3 }],
  ['raw rows with visits that are refreshed in memory', [], { refreshPace: { rows: 7, pauses: 0 } }],
] as const)(
  'random questions, answered from %s',
  async (_, sums, options) => {
    await using duck = await openTemporaryHitStore(options);
    await expectRightAnswers(duck, verify(duck, [findWrongVisits, ...sums]));
  },
  QUESTIONS_TIMEOUT_MS,
);

test.each([
  ['raw rows', [], {}],
  ['sums', [findWrongSums], { maxRawHits: 0, rowsPerSlice: 4, refreshPace: { rows: 7, pauses: 0 } }],
] as const)(
  'random engagement, answered from %s',
  async (_, sums, options) => {
    await using duck = await openTemporaryHitStore(options);
    await expectRightEngagement(duck, verify(duck, sums));
  },
  QUESTIONS_TIMEOUT_MS,
);

test.each([
  ['raw rows', {}],
  ['sums', { maxRawHits: 0, rowsPerSlice: 4, refreshPace: { rows: 7, pauses: 0 } }],
] as const)(
  'random goals, answered from %s',
  async (_, options) => {
    await using duck = await openTemporaryHitStore(options);
    await expectRightGoals(duck);
  },
  QUESTIONS_TIMEOUT_MS,
);
