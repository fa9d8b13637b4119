/** Sums of hits by city, host and parameters of the url: they answer what rows would, and sites with too many values have none. */
import { expect, test } from 'bun:test';
import type { Filter } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { HOUR_MS } from '../../src/lib/time-units.ts';
import type { Rebuild } from '../../src/stores/duckdb/engine-types.ts';
import { SUMMED_VALUES } from '../../src/stores/duckdb/rollups/values.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';
import { findWrongValues } from '../support/stored-values.ts';
import {
  answersBy,
  expectEqualAfterChanges,
  expectEqualOfFormer,
  expectFaultAfter,
  hitOn,
  ofDays,
  openFormerFolder,
  openSummed,
  startOf,
} from '../support/summed-store.ts';

const PAGE = { offset: 0, limit: 50 };
const VALUES = SUMMED_VALUES.map(({ name }) => name);

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
  ofDays(1, 1 + end, { siteHost: 'shop.example', filters });

/** Filters on each dimension with sums by value. */
const FILTERS: readonly Filter[] = [
  ...VALUES.flatMap(dimension => [
    { dimension, contains: '1' },
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
  expect(await findWrongValues(engine)).toEqual([]);
  expect(await engine.read('select 1 from hit_groups where dimension > 10 and key is null')).toEqual([]);
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
        expect(await findWrongValues(engine)).toEqual([]);
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
  const wide = () => engine.read('select dimension, wide_at from unsummed_values');
  const isRight = async () =>
    expect(await store.group(queryOf(), 'content', PAGE)).toEqual(
      await memory.group(queryOf(), 'content', PAGE),
    );
  const ofClick = (click: number) =>
    hitOn(1 + (click % 5), click, { url: `/?utm_content=${click}&utm_term=t` });
  await append(Array.from({ length: 20 }, (_, click) => ofClick(click)));
  expect(await wide()).toEqual([{ dimension: 'content', wide_at: 20 }]);
  expect(
    await engine.read('select dimension from hit_groups where dimension > 15 group by all order by all'),
  ).toEqual([{ dimension: 16 }, { dimension: 18 }]);
  await isRight();
  await append([ofClick(99)]);
  await isRight();
  await append(Array.from({ length: 200 }, (_, number) => hitOn(1 + (number % 5), number)));
  expect(await wide()).toEqual([]);
  await isRight();
  expect(await findWrongValues(engine)).toEqual([]);
});

test('a site that lost most of its hits has sums of a value again', async () => {
  const hits = Array.from({ length: 20 }, (_, click) =>
    hitOn(1 + (click % 5), click, { url: `/?utm_content=${click}` }),
  );
  const ofBoth = [...hits, ...hits.map(hit => ({ ...hit, siteId: 2 }))];
  await using store = await openSummed(ofBoth, { minWideRows: 6 });
  const { engine } = store;
  const wide = () => engine.read('select dimension, wide_at from unsummed_values');
  const removeUpTo = async (last: number) => {
    const ids = Array.from({ length: last }, (_, index) => index + 1);
    await store.remove({ siteId: 1, kinds: ['hit'], which: { ids } });
    await store.maintain({ force: true });
  };
  expect((await wide()).length).toBe(2);
  await removeUpTo(8);
  expect(await wide()).toContainEqual({ dimension: 'content', wide_at: 20 });
  await store.remove({ siteId: 2, kinds: ['hit'], which: 'all' });
  await removeUpTo(15);
  expect(await wide()).toEqual([]);
  expect(await findWrongValues(engine)).toEqual([]);
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
  expect(await engine.read('select 1 from unsummed_values')).toEqual([]);
  await store.remove({ siteId: 1, kinds: ['hit'], which: { before: startOf(3) } });
  await store.maintain({ force: true });
  expect(await engine.read('select dimension from unsummed_values')).toEqual([]);
  expect(await findWrongValues(engine)).toEqual([]);
});

/** What a folder has that was summed up before tags were read in any case. */
const WITH_FORMER_TAGS = [
  `insert into unsummed_values select site_id, unnest(['region', 'city', 'hostname', 'channel']), null
    from (select distinct site_id from hits)`,
  `insert into hit_groups select site_id, 14, created_at::date, 'former', count(*), 0 from hits where id <= 30 group by all`,
];

test.each([
  ['0022-value-sums', []],
  ['0027-tags', WITH_FORMER_TAGS],
])(
  'a folder of a schema before %s answers from rows, also after a removal, until its first compaction',
  async (migration, statements) => {
    const sumUp = async (copy: Rebuild) => {
      await copy.run('update rollup_state set watermark = 30');
      for (const group of ['6, created_at::date, is_mobile::varchar', '2, created_at::date, referrer'])
        await copy.run(`insert into hit_groups select site_id, ${group}, count(*),
        count(*) filter (where is_unique) from hits where id <= 30 group by all`);
      for (const statement of statements) await copy.run(statement);
    };
    using folder = await openFormerFolder(migration, HITS, former => former.rebuild(sumUp));
    await expectEqualOfFormer({
      folder,
      hits: HITS,
      answersOf,
      findWrong: findWrongValues,
      async isSound(engine) {
        expect(await engine.read('select 1 from unsummed_values')).toEqual([]);
      },
    });
  },
);

test('a check reports sums by values that are more than the hits', () =>
  expectFaultAfter(
    'update hit_groups set hits = hits + 9 where dimension = 12',
    HITS,
    /the sums of hits by their values of 5 days are more/,
  ));

test('channels that are stored before sums begin are asked about the site itself', async () => {
  const hits = [1, 2].map(visitor => hitOn(1, visitor, { referrer: 'https://shop.example/' }));
  await using store = await openSummed(hits, { maxRawHits: 4 });
  const { memory } = store;
  for (const each of [store, memory]) await each.append([3, 4, 5].map(visitor => hitOn(1, visitor)));
  const query = { ...queryOf(), span: { start: startOf(1), end: new Date(+startOf(1) + HOUR_MS) } };
  expect(await store.group(query, 'channel', PAGE)).toEqual(await memory.group(query, 'channel', PAGE));
});
