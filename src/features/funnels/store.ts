import type { GoalCondition } from '../../core/goals/condition.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { createItemsOfSite } from '../../stores/sqlite/items-of-site.ts';
import { funnels } from './tables.ts';

/** A step of a funnel. */
export interface FunnelStep {
  /** Null: it is named by its condition. */
  readonly name: string | null;
  readonly condition: GoalCondition;
}

/** A funnel with its steps. */
export interface Funnel extends Omit<FunnelRow, 'steps'> {
  readonly steps: readonly FunnelStep[];
}

export type FunnelRow = typeof funnels.$inferSelect;

/** The funnels of the application database. */
export const createFunnelsStore = (db: AppDb) => createItemsOfSite(db, funnels);

export type FunnelsStore = ReturnType<typeof createFunnelsStore>;
