import { sql } from 'drizzle-orm';
import type { StorageIds } from '../storage-ids.ts';
import type { AppDb } from './app-db.ts';

interface StorageId {
  readonly id: number;
  readonly storage_id: number;
}

/** Every storage id of a site that may have rows, with the site, as the configuration has them. */
export function listStorageIds(db: AppDb): Map<number, number> {
  const rows = db.all<StorageId>(sql`
    select id, storage_id from sites where purged_at is null union all
    select sites.id, changes.storage_id from changes join sites on sites.id = site_id where purged_at is null`);
  return new Map(rows.map(row => [row.storage_id, row.id]));
}

/** The storage ids of the configuration's sites, looked up until it changes, and those that their rows are held under. */
export function createStorageIds(db: AppDb): StorageIds {
  const bySite = new Map<number, number>();
  const byStorage = new Map<number, number>();
  const lookUp = (condition: ReturnType<typeof sql>) => {
    const [row] = db.all<StorageId>(sql`select id, storage_id from sites where ${condition}`);
    if (row === undefined) return;
    bySite.set(row.id, row.storage_id);
    byStorage.set(row.storage_id, row.id);
  };
  const lookUpHeld = (storageId: number) => {
    const [row] = db.all<StorageId>(
      sql`select site_id as id, storage_id from changes where storage_id = ${storageId}`,
    );
    if (row !== undefined) byStorage.set(row.storage_id, row.id);
  };
  let knownAt = db.changes;
  /** A reset gives a site another storage id. */
  const forgetChanged = () => {
    if (knownAt === db.changes) return;
    knownAt = db.changes;
    bySite.clear();
    byStorage.clear();
  };
  return {
    find: siteId => {
      forgetChanged();
      if (!bySite.has(siteId)) lookUp(sql`id = ${siteId}`);
      const storageId = bySite.get(siteId);
      if (storageId === undefined) throw new Error(`There is no site ${siteId}`);
      return storageId;
    },
    findSite: storageId => {
      forgetChanged();
      if (!byStorage.has(storageId)) lookUp(sql`storage_id = ${storageId}`);
      if (!byStorage.has(storageId)) lookUpHeld(storageId);
      return byStorage.get(storageId);
    },
    listHeld: siteId =>
      db
        .all<StorageId>(
          sql`select site_id as id, storage_id from changes
            where site_id = ${siteId} and status in ('running', 'done', 'undoing') order by id`,
        )
        .map(row => row.storage_id),
  };
}
