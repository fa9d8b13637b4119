import { and, count, eq } from 'drizzle-orm';
import type { GoalCondition } from '../../core/goals/condition.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { goals } from './tables.ts';

/** A goal with its condition. */
export interface Goal extends Omit<GoalRow, 'condition'> {
  readonly condition: GoalCondition;
}

export type GoalRow = typeof goals.$inferSelect;
export type NewGoal = Omit<GoalRow, 'id'>;
export type GoalChange = Partial<Pick<GoalRow, 'name' | 'condition' | 'updatedAt'>>;

/** The goals of the application database. */
export function createGoalsStore(db: AppDb) {
  return {
    find: (siteId: number, id: number): GoalRow | undefined =>
      db
        .select()
        .from(goals)
        .where(and(eq(goals.id, id), eq(goals.siteId, siteId)))
        .get(),
    /** Oldest first. */
    list: (siteId: number): GoalRow[] =>
      db.select().from(goals).where(eq(goals.siteId, siteId)).orderBy(goals.id).all(),
    count: (siteId: number): number =>
      db.select({ count: count() }).from(goals).where(eq(goals.siteId, siteId)).get()?.count ?? 0,
    insert: (goal: NewGoal): GoalRow => db.insert(goals).values(goal).returning().get(),
    update: (id: number, change: GoalChange): GoalRow | undefined =>
      db.update(goals).set(change).where(eq(goals.id, id)).returning().get(),
    remove: (id: number): void => {
      db.delete(goals).where(eq(goals.id, id)).run();
    },
    removeOfSite: (siteId: number): void => {
      db.delete(goals).where(eq(goals.siteId, siteId)).run();
    },
  };
}

export type GoalsStore = ReturnType<typeof createGoalsStore>;
