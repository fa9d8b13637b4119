/** The user's order of the sites: changed optimistically, then on the server. */

import { useCallback, useMemo } from 'react';
import { call } from '../../api.ts';
import { invalidate, queryClient, useApi } from '../../app/query-client.ts';
import * as labels from '../../labels/sites.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { type SiteOrder, sortByIds, withMove, withPin } from './move-and-pin.ts';
import type { ListedSite } from './site-numbers.ts';

const PATH = '/sites/order';
const KEY = [PATH, {}];

/** Requests are sent in sequence, so that the last one wins. */
let sending: Promise<unknown> = Promise.resolve();

export interface SortedSites {
  readonly pinned: readonly ListedSite[];
  readonly others: readonly ListedSite[];
}

export function useSiteOrder(sites: readonly ListedSite[] | undefined) {
  const { data: order, isPending } = useApi<SiteOrder>(PATH);
  const toast = useToast();

  const change = useCallback(
    (next: SiteOrder, confirmation: string): void => {
      const before = queryClient.getQueryData<SiteOrder>(KEY);
      const apply = (requested: SiteOrder): void => {
        void queryClient.cancelQueries({ queryKey: KEY });
        queryClient.setQueryData(KEY, requested);
        sending = sending
          .then(() => call('PUT', PATH, { body: requested }))
          .catch((error: unknown) => {
            toast(labels.orderNotSaved(String(error)), { isError: true });
            return invalidate(PATH);
          });
      };
      apply(next);
      toast(confirmation, { topic: 'order', ...(before ? { undo: () => apply(before) } : {}) });
    },
    [toast],
  );

  const sorted = useMemo<SortedSites | undefined>(() => {
    if (!sites || isPending) return undefined;
    const pinnedIds = order?.pinned_site_ids ?? [];
    return {
      pinned: sortByIds(
        sites.filter(({ id }) => pinnedIds.includes(id)),
        pinnedIds,
      ),
      others: sortByIds(
        sites.filter(({ id }) => !pinnedIds.includes(id)),
        order?.site_ids ?? [],
      ),
    };
  }, [sites, order, isPending]);

  /** Moves a site to an index among the pinned or the other sites. */
  const move = (site: ListedSite, to: number): void => {
    if (!order) return;
    const likes = order.pinned_site_ids.includes(site.id) ? sorted?.pinned : sorted?.others;
    const count = likes?.length ?? 0;
    change(withMove(order, site.id, to), labels.movedTo(site.label, to + 1, count));
  };
  const pin = (site: ListedSite, isPinned: boolean): void => {
    if (!order) return;
    change(
      withPin(order, site.id, isPinned),
      isPinned ? labels.pinnedToTop(site.label) : labels.unpinned(site.label),
    );
  };
  return { sorted, move, pin };
}
