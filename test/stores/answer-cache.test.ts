import { expect, test } from 'bun:test';
import type { Ask, AskAny } from '../../src/core/hits/ask.ts';
import { withAnswerCache } from '../../src/stores/answer-cache.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';

const PAGE = { offset: 0, limit: 10 };
const EDGES = [new Date('2026-03-10'), new Date('2026-03-11')];

/** A store in memory that counts its reads, each of which waits for `gate`. */
function countingStore() {
  const reads = { count: 0, aborted: 0 };
  const gate = Promise.withResolvers<void>();
  const memory = createMemoryHitStore();
  const ask: AskAny = async (question, options) => {
    reads.count += 1;
    options?.signal?.addEventListener('abort', () => {
      reads.aborted += 1;
    });
    await gate.promise;
    return memory.ask(question, options);
  };
  return { reads, gate, store: withAnswerCache({ ...memory, ask: ask as Ask }) };
}

test('an answer is kept until a write of its own site is acknowledged', async () => {
  const { reads, gate, store } = countingStore();
  gate.resolve();
  await store.append([aHit()]);
  expect([await store.count(aQuery()), await store.count(aQuery())]).toEqual([1, 1]);
  await store.append([aHit({ siteId: 2 })]);
  expect([await store.count(aQuery()), reads.count]).toEqual([1, 1]);
  const [id = 0] = await store.append([aHit()]);
  expect([await store.count(aQuery()), reads.count]).toEqual([2, 2]);
  await store.remove({ siteId: 1, kinds: ['hit'], which: { ids: [id] } });
  expect([await store.count(aQuery()), reads.count]).toEqual([1, 3]);
  expect(store.countAnswers()).toEqual({ hits: 2, misses: 3 });
});

test('an answer that was read while a write was under way is not kept', async () => {
  const { gate, store } = countingStore();
  const early = store.count(aQuery());
  await store.append([aHit()]);
  gate.resolve();
  await early;
  expect(await store.count(aQuery())).toBe(1);
});

test('a write that fails is followed by a new read, since it may have been stored', async () => {
  const memory = createMemoryHitStore();
  const append: TestHitStore['append'] = async rows => {
    await memory.append(rows);
    throw new Error('the disk is gone');
  };
  const store = withAnswerCache({ ...memory, append });
  expect(await store.count(aQuery())).toBe(0);
  await expect(store.append([aHit()])).rejects.toThrow('the disk is gone');
  expect(await store.count(aQuery())).toBe(1);
});

test('equal reads under way run once; a read of another queue, or after a write, runs by itself', async () => {
  const { reads, gate, store } = countingStore();
  const first = [store.count(aQuery()), store.count(aQuery()), store.count(aQuery(), { queue: 'other' })];
  await store.append([aHit()]);
  const later = store.count(aQuery());
  expect(reads.count).toBe(3);
  gate.resolve();
  await Promise.all(first);
  expect(await later).toBe(1);
});

test('a client that leaves ends its own wait; the read ends when nobody waits for it', async () => {
  const { reads, gate, store } = countingStore();
  const [leaves, leavesToo] = [new AbortController(), new AbortController()];
  const answers = [leaves, leavesToo].map(({ signal }) => store.count(aQuery(), { signal }));
  leaves.abort(new Error('gone'));
  await expect(answers[0]).rejects.toThrow('gone');
  expect(reads.aborted).toBe(0);
  leavesToo.abort(new Error('gone too'));
  await expect(answers[1]).rejects.toThrow('gone too');
  expect(reads).toEqual({ count: 1, aborted: 1 });
  gate.resolve();
  expect(await store.count(aQuery())).toBe(0);
});

test('answers of other arguments are other answers', async () => {
  const store = withAnswerCache(createMemoryHitStore());
  await store.append([aHit({ path: '/a' }), aHit({ path: '/b' })]);
  const keys = async (options: { offset: number; limit: number; search?: string }) =>
    (await store.group(aQuery(), 'path', options)).rows.map(({ key }) => key);
  expect(await keys(PAGE)).toEqual(['/a', '/b']);
  expect(await keys({ offset: 1, limit: 10 })).toEqual(['/b']);
  expect(await keys({ ...PAGE, search: 'B' })).toEqual(['/b']);
  expect(await keys(PAGE)).toEqual(['/a', '/b']);
  const visits = async (countsVisits: boolean) => (await store.totals(aQuery(), { countsVisits })).visits;
  expect([await visits(false), await visits(true), await visits(false)]).toEqual([undefined, 0, undefined]);
  const paths = async (attribution: 'hit' | 'visit') =>
    (await store.group(aQuery({ attribution }), 'entry_page', PAGE)).rows;
  expect([await paths('hit'), (await paths('visit')).length]).toEqual([[], 1]);
});

test.each<[string, (store: TestHitStore, isOther: boolean) => Promise<unknown>]>([
  ['countsVisits of totals', (store, countsVisits) => store.totals(aQuery(), { countsVisits })],
  ['countsVisitors of series', (store, countsVisitors) => store.series(aQuery(), EDGES, { countsVisitors })],
  [
    'orderBy of groups',
    (store, isOther) => store.group(aQuery(), 'path', { ...PAGE, orderBy: isOther ? 'visitors' : 'hits' }),
  ],
  [
    'attribution of a query',
    (store, isOther) => store.totals({ ...aQuery(), attribution: isOther ? 'visit' : 'hit' }),
  ],
])('answers of another %s are other answers', async (_, read) => {
  const store = withAnswerCache(createMemoryHitStore());
  for (const isOther of [false, true, false]) await read(store, isOther);
  expect(store.countAnswers()).toEqual({ hits: 1, misses: 2 });
});

test('a kept answer serves every queue; long slices are not kept', async () => {
  const store = withAnswerCache(createMemoryHitStore());
  await store.totals(aQuery(), { queue: 'account 1' });
  await store.totals(aQuery(), { queue: 'public 1', signal: new AbortController().signal });
  for (let n = 0; n < 2; n += 1) await store.list(aQuery(), { offset: 0, limit: 1_001 });
  expect(store.countAnswers()).toEqual({ hits: 1, misses: 1 });
});

test('memory is bounded: the answers that were read longest ago are dropped', async () => {
  const store = withAnswerCache(createMemoryHitStore(), 1_000);
  for (let siteId = 1; siteId <= 50; siteId += 1) await store.count(aQuery({ siteId }));
  await store.count(aQuery({ siteId: 50 }));
  await store.count(aQuery({ siteId: 1 }));
  expect(store.countAnswers()).toEqual({ hits: 1, misses: 51 });
});

test('an answer that comes late does not replace a newer one', async () => {
  const memory = createMemoryHitStore();
  const gates: PromiseWithResolvers<{ readonly hits: number }>[] = [];
  const ask: AskAny = () => {
    const gate = Promise.withResolvers<{ readonly hits: number }>();
    gates.push(gate);
    return gate.promise;
  };
  const store = withAnswerCache({ ...memory, ask: ask as Ask });
  const slow = store.count(aQuery());
  await store.append([aHit()]);
  const newer = store.count(aQuery());
  gates[1]?.resolve({ hits: 1 });
  await newer;
  gates[0]?.resolve({ hits: 0 });
  await slow;
  expect(await store.count(aQuery())).toBe(1);
  expect(gates).toHaveLength(2);
});
