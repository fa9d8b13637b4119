import { sql } from 'drizzle-orm';
import type { StorageIds } from '../storage-ids.ts';
import type { AppDb } from './app-db.ts';

/** Every storage id of a site that may have rows, with the site, as the configuration has them. */
export function listStorageIds(db: AppDb): Map<number, number> {
  const rows = db.all<{ id: number; storage_id: number }>(
    sql`select id, storage_id from sites where purged_at is null`,
  );
  return new Map(rows.map(row => [row.storage_id, row.id]));
}

/** The storage ids of the configuration's sites, looked up once each. */
export function createStorageIds(db: AppDb): StorageIds {
  const bySite = new Map<number, number>();
  const byStorage = new Map<number, number>();
  const remember = (row: { id: number; storage_id: number } | undefined) => {
    if (row === undefined) return;
    bySite.set(row.id, row.storage_id);
    byStorage.set(row.storage_id, row.id);
  };
  const lookUp = (condition: ReturnType<typeof sql>) =>
    remember(
      db.all<{ id: number; storage_id: number }>(sql`select id, storage_id from sites where ${condition}`)[0],
    );
  return {
    find: siteId => {
      if (!bySite.has(siteId)) lookUp(sql`id = ${siteId}`);
      const storageId = bySite.get(siteId);
      if (storageId === undefined) throw new Error(`There is no site ${siteId}`);
      return storageId;
    },
    findSite: storageId => {
      if (!byStorage.has(storageId)) lookUp(sql`storage_id = ${storageId}`);
      return byStorage.get(storageId);
    },
  };
}
