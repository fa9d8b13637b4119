/** Sums up regions and cities with few visitors, which could tell who somebody is. Source: decisions, section 9. */
import type { GroupConversions } from '../core/goals/query.ts';
import type { GroupRevenue, GroupRow, Groups } from '../core/hits/answers.ts';
import { type AnswerTable, type AskAny, decorateAsk } from '../core/hits/ask.ts';
import { KEY_SEPARATOR, OTHER_PLACES, PLACE_DIMENSIONS, PLACE_HIERARCHY } from '../core/hits/places.ts';
import { type Dimension, type HitQuery, hasVisits, type ReadOptions } from '../core/hits/query.ts';
import type { HitStore } from '../core/hits/store.ts';
import { MIN_NAMED_VISITORS } from '../core/limits.ts';
import { toCounts } from './measures.ts';
import { MAX_GROUPS, pageOf } from './min-visitors.ts';

type GroupTable = AnswerTable['groups'];
type Asked<Of extends keyof GroupTable> = Parameters<GroupTable[Of]>[0];

/** What is grouped. */
interface Grouped {
  readonly query: HitQuery;
  readonly dimension: Dimension;
}

/** Adapts a store so that groups of places with few visitors are one group, `OTHER_PLACES`. */
export const withSummedPlaces = <Store extends HitStore>(store: Store): Store =>
  decorateAsk(store, ask => (question, options) => {
    if (question.shape === 'groups' && question.of === 'combinations')
      return combinePlaces(store, question, options);
    if (question.shape !== 'groups' || 'siteIds' in question || !('dimension' in question))
      return ask(question, options);
    if (!PLACE_DIMENSIONS.has(question.dimension ?? '')) return ask(question, options);
    return question.of === undefined
      ? groupPlaces(store, question, options)
      : readFigures(store, question, options);
  });

/** Reads all groups of places, and those that are named. */
async function readPlaces(
  store: HitStore,
  { query, dimension }: Grouped,
  { countsVisitors, ...options }: ReadOptions & { readonly countsVisitors: boolean },
): Promise<{ readonly rows: readonly GroupRow[]; readonly named: readonly GroupRow[] }> {
  const all = { ...query, shape: 'groups', dimension, offset: 0, limit: MAX_GROUPS } as const;
  const { rows } = countsVisitors
    ? await store.ask({ ...all, measures: ['visitors', 'visits'] }, options)
    : await store.ask({ ...all, minVisitors: MIN_NAMED_VISITORS }, options);
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

/**
 * Reads combinations of values in which places with few visitors are summed up as `OTHER_PLACES`. A city that is grouped together with
 * its region counts in that region alone, apart from cities of the same name elsewhere.
 */
async function combinePlaces(
  store: HitStore,
  { named: _, ...question }: Asked<'combinations'>,
  options?: ReadOptions,
): ReturnType<AskAny> {
  const hierarchy = PLACE_HIERARCHY.filter(dimension => question.dimensions.includes(dimension));
  const places = hierarchy.filter(dimension => PLACE_DIMENSIONS.has(dimension));
  const page = { orderBy: 'visitors', offset: 0, limit: MAX_GROUPS } as const;
  const named = places.map(async dimension => {
    const keyDimensions = hierarchy.slice(0, hierarchy.indexOf(dimension) + 1);
    const { rows } = await store.ask({ ...question, ...page, dimensions: keyDimensions }, options);
    const named = rows.filter(({ visitors }) => visitors >= MIN_NAMED_VISITORS);
    const keys = named.map(each => each.keys.map(key => key ?? '').join(KEY_SEPARATOR));
    return { dimension, keyDimensions, keys };
  });
  return store.ask(
    places.length === 0 ? question : { ...question, named: await Promise.all(named) },
    options,
  );
}

/** Reads figures of places: of each that is named, and of all others together. */
async function readFigures(
  store: HitStore,
  question: Asked<'conversions'> | Asked<'revenue'>,
  options?: ReadOptions,
): ReturnType<AskAny> {
  const { shape: _, of: __, dimension = 'city', ...query } = question;
  const places = await readPlaces(store, { query, dimension }, { ...options, countsVisitors: false });
  const names = new Set(places.named.map(({ key }) => key));
  const found: readonly (GroupConversions | GroupRevenue)[] = await store.ask(question, options);
  const rest = {
    ...question,
    filters: inOthers({ query, dimension, ...places }).filters,
    dimension: undefined,
  };
  const others = places.named.length === places.rows.length ? [] : await store.ask(rest, options);
  return [
    ...found.filter(({ key }) => names.has(key)),
    ...others.map(each => ({ ...each, key: OTHER_PLACES })),
  ] as GroupConversions[] | GroupRevenue[];
}

async function groupPlaces(store: HitStore, question: Asked<'site'>, options?: ReadOptions): Promise<Groups> {
  const {
    shape: _,
    of: __,
    dimension,
    measures,
    orderBy = 'hits',
    offset,
    limit,
    search,
    ...query
  } = question;
  const { countsVisitors } = toCounts(measures);
  if (!countsVisitors && orderBy === 'hits')
    return store.ask({ ...question, minVisitors: MIN_NAMED_VISITORS, othersKey: OTHER_PLACES }, options);
  const { rows, named } = await readPlaces(store, { query, dimension }, { ...options, countsVisitors: true });
  const others =
    named.length === rows.length ? [] : [await sumOthers(store, { query, dimension, rows, named }, options)];
  const page = { offset, limit, orderBy, ...(search !== undefined && { search }) };
  const { rows: shown, total } = pageOf([...named, ...others], page);
  return {
    rows: countsVisitors ? shown : shown.map(({ key, hits, uniqueHits }) => ({ key, hits, uniqueHits })),
    total,
  };
}

/** Counts the rows of the places that are not named; a visitor or visit of several of them once. */
async function sumOthers(store: HitStore, others: Places, options?: ReadOptions): Promise<GroupRow> {
  const query = { shape: 'totals', ...inOthers(others) } as const;
  if (!haveOwnVisits(others)) {
    const measures = ['hits', 'uniqueHits', 'visitors', 'visits'] as const;
    const { hits, uniqueHits, visitors, visits } = await store.ask({ ...query, measures }, options);
    return { key: OTHER_PLACES, hits, uniqueHits, visitors, visits };
  }
  const { visitors } = await store.ask({ ...query, measures: ['visitors'] }, options);
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
