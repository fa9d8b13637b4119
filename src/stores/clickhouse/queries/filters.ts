/** Translates filters to SQL, over any expression of the dimension. */

import type { GoalCondition } from '../../../core/goals/condition.ts';
import { toPartRe2, toPatternRe2 } from '../../../core/hits/patterns.ts';
import type { Condition, Filter } from '../../../core/hits/query.ts';
import { toPredicate } from '../../filter-condition.ts';
import { all, any, raw, type Sql, sql } from '../../sql/fragment.ts';

/** Returns the condition that a text contains a part, ignoring case. */
export const containsText = (text: Sql, part: string): Sql => sql`match(${text}, ${toPartRe2(part)})`;

/** Returns the condition that a value matches; false where it is null and null does not match. */
const isMatch = (value: Sql, filter: Filter): Sql => {
  const { dimension, values, matchesNull, comparison } = toPredicate(filter);
  const matches = {
    contains: () => values.map(part => containsText(value, part)),
    matches: () => values.map(each => sql`match(${value}, ${`^${toPatternRe2(each, dimension)}$`})`),
    is: () => (values.length === 0 ? [] : [sql`${value} in (${values})`]),
  }[comparison]();
  return any([
    ...(matchesNull ? [sql`${value} is null`] : []),
    ...matches.map(match => sql`coalesce(${match}, false)`),
  ]);
};

/** Translates a filter on a value. */
export const toFilterSql = (value: Sql, filter: Filter): Sql =>
  toPredicate(filter).isExcluding ? sql`not ${isMatch(value, filter)}` : isMatch(value, filter);

/** Translates a filter on several values, the array `sent`: any of them, or null where there is none, has to match. */
export const toFilterOfAny = (values: Sql, filter: Filter): Sql => {
  const { matchesNull, isExcluding } = toPredicate(filter);
  const isAny = any([
    ...(matchesNull ? [sql`empty(${values})`] : []),
    sql`arrayExists(each -> ${isMatch(raw('each'), filter)}, ${values})`,
  ]);
  return isExcluding ? sql`not ${isAny}` : isAny;
};

/** How the parts of conditions are translated. */
export interface ConditionParts {
  readonly filter: (filter: Filter) => Sql;
  /** Of rows whose visits reached a goal. */
  readonly done: (goal: GoalCondition) => Sql;
}

/** Translates a condition by its parts. */
export const toConditionSql = (condition: Condition, parts: ConditionParts): Sql => {
  const translate = (each: Condition): Sql => toConditionSql(each, parts);
  if ('and' in condition) return all(condition.and.map(translate));
  if ('or' in condition) return any(condition.or.map(translate));
  if ('not' in condition) return sql`not (${translate(condition.not)})`;
  return 'done' in condition ? parts.done(condition.done) : parts.filter(condition);
};
