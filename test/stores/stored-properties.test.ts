/** Sums of hits by properties: they answer what rows would; names with too many values, and too many names, have none. */

import { expect, test } from 'bun:test';
import type { Filter, HitQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { updateHits } from '../../src/stores/duckdb/aggregates/hits.ts';
import { createTestHitStore } from '../support/duck-hit-store.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { findWrongSums } from '../support/stored-sums.ts';
import {
  answersBy,
  expectEqualAfterChanges,
  expectSound,
  hitOn as hitOfDay,
  ofDays,
  openSummed,
} from '../support/summed-store.ts';
import { openTestEngine } from './durability-folder.ts';

const PAGE = { offset: 0, limit: 50 };
const NAMES = ['plan', 'pla', 'n.1', 'none'].map(name => `property:${name}` as const);

const hitOn = (day: number, visitor: number, properties: string | null): NewHit =>
  hitOfDay(day, visitor, { properties });

const TEXTS = [
  '{"plan":"pro"}',
  '{"n.1":1.5,"plan":"PRO=1"}',
  '{"n.1":true,"pla":"pro","plan":"pro"}',
  '{"pla":"\\"plan\\":\\"x\\""}',
  '{"n.1":1e21,"plan":"é\\\\"}',
  null,
];

/** Hits of five days, a sixth without properties. */
const HITS = Array.from({ length: 40 }, (_, number) =>
  hitOn(1 + (number % 5), number % 7, TEXTS[number % TEXTS.length] ?? null),
);

const queryOf = (filters: readonly Filter[] = [], end = 5): HitQuery => ofDays(1, 1 + end, { filters });

const FILTERS: readonly Filter[] = NAMES.flatMap(dimension => [
  { dimension, is: 'pro' },
  { dimension, containsAnyOf: ['PRO'] },
  { dimension, isNot: '1.5' },
  { dimension, is: null },
]);

const answersOf = answersBy({ dimensions: NAMES, filters: FILTERS, queryOf });

test('groups, days and counts by a property are read from sums only', async () => {
  await using store = await openSummed(HITS);
  const { engine, memory } = store;
  expect(await engine.read('select key, is_wide from sum_widths order by key')).toEqual(
    ['n.1', 'pla', 'plan'].map(name => ({ key: `property:${name}`, is_wide: false })),
  );
  await engine.rebuild(copy => copy.run('update hits set properties = null'));
  const named = async (of: TestHitStore) =>
    JSON.stringify((await answersOf(of)).filter(answer => !JSON.stringify(answer).includes('none')));
  expect(await named(store)).toEqual(await named(memory));
});

test('texts are looked at only where rows have to be read', async () => {
  await using store = await openSummed(HITS);
  const { engine } = store;
  const asked: string[] = [];
  const read: typeof engine.read = (text, ...rest) => {
    asked.push(text);
    return engine.read(text, ...rest);
  };
  const watched = createTestHitStore({ ...engine, read }, { maxRawHits: -1 });
  const samples = () => asked.splice(0).filter(text => text.includes('distinct properties')).length;
  const isPro = queryOf([{ dimension: 'property:plan', is: 'pro' }]);
  await watched.group(queryOf(), 'property:plan', PAGE);
  await watched.count(isPro);
  await watched.totals(isPro);
  expect(samples()).toBe(0);
  await watched.group(isPro, 'path', PAGE);
  await watched.group(queryOf(), 'property:plan', { ...PAGE, countsVisitors: true });
  expect(samples()).toBe(2);
});

// A day has more rows than are summed up at once.
test.each([{}, { rowsPerSlice: 7 }, { minWideRows: 0 }])(
  'they are those of all rows after late hits, a removal, a site less and a restart: %o',
  async options => {
    const late = [hitOn(2, 9, '{"n.1":"1.5","plan":"late"}'), hitOn(0, 9, '{"none":1}')];
    await expectEqualAfterChanges({
      options,
      hits: HITS,
      late,
      answersOf,
      async isSound(engine) {
        expect(await findWrongSums(engine)).toEqual([]);
        expect(await engine.read('select 1 from sum_widths where site_id = 2')).toEqual([]);
      },
    });
  },
);

test('a property with a value of its own on many hits has no sums, until the site has grown; earlier hits count too', async () => {
  await using store = await openSummed([], { minWideRows: 10 });
  const { engine, memory } = store;
  const append = async (hits: readonly NewHit[]) => {
    for (const each of [store, memory]) await each.append(hits);
    await expectSound(store, findWrongSums);
    for (const dimension of ['property:order', 'property:plan'] as const)
      expect(await store.group(queryOf(), dimension, PAGE)).toEqual(
        await memory.group(queryOf(), dimension, PAGE),
      );
  };
  const names = async () => {
    const texts = "select substr(key, 10) || ' ' || is_wide as text from sum_widths order by key";
    return (await engine.read<{ text: string }>(texts)).map(({ text }) => text);
  };
  const ofOrder = (order: number) => hitOn(1 + (order % 5), order, `{"order":"${order}","plan":"pro"}`);
  await append(Array.from({ length: 20 }, (_, order) => ofOrder(order)));
  expect(await names()).toEqual(['order true', 'plan false']);
  await append([ofOrder(99)]);
  expect(await names()).toEqual(['order true', 'plan false']);
  await append(Array.from({ length: 2000 }, (_, number) => hitOn(1 + (number % 5), number, null)));
  await append([ofOrder(100)]);
  expect(await names()).toEqual(['order false', 'plan false']);
});

test('a limited number of names is summed up, the commonest first', async () => {
  const hits = Array.from({ length: 40 }, (_, number) => hitOn(1, number, `{"n${number}":1}`));
  await using store = await openSummed([...hits, hitOn(2, 1, '{"n9":1}'), hitOn(3, 1, '{"n39":2}')]);
  const summed = await store.engine.read<{ name: string }>('select substr(key, 10) as name from sum_widths');
  expect(summed.length).toBe(32);
  expect(summed.map(({ name }) => name)).toContain('n39');
  for (const name of ['n39', 'n9', 'n8'])
    expect(await store.group(queryOf(), `property:${name}`, PAGE)).toEqual(
      await store.memory.group(queryOf(), `property:${name}`, PAGE),
    );
});

test('which sites have hits is found out in little memory, however many there are', async () => {
  await using engine = await openTestEngine();
  await engine.append([hitOn(1, 1, '{"plan":"pro"}')]);
  await engine.rebuild(async copy => {
    await copy.run(
      'insert into hits select * exclude (range) replace (id + range + 1 as id) from hits, range(1_000_000)',
    );
    await copy.run("set memory_limit = '20MB'");
    await updateHits(copy, { rowsPerSlice: 100_000, minWideRows: 0 });
    await copy.run("set memory_limit = '256MB'");
  });
  expect(await engine.read('select key from sum_widths')).toEqual([{ key: 'property:plan' }]);
});
