/** Selects the rows of a query with their visits, from which groups, series and totals by visit are counted. */

import { coverDays } from '../../../core/days.ts';
import { type GoalCondition, goalKind } from '../../../core/goals/condition.ts';
import type { HitKind } from '../../../core/hits/columns.ts';
import { type ConditionPart, listParts } from '../../../core/hits/conditions.ts';
import {
  type Condition,
  type Dimension,
  type Filter,
  type HitQuery,
  hasVisits,
  VISIT_DIMENSIONS,
} from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { toPredicate } from '../../filter-condition.ts';
import { keyOf, toComparedValue } from '../../sql/dimensions.ts';
import { matchesAny, toConditionSql, toFilterSql } from '../../sql/filters.ts';
import { all, any } from '../../sql/fragment.ts';
import { toRowFilterSql, toWhere } from '../queries/conditions.ts';
import { findColumns, findComparedValue } from '../queries/dimensions.ts';
import { toGoalSql } from '../queries/goals.ts';
import { type SpanParts, splitDays, unionAll } from '../queries/parts.ts';
import { within as isWithin, join, raw, type Sql, sql } from '../sql/sql.ts';
import { visitColumn } from './source.ts';

/** Returns whether a query's rows are grouped by a value of their visit. */
export const isOfVisit = ({ kind, attribution }: HitQuery, dimension: Dimension): boolean =>
  attribution === 'visit' && hasVisits(kind) && VISIT_DIMENSIONS.has(dimension);

/** Returns whether a part of a condition refers to the visit of a query's rows. */
const isPartOfVisit = (query: HitQuery, part: ConditionPart): boolean => {
  if ('done' in part) return hasVisits(query.kind);
  const { dimension } = part;
  return (
    isOfVisit(query, dimension) ||
    (query.attribution === 'visit' && query.kind === 'hit' && dimension === 'event')
  );
};

/** What conditions refer to: rows by themselves, their visits, or both. */
type Reference = 'row' | 'visit' | 'both';

/** Returns what a condition refers to. */
const toReference = (query: HitQuery, condition: Condition): Reference => {
  const parts = listParts(condition);
  const ofVisit = parts.filter(part => isPartOfVisit(query, part));
  if (ofVisit.length === 0) return 'row';
  return ofVisit.length === parts.length ? 'visit' : 'both';
};

/** Returns the conditions of a query that refer to one of these. */
const listConditions = (query: HitQuery, ...references: readonly Reference[]): Condition[] =>
  query.filters.filter(condition => references.includes(toReference(query, condition)));

/** Returns whether a condition refers to visits alone. */
export const isVisitCondition = (query: HitQuery, condition: Condition): boolean =>
  toReference(query, condition) === 'visit';

/** Returns whether any condition of a query refers to visits. */
export const filtersVisits = (query: HitQuery): boolean => listConditions(query, 'visit', 'both').length > 0;

/** Rows of each kind with the number of their visit, which agent visits and spam hits do not have. */
const ROWS: Readonly<Record<HitKind, Sql>> = {
  hit: raw('hits_of_visits'),
  event: raw('events_of_visits'),
  agent_visit: raw(
    '(select *, false as is_unique, null::ubigint as visitor_hash, null::bigint as visit_id from agent_visits)',
  ),
  spam_hit: raw(
    '(select * replace (null::ubigint as visitor_hash), null::bigint as visit_id from spam_hits)',
  ),
  engagement: raw('(select *, null::bigint as visit_id from engagements)'),
};

/** Translates a filter on an event that the visit has. */
const toEventFilterSql = (filter: Filter): Sql => {
  const condition = toPredicate(filter);
  const hasSent = sql`visit_id in (select visit_id from ${ROWS.event}
    where ${matchesAny({ value: raw('event') }, condition)})`;
  const isMatch = condition.matchesNull ? any([raw('visit_rows.visit_events = 0'), hasSent]) : hasSent;
  return condition.isExcluding ? sql`(${isMatch}) is not true` : isMatch;
};

const NONE = { value: raw('null::varchar') };

