import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { lastBackup } from './tables.ts';

/** Stores when the last backup finished. */
export const createBackupStore = (db: AppDb) => ({
  /** Returns when `footfall backup` last finished; null when it never has. */
  findLastAt: (): Date | null => db.select().from(lastBackup).get()?.finishedAt ?? null,
  saveLastAt(finishedAt: Date): void {
    db.insert(lastBackup)
      .values({ id: 1, finishedAt })
      .onConflictDoUpdate({ target: lastBackup.id, set: { finishedAt } })
      .run();
  },
});
