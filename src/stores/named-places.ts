/**
 * Limits filters by region and city to the places that groups of the same question name, for callers who may not learn of others: in
 * filters as in groups, the others are one place. Source: decisions, section 9.
 */
import type { GroupRow } from '../core/hits/answers.ts';
import { decorateAsk } from '../core/hits/ask.ts';
import { listFilters, replacePart, toNormalForm, whereDecides } from '../core/hits/conditions.ts';
import { PLACE_DIMENSIONS } from '../core/hits/places.ts';
import type { Condition, Dimension, Filter, HitQuery, ReadOptions } from '../core/hits/query.ts';
import type { Question } from '../core/hits/question.ts';
import type { HitStore } from '../core/hits/store.ts';
import { toPredicate } from './filter-condition.ts';
import { MAX_GROUPS } from './min-visitors.ts';

/** Values of a dimension; null: rows without one. */
type Values = readonly (string | null)[];

/** Answers about single places, however few their visitors. */
type PlaceReads = Pick<HitStore, 'ask'>;

/** Adapts a store so that filters with `minVisitors` know only the values that have as many. */
export const withNamedPlaces = <Store extends HitStore>(store: Store, reads: PlaceReads): Store =>
  decorateAsk(store, ask => async (question, options) => {
    if (!('filters' in question)) return ask(question, options);
    let { filters = [] } = question;
    // Regions first: a city is looked for in the regions that are known.
    for (const dimension of [...PLACE_DIMENSIONS] as Dimension[]) {
      const isLimited = isLimitedOn(dimension);
      const limited = listFilters(filters).filter(isLimited);
      if (limited.length === 0) continue;
      const places = createPlaces(reads, { rows: toHitQuery(question), dimension, options, limited });
      filters = await replaceFilters(places, filters, isLimited);
    }
    return ask(filters === question.filters ? question : { ...question, filters }, options);
  });

const isLimitedOn =
  (dimension: Dimension) =>
  (condition: Condition): condition is Filter =>
    condition.dimension === dimension && condition.minVisitors !== undefined;

const withoutLimit = ({ minVisitors: _, ...filter }: Filter): Filter => filter;

/**
 * Replaces filters by place. Those that hold beside the other conditions know the places of the rows that match these; one within
 * a nested condition those of the rows for which it decides, so that it says no more than it would by itself.
 */
async function replaceFilters(
  places: Places,
  conditions: readonly Condition[],
  isLimited: (condition: Condition) => condition is Filter,
): Promise<readonly Condition[]> {
  const asked = conditions.filter(isLimited);
  const others = conditions.filter(condition => !isLimited(condition));
  const found = asked.length === 0 ? [] : await findCondition(places, others, asked.map(withoutLimit));
  const replaced: Condition[] = [...others, ...found];
  for (const [index, other] of others.entries()) {
    let condition = toNormalForm(other);
    for (const filter of listFilters([condition]).filter(isLimited)) {
      const deciding = replaced.with(index, whereDecides(condition, filter));
      const [known] = await findCondition(places, deciding, [withoutLimit(filter)]);
      condition = replacePart(condition, filter, known ?? withoutLimit(filter));
      replaced[index] = condition;
    }
  }
  return replaced;
}

/** Returns the rows by whose visitors places are named: journeys, funnels and goals are of visits, and of their hits. */
function toHitQuery(question: Extract<Question, { readonly siteId: number }>): Omit<HitQuery, 'filters'> {
  const {
    siteId,
    siteHosts,
    span = null,
    kind,
    attribution,
  } = question as Partial<HitQuery> & typeof question;
  const edges = 'edges' in question ? question.edges : [];
  const [start, end] = [edges[0], edges.at(-1)];
  return {
    siteId,
    kind: kind ?? 'hit',
    attribution: attribution ?? (kind === undefined ? 'visit' : 'hit'),
    span: start && end ? { start, end } : span,
    ...(siteHosts !== undefined && { siteHosts }),
  };
}

type Places = ReturnType<typeof createPlaces>;

/** Creates the reads of the places of rows. */
function createPlaces(
  reads: PlaceReads,
  {
    rows,
    dimension,
    options,
    limited,
  }: {
    readonly rows: Omit<HitQuery, 'filters'>;
    readonly dimension: Dimension;
    readonly options: ReadOptions | undefined;
    readonly limited: readonly Filter[];
  },
) {
  const minVisitors = Math.max(...limited.map(filter => filter.minVisitors ?? 0));
  const isNamed = ({ key, hasMinVisitors }: GroupRow): boolean => key === null || hasMinVisitors === true;
  return {
    dimension,
    /** Finds the places of the rows that match filters which have enough visitors, and whether there are others. */
    async find(
      filters: readonly Condition[],
    ): Promise<{ readonly named: Values; readonly hasOthers: boolean }> {
      const page = { offset: 0, limit: MAX_GROUPS, minVisitors };
      const found = await reads.ask({ shape: 'groups', ...rows, filters, dimension, ...page }, options);
      const named = found.rows.filter(isNamed).map(({ key }) => key);
      return { named, hasOthers: named.length < found.total };
    },
    /** Returns whether the rows that match filters have enough visitors together. */
    async isEnough(filters: readonly Condition[]): Promise<boolean> {
      const question = { shape: 'totals', ...rows, filters, measures: ['visitors'] } as const;
      const { visitors } = await reads.ask(question, options);
      return visitors >= minVisitors;
    },
  };
}

/** Returns what takes the place of filters by place, which hold beside others. */
async function findCondition(
  { dimension, find, isEnough }: Places,
  others: readonly Condition[],
  asked: readonly Filter[],
): Promise<readonly Filter[]> {
  const matching = await find([...others, ...asked]);
  if (!asked.every(filter => toPredicate(filter).isExcluding))
    return matching.hasOthers ? [{ dimension, isAnyOf: matching.named }] : asked;
  const all = await find(others);
  if (!all.hasOthers) return asked;
  const kept = new Set(matching.named);
  if (await isEnough([...others, { dimension, isNoneOf: [...all.named, null] }]))
    return [{ dimension, isNoneOf: all.named.filter(name => !kept.has(name)) }];
  return [{ dimension, isAnyOf: all.named.filter(name => kept.has(name)) }];
}