/** Returns the condition for visits that reached a goal, over `visit_id`. */
const hasReached = (query: HitQuery, goal: GoalCondition): Sql => {
  const { siteId, zone } = query;
  // No visit is in two days.
  const scope = { siteId, zone, span: query.span && coverDays(query.span, zone) };
  return sql`visit_id in (select visit_id from ${ROWS[goalKind(goal)]}
    where visit_id is not null and ${isWithin('created_at', scope.span)} and ${toGoalSql(goal, scope)})`;
};

const IS_SINGLE_VIEW = raw('(visit_rows.visit_hits = 1 and visit_rows.visit_events = 0)');

/** Translates a filter on visits, over their rows. */
const toVisitFilterSql = (query: HitQuery, filter: Filter): Sql => {
  const { dimension } = filter;
  if (dimension === 'event') return toEventFilterSql(filter);
  return toFilterSql(toComparedValue(dimension, visitColumn, query), filter);
};

/** Translates a condition, over rows of `visit_rows` beside those of the query where it refers to these too. */
export const toVisitConditionSql = (query: HitQuery, condition: Condition): Sql =>
  toConditionSql(condition, {
    filter: filter =>
      isPartOfVisit(query, filter) ? toVisitFilterSql(query, filter) : toRowFilterSql(query, filter),
    done: done => ('views' in done ? IS_SINGLE_VIEW : hasReached(query, done)),
  });

/** Translates a condition for a row without a visit. */
const toAnonymousConditionSql = (query: HitQuery, condition: Condition): Sql =>
  toConditionSql(condition, {
    filter: filter => {
      if (!isPartOfVisit(query, filter)) return toRowFilterSql(query, filter);
      const hasOwn = !['entry_page', 'exit_page', 'event'].includes(filter.dimension);
      return toFilterSql(hasOwn ? findComparedValue(query, filter.dimension) : NONE, filter);
    },
    done: () => raw('false'),
  });

/** Returns the expression of a dimension's value, for rows of visits and for anonymous ones. */
const toKeys = (
  query: HitQuery,
  dimension: Dimension,
): { readonly visited: Sql; readonly anonymous: Sql } => {
  const own = ownKey(query, dimension);
  if (!isOfVisit(query, dimension)) return { visited: own, anonymous: own };
  return { visited: keyOf(dimension, visitColumn, query), anonymous: own };
};

/** Returns the expression of a row's own value of a dimension. */
export const ownKey = (query: HitQuery, dimension: Dimension): Sql => {
  const column = findColumns(query.kind, dimension);
  return column ? keyOf(dimension, column, query) : NONE.value;
};

/** Returns the condition for the span of a query and what it asks of rows by themselves. */
const ownConditions = (query: HitQuery): Sql =>
  toWhere({ ...query, attribution: 'hit', filters: listConditions(query, 'row') });

const matchesVisits = (query: HitQuery, ...references: readonly Reference[]): Sql =>
  all(listConditions(query, ...references).map(condition => toVisitConditionSql(query, condition)));

/** Returns the condition for visits that match what a query asks of visits alone, over `visit_rows`. */
export const isMatchingVisit = (query: HitQuery): Sql => matchesVisits(query, 'visit');

const MARKS: Readonly<Record<'hit' | 'other', Sql>> = {
  hit: raw('is_unique, visitor_is_stable, visit_is_first_view'),
  other: raw('false as is_unique'),
};

/** Selects a row's columns, and `key`. */
const selectRow = ({ kind }: HitQuery, key: Sql): Sql => sql`select id, created_at, day, path,
  ${MARKS[kind === 'hit' ? kind : 'other']}, visitor_hash, visit_id, ${key} as key`;

/** Selects the rows of a query that belong to no visit. For `readVisits`. */
export const selectAnonymous = (query: HitQuery, dimension: Dimension = 'path'): Sql =>
  selectAnonymousBy(query, toKeys(query, dimension).anonymous);

const selectAnonymousBy = (query: HitQuery, key: Sql): Sql =>
  sql`${selectRow(query, key)} from ${ROWS[query.kind]}
    where visit_id is null and ${ownConditions(query)}
      and ${all(listConditions(query, 'visit', 'both').map(each => toAnonymousConditionSql(query, each)))}`;

