/** Whose change of stored rows comes next. */
import { expect, test } from 'bun:test';
import { withChangeTurns } from '../../src/stores/change-turns.ts';
import { openTemporaryHitStore } from '../support/duck-hit-store.ts';

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
