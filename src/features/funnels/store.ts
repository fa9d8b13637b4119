import { and, count, eq } from 'drizzle-orm';
import type { GoalCondition } from '../../core/goals/condition.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
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
export type NewFunnel = Omit<FunnelRow, 'id'>;
export type FunnelChange = Partial<Omit<NewFunnel, 'siteId' | 'createdAt'>>;

/** The funnels of the application database. */
export function createFunnelsStore(db: AppDb) {
  return {
    find: (siteId: number, id: number): FunnelRow | undefined =>
      db
        .select()
        .from(funnels)
        .where(and(eq(funnels.id, id), eq(funnels.siteId, siteId)))
        .get(),
    /** Oldest first. */
    list: (siteId: number): FunnelRow[] =>
      db.select().from(funnels).where(eq(funnels.siteId, siteId)).orderBy(funnels.id).all(),
    count: (siteId: number): number =>
      db.select({ count: count() }).from(funnels).where(eq(funnels.siteId, siteId)).get()?.count ?? 0,
    insert: (funnel: NewFunnel): FunnelRow => db.insert(funnels).values(funnel).returning().get(),
    update: (id: number, change: FunnelChange): FunnelRow | undefined =>
      db.update(funnels).set(change).where(eq(funnels.id, id)).returning().get(),
    remove: (id: number): void => {
      db.delete(funnels).where(eq(funnels.id, id)).run();
    },
    removeOfSite: (siteId: number): void => {
      db.delete(funnels).where(eq(funnels.siteId, siteId)).run();
    },
  };
}

export type FunnelsStore = ReturnType<typeof createFunnelsStore>;
