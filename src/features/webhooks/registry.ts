/** Every webhook, in memory: each hit asks who wants to be told of it. */
import type { WebhookEventName } from '../../core/webhook-events.ts';
import type { NewWebhook, WebhookChange, WebhookRow, WebhooksStore } from './store.ts';

export type WebhookRegistry = ReturnType<typeof createWebhookRegistry>;

/** The webhooks of the store; all writes to them pass through here. */
export function createWebhookRegistry(deps: {
  readonly store: WebhooksStore;
  /** The account a site belongs to; undefined when the site is gone. */
  readonly ownerOf: (siteId: number) => number | undefined;
}) {
  const { store, ownerOf } = deps;
  const all = new Map(store.listAll().map(webhook => [webhook.id, webhook]));
  // By event and site; anything that changes a webhook's interest empties it.
  const wanting = new Map<WebhookEventName, Map<number, readonly number[]>>();

  function findWanting(event: WebhookEventName, siteId: number): number[] {
    const interested = [...all.values()].filter(
      ({ active, events, siteId: only }) =>
        active && events.includes(event) && (only === null || only === siteId),
    );
    if (interested.length === 0) return [];
    const ownerId = ownerOf(siteId);
    return interested.filter(webhook => webhook.ownerId === ownerId).map(webhook => webhook.id);
  }

  return {
    /** The same object until something of it is written. */
    find: (id: number): WebhookRow | undefined => all.get(id),
    list: (): Iterable<WebhookRow> => all.values(),
    /** Oldest first. */
    listOf: (ownerId: number): WebhookRow[] => [...all.values()].filter(row => row.ownerId === ownerId),

    /** Ids of active webhooks that are to be told of an event on a site. */
    listWanting(event: WebhookEventName, siteId: number): readonly number[] {
      if (all.size === 0) return [];
      const known = wanting.get(event)?.get(siteId);
      if (known) return known;
      const bySite = wanting.get(event) ?? new Map<number, readonly number[]>();
      if (bySite.size >= MAX_REMEMBERED) bySite.clear();
      const found = findWanting(event, siteId);
      wanting.set(event, bySite.set(siteId, found));
      return found;
    },

    insert(webhook: NewWebhook): WebhookRow {
      const row = store.insert(webhook);
      all.set(row.id, row);
      wanting.clear();
      return row;
    },

    /** Writes a change; undefined when the webhook is gone. */
    update(id: number, change: WebhookChange): WebhookRow | undefined {
      if (!all.has(id)) return undefined;
      const row = store.update(id, change);
      if (row) all.set(id, row);
      wanting.clear();
      return row;
    },

    /** Writes a change that `remember` makes known once its caller's transaction has been committed. */
    write: (id: number, change: WebhookChange): void => {
      store.update(id, change);
    },
    remember(id: number, change: WebhookChange): void {
      const row = all.get(id);
      if (row) all.set(id, { ...row, ...change });
      wanting.clear();
    },

    remove(id: number): void {
      store.remove(id);
      all.delete(id);
      wanting.clear();
    },
  };
}

const MAX_REMEMBERED = 10_000;
