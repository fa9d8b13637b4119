/** Journeys of random histories: the engine says what plain arrays say, whatever the span and the slice. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Filter } from '../../src/core/hits/query.ts';
import type { NewHit } from '../../src/core/hits/row.ts';
import { DAY_MS } from '../../src/lib/time-units.ts';
import { openTemporaryHitStore } from '../support/duck-hit-store.ts';
import { IS_LONG } from '../support/fuzz.ts';
import { aHit } from '../support/hit-rows.ts';
import { createMemoryHitStore } from '../support/memory-hit-store.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

const START = Date.UTC(2026, 2, 1);
const PATHS = ['/', '/a', '/A', '/ü', '/😀', "/'", ''];

const hits = fc.array(
  fc.record({
    visitor: fc.option(fc.bigInt({ min: 0n, max: 12n }), { nil: null }),
    offsetMs: fc.oneof(fc.integer({ min: 0, max: 12 * DAY_MS }), fc.constantFrom(0, 1, DAY_MS, DAY_MS + 1)),
    path: fc.constantFrom(...PATHS),
    referrer: fc.constantFrom(null, 'https://x.example/'),
    siteId: fc.constantFrom(1, 1, 1, 2),
    event: fc.constantFrom(null, null, null, 'cart.add', 'a.b'),
  }),
  { minLength: 1, maxLength: 60 },
);
const questions = fc.record({
  siteId: fc.constantFrom(1, 2),
  startMs: fc.integer({ min: 0, max: 6 * DAY_MS }),
  lengthMs: fc.oneof(fc.constantFrom(1, DAY_MS, 730 * DAY_MS), fc.integer({ min: 1, max: 12 * DAY_MS })),
  offset: fc.nat(14),
  limit: fc.integer({ min: 0, max: 14 }),
  maxPages: fc.integer({ min: 1, max: 5 }),
  maxPaths: fc.integer({ min: 1, max: 4 }),
  omitsSingle: fc.boolean(),
  path: fc.constantFrom(...PATHS),
  filters: fc.constantFrom<readonly Filter[]>(
    [],
    [],
    [{ dimension: 'path', is: '/a' }],
    [{ dimension: 'path', isNoneOf: ['/a', '/'] }],
    [
      { dimension: 'path', isAnyOf: ['/a', '/ü'] },
      { dimension: 'path', is: '/' },
    ],
    [{ dimension: 'referrer_host', is: null }],
    [{ dimension: 'referrer_host', isNot: null }],
    [
      { dimension: 'referrer', containsAnyOf: ['X.EX'] },
      { dimension: 'entry_page', isAnyOf: ['/', '/a'] },
      { dimension: 'exit_page', isNot: '/A' },
    ],
    [{ dimension: 'event', is: 'cart.add' }],
    [{ dimension: 'event', isNot: 'cart.add' }],
  ),
});

type Made = typeof hits extends fc.Arbitrary<readonly (infer Row)[]> ? Row : never;

/** Every other visitor is followed for a day only, as those without an id are. */
const toRow = ({ offsetMs, visitor, event, ...rest }: Made): NewHit => {
  const isOfDay = visitor !== null && visitor % 2n === 0n;
  const day = BigInt(Math.floor(offsetMs / DAY_MS) + 1);
  return aHit({
    ...rest,
    visitor: isOfDay ? visitor + day * 100n : visitor,
    ...(isOfDay ? { visitorScope: 'day' } : {}),
    ...(event === null ? {} : { kind: 'event', event }),
    createdAt: new Date(START + offsetMs),
  });
};

test.each([
  ['few', {}],
  ['many', { maxRawHits: 0 }],
] as const)(
  'random histories, read as %s hits',
  async (_, options) => {
    await using duck = await openTemporaryHitStore(options);
    const memory = createMemoryHitStore();
    const says = fc.asyncProperty(
      hits,
      fc.array(questions, { minLength: 6, maxLength: 6 }),
      async (made, asked) => {
        for (const store of [duck, memory])
          await store
            .remove({ siteId: 1, kinds: ['hit', 'event'], which: 'all' })
            .then(() => store.append(made.map(toRow)));
        for (const { startMs, lengthMs, offset, limit, ...rest } of asked) {
          const span = { start: new Date(START + startMs), end: new Date(START + startMs + lengthMs) };
          const query = { ...rest, span };
          expect(await duck.journeys(query, { offset, limit })).toEqual(
            await memory.journeys(query, { offset, limit }),
          );
          const pages = { shape: 'flows', of: 'pages', ...query, maxHits: 1_000_000 } as const;
          expect(await duck.ask(pages)).toEqual(await memory.ask(pages));
        }
      },
    );
    await fc.assert(says, { seed: 20_260_310, numRuns: IS_LONG ? 15 : 5, endOnFailure: true });
  },
  TIME_LIMIT_MS,
);

test('of many hits the newest days are looked at for the pages beside a page, each as a whole', async () => {
  await using duck = await openTemporaryHitStore({ maxRawHits: 0 });
  for (const day of ['08', '09', '10'])
    await duck.append(
      ['/', '/a', '/b'].map((path, step) =>
        aHit({ visitor: BigInt(day), path, at: `2026-03-${day}T12:${14 + step}:00Z` }),
      ),
    );
  const span = { start: new Date('2026-03-01T00:00:00Z'), end: new Date('2026-03-11T00:00:00Z') };
  const ask = (maxHits: number) =>
    duck.ask({ shape: 'flows', of: 'pages', siteId: 1, span, path: '/a', maxPaths: 5, maxHits });
  const one = { previous: [{ path: '/', views: 1 }], next: [{ path: '/b', views: 1 }] };
  expect(await ask(2)).toMatchObject({
    views: 1,
    entries: 0,
    ...one,
    since: new Date('2026-03-10T00:00:00Z'),
  });
  expect(await ask(5)).toMatchObject({ views: 2, entries: 0, since: new Date('2026-03-09T00:00:00Z') });
  expect(await ask(100)).toMatchObject({ views: 3, since: span.start });
});
