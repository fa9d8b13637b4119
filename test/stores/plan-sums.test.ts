/** Plans of reads: which sums answer a question follows from the question and the state of the sums alone. */
import { expect, test } from 'bun:test';
import type { Condition, HitQuery } from '../../src/core/hits/query.ts';
import { type Planned, planSums } from '../../src/stores/duckdb/aggregates/plan.ts';
import { type SumsState, toWidth } from '../../src/stores/duckdb/aggregates/state.ts';
import { aQuery } from '../support/hit-rows.ts';

const STATE: SumsState = {
  isUsed: true,
  staleSites: new Set([9]),
  widths: new Map<string, boolean | null>([
    [toWidth(1, 'term'), true],
    [toWidth(1, 'content'), null],
    [toWidth(1, 'property:plan'), false],
    [toWidth(1, 'property:order'), true],
  ]),
  isMade: true,
  isByRules: true,
  hasNormalValues: true,
};
const FEW: SumsState = { ...STATE, isUsed: false };
const OTHER_RULES: SumsState = { ...STATE, isByRules: false };

const of = (filters: readonly Condition[] = [], more: Partial<HitQuery> = {}): HitQuery =>
  aQuery({ filters, ...more });
const byVisit = (filters: readonly Condition[] = []): HitQuery => of(filters, { attribution: 'visit' });
const [berlin, page, mobile] = [
  { dimension: 'city', is: 'Berlin' },
  { dimension: 'path', is: '/' },
  { dimension: 'device', isNot: 'desktop' },
] as const;

type Row = readonly [what: string, planned: Planned, plan: string, state?: SumsState];

const HITS: readonly Row[] = [
  ['all hits', { query: of() }, 'slots'],
  ['all hits of few', { query: of() }, 'rows', FEW],
  ['events', { query: of([], { kind: 'event' }) }, 'rows'],
  ['hits of a page', { query: of([page]) }, 'hits by path'],
  ['pages', { query: of(), dimension: 'path' }, 'hits by path'],
  ['pages of a page', { query: of([page]), dimension: 'path' }, 'hits by path'],
  ['pages of a city', { query: of([berlin]), dimension: 'path' }, 'rows'],
  ['hosts of referrers', { query: of(), dimension: 'referrer_host' }, 'hits by referrer'],
  ['devices that are not desktops', { query: of([mobile]), dimension: 'device' }, 'hits by is_mobile'],
  ['urls', { query: of(), dimension: 'url' }, 'rows'],
  ['cities', { query: of(), dimension: 'city' }, 'hits by city'],
  ['a value with too many', { query: of(), dimension: 'term' }, 'rows'],
  ['a value that is awaited', { query: of(), dimension: 'content' }, 'rows'],
  ['a property', { query: of(), dimension: 'property:plan' }, 'hits by property'],
  ['a property with too many values', { query: of(), dimension: 'property:order' }, 'rows'],
  ['a property that nothing is known of', { query: of(), dimension: 'property:none' }, 'rows'],
  ['channels', { query: of(), dimension: 'channel' }, 'hits by channel'],
  ['channels of other rules', { query: of(), dimension: 'channel' }, 'rows', OTHER_RULES],
  ['nested conditions', { query: of([{ or: [page, page] }]), dimension: 'path' }, 'rows'],
  ['entry pages of visitors', { query: of(), dimension: 'entry_page' }, 'visitorDays'],
  ['those of a page', { query: of([page]), dimension: 'entry_page' }, 'rows'],
  ['those out of date', { query: of([], { siteId: 9 }), dimension: 'entry_page' }, 'rows'],
  [
    'hits while visitors are out of date',
    { query: of([], { siteId: 9 }), dimension: 'path' },
    'hits by path',
  ],
];

const counted = (query: HitQuery, dimension?: Planned['dimension']): Planned => ({
  query,
  dimension,
  countsVisitors: true,
});
const VISITORS: readonly Row[] = [
  ['all visitors', counted(of()), 'visitorDays'],
  ['all visitors, out of date', counted(of([], { siteId: 9 })), 'rows'],
  ['visitors of pages', counted(of(), 'path'), 'visits'],
  ['visits by source', counted(byVisit(), 'source'), 'visits'],
  ['visits from a source', counted(byVisit([{ dimension: 'source', is: 'News' }]), 'source'), 'visits'],
  ['visits by source from a city', counted(byVisit([berlin]), 'source'), 'rows'],
  ['visits by source of few', counted(byVisit(), 'source'), 'rows', FEW],
  ['hosts of a referrer', counted(byVisit(), 'referrer_host'), 'visits'],
  ['visits at hosts', counted(byVisit(), 'hostname'), 'visits, hosts'],
  ["countries of hits' own", counted(of(), 'country'), 'visits, own'],
  ["sources of hits' own", counted(of(), 'source'), 'rows'],
  ['entry pages of visits', counted(byVisit(), 'entry_page'), 'visits'],
  ['a property', counted(byVisit(), 'property:plan'), 'rows'],
  ['a value with too many', counted(byVisit(), 'term'), 'rows'],
  ['channels', counted(byVisit(), 'channel'), 'visits'],
  ['channels of other rules', counted(byVisit(), 'channel'), 'rows', OTHER_RULES],
];

test.each([...HITS, ...VISITORS])('%s', (_, planned, right, state = STATE) => {
  const plan = planSums(planned, state);
  const text = {
    hits: () => `hits by ${plan.from === 'hits' && plan.key}`,
    visits: () => (plan.from === 'visits' ? plan.of.join(', ') : ''),
  };
  expect(plan.from === 'hits' || plan.from === 'visits' ? text[plan.from]() : plan.from).toBe(right);
});
