/** Caches all webhooks in memory: each hit looks up its subscribed webhooks. */
import type { WebhookEventName } from '../../core/webhook-events.ts';
import type { NewWebhook, WebhookChange, WebhookRow, WebhooksStore } from './store.ts';

export type WebhookRegistry = ReturnType<typeof createWebhookRegistry>;

/** Creates the cache of the webhooks in the store. All writes to them go through it. */
export function createWebhookRegistry(deps: {
  readonly store: WebhooksStore;
  /** Finds the account of a site; undefined for a deleted site. */
  readonly findOwnerId: (siteId: number) => number | undefined;
}) {
  const { store, findOwnerId } = deps;
  const all = new Map(store.listAll().map(webhook => [webhook.id, webhook]));
  // By event and site; cleared by every change of a webhook.
  const subscribedIds = new Map<WebhookEventName, Map<number, readonly number[]>>();

  function findSubscribed(event: WebhookEventName, siteId: number): number[] {
    const candidates = [...all.values()].filter(
      ({ active, events, siteId: only }) =>
        active && events.includes(event) && (only === null || only === siteId),
    );
    if (candidates.length === 0) return [];
    const ownerId = findOwnerId(siteId);
    return candidates.filter(webhook => webhook.ownerId === ownerId).map(webhook => webhook.id);
  }

  return {
    /** Returns the same object until the webhook changes. */
    find: (id: number): WebhookRow | undefined => all.get(id),
    list: (): Iterable<WebhookRow> => all.values(),
    /** Oldest first. */
    listOf: (ownerId: number): WebhookRow[] => [...all.values()].filter(row => row.ownerId === ownerId),

    /** Lists the ids of active webhooks that are subscribed to an event on a site. */
    listSubscribed(event: WebhookEventName, siteId: number): readonly number[] {
      if (all.size === 0) return [];
      const known = subscribedIds.get(event)?.get(siteId);
      if (known) return known;
      const bySite = subscribedIds.get(event) ?? new Map<number, readonly number[]>();
      if (bySite.size >= MAX_CACHED_SITES) bySite.clear();
      const found = findSubscribed(event, siteId);
      subscribedIds.set(event, bySite.set(siteId, found));
      return found;
    },

    insert(webhook: NewWebhook): WebhookRow {
      const row = store.insert(webhook);
      all.set(row.id, row);
      subscribedIds.clear();
      return row;
    },

    /** Writes a change. Returns undefined for a deleted webhook. */
    update(id: number, change: WebhookChange): WebhookRow | undefined {
      if (!all.has(id)) return undefined;
      const row = store.update(id, change);
      if (row) all.set(id, row);
      subscribedIds.clear();
      return row;
    },

    /** Writes a change to the store only; the caller applies it with `updateCache` once its transaction is committed. */
    writeUncached: (id: number, change: WebhookChange): void => {
      store.update(id, change);
    },
    updateCache(id: number, change: WebhookChange): void {
      const row = all.get(id);
      if (row) all.set(id, { ...row, ...change });
      subscribedIds.clear();
    },

    /** Looks up again which webhooks are those of a site, when one has moved. */
    forgetSites: (): void => subscribedIds.clear(),

    remove(id: number): void {
      store.remove(id);
      all.delete(id);
      subscribedIds.clear();
    },
  };
}

const MAX_CACHED_SITES = 10_000;
