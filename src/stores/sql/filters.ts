/** Translates filters and conditions to SQL, over any expression of their values. */
import type { GoalCondition } from '../../core/goals/condition.ts';
import { toPartRe2, toPatternRe2 } from '../../core/hits/patterns.ts';
import type { Condition, Filter, SingleView } from '../../core/hits/query.ts';
import { type Predicate, toPredicate } from '../filter-condition.ts';
import { isIn, isNotTrue, isTrue, matches } from './dialect.ts';
import { all, any, raw, type Sql, sql } from './fragment.ts';

/** Returns the condition that a text contains a part, ignoring case. */
export const containsText = (text: Sql, part: string): Sql => matches(text, sql`${toPartRe2(part)}`);

/** Values that are compared one by one: for more, reading the value costs less. */
const MAX_KNOWN_VALUES = 2;

/** The value that a filter compares. */
export interface ComparedValue {
  readonly value: Sql;
  /** Returns the value that is meant by a text, where that is not the text itself. */
  readonly fold?: (text: string) => string;
  /** The condition that the value is the text, where that is known without the value. */
  readonly equals?: (text: string) => Sql | undefined;
  /** A cheap condition that holds wherever the value contains the text. */
  readonly mayContain?: (text: string) => Sql;
}

/** Returns the condition that a value equals, contains or matches one of the values; not true where it is null. */
export const matchesAny = (
  { value, fold, equals, mayContain }: ComparedValue,
  { dimension, values: texts, comparison }: Predicate,
): Sql => {
  const values = fold ? texts.map(fold) : texts;
  if (values.length === 0) return raw('false');
  if (comparison === 'matches')
    return any(values.map(each => matches(value, sql`${`^${toPatternRe2(each, dimension)}$`}`)));
  const isKnown = comparison === 'is' && values.length <= MAX_KNOWN_VALUES;
  const known = isKnown ? values.map(text => equals?.(text)) : [];
  if (known.length > 0 && known.every(each => each !== undefined)) return any(known);
  const is =
    comparison === 'contains' ? any(values.map(part => containsText(value, part))) : isIn(value, values);
  return mayContain ? sql`(${any(values.map(mayContain))} and ${is})` : is;
};

/** Returns the condition that a value is one of those that a predicate includes or excludes. */
const isMeant = (compared: ComparedValue, predicate: Predicate): Sql => {
  const isMatch = isTrue(matchesAny(compared, predicate));
  return predicate.matchesNull ? any([sql`${compared.value} is null`, isMatch]) : isMatch;
};

/** Translates a filter on a value. */
export const toFilterSql = (compared: ComparedValue, filter: Filter): Sql => {
  const predicate = toPredicate(filter);
  if (!predicate.isExcluding) return isMeant(compared, predicate);
  if (predicate.values.length > 0) return isNotTrue(isMeant(compared, predicate));
  return predicate.matchesNull ? sql`${compared.value} is not null` : raw('true');
};

/** How the parts of conditions are translated. */
export interface ConditionParts {
  readonly filter: (filter: Filter) => Sql;
  /** Of rows whose visits did something. */
  readonly done: (done: GoalCondition | SingleView) => Sql;
}

/** Translates a condition by its parts; not true where it does not hold. */
export const toConditionSql = (condition: Condition, parts: ConditionParts): Sql => {
  const translate = (each: Condition): Sql => toConditionSql(each, parts);
  if ('and' in condition) return sql`(${all(condition.and.map(translate))})`;
  if ('or' in condition) return any(condition.or.map(translate));
  if ('not' in condition) return isNotTrue(translate(condition.not));
  return 'done' in condition ? parts.done(condition.done) : parts.filter(condition);
};
