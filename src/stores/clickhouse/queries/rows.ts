/**
 * Selects the rows of a query with everything that its filters and groups refer to: their visit, or what their visitor did in
 * the span.
 */
import { coverDays } from '../../../core/days.ts';
import { isFilter, listDone, listFilters, listGoals } from '../../../core/hits/conditions.ts';
import {
  type Dimension,
  type Filter,
  type HitQuery,
  hasVisits,
  VISIT_DIMENSIONS,
} from '../../../core/hits/query.ts';
import { excludesNothing, toPredicate } from '../../filter-condition.ts';
import { nameKeys } from '../../sql/combinations.ts';
import { isNotTrue } from '../../sql/dialect.ts';
import { listBaseColumns } from '../../sql/dimensions.ts';
import {
  type ComparedValue,
  type ConditionParts,
  matchesAny,
  toConditionSql,
  toFilterSql,
} from '../../sql/filters.ts';
import { all, any, join, raw, type Sql, sql } from '../../sql/fragment.ts';
import { type OfDays, within } from '../sql.ts';
import { findComparedValue } from './dimensions.ts';
import { toGoalSql } from './goals.ts';
import { PAGES } from './stored-visits.ts';
import { nameDone, type VisitNeeds, visitRows, wholeVisits } from './visits.ts';

/** A hit's place in the order of time, then ids, as one number: pairs of both take twice as long to compare. */
export const PLACE = raw('(bitShiftLeft(toInt128(toUnixTimestamp64Milli(created_at)), 64) + id)');

const isSite = (siteId: number): Sql => sql`site_id = ${siteId}`;

/** Returns the condition for the rows of a query, whatever they match. */
export const isOf = ({ siteId, kind }: Pick<HitQuery, 'siteId' | 'kind'>): Sql =>
  sql`${isSite(siteId)} and kind = ${kind}`;

const ownOnly = (query: HitQuery, visitors = raw('true')): Sql => sql`
  own as (select *, null as visit_id from rows where ${isOf(query)} and ${within(query.span, query)} and ${visitors})`;

/** Returns the table `around`: the rows of `own` with what their visitor did in the span. */
const aroundVisitors = ({ siteId, span, ...days }: HitQuery & OfDays): Sql => sql`
  visitors as (select assumeNotNull(visitor_hash) as visitor, argMin(path, ${PLACE}) as visitor_entry_page,
      argMax(path, ${PLACE}) as visitor_exit_page
    from rows where ${isSite(siteId)} and kind = 'hit' and visitor_hash is not null and ${within(span, days)} group by visitor),
  senders as (select assumeNotNull(visitor_hash) as visitor, groupUniqArray(assumeNotNull(event)) as visitor_sent
    from rows where ${isSite(siteId)} and kind = 'event' and visitor_hash is not null and ${within(span, days)} group by visitor),
  around as (select own.*, visitor_entry_page, visitor_exit_page, visitor_sent
    from own left join visitors on own.visitor_hash = visitors.visitor left join senders on own.visitor_hash = senders.visitor)`;

const speaksOfVisit = ({ kind, attribution }: HitQuery, dimension: Dimension): boolean =>
  attribution === 'visit' &&
  hasVisits(kind) &&
  (VISIT_DIMENSIONS.has(dimension) || (kind === 'hit' && dimension === 'event'));

const speaksOfVisitor = ({ kind, attribution }: HitQuery, dimension: Dimension): boolean =>
  attribution !== 'visit' && kind === 'hit' && (PAGES.has(dimension) || dimension === 'event');

/** Returns the column of what a row's visit or visitor did. */
const nameAround = (query: HitQuery, dimension: Dimension): string | undefined => {
  if (speaksOfVisit(query, dimension)) return `visit_${dimension}`;
  return speaksOfVisitor(query, dimension) ? `visitor_${dimension}` : undefined;
};

