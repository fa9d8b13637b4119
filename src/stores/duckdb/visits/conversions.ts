/** Selects the rows that reach goals. */
import {
  type EventCondition,
  type GoalCondition,
  goalKind,
  type PathCondition,
  patternsOf,
} from '../../../core/goals/condition.ts';
import { parsePathPattern } from '../../../core/goals/path-pattern.ts';
import { hasDetails, isPath } from '../../sql/goals.ts';
import { type GoalScope, ofEvent, selectReadHits, toGoalSql } from '../queries/goals.ts';
import { unionAll } from '../queries/parts.ts';
import { join, raw, type Sql, sql, within } from '../sql/sql.ts';

/** Goals of one kind of condition, each with its place in the list of all. */
type Numbered<Condition> = readonly { readonly goal: number; readonly condition: Condition }[];

const numberGoals = <Condition extends GoalCondition>(
  goals: readonly GoalCondition[],
  isKind: (condition: GoalCondition) => condition is Condition,
): Numbered<Condition> =>
  goals.flatMap((condition, goal) => (isKind(condition) ? [{ goal, condition }] : []));

/** Where rows are read from: the tables, or the same with their visits, which then are selected as `visit_id`. */
export const ROWS = {
  stored: { hit: raw('hits'), event: raw('events'), visit: raw('null::bigint') },
  ofVisits: { hit: raw('hits_of_visits'), event: raw('events_of_visits'), visit: raw('visit_id') },
} as const;
type Rows = (typeof ROWS)[keyof typeof ROWS];

const isRow = ({ siteId, span }: GoalScope): Sql =>
  sql`site_id = ${siteId} and ${within('created_at', span)}`;

const selectHit = ({ visit }: Rows): Sql =>
  sql`select goal, visitor_hash, ${visit} as visit_id, null::bigint as revenue_amount, null::varchar as revenue_currency`;

/** Selects texts, each with the number of its goal. */
const listTexts = (texts: readonly (readonly [text: string, goal: number])[]): Sql =>
  sql`(select unnest(${texts.map(([text]) => text)}::varchar[]) as text, unnest(${texts.map(([, goal]) => goal)}::bigint[]) as goal)`;

const hasWildcard = (condition: PathCondition): boolean =>
  patternsOf(condition).some(pattern => parsePathPattern(pattern).rest.length > 0);

/** Selects hits by path. Patterns are compared with each distinct path once, not with each hit. */
const selectByPath = (scope: GoalScope, rows: Rows, goals: Numbered<PathCondition>): Sql[] => {
  const exact = goals.filter(({ condition }) => !hasWildcard(condition));
  const patterns = goals.filter(({ condition }) => hasWildcard(condition));
  const matching = patterns.map(
    ({ goal, condition }) =>
      sql`select text, ${goal}::bigint as goal from (select text, text as path from paths) where ${isPath(condition)}`,
  );
  const paths = [
    ...(exact.length > 0
      ? [
          listTexts(
            exact.flatMap(({ condition, goal }) =>
              patternsOf(condition).map(pattern => [parsePathPattern(pattern).start, goal] as const),
            ),
          ),
        ]
      : []),
    ...(matching.length > 0
      ? [
          // An aggregate and no column, so that the patterns are not compared with each hit before.
          sql`(with paths as materialized (
            select any_value(path) as text from hits where ${isRow(scope)} and path is not null group by path)
            ${unionAll(matching)})`,
        ]
      : []),
  ];
  return paths.map(
    each => sql`${selectHit(rows)} from ${rows.hit} join ${each} on path = text where ${isRow(scope)}`,
  );
};

/** Selects events. */
const selectEvents = (scope: GoalScope, { event, visit }: Rows, goals: Numbered<EventCondition>): Sql[] => {
  if (goals.length === 0) return [];
  const details = goals.flatMap(({ goal, condition }) => {
    const isMet = hasDetails(condition, ofEvent);
    return isMet ? [sql`when ${goal} then ${isMet}`] : [];
  });
  const isMet = details.length === 0 ? raw('true') : sql`case goal ${join(details, ' ')} else true end`;
  return [
    sql`select goal, visitor_hash, ${visit} as visit_id, revenue_amount, revenue_currency from ${event}
      join ${listTexts(goals.map(({ condition, goal }) => [condition.event, goal]))} on event = text
      where ${isRow(scope)} and ${isMet}`,
  ];
};

/** Selects hits by how far their page was seen. */
const selectByDepth = (scope: GoalScope, rows: Rows, goals: Numbered<{ scrollDepth: number }>): Sql[] => {
  if (goals.length === 0) return [];
  const depths = goals.map(({ condition }) => condition.scrollDepth);
  const wanted = sql`(select unnest(${depths}::bigint[]) as wanted, unnest(${goals.map(({ goal }) => goal)}::bigint[]) as goal)`;
  return [
    sql`${selectHit(rows)} from ${rows.hit} join (${selectReadHits(scope, Math.min(...depths))}) on id = hit_id
      join ${wanted} on depth >= wanted where ${isRow(scope)}`,
  ];
};

/** Selects the rows that reach one goal. */
const selectOne = (scope: GoalScope, goal: GoalCondition, rows: Rows): Sql =>
  goalKind(goal) === 'event'
    ? sql`select 0::bigint as goal, visitor_hash, ${rows.visit} as visit_id, revenue_amount, revenue_currency
        from ${rows.event} where ${isRow(scope)} and ${toGoalSql(goal, scope)}`
    : sql`${selectHit(rows)} from (select *, 0::bigint as goal from ${rows.hit}
        where ${isRow(scope)} and ${toGoalSql(goal, scope)})`;

/**
 * Selects the rows of a span that reach goals, one for each goal that it reaches: `goal`, the place of it in the list,
 * `visitor_hash`, `visit_id`, `revenue_amount` and `revenue_currency`.
 */
export const selectConversions = (scope: GoalScope, goals: readonly GoalCondition[], rows: Rows): Sql => {
  const [only] = goals;
  if (only && goals.length === 1) return selectOne(scope, only, rows);
  const selects = [
    ...selectByPath(
      scope,
      rows,
      numberGoals(goals, condition => 'path' in condition),
    ),
    ...selectEvents(
      scope,
      rows,
      numberGoals(goals, condition => 'event' in condition),
    ),
    ...selectByDepth(
      scope,
      rows,
      numberGoals(goals, condition => 'scrollDepth' in condition),
    ),
  ];
  const nothing = sql`${selectHit(rows)} from (select *, 0::bigint as goal from ${rows.hit} where false)`;
  return unionAll(selects.length === 0 ? [nothing] : selects.map(select => sql`(${select})`));
};
