/**
 * Hits and events become deliveries. They are on disk before they are answered and their ids rise, so that nothing has
 * to be written for them as they come in: each webhook keeps the id it has got to, and new deliveries are stored
 * together with it. A crash in between repeats the reading, and a flood waits in the analytics store, not in memory.
 */
import type { Clock } from '../../core/clock.ts';
import type { HitStore, StoredHit } from '../../core/hit-store.ts';
import type { SitesService } from '../sites/service.ts';
import type { WebhookRegistry } from '../webhooks/registry.ts';
import type { WebhookRow } from '../webhooks/store.ts';
import { EVENT_OF, type ToldKind } from './events.ts';
import type { DeliveriesStore, NewDelivery } from './store.ts';

/** Rows that are turned into deliveries at a time. */
const CHUNK = 400;
/**
 * Deliveries of hits and events that may wait at a time, over all webhooks of an account: each holds its whole content.
 * Further hits wait in the analytics store, which holds each only once for any number of webhooks.
 */
const MAX_PENDING_OF_ACCOUNT = 10_000;
/** Of one webhook in any case: more than it has on its way and in line. */
const MIN_PENDING = 200;
/** A reading that found nothing is written down when it has got this far. */
const UNWRITTEN_IDS = 1000;

/** How a kind's rows look in a payload. */
export type PresentRow = Readonly<
  Record<ToldKind, { readonly name: string; readonly present: (row: StoredHit, siteUrl: string) => object }>
>;

export interface FeedDeps {
  readonly hits: Pick<HitStore, 'listAppended'>;
  readonly registry: WebhookRegistry;
  readonly store: DeliveriesStore;
  readonly sites: Pick<SitesService, 'find' | 'listOf'>;
  readonly isSubscribed: (ownerId: number) => boolean;
  readonly presentRow: PresentRow;
  readonly clock: Clock;
}

/** What a reading came to: there is more to read, nothing more, or no room for more. */
export type Fed = 'more' | 'done' | 'full';

const FED_EVENTS = Object.values(EVENT_OF);

const CURSOR_OF = { hit: 'hitCursor', event: 'eventCursor' } as const;

/** A reader of what has come in for a webhook since it last looked. */
export function createFeed(deps: FeedDeps) {
  const { hits, registry, store, sites, isSubscribed, presentRow, clock } = deps;
  // How far readings have come that found nothing and are not worth a write.
  const reached = new Map<string, number>();

  function sitesOf({ ownerId, siteId }: WebhookRow): number[] {
    if (!isSubscribed(ownerId)) return [];
    if (siteId === null) return sites.listOf(ownerId).map(site => site.id);
    return sites.find(siteId)?.ownerId === ownerId ? [siteId] : [];
  }

  function deliveriesOf(webhookId: number, rows: readonly StoredHit[], kind: ToldKind): NewDelivery[] {
    const { name, present } = presentRow[kind];
    return rows.flatMap(row => {
      const site = sites.find(row.siteId);
      if (!site) return [];
      const content = JSON.stringify({ [name]: present(row, site.url) });
      return [
        { webhookId, siteId: site.id, event: EVENT_OF[kind], content, occurredAt: row.createdAt },
      ] satisfies NewDelivery[];
    });
  }

  /** Deliveries that a webhook may still be given: its share of the account's, less what waits. */
  function roomOf({ id, ownerId }: WebhookRow): number {
    const sharers = registry
      .listOf(ownerId)
      .filter(({ active, events }) => active && FED_EVENTS.some(event => events.includes(event)));
    const share = Math.floor(MAX_PENDING_OF_ACCOUNT / Math.max(1, sharers.length));
    return Math.max(MIN_PENDING, share) - store.countPending(id);
  }

  /** Makes deliveries of the next rows of a kind. */
  return async (webhookId: number, kind: ToldKind): Promise<Fed> => {
    const webhook = registry.find(webhookId);
    if (!webhook?.active || !webhook.events.includes(EVENT_OF[kind])) return 'done';
    const limit = Math.min(CHUNK, roomOf(webhook));
    if (limit <= 0) return 'full';
    const cursor = CURSOR_OF[kind];
    const key = `${kind} ${webhookId}`;
    const afterId = Math.max(webhook[cursor], reached.get(key) ?? 0);
    const { rows, throughId } = await hits.listAppended({
      kind,
      siteIds: sitesOf(webhook),
      afterId,
      limit,
    });
    // Somebody has changed the webhook meanwhile: what was read may no longer be what it wants.
    if (registry.find(webhookId) !== webhook) return 'more';
    if (rows.length === 0 && throughId - webhook[cursor] < UNWRITTEN_IDS) {
      reached.set(key, throughId);
      return 'done';
    }
    const change = { [cursor]: throughId };
    store.together(() => {
      store.add(deliveriesOf(webhookId, rows, kind), clock.now());
      registry.write(webhookId, change);
    });
    registry.remember(webhookId, change);
    reached.delete(key);
    return rows.length === limit ? 'more' : 'done';
  };
}

export type Feed = ReturnType<typeof createFeed>;
