/** Sums up regions and cities with few visitors, which could tell who somebody is. Source: decisions, section 9. */
import type { GroupRow } from '../core/hits/answers.ts';
import { OTHER_PLACES, PLACE_DIMENSIONS } from '../core/hits/places.ts';
import type { Dimension, GroupOptions, HitQuery } from '../core/hits/query.ts';
import type { HitStore } from '../core/hits/store.ts';

/** Visitors that a place has at least to be named. */
const MIN_VISITORS = 5;
/** More places are not looked at: the world has as many cities with a name in the files. */
const MAX_PLACES = 250_000;

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
});

async function groupPlaces(
  store: HitStore,
  { query, dimension }: Grouped,
  { offset, limit, search, countsVisitors = false, orderBy = 'hits', ...options }: GroupOptions,
): Promise<{ readonly rows: GroupRow[]; readonly total: number }> {
  const { rows } = await store.group(query, dimension, {
    ...options,
    offset: 0,
    limit: MAX_PLACES,
    countsVisitors: true,
  });
  const named = rows.filter(({ key, visitors = 0 }) => key === null || visitors >= MIN_VISITORS);
  const others =
    named.length === rows.length ? [] : [await sumOthers(store, { query, dimension, named }, options)];
  const groups = [...named, ...others]
    .filter(({ key }) => search === undefined || key?.toLowerCase().includes(search.toLowerCase()))
    .toSorted(byCount(orderBy));
  const shown = groups.slice(offset, offset + limit);
  return {
    rows: countsVisitors ? shown : shown.map(({ key, hits, uniqueHits }) => ({ key, hits, uniqueHits })),
    total: groups.length,
  };
}

/** Counts the rows of the places that are not named; a visitor or visit of several of them once. */
async function sumOthers(
  store: HitStore,
  { query, dimension, named }: Grouped & { readonly named: readonly GroupRow[] },
  options: Pick<GroupOptions, 'signal' | 'queue'>,
): Promise<GroupRow> {
  const keys = named.flatMap(({ key }) => (key === null ? [] : [key]));
  const {
    hits,
    uniqueHits,
    visitors,
    visits = 0,
  } = await store.totals(
    { ...query, filters: [...query.filters, { dimension, isNoneOf: [...keys, null] }] },
    { ...options, countsVisits: true },
  );
  return { key: OTHER_PLACES, hits, uniqueHits, visitors, visits };
}

/** Compares groups, the largest first; ties by their key, the one without a value last. */
const byCount =
  (order: NonNullable<GroupOptions['orderBy']>) =>
  (a: GroupRow, b: GroupRow): number =>
    (b[order] ?? 0) - (a[order] ?? 0) ||
    Number(a.key === null) - Number(b.key === null) ||
    ((a.key ?? '') < (b.key ?? '') ? -1 : 1);
