import type { ConfigDb } from '../../stores/sqlite/config-db.ts';
import { lastBackup } from './tables.ts';

/** Keeps when the last backup was finished. */
export const createBackupStore = (config: ConfigDb) => ({
  /** Returns when `footfall backup` last finished; null when it never has. */
  findLastAt: (): Date | null => config.db.select().from(lastBackup).get()?.finishedAt ?? null,
  saveLastAt(finishedAt: Date): void {
    config.db
      .insert(lastBackup)
      .values({ id: 1, finishedAt })
      .onConflictDoUpdate({ target: lastBackup.id, set: { finishedAt } })
      .run();
  },
});
