import type { Site } from '../../core/site.ts';
import type { SitesStore } from './store.ts';

/** Accounts whose lists of sites are kept in memory. */
const MAX_CACHED_LISTS = 1000;

/** Caches sites until they change, since every hit looks up its own. All writes to sites must pass through the cache. */
export function createSiteCache(store: Pick<SitesStore, 'find' | 'findByUid' | 'listByOwner'>) {
  const byId = new Map<number, Site>();
  const byUid = new Map<string, Site>();
  const byOwner = new Map<number, readonly Site[]>();

  function put(site: Site): Site {
    byId.set(site.id, site);
    byUid.set(site.uid, site);
    return site;
  }

  return {
    find(id: number): Site | undefined {
      const known = byId.get(id);
      if (known) return known;
      const site = store.find(id);
      return site && put(site);
    },
    /** Finds a site by its public code. */
    findByUid(uid: string): Site | undefined {
      const known = byUid.get(uid);
      if (known) return known;
      const site = store.findByUid(uid);
      return site && put(site);
    },
    /** Sites of an account by their ids, lowest first. */
    listByOwner(ownerId: number): readonly Site[] {
      const known = byOwner.get(ownerId);
      if (known) return known;
      const rows = store.listByOwner(ownerId);
      if (byOwner.size >= MAX_CACHED_LISTS) byOwner.clear();
      byOwner.set(ownerId, rows);
      return rows;
    },
    /** Adds a site that was inserted or updated. */
    put,
    forgetList: (ownerId: number): void => void byOwner.delete(ownerId),
    forget(site: Site): void {
      byId.delete(site.id);
      byUid.delete(site.uid);
      byOwner.delete(site.ownerId);
    },
  };
}
