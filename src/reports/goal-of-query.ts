/** The goal of a parsed query. */
import type { GoalCondition } from '../core/goals/condition.ts';

/** Key of a parsed query under which the condition of its goal is. */
const GOAL = Symbol('goal');

/** Returns the query with the condition of the goal that it names. */
export const withGoal = <Query extends object>(query: Query, goal: GoalCondition): Query => ({
  ...query,
  [GOAL]: goal,
});

/** Returns the condition of a query's goal; null without one. */
export const findGoal = (query: object): GoalCondition | null =>
  (query as { readonly [GOAL]?: GoalCondition })[GOAL] ?? null;
