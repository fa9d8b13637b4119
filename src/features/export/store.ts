import { eq, inArray } from 'drizzle-orm';
import type { Day } from '../../core/span.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { findRow, listRows } from '../../stores/sqlite/rows.ts';
import { changedDays, exportedBackup, exportedDays } from './tables.ts';

/** Days from a first to a last one. */
export interface ExportedDays {
  readonly firstDay: Day;
  readonly lastDay: Day;
}

/** Days that must be exported again. */
export type ChangedDays = ExportedDays & { readonly id: number };

/** Stores how far nightly exports have come. */
export const createNightlyStore = (db: AppDb) => ({
  findDays: (siteId: number): ExportedDays | undefined =>
    findRow(db, exportedDays, eq(exportedDays.siteId, siteId)),
  saveDays(siteId: number, { firstDay, lastDay }: ExportedDays): void {
    db.insert(exportedDays)
      .values({ siteId, firstDay, lastDay })
      .onConflictDoUpdate({ target: exportedDays.siteId, set: { firstDay, lastDay } })
      .run();
  },
  addChanged(siteId: number, days: ExportedDays): void {
    db.insert(changedDays)
      .values({ siteId, ...days })
      .run();
  },
  listChanged: (siteId: number): ChangedDays[] =>
    listRows(db, changedDays, { where: eq(changedDays.siteId, siteId) }),
  removeChanged(changed: readonly ChangedDays[]): void {
    const ids = changed.map(({ id }) => id);
    db.delete(changedDays).where(inArray(changedDays.id, ids)).run();
  },
  removeOfSite(siteId: number): void {
    db.delete(changedDays).where(eq(changedDays.siteId, siteId)).run();
    db.delete(exportedDays).where(eq(exportedDays.siteId, siteId)).run();
  },
  findBackupDay: (): Day | undefined => findRow(db, exportedBackup)?.day,
  saveBackupDay(day: Day): void {
    db.insert(exportedBackup)
      .values({ id: 1, day })
      .onConflictDoUpdate({ target: exportedBackup.id, set: { day } })
      .run();
  },
});

export type NightlyStore = ReturnType<typeof createNightlyStore>;
