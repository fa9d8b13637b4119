import { expect } from 'bun:test';
import type { Condition, Dimension } from '../../src/core/hits/query.ts';
import { withSummedPlaces } from '../../src/stores/summed-places.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery } from '../support/hit-rows.ts';
import { ONE_BY_ONE } from '../support/tests-on-one-store.ts';

/** What every engine must answer about groups by several dimensions. */
export const combinationsAreWhole = (store: () => TestHitStore, { test } = ONE_BY_ONE): void => {
  const combine = async (dimensions: readonly Dimension[], filters: readonly Condition[] = []) => {
    const page = { shape: 'groups', of: 'combinations', dimensions, offset: 0, limit: 9 } as const;
    const { rows, total } = await withSummedPlaces(store()).ask({ ...page, ...aQuery({ filters }) });
    expect(rows).toHaveLength(total);
    return rows.map(({ keys, hits, visitors }) => [...keys, hits, visitors].join(' '));
  };
  const hitsFrom = (place: Partial<Parameters<typeof aHit>[0]>, visitors: readonly number[]) =>
    visitors.map(visitor => aHit({ ...place, visitor: BigInt(visitor) }));
  const FIVE = [1, 2, 3, 4, 5];

  test('places of few visitors are one group of combinations, each of their visitors once', async () => {
    await store().append([
      ...hitsFrom({ city: 'Delft' }, FIVE),
      ...hitsFrom({ city: 'Gouda' }, [11]),
      ...hitsFrom({ city: 'Urk' }, [11, 13]),
    ]);
    expect(await combine(['city'])).toEqual(['Delft 5 5', 'other 3 2']);
    expect(await combine(['path', 'city'])).toEqual(['/ Delft 5 5', '/ other 3 2']);
    expect(await combine([])).toEqual(['8 7']);
  });

  test('a city beside its region is one of that region', async () => {
    await store().append([
      ...hitsFrom({ region: 'Île-de-France', city: 'Paris' }, FIVE),
      ...hitsFrom({ region: 'Texas', city: 'Dallas' }, [11, 12, 13, 14, 15]),
      ...hitsFrom({ region: 'Texas', city: 'Paris' }, [21]),
      ...hitsFrom({ region: 'Utah' }, [31]),
    ]);
    const expected = ['Paris Île-de-France 5 5', 'Dallas Texas 5 5', 'other Texas 1 1', ' other 1 1'];
    expect((await combine(['city', 'region'])).sort()).toEqual(expected.sort());
  });

  test('pages of visitors beside a condition on what their visits did', async () => {
    const at = (minute: number) => `2026-03-10T12:0${minute}:00Z`;
    await store().append([
      aHit({ path: '/a', visitor: 1n, at: at(0) }),
      aHit({ path: '/b', visitor: 1n, at: at(1) }),
      aHit({ path: '/c', visitor: 2n, at: at(0) }),
    ]);
    const filters = [{ done: { path: '/b' } }];
    expect(await combine(['path', 'entry_page'], filters)).toEqual(['/a /a 1 1', '/b /a 1 1']);
    const groups = await store().group(aQuery({ filters }), 'entry_page', { offset: 0, limit: 9 });
    expect(groups.rows).toEqual([{ key: '/a', hits: 1, uniqueHits: 0 }]);
  });
};
