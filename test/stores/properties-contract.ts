/** What every engine must do with properties and revenue. */
import { expect } from 'bun:test';
import type { Filter } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { aHit, aQuery, toText } from '../support/hit-rows.ts';
import { ONE_BY_ONE } from '../support/tests-on-one-store.ts';

const FIRST = { offset: 0, limit: 100 };
const withProperties = (properties: string | null, given: Parameters<typeof aHit>[0] = {}): NewHit =>
  aHit({ ...given, properties });
const anOrder = (amount: number, currency: string, given: Parameters<typeof aHit>[0] = {}): NewHit =>
  aHit({ kind: 'event', event: 'a.b', ...given, revenueAmount: amount, revenueCurrency: currency });

export const propertiesAreKnown = (store: () => TestHitStore, { test, testAlone } = ONE_BY_ONE): void => {
  const groups = async (name: string, filters: readonly Filter[] = []) =>
    (await store().group(aQuery({ filters }), `property:${name}`, FIRST)).rows.map(row =>
      toText(row, 'hits'),
    );

  test('a property is found by its whole name, and never within a text', async () => {
    await store().append([
      withProperties(String.raw`{"a":"\"b\":\"no\"","ab":"x","b.c":1}`),
      withProperties('{"A":"x","b":"yes"}'),
      withProperties(null),
    ]);
    for (const isFolded of [false, true]) {
      if (isFolded) await store().maintain({ force: true });
      expect(await groups('b')).toEqual(['(none) 2', 'yes 1']);
      expect(await groups('a')).toEqual(['(none) 2', '"b":"no" 1']);
      expect(await groups('b.c')).toEqual(['(none) 2', '1 1']);
      expect(await groups('bxc')).toEqual(['(none) 3']);
    }
  });

  test('values are text as they are written', async () => {
    const values = ['true', '-1.5', '"é😀\\n\\"\\\\"', '1e21', '1e-7', '123456789012345680000', '0.1'];
    await store().append(values.map(value => withProperties(`{"v":${value}}`)));
    const keys = ['-1.5', '0.1', '123456789012345680000', '1e-7', '1e21', 'true', 'é😀\n"\\'];
    expect(await groups('v')).toEqual(keys.map(key => `${key} 1`));
  });

  testAlone('filters find each value, and no other', async () => {
    const texts = [
      'pro',
      'Pro',
      'true',
      '5',
      '5,"v":6',
      'a"b',
      'a\\',
      "o'x",
      '{}',
      'é',
      '%',
      '1e21',
      ' ',
      'x\ny',
    ];
    const values = [...texts.map(text => JSON.stringify(text)), '5', 'true', 'false', '-0.5', '1e21'];
    for (const name of ['v', '0', '-', 'a.b'])
      await store().append(
        values.map(value => withProperties(`{"${name}":${value},"zz":"pro"}`, { path: `/${name}` })),
      );
    for (const name of ['v', '0', '-', 'a.b']) {
      const dimension = `property:${name}` as const;
      const count = (...filters: Filter[]) =>
        store().count(aQuery({ filters: [{ dimension: 'path', is: `/${name}` }, ...filters] }));
      const keys = values.map(value => String(JSON.parse(value)).replace('+', ''));
      for (const key of new Set(keys)) {
        const number = keys.filter(each => each === key).length;
        expect([key, await count({ dimension, is: key })]).toEqual([key, number]);
        expect([key, await count({ dimension, isNoneOf: [key, 'gone'] })]).toEqual([
          key,
          keys.length - number,
        ]);
        expect([key, await count({ dimension, isNoneOf: [key, null] })]).toEqual([key, keys.length - number]);
      }
      expect(await count({ dimension, isAnyOf: ['pro', '5', 'a"b'] })).toBe(4);
      expect(await count({ dimension, containsAnyOf: ['RO'] })).toBe(2);
      expect(await count({ dimension: 'property:axb', is: 'pro' })).toBe(0);
      const { rows, total } = await store().group(
        aQuery({ filters: [{ dimension: 'path', is: `/${name}` }] }),
        dimension,
        FIRST,
      );
      expect(total).toBe(new Set(keys).size);
      expect(rows.map(row => row.key).sort()).toEqual([...new Set(keys)].sort());
    }
  });

  test('names in use, with their numbers', async () => {
    await store().append([
      withProperties('{"n":1.5,"t":"{\\"x\\":1}","b":true}'),
      withProperties('{"n":-2e+2,"b":"true"}'),
      withProperties('{"n":"7","b":false}', { path: '/other' }),
      withProperties('{"z":1}', { siteId: 2 }),
    ]);
    const uses = (filters: readonly Filter[] = [], maxNames = 9) =>
      store().ask({ shape: 'facts', of: 'properties', ...aQuery({ filters }), maxNames });
    expect(await uses()).toEqual([
      { name: 'b', rows: 3, numbers: 0, booleans: 2, sum: 0 },
      { name: 'n', rows: 3, numbers: 2, booleans: 0, sum: -198.5 },
      { name: 't', rows: 1, numbers: 0, booleans: 0, sum: 0 },
    ]);
    expect(await uses([{ dimension: 'path', is: '/other' }], 1)).toMatchObject([{ name: 'b', rows: 1 }]);
    const ofAgents = { ...aQuery({ kind: 'agent_visit' }), maxNames: 9 };
    expect(await store().ask({ shape: 'facts', of: 'properties', ...ofAgents })).toEqual([]);
  });

  test('revenue adds up by currency, and by the value of a dimension', async () => {
    await store().append([
      anOrder(10_000, 'EUR', { visitor: 1n, path: '/a' }),
      anOrder(2_500, 'EUR', { visitor: 1n, path: '/b' }),
      anOrder(7, 'JPY', { path: '/b' }),
      anOrder(10 ** 15, 'USD', { siteId: 2 }),
      anOrder(10 ** 15, 'USD', { siteId: 2 }),
      aHit({ visitor: 1n, referrer: 'https://r.example/', at: '2026-03-10T11:59:00Z' }),
    ]);
    const query = aQuery({ kind: 'event' });
    expect(await store().revenue(query)).toEqual([
      { key: null, currency: 'EUR', amount: 12_500 },
      { key: null, currency: 'JPY', amount: 7 },
    ]);
    expect(await store().revenue(query, { dimension: 'path' })).toEqual([
      { key: '/a', currency: 'EUR', amount: 10_000 },
      { key: '/b', currency: 'EUR', amount: 2_500 },
      { key: '/b', currency: 'JPY', amount: 7 },
    ]);
    expect(await store().revenue({ ...query, attribution: 'visit' }, { dimension: 'referrer_host' })).toEqual(
      [
        { key: 'r.example', currency: 'EUR', amount: 12_500 },
        { key: null, currency: 'JPY', amount: 7 },
      ],
    );
    expect(await store().revenue({ ...query, siteId: 2 })).toMatchObject([{ amount: 2 * 10 ** 15 }]);
    expect(await store().revenue(aQuery())).toEqual([]);
  });
};
