/** What conditions are made of. */
import type { GoalCondition } from '../goals/condition.ts';
import type { Condition, Filter, SingleView } from './query.ts';

/** A condition that is made of no others. */
export type ConditionPart = Exclude<
  Condition,
  { readonly and: unknown } | { readonly or: unknown } | { readonly not: unknown }
>;

/** Returns whether a condition is on one dimension. */
export const isFilter = (condition: Condition): condition is Filter => condition.dimension !== undefined;

/** Returns the conditions that a condition is made of: itself where it is made of no others. */
export const listParts = (condition: Condition): readonly ConditionPart[] => {
  if ('and' in condition) return condition.and.flatMap(listParts);
  if ('or' in condition) return condition.or.flatMap(listParts);
  return 'not' in condition ? listParts(condition.not) : [condition];
};

/** Returns the filters that conditions are made of. */
export const listFilters = (conditions: readonly Condition[]): Filter[] =>
  conditions.flatMap(listParts).filter(isFilter);

/** Returns what conditions ask about visits. */
export const listDone = (conditions: readonly Condition[]): (GoalCondition | SingleView)[] =>
  conditions.flatMap(listParts).flatMap(part => ('done' in part ? [part.done] : []));

/** Returns the goals among what conditions ask about visits. */
export const listGoals = (conditions: readonly Condition[]): GoalCondition[] =>
  listDone(conditions).flatMap(done => ('views' in done ? [] : [done]));

/** Names of the values of filters, each with that of its complement. */
const COMPLEMENTS: Readonly<Record<string, string>> = {
  is: 'isNot',
  isNot: 'is',
  isAnyOf: 'isNoneOf',
  isNoneOf: 'isAnyOf',
  containsAnyOf: 'containsNone',
  containsNone: 'containsAnyOf',
  matchesAnyOf: 'matchesNone',
  matchesNone: 'matchesAnyOf',
};

/** Returns the complement of a condition in negation normal form: filters exclude by themselves, so that `not` stands before `done` alone. */
const negate = (condition: Condition): Condition => {
  if ('and' in condition) return { or: condition.and.map(negate) };
  if ('or' in condition) return { and: condition.or.map(negate) };
  if ('not' in condition) return toNormalForm(condition.not);
  if ('done' in condition) return { not: condition };
  return Object.fromEntries(
    Object.entries(condition).map(([name, value]) => [COMPLEMENTS[name] ?? name, value]),
  ) as unknown as Filter;
};

/** Returns a condition in negation normal form. */
export const toNormalForm = (condition: Condition): Condition => {
  if ('and' in condition) return { and: condition.and.map(toNormalForm) };
  if ('or' in condition) return { or: condition.or.map(toNormalForm) };
  return 'not' in condition ? negate(condition.not) : condition;
};

/** Returns a condition with others in place of its parts. */
export const mapParts = (condition: Condition, toOther: (part: ConditionPart) => Condition): Condition => {
  const map = (each: Condition): Condition => mapParts(each, toOther);
  if ('and' in condition) return { and: condition.and.map(map) };
  if ('or' in condition) return { or: condition.or.map(map) };
  return 'not' in condition ? { not: map(condition.not) } : toOther(condition);
};

/** Returns a condition with another in place of one of its parts. */
export const replacePart = (condition: Condition, part: ConditionPart, by: Condition): Condition =>
  mapParts(condition, each => (each === part ? by : each));

/** Returns the condition for the rows for which a part decides whether a condition holds. */
export const whereDecides = (condition: Condition, part: ConditionPart): Condition => {
  const ifMet = replacePart(condition, part, { and: [] });
  const ifNot = replacePart(condition, part, { or: [] });
  return { or: [{ and: [ifMet, { not: ifNot }] }, { and: [ifNot, { not: ifMet }] }] };
};
