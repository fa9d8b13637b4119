/** Webhooks put together: who wants to be told, what is sent, and the way there. */

import type { Clock } from '../core/clock.ts';
import type { HitStore, NewHit } from '../core/hit-store.ts';
import type { Log } from '../core/log.ts';
import { planRights } from '../core/plans.ts';
import type { AccountsService } from '../features/accounts/service.ts';
import { presentEvent } from '../features/events/schema.ts';
import { presentHit } from '../features/hits/schema.ts';
import type { KudoRow } from '../features/kudos/store.ts';
import type { Notices } from '../features/mail/service.ts';
import type { SitesService } from '../features/sites/service.ts';
import { createDeliveries, type Deliveries } from '../features/webhooks/deliveries/service.ts';
import { createDeliveriesStore } from '../features/webhooks/deliveries/store.ts';
import { createWebhookRegistry } from '../features/webhooks/registry.ts';
import { createWebhooksService } from '../features/webhooks/service.ts';
import { createWebhooksStore } from '../features/webhooks/store.ts';
import type { Outbound } from '../outbound/fetch.ts';
import type { ConfigDb } from '../stores/sqlite/config-db.ts';

export interface WebhookParts {
  readonly config: ConfigDb;
  readonly hits: HitStore;
  readonly sites: SitesService;
  readonly accounts: Pick<AccountsService, 'findUser'>;
  readonly notices: Notices;
  readonly outbound: Outbound;
}

/** The webhooks of all accounts, and what delivers to them once it is started. */
export function createWebhooks(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  { config, hits, sites, accounts, notices, outbound }: WebhookParts,
) {
  const { fetchPublic, checkTarget } = outbound;
  const registry = createWebhookRegistry({
    store: createWebhooksStore(config),
    ownerOf: siteId => sites.find(siteId)?.ownerId,
  });
  const deliveries = createDeliveries({
    store: createDeliveriesStore(config),
    registry,
    hits,
    sites,
    isSubscribed: ownerId => {
      const owner = accounts.findUser(ownerId);
      return owner !== undefined && planRights(owner, clock.now()).isSubscribed;
    },
    presentRow: {
      hit: { name: 'hit', present: presentHit },
      event: { name: 'analytics_event', present: presentEvent },
    },
    onSwitchedOff: ({ ownerId, url }, reason) =>
      notices.send('webhook_disabled', { userId: ownerId, url, reason }),
    fetchPublic,
    clock,
    log,
  });
  return {
    deliveries,
    webhooks: createWebhooksService({ registry, deliveries, sites, hits, checkTarget, clock }),
  };
}

/** A store that also says what it has stored live, and under which ids. */
export const tellingStore = (
  hits: Pick<HitStore, 'append'>,
  listeners: readonly ((rows: readonly NewHit[], ids: readonly number[]) => void)[],
): Pick<HitStore, 'append'> => ({
  append: rows =>
    hits.append(rows).then(ids => {
      for (const noteStored of listeners) noteStored(rows, ids);
      return ids;
    }),
});

/** Tells of kudos that have just been given; called within the transaction that keeps them. */
export const tellKudos = (kudos: readonly KudoRow[], publish: Deliveries['publish']): void => {
  for (const { siteId, id, uid, path, createdAt } of kudos)
    publish({ event: 'new_kudo', siteId, kudo: { id, uid, path, created_at: createdAt.toISOString() } });
};
