/** Whose change of stored rows comes next. */
import { expect, test } from 'bun:test';
import { withChangeTurns } from '../../src/stores/change-turns.ts';
import { openTemporaryHitStore } from '../support/duck-hit-store.ts';
import { aHit } from '../support/hit-rows.ts';

test('however many changes an account asks for, that of another waits for one of them', async () => {
  await using store = await openTemporaryHitStore();
  const hits = withChangeTurns(store, siteId => (siteId < 10 ? 1 : 2));
  const done: number[] = [];
  const remove = async (siteId: number) => {
    await hits.remove({ siteId, kinds: ['hit'], which: 'all' });
    done.push(siteId);
  };
  await Promise.all([1, 2, 3, 4, 10].map(remove));
  expect(done).toEqual([1, 10, 2, 3, 4]);
});

test('a write waits for one of the queued changes, also when its visitors must be looked up', async () => {
  await using store = await openTemporaryHitStore();
  const ids = await store.append(Array.from({ length: 10 }, (_, hit) => aHit({ visitor: BigInt(hit) })));
  const done: string[] = [];
  const removals = ids.map(async id => {
    await store.remove({ siteId: 1, kinds: ['hit'], which: { ids: [id] } });
    done.push('change');
  });
  const sites = Array.from({ length: 10 }, (_, site) => aHit({ siteId: 2 + site, visitor: 1n }));
  await store.append(sites).then(() => done.push('hits'));
  await Promise.all(removals);
  expect(done.indexOf('hits')).toBeLessThanOrEqual(1);
});
