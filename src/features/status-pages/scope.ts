/** Of which sites a page is, and whether anybody may open it. */
import type { Site } from '../../core/site.ts';
import type { User } from '../../core/user.ts';
import type { PageRow } from './store.ts';

export interface PageScopeDeps {
  readonly findSite: (id: number) => Site | undefined;
  /** Finds a group of an account, with its sites. */
  readonly findGroup: (ownerId: number, id: number) => { readonly sites: readonly Site[] } | undefined;
  /** Finds a user whose plan includes monitoring. */
  readonly findOwner: (id: number) => User | undefined;
}

export function createPageScope({ findSite, findGroup, findOwner }: PageScopeDeps) {
  /** Lists the sites whose monitors a page may show; undefined when its site or group is gone. */
  function listSiteIds({
    ownerId,
    siteId,
    groupId,
  }: Pick<PageRow, 'ownerId' | 'siteId' | 'groupId'>): readonly number[] | undefined {
    if (siteId === null) return findGroup(ownerId, groupId ?? 0)?.sites.map(({ id }) => id);
    return findSite(siteId)?.ownerId === ownerId ? [siteId] : undefined;
  }

  return {
    listSiteIds,
    findOwner: ({ ownerId }: PageRow): User | undefined => findOwner(ownerId),
    /** Returns whether anybody may open a page: it is switched on, and its owner and site or group are there. */
    isOpen: (page: PageRow): boolean =>
      page.isEnabled && findOwner(page.ownerId) !== undefined && listSiteIds(page) !== undefined,
  };
}

export type PageScope = ReturnType<typeof createPageScope>;
