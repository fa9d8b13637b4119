import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { openTemporaryHitStore } from '../support/duck-hit-store.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { findWrongSums } from '../support/stored-sums.ts';
import { findWrongVisits } from '../support/stored-visits.ts';
import { forgetRules, valuesAreNormalized } from './normalized-values-contract.ts';

type Store = Awaited<ReturnType<typeof openTemporaryHitStore>>;

describe.each([
  ['rows', {}, findWrongVisits],
  ['sums', { maxRawHits: 0, rowsPerSlice: 4, refreshPace: { rows: 7, pauses: 0 } }, findWrongSums],
] as const)('with %s', (_, options, findWrong) => {
  let store: Store;
  beforeEach(async () => {
    store = await openTemporaryHitStore(options);
  });
  afterEach(async () => {
    await store.maintain({ force: true });
    expect(await findWrong(store.engine)).toEqual([]);
    await store[Symbol.asyncDispose]();
  });
  valuesAreNormalized(() => store);
});

const SIGNAL = new AbortController().signal;
const OLD = aHit({ path: '/%C3%BC', visitor: 1n });
const countPages = async (store: Store) =>
  (await store.group(aQuery(), 'path', { offset: 0, limit: 9 })).rows.map(
    ({ key, hits, uniqueHits }) => `${key} ${hits} ${uniqueHits}`,
  );

test('a hit that comes meanwhile is on the page that it would have been on', async () => {
  await using store = await openTemporaryHitStore();
  await store.append([OLD]);
  await forgetRules(store.engine);
  const done = store.normalizeValues(SIGNAL);
  await store.append([aHit({ path: '/ü', visitor: 1n, at: '2026-03-10T12:00:01Z' })]);
  await done;
  expect(await countPages(store)).toEqual(['/ü 2 1']);
});

test('one that is cancelled has changed nothing, and is done after a restart', async () => {
  await using store = await openTemporaryHitStore();
  await store.append([OLD]);
  await forgetRules(store.engine);
  await expect(store.normalizeValues(AbortSignal.abort())).rejects.toThrow();
  expect(await countPages(store)).toEqual(['/%C3%BC 1 1']);
  const again = await store.reopen();
  await again.normalizeValues(SIGNAL);
  expect((await again.group(aQuery(), 'path', { offset: 0, limit: 9 })).rows).toMatchObject([{ key: '/ü' }]);
  await again.close();
});
