/** Sums of hits by city, host and parameters of the url: they answer what rows would, and sites with too many values have none. */
import { expect, test } from 'bun:test';
import type { Filter } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { HOUR_MS } from '../../src/lib/time-units.ts';
import { VALUE_KEYS } from '../../src/stores/duckdb/aggregates/table.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';
import { findWrongSums } from '../support/stored-sums.ts';
import {
  answersBy,
  expectEqualAfterChanges,
  expectFaultAfter,
  hitOn,
  ofDays,
  openSummed,
  startOf,
} from '../support/summed-store.ts';

const PAGE = { offset: 0, limit: 50 };
const VALUES = [...VALUE_KEYS];

const url = (number: number): string =>
  `https://${number % 2 ? 'blog.' : ''}shop.example/?utm_campaign=spring+${number % 3}&utm_medium=mail&utm_term=t${number % 2}&utm_content=c`;

/** Hits of five days: a third without a place, a third without parameters, one by a search. */
const HITS = Array.from({ length: 40 }, (_, number) =>
  hitOn(1 + (number % 5), number % 7, {
    ...(number % 3 && { region: `Region ${number % 2}`, city: `City ${number % 4}` }),
    ...(number % 3 !== 1 && { url: url(number) }),
    ...(number % 11 === 0 && { referrer: 'https://www.google.com/' }),
  }),
);

const queryOf = (filters: readonly Filter[] = [], end = 5) =>
  ofDays(1, 1 + end, { siteHosts: ['shop.example'], filters });

/** Filters on each dimension with sums by value. */
const FILTERS: readonly Filter[] = [
  ...VALUES.flatMap(dimension => [
    { dimension, containsAnyOf: ['1'] },
    { dimension, isNot: 'Direct' },
    { dimension, is: null },
  ]),
  // Hits without a url are at the site's own host.
  { dimension: 'hostname', is: 'shop.example' },
  { dimension: 'city', isNoneOf: ['City 1', null] },
  { dimension: 'channel', is: 'Direct' },
  { dimension: 'channel', isAnyOf: ['Email', 'Organic Search', 'Paid Search'] },
];

const answersOf = answersBy({ dimensions: VALUES, filters: FILTERS, queryOf });

test('groups, days and counts by a value are read from sums only', async () => {
  await using store = await openSummed(HITS);
  const { engine } = store;
  expect(await findWrongSums(engine)).toEqual([]);
  const ofNone = `select 1 from sums where aggregate = 2 and dimension between 12 and 19 and key is null`;
  expect(await engine.read(ofNone)).toEqual([]);
  await store.dropHits();
  expect(await answersOf(store)).toEqual(await answersOf(store.memory));
});

// A day has more rows than are summed up at once.
test.each([{}, { rowsPerSlice: 7 }, { minWideRows: 0 }])(
  'they are those of all rows after late hits, a removal, a site less and a restart: %o',
  async options => {
    const late = [hitOn(2, 9, { city: 'City 1', url: url(3) }), hitOn(0, 9, { city: 'Late' })];
    await expectEqualAfterChanges({
      options,
      hits: HITS,
      late,
      answersOf,
      async isSound(engine) {
        expect(await findWrongSums(engine)).toEqual([]);
      },
    });
  },
);

test('a site with a value on nearly every hit has no sums of it, until it has grown', async () => {
  await using store = await openSummed([], { minWideRows: 10 });
  const { engine, memory } = store;
  const append = async (hits: readonly NewHit[]) => {
    for (const each of [store, memory]) await each.append(hits);
    await store.maintain({ force: true });
  };
  const wide = () => engine.read('select key, decided_at from sum_widths where is_wide');
  const isRight = async () =>
    expect(await store.group(queryOf(), 'content', PAGE)).toEqual(
      await memory.group(queryOf(), 'content', PAGE),
    );
  const ofClick = (click: number) =>
    hitOn(1 + (click % 5), click, { url: `/?utm_content=${click}&utm_term=t` });
  await append(Array.from({ length: 20 }, (_, click) => ofClick(click)));
  expect(await wide()).toEqual([{ key: 'content', decided_at: 20 }]);
  expect(
    await engine.read(
      'select dimension from sums where aggregate = 2 and dimension > 16 group by all order by all',
    ),
  ).toEqual([{ dimension: 17 }, { dimension: 19 }]);
  await isRight();
  await append([ofClick(99)]);
  await isRight();
  await append(Array.from({ length: 200 }, (_, number) => hitOn(1 + (number % 5), number)));
  expect(await wide()).toEqual([]);
  await isRight();
  expect(await findWrongSums(engine)).toEqual([]);
});

test('a site that lost most of its hits has sums of a value again', async () => {
  const hits = Array.from({ length: 20 }, (_, click) =>
    hitOn(1 + (click % 5), click, { url: `/?utm_content=${click}` }),
  );
  const ofBoth = [...hits, ...hits.map(hit => ({ ...hit, siteId: 2 }))];
  await using store = await openSummed(ofBoth, { minWideRows: 6 });
  const { engine } = store;
  const wide = () => engine.read('select key, decided_at from sum_widths where is_wide');
  const removeUpTo = async (last: number) => {
    const ids = Array.from({ length: last }, (_, index) => index + 1);
    await store.remove({ siteId: 1, kinds: ['hit'], which: { ids } });
    await store.maintain({ force: true });
  };
  expect((await wide()).length).toBe(2);
  await removeUpTo(8);
  expect(await wide()).toContainEqual({ key: 'content', decided_at: 20 });
  await store.remove({ siteId: 2, kinds: ['hit'], which: 'all' });
  await removeUpTo(15);
  expect(await wide()).toEqual([]);
  expect(await findWrongSums(engine)).toEqual([]);
  const memory = createMemoryHitStore();
  await memory.append(hits.slice(15));
  expect(await answersOf(store)).toEqual(await answersOf(memory));
});

test('what a removal has subtracted on later days is not taken for further values', async () => {
  const hits = Array.from({ length: 80 }, (_, number) =>
    hitOn(1 + Math.floor(number / 20), number, { city: `City ${number % 2}` }),
  );
  await using store = await openSummed(hits, { minWideRows: 4, rowsPerSlice: 1 });
  const { engine } = store;
  expect(await engine.read('select 1 from sum_widths')).toEqual([]);
  await store.remove({ siteId: 1, kinds: ['hit'], which: { before: startOf(3) } });
  await store.maintain({ force: true });
  expect(await engine.read('select key from sum_widths')).toEqual([]);
  expect(await findWrongSums(engine)).toEqual([]);
});

test('a check reports sums by values that do not agree with the hits', () =>
  expectFaultAfter(
    'update sums set hits = hits + 9 where aggregate = 2 and dimension = 13',
    HITS,
    /the sums of hits by their values of 5 days do not agree/,
  ));

test('channels that are stored before sums begin are asked about the site itself', async () => {
  const hits = [1, 2].map(visitor => hitOn(1, visitor, { referrer: 'https://shop.example/' }));
  await using store = await openSummed(hits, { maxRawHits: 4 });
  const { memory } = store;
  for (const each of [store, memory]) await each.append([3, 4, 5].map(visitor => hitOn(1, visitor)));
  const query = { ...queryOf(), span: { start: startOf(1), end: new Date(+startOf(1) + HOUR_MS) } };
  expect(await store.group(query, 'channel', PAGE)).toEqual(await memory.group(query, 'channel', PAGE));
});
