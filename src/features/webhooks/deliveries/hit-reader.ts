/**
 * Turns stored hits and events into deliveries. Their ids ascend, so each webhook keeps a cursor, the id it has read up to,
 * and stores new deliveries together with it. A crash in between repeats the read, and a flood of hits waits in the
 * analytics store, not in memory.
 */

import type { Clock } from '../../../core/clock.ts';
import { compileGoal, type GoalCondition } from '../../../core/goals/condition.ts';
import type { HitFeed } from '../../../core/hits/feed.ts';
import type { StoredHit } from '../../../core/hits/row.ts';
import type { HitStore } from '../../../core/hits/store.ts';
import type { FindSiteZone } from '../../../core/site.ts';
import { EVENT_NAMES, type PublishedKind, READ_EVENTS } from '../../../core/webhook-events.ts';
import type { SitesService } from '../../sites/service.ts';
import type { WebhookRegistry } from '../registry.ts';
import type { WebhookRow } from '../store.ts';
import { createDepthReader } from './depth-reader.ts';
import type { DeliveriesStore, NewDelivery } from './store.ts';

/** Rows of one read. */
const READ_LIMIT = 400;
/**
 * Pending deliveries of hits and events of all webhooks of an account: each has its whole content. Further hits wait in
 * the analytics store, which has each only once for any number of webhooks.
 */
const MAX_PENDING_OF_ACCOUNT = 10_000;
/** Pending deliveries that one webhook may always have: more than are in flight and queued. */
const MIN_PENDING = 200;
/** Ids after which the cursor of a read that found nothing is stored. */
const UNWRITTEN_IDS = 1000;

/** Presents the rows of each kind in payloads. */
export type PresentRow = Readonly<
  Record<
    keyof typeof EVENT_NAMES,
    { readonly name: string; readonly present: (row: StoredHit, siteUrl: string) => object }
  >
>;

export interface HitReaderDeps {
  readonly hits: HitFeed & Pick<HitStore, 'ask'>;
  readonly registry: WebhookRegistry;
  readonly store: DeliveriesStore;
  readonly sites: Pick<SitesService, 'find' | 'listByOwner'>;
  readonly findZone: FindSiteZone;
  readonly isSubscribed: (ownerId: number) => boolean;
  readonly presentRow: PresentRow;
  /** Lists the goals of a site, each with its form in payloads. */
  readonly listGoals: (
    siteId: number,
  ) => readonly { readonly condition: GoalCondition; readonly wire: object }[];
  readonly clock: Clock;
}

interface PublishedGoal {
  readonly meets: (row: StoredHit) => boolean;
  /** Of a goal on a scroll depth. */
  readonly depth: number | null;
  readonly wire: object;
}

/** The events of a row: that it is new, and the goals that it reached. */
interface RowEvents {
  readonly isNew: boolean;
  readonly goals: readonly PublishedGoal[];
}

/** Outcome of a read: there are more rows, no more rows, or too many pending deliveries. */
export type ReadOutcome = 'more' | 'done' | 'full';

const READ = [...new Set(Object.values(READ_EVENTS).flat())];

const CURSOR_FIELDS = { hit: 'hitCursor', event: 'eventCursor', engagement: 'engagementCursor' } as const;

