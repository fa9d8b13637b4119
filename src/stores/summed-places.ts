/** Sums up regions and cities with few visitors, which could tell who somebody is. Source: decisions, section 9. */
import type { ConversionOptions, GroupConversions } from '../core/goals/query.ts';
import type { GroupRevenue, GroupRow } from '../core/hits/answers.ts';
import { OTHER_PLACES, PLACE_DIMENSIONS } from '../core/hits/places.ts';
import {
  type Dimension,
  type GroupOptions,
  type HitQuery,
  hasVisits,
  type ReadOptions,
  type RevenueOptions,
} from '../core/hits/query.ts';
import type { HitStore } from '../core/hits/store.ts';
import { MIN_NAMED_VISITORS } from '../core/limits.ts';
import { MAX_GROUPS, pageOf } from './min-visitors.ts';

/** What is grouped. */
interface Grouped {
  readonly query: HitQuery;
  readonly dimension: Dimension;
}

/** Adapts a store so that groups of places with few visitors are one group, `OTHER_PLACES`. */
export const withSummedPlaces = <Store extends HitStore>(store: Store): Store => ({
  ...store,
  group: (query, dimension, options) =>
    PLACE_DIMENSIONS.has(dimension)
      ? groupPlaces(store, { query, dimension }, options)
      : store.group(query, dimension, options),
  conversions: (query, options) =>
    PLACE_DIMENSIONS.has(options.dimension ?? '')
      ? countPlaceConversions(store, query, options)
      : store.conversions(query, options),
  revenue: (query, options) =>
    PLACE_DIMENSIONS.has(options?.dimension ?? '')
      ? sumPlaceRevenue(store, query, options)
      : store.revenue(query, options),
});

/** Reads all groups of places, and those that are named. */
async function readPlaces(
  store: HitStore,
  { query, dimension }: Grouped,
  { countsVisitors, ...options }: ReadOptions & { readonly countsVisitors: boolean },
): Promise<{ readonly rows: readonly GroupRow[]; readonly named: readonly GroupRow[] }> {
  const { rows } = await store.group(query, dimension, {
    ...options,
    offset: 0,
    limit: MAX_GROUPS,
    ...(countsVisitors ? { countsVisitors } : { minVisitors: MIN_NAMED_VISITORS }),
  });
  const isNamed = ({
    key,
    visitors = 0,
    hasMinVisitors = visitors >= MIN_NAMED_VISITORS,
  }: GroupRow): boolean => key === null || hasMinVisitors;
  return { rows, named: rows.filter(isNamed) };
}

/** All places, and those that are named. */
interface Places extends Grouped {
  readonly rows: readonly GroupRow[];
  readonly named: readonly GroupRow[];
}

const listOthers = ({ rows, named }: Pick<Places, 'rows' | 'named'>): GroupRow[] => {
  const names = new Set(named);
  return rows.filter(row => !names.has(row));
};

/** Returns the query of the rows in places that are not named: by the shorter list of the two. */
const inOthers = ({ query, dimension, rows, named }: Places): HitQuery => {
  const toKeys = (places: readonly GroupRow[]) => places.flatMap(({ key }) => (key === null ? [] : [key]));
  const others = toKeys(listOthers({ rows, named }));
  const names = toKeys(named);
  const filter =
    others.length < names.length ? { dimension, isAnyOf: others } : { dimension, isNoneOf: [...names, null] };
  return { ...query, filters: [...query.filters, filter] };
};

/** Reads figures of places: of each that is named, and of all others together. */
async function readFigures<Figures extends { readonly key: string | null }>(
  store: HitStore,
  { query, dimension, options }: Grouped & { readonly options: ReadOptions },
  read: (query: HitQuery, by: { readonly dimension?: Dimension }) => Promise<Figures[]>,
): Promise<Figures[]> {
  const { rows, named } = await readPlaces(
    store,
    { query, dimension },
    { ...options, countsVisitors: false },
  );
  const names = new Set(named.map(({ key }) => key));
  const found = await read(query, { dimension });
  const others =
    named.length === rows.length ? [] : await read(inOthers({ query, dimension, rows, named }), {});
  return [
    ...found.filter(({ key }) => names.has(key)),
    ...others.map(each => ({ ...each, key: OTHER_PLACES })),
  ];
}

const countPlaceConversions = (
  store: HitStore,
  query: HitQuery,
  { dimension = 'city', goal, ...options }: ConversionOptions,
): Promise<GroupConversions[]> =>
  readFigures(store, { query, dimension, options }, (rows, by) =>
    store.conversions(rows, { ...options, ...by, goal }),
  );

const sumPlaceRevenue = (
  store: HitStore,
  query: HitQuery,
  { dimension = 'city', ...options }: RevenueOptions = {},
): Promise<GroupRevenue[]> =>
  readFigures(store, { query, dimension, options }, (rows, by) => store.revenue(rows, { ...options, ...by }));

async function groupPlaces(
  store: HitStore,
  { query, dimension }: Grouped,
  { offset, limit, search, countsVisitors = false, orderBy = 'hits', ...options }: GroupOptions,
): Promise<{ readonly rows: GroupRow[]; readonly total: number }> {
  const page = { offset, limit, ...(search !== undefined && { search }) };
  const minimum = { minVisitors: MIN_NAMED_VISITORS, othersKey: OTHER_PLACES };
  if (!countsVisitors && orderBy === 'hits')
    return store.group(query, dimension, { ...options, ...page, ...minimum });
  const { rows, named } = await readPlaces(store, { query, dimension }, { ...options, countsVisitors: true });
  const others =
    named.length === rows.length ? [] : [await sumOthers(store, { query, dimension, rows, named }, options)];
  const { rows: shown, total } = pageOf([...named, ...others], { ...page, orderBy });
  return {
    rows: countsVisitors ? shown : shown.map(({ key, hits, uniqueHits }) => ({ key, hits, uniqueHits })),
    total,
  };
}

/** Counts the rows of the places that are not named; a visitor or visit of several of them once. */
async function sumOthers(store: HitStore, others: Places, options: ReadOptions): Promise<GroupRow> {
  const query = inOthers(others);
  if (!haveOwnVisits(others)) {
    const {
      hits,
      uniqueHits,
      visitors,
      visits = 0,
    } = await store.totals(query, { ...options, countsVisits: true, omitsPaths: true });
    return { key: OTHER_PLACES, hits, uniqueHits, visitors, visits };
  }
  const { visitors } = await store.totals(query, { ...options, onlyVisitors: true });
  const rows = listOthers(others);
  const sum = (toCount: (row: GroupRow) => number) => rows.reduce((total, row) => total + toCount(row), 0);
  return {
    key: OTHER_PLACES,
    hits: sum(({ hits }) => hits),
    uniqueHits: sum(({ uniqueHits }) => uniqueHits),
    visitors,
    visits: sum(({ visits = 0 }) => visits),
  };
}

/** Returns whether all places are there and no visit is in two of them, so that all but their visitors add up. */
const haveOwnVisits = ({ query, rows }: Places): boolean =>
  query.attribution === 'visit' && hasVisits(query.kind) && rows.length < MAX_GROUPS;