/** Whether the value of a dimension, unless it is a page, is that of the first row of a visit. */
export const isFirstOfVisit = (query: HitQuery, dimension: Dimension): boolean =>
  speaksOfVisit(query, dimension) && VISIT_DIMENSIONS.has(dimension);

const IS_SINGLE_VIEW = '(visit_hits = 1 and visit_events = 0)';

/** Returns the value of a dimension that filters compare. */
const toCompared = (query: HitQuery, dimension: Dimension): ComparedValue =>
  PAGES.has(dimension)
    ? { value: raw(nameAround(query, dimension) ?? 'cast(null as Nullable(String))') }
    : findComparedValue(query, dimension, isFirstOfVisit(query, dimension) ? 'first_' : '');

/** Returns the value of a dimension that groups are made of. */
export const toKey = (query: HitQuery, dimension: Dimension): Sql => toCompared(query, dimension).value;

/**
 * Returns the condition that a row matches the filters of a query; `toOther` translates some in another way. Those that exclude nothing are left out: the server (26.7) fails to
 * merge a constant with another filter on the same column.
 */
export const toCondition = (query: HitQuery, toOther?: (filter: Filter) => Sql | undefined): Sql => {
  const goals = listGoals(query.filters);
  const parts: ConditionParts = {
    filter: filter => toOther?.(filter) ?? toRowFilterSql(query, filter),
    done: done => {
      if (!hasVisits(query.kind)) return raw('false');
      return raw('views' in done ? IS_SINGLE_VIEW : nameDone(goals.indexOf(done)));
    },
  };
  return all(
    query.filters
      .filter(condition => !(isFilter(condition) && excludesNothing(condition)))
      .map(condition => toConditionSql(condition, parts)),
  );
};

/** Translates a filter on several values, an array: any of them, or null where there is none, has to match. */
const toFilterOfAny = (values: Sql, filter: Filter): Sql => {
  const predicate = toPredicate(filter);
  const isAny = any([
    ...(predicate.matchesNull ? [sql`empty(${values})`] : []),
    sql`arrayExists(each -> ${matchesAny({ value: raw('each') }, predicate)}, ${values})`,
  ]);
  return predicate.isExcluding ? isNotTrue(isAny) : isAny;
};

/** Translates a filter on values of rows, of their visit, or on what their visitor did. */
const toRowFilterSql = (query: HitQuery, filter: Filter): Sql =>
  query.kind === 'hit' && filter.dimension === 'event'
    ? toFilterOfAny(raw(query.attribution === 'visit' ? 'visit_sent' : 'visitor_sent'), filter)
    : toFilterSql(toCompared(query, filter.dimension), filter);

/** What rows are grouped by: a dimension, or several. */
type Grouping = Dimension | readonly Dimension[] | undefined;

/** What a statement reads of a query's rows besides `id`, `created_at`, `visitor_hash` and `is_unique`. */
export interface RowNeeds {
  /** The dimension that they are grouped by. */
  readonly dimension?: Grouping;
  readonly needsVisits?: boolean;
  /** Other columns of theirs. */
  readonly columns?: readonly string[];
  /** A condition for visitors: the rows of others are left out. */
  readonly visitors?: Sql;
  /** Whether events are rows of a query of hits, too, which has to read visits. */
  readonly hasEvents?: boolean;
  /** Translates some filters in another way. */
  readonly toOther?: (filter: Filter) => Sql | undefined;
}

type Needs = Pick<RowNeeds, 'dimension' | 'needsVisits'>;

const listDimensions = ({ filters }: HitQuery, dimension: Grouping): Dimension[] => [
  ...listFilters(filters).map(filter => filter.dimension),
  ...(dimension ? [dimension].flat() : []),
];

const readsVisits = (query: HitQuery, { dimension, needsVisits }: Needs): boolean =>
  hasVisits(query.kind) &&
  (needsVisits === true ||
    listDone(query.filters).length > 0 ||
    listDimensions(query, dimension).some(each => speaksOfVisit(query, each)));

