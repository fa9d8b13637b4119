/** Composes webhooks and their deliveries. */

import type { Clock } from '../core/clock.ts';
import type { Events } from '../core/events.ts';
import type { HitFeed } from '../core/hits/feed.ts';
import type { Log } from '../core/log.ts';
import type { AccountsService } from '../features/accounts/service.ts';
import { presentEvent } from '../features/events/schema.ts';
import { presentHit } from '../features/hits/schema.ts';
import type { Notifications } from '../features/mail/service.ts';
import type { SitesService } from '../features/sites/service.ts';
import { createDeliveries } from '../features/webhooks/deliveries/service.ts';
import { createDeliveriesStore } from '../features/webhooks/deliveries/store.ts';
import { createWebhookRegistry } from '../features/webhooks/registry.ts';
import { createWebhooksService } from '../features/webhooks/service.ts';
import { createWebhooksStore } from '../features/webhooks/store.ts';
import type { Outbound } from '../outbound/fetch.ts';
import type { AppDb } from '../stores/sqlite/app-db.ts';

export interface WebhookParts {
  readonly db: AppDb;
  readonly hits: HitFeed;
  readonly sites: SitesService;
  readonly accounts: Pick<AccountsService, 'findSubscriber'>;
  readonly notifications: Notifications;
  readonly outbound: Outbound;
  readonly events: Events;
}

/** Creates the webhooks service and the deliveries service, which sends nothing before `start`. */
export function createWebhooks(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  { db, hits, sites, accounts, notifications, outbound, events }: WebhookParts,
) {
  const { fetchPublic, checkTarget } = outbound;
  const registry = createWebhookRegistry({
    store: createWebhooksStore(db),
    findOwnerId: siteId => sites.find(siteId)?.ownerId,
  });
  const deliveries = createDeliveries({
    store: createDeliveriesStore(db),
    registry,
    hits,
    sites,
    isSubscribed: ownerId => accounts.findSubscriber(ownerId) !== undefined,
    presentRow: {
      hit: { name: 'hit', present: presentHit },
      event: { name: 'analytics_event', present: presentEvent },
    },
    onSwitchedOff: ({ ownerId, url }, reason) =>
      notifications.send('webhook_disabled', { userId: ownerId, url, reason }),
    fetchPublic,
    clock,
    log,
  });
  events.subscribe('hits.stored', ({ rows }) => deliveries.noteStored(rows));
  events.subscribe('kudos.added', kudos => {
    for (const { siteId, id, uid, path, createdAt } of kudos)
      deliveries.publish({
        event: 'new_kudo',
        siteId,
        kudo: { id, uid, path, created_at: createdAt.toISOString() },
      });
  });
  events.subscribe('site.purged', ({ siteId }) => deliveries.removeOfSite(siteId));
  events.subscribe('server.listening', ({ baseUrl }) => deliveries.start(baseUrl));
  return {
    deliveries,
    webhooks: createWebhooksService({ registry, deliveries, sites, hits, checkTarget, clock }),
  };
}
