import { expect, test } from 'bun:test';
import type { Condition, Filter } from '../../src/core/hits/query.ts';
import { withNamedPlaces } from '../../src/stores/named-places.ts';
import { openTemporaryHitStore } from '../support/duck-hit-store.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';

test('a nested filter on a place knows the places of the rows that it decides about, as one by itself does', async () => {
  await using duck = await openTemporaryHitStore();
  const visits = (city: string, path: string, visitors: readonly number[]) =>
    visitors.map(visitor => aHit({ city, path, visitor: BigInt(visitor) }));
  await duck.append([
    ...visits('Gouda', '/secret', [1, 2, 3, 4, 5]),
    ...visits('Delft', '/secret', [11]),
    ...visits('Delft', '/open', [11, 12, 13, 14, 15]),
  ]);
  const { ask } = withNamedPlaces(duck, duck);
  const count = async (...filters: readonly Condition[]): Promise<number> =>
    (await ask({ shape: 'totals', measures: ['hits'], ...aQuery({ filters }) })).hits;
  const city = (condition: object) => ({ dimension: 'city', minVisitors: 5, ...condition }) as Filter;
  const ofSecret: Filter = { dimension: 'path', is: '/secret' };
  const ofOpen: Filter = { dimension: 'path', is: '/open' };
  const [inDelft, inGouda] = [city({ is: 'Delft' }), city({ matchesAnyOf: ['gou*'] })];
  expect(await count(ofSecret, inDelft)).toBe(0);
  expect(await count({ and: [ofSecret, inDelft] })).toBe(0);
  expect(await count({ or: [{ and: [ofSecret, inDelft] }, ofOpen] })).toBe(5);
  expect(await count({ or: [{ not: ofSecret }, inDelft] })).toBe(5);
  expect(await count({ or: [{ and: [ofSecret, inGouda] }, ofOpen] })).toBe(10);
  expect(await count({ or: [inDelft, inGouda] })).toBe(11);
  expect(await count(ofSecret, city({ isNot: 'Gouda' }))).toBe(0);
  expect(await count(ofSecret, { not: inGouda })).toBe(0);
  expect(await count({ not: { or: [inGouda, ofOpen] } })).toBe(0);
});