/** Whether the rows of a query have everything themselves that its filters and groups refer to. */
export const isPlain = (query: HitQuery, needs: Needs): boolean =>
  !(
    readsVisits(query, needs) ||
    listDimensions(query, needs.dimension).some(each => speaksOfVisitor(query, each))
  );

/** Whether filters and groups refer to visits alone: then all rows of a visit match, or none. */
export const isOfWholeVisits = (query: HitQuery, needs: Needs): boolean =>
  readsVisits(query, needs) &&
  listDimensions(query, needs.dimension).every(each => speaksOfVisit(query, each));

/** Returns what filters and groups need to know of visits. */
export const toVisitNeeds = (query: HitQuery, dimension?: Grouping): VisitNeeds => {
  const dimensions = listDimensions(query, dimension).filter(each => speaksOfVisit(query, each));
  return {
    first: [
      ...new Set(
        dimensions.filter(each => !PAGES.has(each) && VISIT_DIMENSIONS.has(each)).flatMap(listBaseColumns),
      ),
    ],
    hasPages: dimensions.some(each => PAGES.has(each)),
    hasSent: query.kind === 'hit' && dimensions.includes('event'),
    done: listGoals(query.filters).map(goal =>
      toGoalSql(goal, { ...query, span: query.span && coverDays(query.span, query.zone) }),
    ),
  };
};

/** Columns that filters and groups read of the rows themselves. */
const listOwnColumns = (query: HitQuery, { dimension, columns = [] }: RowNeeds): string[] => [
  ...new Set([
    ...listDimensions(query, dimension)
      .filter(each => nameAround(query, each) === undefined && !PAGES.has(each))
      .flatMap(listBaseColumns),
    ...columns,
  ]),
];

const selectKeys = (query: HitQuery, dimension: Grouping): Sql => {
  if (typeof dimension !== 'object') return sql`${dimension ? toKey(query, dimension) : raw('null')} as key`;
  const names = nameKeys(dimension);
  const keys = dimension.map(
    (each, index) => sql`cast(${toKey(query, each)} as Nullable(String)) as ${raw(names[index] ?? '')}`,
  );
  return join([raw('null as key'), ...keys], ', ');
};

/**
 * Returns the tables of a statement: `matching` are the rows that match all filters of a query, with `key` where they are
 * grouped, and with `visit_id` and the figures of the visit where those are needed.
 */
export const withMatching = (query: HitQuery, needs: RowNeeds = {}): Sql => {
  const { dimension } = needs;
  const readsVisitors = listDimensions(query, dimension).some(each => speaksOfVisitor(query, each));
  const own = readsVisits(query, needs)
    ? visitRows(query, {
        ...toVisitNeeds(query, dimension),
        columns: listOwnColumns(query, needs),
        visitors: needs.visitors,
        hasEvents: needs.hasEvents ?? false,
      })
    : ownOnly(query, needs.visitors);
  const tables = [
    own,
    ...(readsVisitors ? [aroundVisitors(query)] : []),
    sql`matching as (select *, ${selectKeys(query, dimension)}
      from ${raw(readsVisitors ? 'around' : 'own')} where ${toCondition(query, needs.toOther)})`,
  ];
  return sql`with ${join(tables, ', ')}`;
};

/**
 * Returns the tables of a statement about whole visits: `matching` are the visits that match all filters of a query, with the
 * number of its rows in `hits`, of those that are unique in `unique_hits`, and with `key` where they are grouped. A row without
 * a visitor stands for itself, without `visit_id`.
 */
export const withMatchingVisits = (query: HitQuery, dimension?: Dimension): Sql => sql`
  with ${wholeVisits(query, toVisitNeeds(query, dimension))},
    matching as (select *, ${dimension ? toKey(query, dimension) : raw('null')} as key from own where ${toCondition(query)})`;