/** Creates the reader of a webhook's new rows. */
export function createHitReader(deps: HitReaderDeps) {
  const { hits, registry, store, sites, findZone, isSubscribed, presentRow, listGoals, clock } = deps;
  // Cursors of reads that found nothing, not worth a write.
  const reached = new Map<string, number>();

  function listSiteIds({ ownerId, siteId }: WebhookRow): number[] {
    if (!isSubscribed(ownerId)) return [];
    if (siteId === null) return sites.listByOwner(ownerId).map(site => site.id);
    return sites.find(siteId)?.ownerId === ownerId ? [siteId] : [];
  }

  const findReachedHits = createDepthReader(hits, findZone);

  /** Creates the function that lists the goals of a site, compiled once for each. */
  function createGoalList() {
    const bySite = new Map<number, readonly PublishedGoal[]>();
    return (siteId: number): readonly PublishedGoal[] => {
      const goals =
        bySite.get(siteId) ??
        listGoals(siteId).map(({ condition, wire }) => ({
          ...{ meets: compileGoal(condition), wire },
          depth: 'scrollDepth' in condition ? condition.scrollDepth : null,
        }));
      bySite.set(siteId, goals);
      return goals;
    };
  }

  /** Returns the deliveries of a row of a kind: its content for each event. */
  function toDeliveries(
    webhook: WebhookRow,
    {
      row,
      kind,
      events,
    }: { readonly row: StoredHit; readonly kind: keyof PresentRow; readonly events: RowEvents },
  ): NewDelivery[] {
    const { name, present } = presentRow[kind];
    const site = sites.find(row.siteId);
    if (!site) return [];
    const shown = { [name]: present(row, site.url) };
    const toDelivery = (event: NewDelivery['event'], content: object): NewDelivery => ({
      ...{ webhookId: webhook.id, siteId: site.id, event, occurredAt: row.createdAt },
      content: JSON.stringify(content),
    });
    return [
      ...(events.isNew && webhook.events.includes(EVENT_NAMES[kind])
        ? [toDelivery(EVENT_NAMES[kind], shown)]
        : []),
      ...events.goals.map(({ wire }) => toDelivery('goal_reached', { goal: wire, ...shown })),
    ];
  }

  /** Turns rows of a kind into deliveries; of reports, the hits that they show to have reached a goal. */
  async function publish(
    webhook: WebhookRow,
    rows: readonly StoredHit[],
    kind: PublishedKind,
  ): Promise<NewDelivery[]> {
    const list = webhook.events.includes('goal_reached') ? createGoalList() : () => [];
    if (kind !== 'engagement')
      return rows.flatMap(row => {
        const goals = list(row.siteId).filter(({ depth, meets }) => depth === null && meets(row));
        return toDeliveries(webhook, { row, kind, events: { isNew: true, goals } });
      });
    const deep = rows.filter(row =>
      list(row.siteId).some(({ depth, meets }) => depth !== null && meets(row)),
    );
    const reached = await findReachedHits(deep);
    return reached.flatMap(({ hit, from, to }) => {
      const goals = list(hit.siteId).filter(({ depth }) => depth !== null && from < depth && depth <= to);
      return toDeliveries(webhook, { row: hit, kind: 'hit', events: { isNew: false, goals } });
    });
  }

  /** Returns how many more deliveries a webhook may have pending. */
  function remainingCapacity({ id, ownerId }: WebhookRow): number {
    const sharers = registry
      .listOf(ownerId)
      .filter(({ active, events }) => active && READ.some(event => events.includes(event)));
    const share = Math.floor(MAX_PENDING_OF_ACCOUNT / Math.max(1, sharers.length));
    return Math.max(MIN_PENDING, share) - store.countPending(id);
  }

  /** Turns the next rows of a kind into deliveries. */
  return async (webhookId: number, kind: PublishedKind): Promise<ReadOutcome> => {
    const webhook = registry.find(webhookId);
    if (!webhook?.active || !READ_EVENTS[kind].some(event => webhook.events.includes(event))) return 'done';
    const limit = Math.min(READ_LIMIT, remainingCapacity(webhook));
    if (limit <= 0) return 'full';
    const cursor = CURSOR_FIELDS[kind];
    const key = `${kind} ${webhookId}`;
    const afterId = Math.max(webhook[cursor], reached.get(key) ?? 0);
    const { rows, throughId } = await hits.listAppended({
      kind,
      siteIds: listSiteIds(webhook),
      afterId,
      limit,
    });
    // The webhook was changed during the read, and may want other rows.
    if (registry.find(webhookId) !== webhook) return 'more';
    if (rows.length === 0 && throughId - webhook[cursor] < UNWRITTEN_IDS) {
      reached.set(key, throughId);
      return 'done';
    }
    const deliveries = await publish(webhook, rows, kind);
    if (registry.find(webhookId) !== webhook) return 'more';
    const change = { [cursor]: throughId };
    store.transaction(() => {
      store.add(deliveries, clock.now());
      registry.writeUncached(webhookId, change);
    });
    registry.updateCache(webhookId, change);
    reached.delete(key);
    return rows.length === limit ? 'more' : 'done';
  };
}

export type HitReader = ReturnType<typeof createHitReader>;
