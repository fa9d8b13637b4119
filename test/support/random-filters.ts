/** Random filters, of values that random rows have. */
import fc from 'fast-check';
import { CHANNELS } from '../../src/core/channels/rules.ts';
import type { GoalCondition } from '../../src/core/goals/condition.ts';
import {
  type Condition,
  DIMENSIONS,
  type Dimension,
  type Filter,
  type SingleView,
} from '../../src/core/hits/query.ts';

export const PATHS = ['/', '/a', '/A', '/ü', '/😀', "/'"];
export const REFERRERS = [
  null,
  'https://www.News.example/a',
  'news.example/b',
  'http://other.example:80?x',
  'https://www.google.de/',
  'https://docs.google.com/a',
  'https://blog.example.com/',
  '://',
  '',
];
export const EVENTS = ['a.b', 'form.sent'];
export const SITE_HOST = 'example.com';
export const DIMENSIONS_ASKED = [
  ...DIMENSIONS,
  'property:plan',
  'property:plan',
  'property:x.y',
  'property:none',
] as const;

/** Values that rows have; they lack the other dimensions. */
export const VALUES: Readonly<Partial<Record<Dimension, readonly string[]>>> = {
  path: PATHS,
  entry_page: PATHS,
  exit_page: PATHS,
  referrer: REFERRERS.flatMap(referrer => referrer ?? []),
  referrer_host: ['news.example', 'other.example'],
  hostname: [SITE_HOST, 'shop.example'],
  channel: CHANNELS,
  campaign: ['a', 'A b', '%ff', 'é%'],
  medium: ['A'],
  country: ['DE', 'XX'],
  browser_name: ['Firefox'],
  platform_name: ['Linux'],
  browser_version: ['1', '2'],
  city: ['Delft', 'Gouda'],
  language: ['de', 'pt-BR'],
  screen: ['phone'],
  many_agents: ['true'],
  network: ['hosting', 'access'],
  device: ['mobile', 'desktop', 'unknown'],
  source: ['News', 'nEWS', 'Instagram'],
  event: EVENTS,
  value: ['1'],
  'property:plan': ['pro', 'PRO', '1', 'a"b\\é', 'true, pro'],
  'property:x.y': ['1'],
};
export const parts = fc.constantFrom('', 'A', 'NEWS', '/', 'e', 'sent', 'x', 'Ü', '😀');
const patterns = fc.constantFrom(
  '*',
  '**',
  '/*',
  '*A*',
  'NEWS*',
  '*e*t',
  '/Ü',
  '?',
  '%FF',
  String.raw`\*`,
  'https://**/a',
  '*.*',
);
const someOf = (value: fc.Arbitrary<string>) => fc.array(fc.option(value, { nil: null }), { maxLength: 3 });
const filterOn = (dimension: Dimension): fc.Arbitrary<Filter> => {
  const values = fc.constantFrom('x', ...(VALUES[dimension] ?? []));
  return fc
    .oneof(
      fc.record({ is: fc.option(values, { nil: null }) }),
      fc.record({ isNot: fc.option(values, { nil: null }) }),
      fc.record({ isAnyOf: someOf(values) }),
      fc.record({ isNoneOf: someOf(values) }),
      fc.record({ containsAnyOf: someOf(parts) }),
      fc.record({ containsNone: someOf(parts) }),
      fc.record({ matchesAnyOf: someOf(patterns) }),
      fc.record({ matchesNone: someOf(patterns) }),
    )
    .map(condition => ({ dimension, ...condition }));
};
/** Two on the same dimension, too: those of a segment stand beside the request's own. */
const filters: fc.Arbitrary<Filter[]> = fc.oneof(
  { arbitrary: fc.array(fc.constantFrom(...DIMENSIONS_ASKED).chain(filterOn), { maxLength: 2 }), weight: 4 },
  {
    arbitrary: fc
      .constantFrom(...DIMENSIONS_ASKED)
      .chain(dimension => fc.tuple(filterOn(dimension), filterOn(dimension))),
    weight: 1,
  },
);

/** Conditions that are nested, of some filters, and of what visits did. */
export const nestedOf = (
  filter: fc.Arbitrary<Filter>,
  goal: fc.Arbitrary<GoalCondition>,
): fc.Arbitrary<Condition> => {
  const done = fc
    .oneof({ arbitrary: goal, weight: 4 }, fc.constant<SingleView>({ views: 1 }))
    .map((each): Condition => ({ done: each }));
  return fc.letrec<{ readonly nested: Condition; readonly part: Condition }>(tie => ({
    part: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { arbitrary: filter as fc.Arbitrary<Condition>, weight: 4 },
      { arbitrary: done, weight: 1 },
      { arbitrary: tie('nested'), weight: 2 },
    ),
    nested: fc.oneof(
      fc.array(tie('part'), { maxLength: 3 }).map(and => ({ and })),
      fc.array(tie('part'), { maxLength: 3 }).map(or => ({ or })),
      tie('part').map(not => ({ not })),
      done,
    ),
  })).nested;
};

const GOALS: readonly GoalCondition[] = [
  { event: 'a.b' },
  { event: 'form.sent', value: '1' },
  { event: 'a.b', properties: { plan: 'pro' } },
  { path: '/a' },
  { path: '/*' },
];

/** What rows are asked for: half of the questions have filters alone, which sums answer. */
export const conditions: fc.Arbitrary<Condition[]> = fc.oneof(
  filters,
  fc
    .tuple(
      nestedOf(fc.constantFrom(...DIMENSIONS_ASKED).chain(filterOn), fc.constantFrom(...GOALS)),
      filters.map(made => made.slice(0, 1)),
    )
    .map(([nested, others]) => [nested, ...others]),
);
