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
