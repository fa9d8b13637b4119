import type { Clock } from '../../core/clock.ts';
import type { SitesService } from '../sites/service.ts';
import type { SiteOrderStore } from './store.ts';

/** In which order somebody sees the sites of an account. */
export interface SiteOrder {
  /** All of the account's sites, each once. */
  readonly siteIds: readonly number[];
  /** Those on top, in an order of their own. */
  readonly pinnedSiteIds: readonly number[];
}

/** Whose order is meant, and of whose sites. */
export interface SiteOrderOwner {
  readonly userId: number;
  readonly ownerId: number;
}

/** Users' own orders of sites. Nobody else sees them, and no role is needed to have one. */
export function createSiteOrderService({
  store,
  sites,
  clock,
}: {
  readonly store: SiteOrderStore;
  readonly sites: Pick<SitesService, 'listByOwner'>;
  readonly clock: Clock;
}) {
  /** Ids of the account's sites by what is wanted: each once, those that it does not have left out. */
  function normalize(ownerId: number, wanted: SiteOrder): SiteOrder {
    const known = sites.listByOwner(ownerId).map(({ id }) => id);
    const isKnown = new Set(known);
    const ofAccount = (ids: readonly number[]): number[] => [...new Set(ids)].filter(id => isKnown.has(id));
    return {
      siteIds: ofAccount([...wanted.siteIds, ...known]),
      pinnedSiteIds: ofAccount(wanted.pinnedSiteIds),
    };
  }

  const find = ({ userId, ownerId }: SiteOrderOwner): SiteOrder =>
    store.find(userId, ownerId) ?? { siteIds: [], pinnedSiteIds: [] };

  return {
    /** The order as it is now; sites that nobody has put anywhere come last, by their ids. */
    get: (whose: SiteOrderOwner): SiteOrder => normalize(whose.ownerId, find(whose)),

    /** Changes what is given, keeps the rest, and gives the order as it then is. */
    change(whose: SiteOrderOwner, change: Partial<SiteOrder>): SiteOrder {
      const order = normalize(whose.ownerId, { ...find(whose), ...change });
      store.put({
        ...whose,
        siteIds: [...order.siteIds],
        pinnedSiteIds: [...order.pinnedSiteIds],
        updatedAt: clock.now(),
      });
      return order;
    },
  };
}

export type SiteOrderService = ReturnType<typeof createSiteOrderService>;
