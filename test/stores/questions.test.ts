import { expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { expectRightEngagement } from '../support/random-engagement.ts';
import { expectRightGoals } from '../support/random-goals.ts';
import { expectRightAnswers, QUESTIONS_TIMEOUT_MS } from '../support/random-questions.ts';
import { findWrongEngagement } from '../support/stored-engagement.ts';
import { findWrongPages } from '../support/stored-pages.ts';
import { findWrongValues } from '../support/stored-values.ts';
import { findWrongVisitPages } from '../support/stored-visit-pages.ts';
import { findWrongVisitSums } from '../support/stored-visit-sums.ts';
import { findWrongVisits } from '../support/stored-visits.ts';

const ALL_SUMS = [findWrongPages, findWrongVisitSums, findWrongValues, findWrongVisitPages];

for (const [source, sums, options] of [
  ['raw rows', [], {}],
  [
    'roll-ups, visitors looked up early',
    ALL_SUMS,
    { maxRawHits: 0, minPagedHits: 1, refreshPace: { rows: 20, pauses: 0 } },
  ],
  [
    'roll-ups that are all made anew',
    ALL_SUMS,
    { maxRawHits: 0, rowsPerSlice: 4, maxTextShare: 1, minWideRows: 3, minPagedHits: 20 },
  ],
  ['raw rows with visits that are refreshed in memory', [], { refreshPace: { rows: 7, pauses: 0 } }],
] as const)
  test(
    `random questions, answered from ${source}`,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'questions-'));
      const duck = await openDuckHitStore(folder, undefined, options);
      try {
        await expectRightAnswers(duck, async () => {
          await duck.maintain({ force: true });
          for (const findWrong of [findWrongVisits, ...sums])
            expect(await findWrong(duck.engine)).toEqual([]);
        });
      } finally {
        await duck.close();
        await rm(folder, { recursive: true, force: true });
      }
    },
    QUESTIONS_TIMEOUT_MS,
  );

test.each([
  ['raw rows', [], {}],
  [
    'roll-ups',
    [findWrongEngagement],
    { maxRawHits: 0, rowsPerSlice: 4, refreshPace: { rows: 7, pauses: 0 } },
  ],
] as const)(
  'random engagement, answered from %s',
  async (_, sums, options) => {
    const folder = await mkdtemp(join(tmpdir(), 'engagement-'));
    const duck = await openDuckHitStore(folder, undefined, options);
    try {
      await expectRightEngagement(duck, async () => {
        await duck.maintain({ force: true });
        for (const findWrong of sums) expect(await findWrong(duck.engine)).toEqual([]);
      });
    } finally {
      await duck.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
  QUESTIONS_TIMEOUT_MS,
);

test.each([
  ['raw rows', {}],
  ['roll-ups', { maxRawHits: 0, rowsPerSlice: 4, refreshPace: { rows: 7, pauses: 0 } }],
  ['roll-ups, with few rows of kept tables', { maxRawHits: 0, maxKeptRows: 6 }],
] as const)(
  'random goals, answered from %s',
  async (_, options) => {
    const folder = await mkdtemp(join(tmpdir(), 'goals-'));
    const duck = await openDuckHitStore(folder, undefined, options);
    try {
      await expectRightGoals(duck);
    } finally {
      await duck.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
  QUESTIONS_TIMEOUT_MS,
);
