import { createAlertChanges } from '../features/alerts/changes.ts';
import { createAlertEvents } from '../features/alerts/events.ts';
import { createAlertsStore } from '../features/alerts/store.ts';
import type { Context } from './context.ts';
import type { Sites } from './sites.ts';
import type { Stores } from './stores.ts';
import type { Webhooks } from './webhooks.ts';

export type AlertEvents = ReturnType<typeof composeAlertEvents>;

export interface AlertEventDeps {
  readonly stores: Stores;
  readonly sites: Sites;
  readonly webhooks: Webhooks;
}

/** The part that monitors tell of what they find. */
export function composeAlertEvents({ clock }: Context, { stores, sites, webhooks }: AlertEventDeps) {
  const store = createAlertsStore(stores.db);
  const changes = createAlertChanges({
    store,
    findSite: sites.service.find,
    notify: (event, ownerId, channelIds) =>
      webhooks.deliveries.notify(event, webhooks.channels.listChosen(ownerId, channelIds)),
    clock,
  });
  return { store, changes, ...createAlertEvents({ store, changes }) };
}
