/** Sums of visits by place, host and parameters of campaigns: they answer what rows would, and sites with too many values have none. */
import { expect, test } from 'bun:test';
import type { Attribution, Dimension, HitQuery } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import type { TestHitStore } from '../support/hit-reads.ts';
import { findWrongSums } from '../support/stored-sums.ts';
import {
  type Asked,
  expectEqualAfterChanges,
  expectSound,
  hitOn,
  ofDays,
  openSummed,
  takeTurn,
} from '../support/summed-store.ts';

const COUNTED = { offset: 0, limit: 50, countsVisitors: true };

const inCity = (number: number) => ({ city: `City ${number}`, region: `Region ${number % 2}` });
const atHost = (host: string) => ({ url: `https://${host}/` });
const tagged = (number: number) => ({ url: `/?utm_term=t${number}&utm_content=c${number % 2}` });

/** Visitors who change their city within a visit and later, come by a link again, or have neither; and who change the host. */
const HITS = [
  hitOn(1, 1, inCity(1)),
  hitOn(1, 1, { ...inCity(2), path: '/a' }, 10),
  hitOn(2, 1, { ...inCity(2), ...tagged(1) }),
  hitOn(4, 1, inCity(1)),
  hitOn(1, 2, tagged(1)),
  hitOn(2, 2, tagged(1)),
  hitOn(2, 2, tagged(2), 90),
  hitOn(4, 3),
  hitOn(4, 3, inCity(3), 20),
  hitOn(3, 4, { ...inCity(3), ...tagged(2), visitorHash: null, visitorScope: null }),
  // By the site's own host, which most urls leave out, and by another.
  hitOn(1, 6),
  hitOn(2, 6, atHost('site.example')),
  hitOn(2, 6, atHost('other.example'), 90),
  hitOn(4, 6),
  hitOn(4, 6, atHost('site.example'), 90),
  hitOn(2, 7, atHost('site.example')),
  hitOn(3, 7),
];

const ASKED: readonly (readonly [Dimension, Attribution])[] = [
  ['region', 'visit'],
  ['city', 'visit'],
  ['term', 'visit'],
  ['content', 'visit'],
  ['hostname', 'visit'],
  ['region', 'hit'],
  ['city', 'hit'],
];
const QUERIES = [ofDays(1, 5), ofDays(2, 5), ofDays(2, 3)].flatMap(days =>
  ASKED.map(([dimension, attribution]) => {
    const query: HitQuery = { ...days, siteHosts: ['site.example'], attribution };
    return { dimension, query };
  }),
);

/** Groups with visitors and visits, and totals of one value and of none, over some spans. */
const answersOf = async (store: TestHitStore, { turn }: Asked = {}): Promise<unknown[]> => {
  const answers: unknown[] = [];
  for (const { dimension, query } of takeTurn(QUERIES, turn, 2)) {
    const groups = await store.group(query, dimension, COUNTED);
    const totals = [];
    for (const is of [groups.rows[0]?.key ?? null, null]) {
      const ofValue = { ...query, filters: [{ dimension, is }] };
      const options = { countsVisits: true, omitsPaths: true };
      totals.push({ ...(await store.totals(ofValue, options)), paths: 0 });
    }
    answers.push([dimension, query, groups, totals]);
  }
  return answers;
};

test('visitors and visits by place, term, content and host are read from sums only', async () => {
  await using store = await openSummed(HITS);
  expect(await findWrongSums(store.engine)).toEqual([]);
  await store.dropHits();
  expect(await answersOf(store)).toEqual(await answersOf(store.memory));
});

test.each([{}, { rowsPerSlice: 3 }, { minWideRows: 0 }])(
  'they follow from all rows after late hits, a removal and a restart: %o',
  async options => {
    const late = [
      ...[hitOn(1, 2, inCity(1), 20), hitOn(3, 2, tagged(1), -10), hitOn(2, 5, inCity(3))],
      ...[hitOn(3, 6, atHost('site.example')), hitOn(2, 7, {}, 120)],
    ];
    await expectEqualAfterChanges({
      options,
      hits: HITS,
      late,
      // The last one is the first that came late: a second site has the others, too.
      removed: [1, 12, 2 * HITS.length + 1],
      answersOf,
      isSound: async engine => expect(await findWrongSums(engine)).toEqual([]),
    });
  },
);

test('a site with too many values has no sums of visits by them, until it has grown', async () => {
  await using store = await openSummed([], { minWideRows: 5 });
  const { engine, memory } = store;
  const append = async (turn: number, count: number, toHit: (number: number) => NewHit) => {
    const hits = Array.from({ length: count }, (_, number) => toHit(number));
    for (const each of [store, memory]) await each.append(hits);
    await expectSound(store, findWrongSums);
    expect(await answersOf(store, { turn })).toEqual(await answersOf(memory, { turn }));
  };
  const count = async () =>
    (
      await engine.read(
        'select key from sums where aggregate = 3 and dimension = 17 and since is null and key is not null',
      )
    ).length;
  await append(0, 5, number => hitOn(1, number + 1, tagged(number)));
  expect(await count()).toBe(5);
  await append(1, 5, number => hitOn(2, number + 1, tagged(number + 9)));
  expect(await count()).toBe(0);
  await append(2, 90, number => hitOn(1 + (number % 4), 50 + number));
  expect(await count()).toBe(10);
});
