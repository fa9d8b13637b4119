/** Composes webhooks and their deliveries. */
import { presentEvent } from '../features/events/schema.ts';
import { presentHit } from '../features/hits/schema.ts';
import { createDeliveries } from '../features/webhooks/deliveries/service.ts';
import { createDeliveriesStore } from '../features/webhooks/deliveries/store.ts';
import { createWebhookRegistry } from '../features/webhooks/registry.ts';
import { createWebhooksService } from '../features/webhooks/service.ts';
import { createWebhooksStore } from '../features/webhooks/store.ts';
import type { Access } from './access.ts';
import type { Context } from './context.ts';
import type { Mail } from './mail.ts';
import type { Sites } from './sites.ts';
import type { Stores } from './stores.ts';

export type Webhooks = ReturnType<typeof composeWebhooks>;

interface WebhookDeps {
  readonly stores: Stores;
  readonly access: Access;
  readonly sites: Sites;
  readonly mail: Mail;
}

/** Deliveries are recorded at once, and sent when the server listens. */
export function composeWebhooks({ clock, log, events, outbound }: Context, deps: WebhookDeps) {
  const { db, hits } = deps.stores;
  const sites = deps.sites.service;
  const registry = createWebhookRegistry({
    store: createWebhooksStore(db),
    findOwnerId: siteId => sites.find(siteId)?.ownerId,
  });
  const deliveries = createDeliveries({
    store: createDeliveriesStore(db),
    registry,
    hits,
    sites,
    isSubscribed: ownerId => deps.access.accounts.findSubscriber(ownerId) !== undefined,
    presentRow: {
      hit: { name: 'hit', present: presentHit },
      event: { name: 'analytics_event', present: presentEvent },
    },
    onSwitchedOff: ({ ownerId, url }, reason) =>
      deps.mail.notifications.send('webhook_disabled', { userId: ownerId, url, reason }),
    fetchPublic: outbound.fetchPublic,
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
  const { checkTarget } = outbound;
  return {
    service: createWebhooksService({ registry, deliveries, sites, hits, checkTarget, clock }),
    deliveries,
  };
}
