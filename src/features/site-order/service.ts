import type { Clock } from '../../core/clock.ts';
import type { SitesService } from '../sites/service.ts';
import type { SiteOrderStore } from './store.ts';

/** A user's order of the sites of an account. */
export interface SiteOrder {
  /** All of the account's sites, each once. */
  readonly siteIds: readonly number[];
  /** The pinned sites, in order. */
  readonly pinnedSiteIds: readonly number[];
}

/** A user and the owner of the sites. */
export interface SiteOrderOwner {
  readonly userId: number;
  readonly ownerId: number;
  /** Returns whether the user is a member for a site. */
  readonly mayActOn: (siteId: number) => boolean;
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
  /** Normalizes an order to the account's sites that the user may see, each once. */
  function normalize({ ownerId, mayActOn }: SiteOrderOwner, wanted: SiteOrder): SiteOrder {
    const known = sites.listByOwner(ownerId).flatMap(({ id }) => (mayActOn(id) ? [id] : []));
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
    /** Returns the order; sites without a position come last, by their ids. */
    get: (owner: SiteOrderOwner): SiteOrder => normalize(owner, find(owner)),

    /** Changes the given parts and returns the order. */
    change(owner: SiteOrderOwner, change: Partial<SiteOrder>): SiteOrder {
      const order = normalize(owner, { ...find(owner), ...change });
      const { userId, ownerId } = owner;
      store.put({
        userId,
        ownerId,
        siteIds: [...order.siteIds],
        pinnedSiteIds: [...order.pinnedSiteIds],
        updatedAt: clock.now(),
      });
      return order;
    },
  };
}

export type SiteOrderService = ReturnType<typeof createSiteOrderService>;
