import type { GoalCondition } from '../../core/goals/condition.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { createItemsOfSite } from '../../stores/sqlite/items-of-site.ts';
import { goals } from './tables.ts';

/** A goal with its condition. */
export interface Goal extends Omit<GoalRow, 'condition'> {
  readonly condition: GoalCondition;
}

export type GoalRow = typeof goals.$inferSelect;
export type GoalChange = Partial<Pick<GoalRow, 'name' | 'condition' | 'updatedAt'>>;

/** The goals of the application database. */
export const createGoalsStore = (db: AppDb) => createItemsOfSite(db, goals);

export type GoalsStore = ReturnType<typeof createGoalsStore>;
