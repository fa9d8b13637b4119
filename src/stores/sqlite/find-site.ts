import { sql } from 'drizzle-orm';
import { bareHost, parseHost } from '../../lib/url.ts';
import type { FindSiteHost } from '../site-hosts.ts';
import type { AppDb } from './app-db.ts';

/** Creates the finder of sites' hosts, which reads the configuration as it is now: an address may be changed. */
export const createFindSiteHost =
  (db: AppDb): FindSiteHost =>
  siteId => {
    const [site] = db.all<{ url: string }>(sql`select url from sites where id = ${siteId}`);
    const host = site && parseHost(site.url);
    return host ? bareHost(host) : undefined;
  };

/** Creates the finder of sites' owners; undefined for a site that is not there. */
export const createFindSiteOwner =
  (db: AppDb) =>
  (siteId: number): number | undefined =>
    db.all<{ owner_id: number }>(sql`select owner_id from sites where id = ${siteId}`)[0]?.owner_id;