/**
 * Selects the rows of a query as `id`, `created_at`, `day`, `path`, `is_unique`, `visitor_hash`, `visit_id`, and `key`, the value of a
 * dimension. For `readVisits`.
 */
export const selectMatching = (query: HitQuery, dimension: Dimension = 'path'): Sql =>
  selectKeyed(query, toKeys(query, dimension), isOfVisit(query, dimension));

/** The same, with the values of several dimensions in a list. */
export const selectMatchingBy = (query: HitQuery, dimensions: readonly Dimension[]): Sql => {
  const keys = dimensions.map(dimension => toKeys(query, dimension));
  const toList = (values: readonly Sql[]): Sql => sql`[${join(values, ', ')}]::varchar[]`;
  const isOfVisits = dimensions.some(dimension => isOfVisit(query, dimension));
  const lists = {
    visited: toList(keys.map(({ visited }) => visited)),
    anonymous: toList(keys.map(({ anonymous }) => anonymous)),
  };
  return selectKeyed(query, lists, isOfVisits);
};

const selectKeyed = (
  query: HitQuery,
  { visited, anonymous }: ReturnType<typeof toKeys>,
  isOfVisits: boolean,
): Sql => {
  if (!filtersVisits(query) && !isOfVisits)
    return sql`${selectRow(query, anonymous)} from ${ROWS[query.kind]} where ${toWhere(query)}`;
  return sql`
    ${selectRow(query, visited)} from (select * from ${ROWS[query.kind]} where ${ownConditions(query)})
      join (select * from visit_rows where ${isMatchingVisit(query)}) visit_rows using (visit_id)
      where ${matchesVisits(query, 'both')}
    union all ${selectAnonymousBy(query, anonymous)}`;
};

/** Returns whether all rows of a visit match a query, but for its span, or none do. */
export const speaksOfVisits = (query: HitQuery): boolean =>
  hasVisits(query.kind) && query.filters.every(condition => isVisitCondition(query, condition));

/** Splits the span of a query whose filters all refer to visits into whole days and the rest; undefined for others. */
const splitByVisit = (query: HitQuery): SpanParts | undefined =>
  speaksOfVisits(query) ? splitDays(query.span, query.zone) : undefined;

/** Returns the column of `visit_rows` with the number of rows of a kind. */
const visitCount = (kind: HitKind): Sql => raw(kind === 'hit' ? 'visit_hits' : 'visit_events');

/** Returns the condition for visits of whole days that have rows of a query. */
const isVisitOfDays = (query: HitQuery, { wholeUnits }: SpanParts): Sql =>
  sql`${visitCount(query.kind)} > 0 and ${isWithin('visit_created_at', wholeUnits)} and ${isMatchingVisit(query)}`;

/** Returns the condition for the visits of a query's rows, over `visit_rows`. For `readVisits`. */
export const hasRowsOf = (query: HitQuery): Sql => {
  const parts = splitByVisit(query);
  const hasRowsWithin = (span: Span | null): Sql =>
    sql`visit_id in (select visit_id from (${selectMatching({ ...query, span })}))`;
  return parts
    ? any([sql`(${isVisitOfDays(query, parts)})`, ...parts.partialUnits.map(hasRowsWithin)])
    : hasRowsWithin(query.span);
};

/** Rows to count, as `key`, `hits`, `unique_hits`, `visitors`, `visitor_hash`, and what their visits are counted from. */
export interface CountedRows {
  readonly rows: Sql;
  /** Aggregate: the number of visits. */
  readonly visits: Sql;
}

/** Aggregates over `CountedRows`. A visitor is in `visitors` where it is known to be in no other row, else in `visitor_hash`. */
export const COUNTS = {
  rows: raw('coalesce(sum(hits), 0)::bigint as hits, coalesce(sum(unique_hits), 0)::bigint as unique_hits'),
  visitors: raw('(coalesce(sum(visitors), 0) + count(distinct visitor_hash))::bigint as visitors'),
} as const;

/** Aggregate over rows that know how many visits begin with them: no visit is in two of those. */
const KNOWN_VISITS = raw('coalesce(sum(visits), 0)::bigint as visits');

