import { eq } from 'drizzle-orm';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { findRow } from '../../stores/sqlite/rows.ts';
import { deployHooks } from './tables.ts';

export type DeployHookRow = typeof deployHooks.$inferSelect;

/** The deploy hooks of sites in the application database. */
export const createDeployHooksStore = (db: AppDb) => ({
  find: (siteId: number): DeployHookRow | undefined =>
    findRow(db, deployHooks, eq(deployHooks.siteId, siteId)),
  findByHash: (tokenHash: string): DeployHookRow | undefined =>
    findRow(db, deployHooks, eq(deployHooks.tokenHash, tokenHash)),
  /** Replaces an earlier one of the site. */
  save(row: DeployHookRow): void {
    const { siteId: _, ...set } = row;
    db.insert(deployHooks).values(row).onConflictDoUpdate({ target: deployHooks.siteId, set }).run();
  },
  noteUse(siteId: number, lastUsedAt: Date): void {
    db.update(deployHooks).set({ lastUsedAt }).where(eq(deployHooks.siteId, siteId)).run();
  },
  remove(siteId: number): void {
    db.delete(deployHooks).where(eq(deployHooks.siteId, siteId)).run();
  },
});

export type DeployHooksStore = ReturnType<typeof createDeployHooksStore>;
