/** Translates filters to SQL, over any expression of the dimension. */

import type { GoalCondition } from '../../../core/goals/condition.ts';
import { toPartRe2, toPatternRe2 } from '../../../core/hits/patterns.ts';
import type { Condition, Filter } from '../../../core/hits/query.ts';
import { type Predicate, toPredicate } from '../../filter-condition.ts';
import { join, raw, type Sql, sql } from '../sql/sql.ts';

/** Returns the condition that a text contains a part, ignoring case. */
export const containsText = (text: Sql, part: string): Sql =>
  sql`regexp_matches(${text}, ${toPartRe2(part)})`;

/** Joins conditions with `or`; false when there are none. */
export const orAll = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw('false') : sql`(${join(conditions, ' or ')})`;

/** Joins conditions with `and`; true when there are none. */
export const andAll = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw('true') : sql`(${join(conditions, ' and ')})`;

/** Values that are compared one by one: for more, reading the value costs less. */
const MAX_KNOWN_VALUES = 2;

/** The value that a filter compares. */
export interface ComparedValue {
  readonly value: Sql;
  /** The condition that the value is the text, where that is known without the value. */
  readonly equals?: (text: string) => Sql | undefined;
  /** A cheap condition that holds wherever the value contains the text. */
  readonly mayContain?: (text: string) => Sql;
}

/** Values up to which they are listed in a statement: more are planned faster as a table. */
const MAX_LISTED_VALUES = 100;

/** Returns what a value is looked for in with `in`. */
export const toList = (values: readonly string[]): Sql =>
  values.length > MAX_LISTED_VALUES
    ? sql`select unnest(${values}::varchar[])`
    : join(
        values.map(text => sql`${text}`),
        ', ',
      );

/** Returns the condition that a value equals, contains or matches one of the values; not true where it is null. */
export const matchesAny = (
  { value, equals, mayContain }: ComparedValue,
  { dimension, values, comparison }: Predicate,
): Sql => {
  if (values.length === 0) return raw('false');
  if (comparison === 'matches')
    return orAll(values.map(each => sql`regexp_full_match(${value}, ${toPatternRe2(each, dimension)})`));
  const isKnown = comparison === 'is' && values.length <= MAX_KNOWN_VALUES;
  const known = isKnown ? values.map(text => equals?.(text)) : [];
  if (known.length > 0 && known.every(each => each !== undefined)) return orAll(known);
  const is =
    comparison === 'contains'
      ? orAll(values.map(part => containsText(value, part)))
      : sql`${value} in (${toList(values)})`;
  return mayContain ? sql`(${orAll(values.map(mayContain))} and ${is})` : is;
};

/** Translates a filter on a value. */
export const toFilterSql = (compared: ComparedValue, filter: Filter): Sql => {
  const condition = toPredicate(filter);
  const { values, matchesNull, isExcluding } = condition;
  const { value } = compared;
  const isMatch = matchesAny(compared, condition);
  if (!isExcluding) return matchesNull ? orAll([sql`${value} is null`, isMatch]) : isMatch;
  if (values.length === 0) return matchesNull ? sql`${value} is not null` : raw('true');
  return matchesNull
    ? sql`(${value} is not null and (${isMatch}) is not true)`
    : sql`(${isMatch}) is not true`;
};

/** How the parts of conditions are translated. */
export interface ConditionParts {
  readonly filter: (filter: Filter) => Sql;
  /** Of rows whose visits reached a goal. */
  readonly done: (goal: GoalCondition) => Sql;
}

/** Translates a condition by its parts; not true where it does not hold. */
export const toConditionSql = (condition: Condition, parts: ConditionParts): Sql => {
  const translate = (each: Condition): Sql => toConditionSql(each, parts);
  if ('and' in condition) return andAll(condition.and.map(translate));
  if ('or' in condition) return orAll(condition.or.map(translate));
  if ('not' in condition) return sql`(${translate(condition.not)}) is not true`;
  return 'done' in condition ? parts.done(condition.done) : parts.filter(condition);
};