/** Selects rows one by one. */
const countEach = (rows: Sql): CountedRows => ({
  rows: sql`select key, 1 as hits, is_unique::integer as unique_hits, 0 as visitors, visitor_hash, visit_id from (${rows})`,
  visits: raw('count(distinct visit_id) as visits'),
});

/** Selects rows summed up by visit, or by visit and key. They have to be all rows of their visits. */
const countByVisit = (rows: Sql, groups: Sql): Sql => sql`
  select any_value(key) as key, count(*) as hits, count(*) filter (where is_unique) as unique_hits, 0 as visitors,
    any_value(visitor_hash) as visitor_hash, 1 as visits
  from (${rows}) where visit_id is not null group by ${groups}`;

/** Selects rows without a visit, summed up by key. */
const countAnonymous = (rows: Sql): Sql => sql`
  select key, count(*) as hits, 0 as unique_hits, 0 as visitors, null::ubigint as visitor_hash, 0 as visits
  from (${rows}) where visit_id is null group by key`;

/**
 * Selects hits of whole visits, by path, which marks make known: the first hit of a visit and path is one. So is the first of a
 * visitor, path and day, as long as no filter keeps a later visit of that day alone; a visitor of scope `day` has no other day.
 */
const countByMarks = (query: HitQuery, hits: Sql): Sql => {
  const marks =
    filtersVisits(query) || query.hasOtherMarks
      ? { isVisitor: raw('false'), mayBeVisitor: raw('visit_is_first_view') }
      : {
          isVisitor: raw('is_unique and not visitor_is_stable'),
          mayBeVisitor: raw('is_unique and visitor_is_stable'),
        };
  return sql`
    select key, 1 as hits, is_unique::integer as unique_hits, coalesce(${marks.isVisitor}, false)::integer as visitors,
      case when ${marks.mayBeVisitor} then visitor_hash end as visitor_hash,
      coalesce(visit_is_first_view, false)::integer as visits
    from (${hits})`;
};

/** Selects the visitors of a query of whole days whose filters all refer to visits; undefined for others. For `readVisits`. */
export const selectVisitors = (query: HitQuery): Sql | undefined => {
  const parts = splitByVisit(query);
  return parts?.partialUnits.length === 0
    ? sql`select 0 as visitors, visit_visitor_hash as visitor_hash from visit_rows where ${isVisitOfDays(query, parts)}`
    : undefined;
};

/** Selects the visits of whole days with rows of a query. */
const countVisits = (query: HitQuery, parts: SpanParts, key: Sql): Sql => sql`
  select ${key} as key, ${visitCount(query.kind)} as hits,
    ${raw(query.kind === 'hit' ? 'visit_unique_hits' : '0')} as unique_hits, 0 as visitors,
    visit_visitor_hash as visitor_hash, 1 as visits
  from visit_rows where ${isVisitOfDays(query, parts)}`;

/**
 * Selects the rows of a query, summed up where that can be done at once. Where filters and the dimension refer to visits, whole
 * days are read from those. For `readVisits`.
 */
export const selectCounted = (query: HitQuery, dimension?: Dimension): CountedRows => {
  const parts = splitByVisit(query);
  const within = (span: Span | null): Sql => selectMatching({ ...query, span }, dimension);
  if (!parts) return countEach(within(query.span));
  const partial = (groups: Sql) => parts.partialUnits.map(span => countByVisit(within(span), groups));
  if (dimension === undefined || isOfVisit(query, dimension)) {
    const key = dimension === undefined ? NONE.value : toKeys(query, dimension).visited;
    const anonymous = countAnonymous(selectAnonymous(query, dimension));
    return {
      rows: unionAll([countVisits(query, parts, key), ...partial(raw('visit_id')), anonymous]),
      visits: KNOWN_VISITS,
    };
  }
  if (query.kind !== 'hit' || dimension !== 'path') return countEach(within(query.span));
  const anonymous = parts.partialUnits.map(span => countAnonymous(within(span)));
  const rows = [
    countByMarks(query, within(parts.wholeUnits)),
    ...partial(raw('visit_id, hash(key)')),
    ...anonymous,
  ];
  return { rows: unionAll(rows), visits: KNOWN_VISITS };
};
