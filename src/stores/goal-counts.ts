/** Presents the counts of goals in the order of a query, as every engine answers them. */
import type { Conversions, GoalCounts } from '../core/goals/query.ts';
import type { Revenue } from '../core/hits/revenue.ts';

/** How often a goal was reached; `goal` is its index in the query. */
export interface GoalRow extends Conversions {
  readonly goal: number;
}

/** What a goal brought in, in one currency. */
export interface GoalRevenueRow extends Revenue {
  readonly goal: number;
}

/** Rows of a report; goals that nobody reached have none. */
interface GoalRows {
  readonly counts: readonly GoalRow[];
  readonly sums: readonly GoalRevenueRow[];
}

/** Returns the counts of goals, in their order. */
export const toGoalCounts = (goals: readonly unknown[], { counts, sums }: GoalRows): GoalCounts['goals'] => {
  const revenue = Map.groupBy(sums, row => row.goal);
  const counted = new Map(counts.map(row => [row.goal, row]));
  return goals.map((_, goal) => ({
    conversions: counted.get(goal)?.conversions ?? 0,
    visitors: counted.get(goal)?.visitors ?? 0,
    revenue: (revenue.get(goal) ?? []).map(({ currency, amount }) => ({ currency, amount })),
  }));
};
