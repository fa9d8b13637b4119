/** Conditions of goals, and of steps of funnels, over the columns of a row: not true where one has no value. */
import {
  type EventCondition,
  type PathCondition,
  patternsOf,
  toComparedText,
} from '../../core/goals/condition.ts';
import { parsePathPattern, toRe2 } from '../../core/goals/path-pattern.ts';
import { toPropertyDimension } from '../../core/hits/properties.ts';
import type { Dimension } from '../../core/hits/query.ts';
import { isTrue, matches, startsWith } from './dialect.ts';
import { type ComparedValue, toFilterSql } from './filters.ts';
import { all, join, raw, type Sql, sql } from './fragment.ts';

/** Returns the condition that a path matches one of the patterns of a goal, over `path`. */
export const isPath = (condition: PathCondition): Sql => {
  const [only, ...others] = patternsOf(condition).map(matchesPattern);
  return only && others.length === 0 ? only : sql`(${join([only ?? raw('false'), ...others], ' or ')})`;
};

const matchesPattern = (path: string): Sql => {
  const pattern = parsePathPattern(path);
  const { start, rest } = pattern;
  if (rest.length === 0) return isTrue(sql`path = ${start}`);
  const begins = startsWith(raw('path'), sql`${start}`);
  const isPrefix = rest.length === 1 && rest.every(({ wildcard, text }) => wildcard === '**' && text === '');
  return isTrue(
    isPrefix ? begins : sql`(${begins} and ${matches(raw('path'), sql`${`^${toRe2(pattern)}$`}`)})`,
  );
};

/** Returns the condition for the value and properties of an event; undefined where its name is enough. */
export const hasDetails = (
  { value, properties = {} }: EventCondition,
  toValue: (dimension: Dimension) => ComparedValue,
): Sql | undefined => {
  const conditions = [
    ...(value === undefined ? [] : [isTrue(sql`value = ${value}`)]),
    ...Object.entries(properties).map(([name, wanted]) => {
      const dimension = toPropertyDimension(name);
      return toFilterSql(toValue(dimension), { dimension, is: toComparedText(wanted) });
    }),
  ];
  return conditions.length === 0 ? undefined : all(conditions);
};

/** Returns the condition that a row is an event of a goal. */
export const isEvent = (condition: EventCondition, toValue: (dimension: Dimension) => ComparedValue): Sql => {
  const isNamed = isTrue(sql`event = ${condition.event}`);
  const details = hasDetails(condition, toValue);
  return details ? sql`(${isNamed} and ${details})` : isNamed;
};
