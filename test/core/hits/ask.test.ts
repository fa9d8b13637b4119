import { expect, test } from 'bun:test';
import { decorateAsk } from '../../../src/core/hits/ask.ts';
import type { ReadOptions } from '../../../src/core/hits/query.ts';
import { type Question, siteIdsOf } from '../../../src/core/hits/question.ts';
import { aHit, aQuery, between } from '../../support/hit-rows.ts';
import { createMemoryHitStore } from '../../support/memory-hit-store.ts';

const SPAN = between('2026-03-10', '2026-03-11');
const EVERY = { signal: new AbortController().signal, queue: 'account 1' };

test('a decorator sees each question apart from the options of its read', async () => {
  const seen: [Question, ReadOptions | undefined][] = [];
  const store = decorateAsk(createMemoryHitStore(), ask => (question, options) => {
    seen.push([question, options]);
    return ask(question, options);
  });
  await store.append([aHit({ visitor: 1n })]);
  await store.group(aQuery(), 'path', { offset: 0, limit: 2, countsVisitors: true, ...EVERY });
  expect(await store.visitorsBySite([1, 2], SPAN, EVERY)).toEqual(new Map([[1, 1]]));
  const measures = ['hits', 'uniqueHits', 'visitors', 'visits'] as const;
  expect(seen).toEqual([
    [{ shape: 'groups', ...aQuery(), dimension: 'path', offset: 0, limit: 2, measures }, EVERY],
    [{ shape: 'totals', siteIds: [1, 2], span: SPAN, measures: ['visitors'] }, EVERY],
  ]);
  expect(seen.map(([question]) => siteIdsOf(question))).toEqual([[1], [1, 2]]);
});

test('an answer has what its question measures, and a question no options of a read', async () => {
  const { ask } = createMemoryHitStore();
  const totals: { visits: number } = await ask({ shape: 'totals', ...aQuery(), measures: ['visits'] });
  const sites: Map<number, { hits: number }> = await ask({ shape: 'totals', siteIds: [1], span: null });
  // @ts-expect-error hits and unique hits alone are there without measures
  const { visitors } = await ask({ shape: 'totals', ...aQuery() });
  // @ts-expect-error options are an argument of their own
  const misplaced = await ask({ shape: 'totals', ...aQuery(), ...EVERY });
  expect([totals.visits, sites.size, visitors, misplaced.hits]).toEqual([0, 0, 0, 0]);
});
