import { sql } from 'drizzle-orm';
import { readCapture } from '../../core/capture.ts';
import { type FindSiteZone, listSiteHosts, zoneOfSite } from '../../core/site.ts';
import type { FindSiteHosts } from '../site-hosts.ts';
import type { AppDb } from './app-db.ts';

/** Creates the finder of sites' hosts, which reads the configuration as it is now: an address may be changed. */
export const createFindSiteHosts =
  (db: AppDb): FindSiteHosts =>
  siteId => {
    const [site] = db.all<{ url: string; hosts: string }>(
      sql`select url, hosts from sites where id = ${siteId}`,
    );
    return site && listSiteHosts(site);
  };

/** Creates the finder of whether the script of a site reports engagement, which reads the configuration as it is now. */
export const createReportsEngagement =
  (db: AppDb) =>
  (siteId: number): boolean => {
    const [site] = db.all<{ capture: string }>(sql`select capture from sites where id = ${siteId}`);
    return site !== undefined && readCapture(site.capture).engagement;
  };

/** Creates the finder of sites' owners; undefined for a site that is not there. */
export const createFindSiteOwner =
  (db: AppDb) =>
  (siteId: number): number | undefined =>
    db.all<{ owner_id: number }>(sql`select owner_id from sites where id = ${siteId}`)[0]?.owner_id;

/** Creates the list of the sites of each account that are not deleted. */
export const createListSitesByOwner = (db: AppDb) => (): ReadonlyMap<number, readonly number[]> => {
  const rows = db.all<{ id: number; owner_id: number }>(
    sql`select id, owner_id from sites where deleted_at is null order by owner_id, id`,
  );
  return new Map(
    [...Map.groupBy(rows, row => row.owner_id)].map(([ownerId, own]) => [ownerId, own.map(({ id }) => id)]),
  );
};

/**
 * Creates the finder of the zones of sites' days; UTC for a site that is not there. Zones are kept in memory until somebody
 * changes the configuration, since every hit asks.
 */
export function createFindSiteZone(db: Pick<AppDb, 'all' | 'changes'>): FindSiteZone {
  const known = new Map<number, string>();
  let knownAt = db.changes;
  const read = (siteId: number): string => {
    const [row] = db.all<{ own: string | null; account: string }>(
      sql`select sites.time_zone as own, users.time_zone as account from sites join users on users.id = owner_id where sites.id = ${siteId}`,
    );
    return row ? zoneOfSite({ timeZone: row.own }, { timeZone: row.account }) : 'UTC';
  };
  return siteId => {
    if (knownAt !== db.changes) {
      known.clear();
      knownAt = db.changes;
    }
    let zone = known.get(siteId);
    if (zone === undefined) {
      zone = read(siteId);
      known.set(siteId, zone);
    }
    return zone;
  };
}
