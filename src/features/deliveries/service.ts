/**
 * Tells webhooks what happens. An event is on disk before whatever caused it is acknowledged: hits and events as such,
 * everything else as a delivery written in the transaction of the change. From there it is sent until it arrives, at
 * least once, under one delivery id. Source: api-v1, Events; decisions, section 4, Webhooks.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import { invalidBody, notFound } from '../../core/errors.ts';
import type { NewHit } from '../../core/hit-store.ts';
import type { Log } from '../../core/log.ts';
import { offsetOf, type Page } from '../../core/page.ts';
import type { Outbound } from '../../outbound/fetch.ts';
import type { SiteRow } from '../sites/store.ts';
import type { WebhookRow } from '../webhooks/store.ts';
import { type Attempt, createAttempt } from './attempt.ts';
import { EVENT_OF, type ToldKind, type WebhookEvent } from './events.ts';
import { createFeed, type FeedDeps } from './feed.ts';
import { createLanes } from './lanes.ts';
import { createPace } from './pace.ts';
import { createSettling, type SettlingDeps } from './settling.ts';
import type { DeliveriesStore, DeliveryRow } from './store.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** A test is answered by then, with what is known: the connection of whoever asked lasts no longer than half a minute. */
const TEST_ANSWER_MS = 20_000;
const TEST_MESSAGE = 'This is a test. Deliveries of this webhook arrive.';
const NO_SITE_MESSAGE = `${TEST_MESSAGE} The account has no site yet, so "site" is null; in other deliveries it never is.`;

export interface DeliveriesDeps extends FeedDeps, SettlingDeps {
  readonly fetchPublic: Outbound['fetchPublic'];
  readonly clock: Clock;
  readonly log: Log;
}

const isTold = (kind: NewHit['kind']): kind is ToldKind => kind === 'hit' || kind === 'event';

/** Records and sends deliveries. Nothing is sent before `start`. */
export function createDeliveries(deps: DeliveriesDeps) {
  const { store, registry, sites, isSubscribed, clock } = deps;
  let baseUrl = '';
  const attempt = createAttempt({ ...deps, baseUrl: () => baseUrl });
  const settle = createSettling(deps);
  const pace = createPace(() => performance.now());
  const lanes = createLanes({ ...deps, attempt, feed: createFeed(deps), settle, pace });
  const test = createTest({ store, settle, attempt, sites, clock });

  return {
    /**
     * Records an event for each webhook that wants it, on the connection of the configuration and without a transaction
     * of its own: called within the transaction of the change, both are on disk or none is.
     */
    publish({ event, siteId, ...content }: WebhookEvent): void {
      const ids = registry.listWanting(event, siteId).filter(id => {
        const webhook = registry.find(id);
        return webhook !== undefined && isSubscribed(webhook.ownerId);
      });
      if (ids.length === 0) return;
      const now = clock.now();
      const shared = { siteId, event, content: JSON.stringify(content), occurredAt: now };
      store.add(
        ids.map(webhookId => ({ ...shared, webhookId })),
        now,
      );
      for (const id of ids) lanes.noteDue(id);
    },

    /** Rows that have just been stored live: they are on disk, and read from there when their turn comes. */
    noteStored(rows: readonly NewHit[]): void {
      pace.noteRows(rows.length);
      let last: NewHit | undefined;
      for (const row of rows) {
        // Rows of a batch are of one site, and mostly of one kind.
        if (!isTold(row.kind) || (row.siteId === last?.siteId && row.kind === last.kind)) continue;
        last = row;
        for (const id of registry.listWanting(EVENT_OF[row.kind], row.siteId)) lanes.noteUnread(id, row.kind);
      }
    },

    /** Sends one test event and answers what came of it; `pending` when the target takes its time. */
    test,
    /** A page of a webhook's deliveries, newest first, and how many there are in all. */
    async list(webhookId: number, page: Page): Promise<{ rows: DeliveryRow[]; total: number }> {
      await lanes.caughtUp(webhookId);
      const rows = store.list(webhookId, { offset: offsetOf(page), limit: page.size });
      return { rows, total: store.count(webhookId) };
    },
    /** 404 when the webhook has no such delivery. */
    get(webhookId: number, id: number): DeliveryRow {
      const delivery = store.find(webhookId, id);
      if (!delivery) throw notFound('delivery');
      return delivery;
    },
    /** Sends a delivery once more, under its id and with all its attempts. 422 while the webhook is switched off. */
    redeliver(webhook: WebhookRow, delivery: DeliveryRow): DeliveryRow {
      if (!webhook.active)
        throw invalidBody('the webhook is switched off: set active to true, then send the delivery again');
      if (delivery.event === 'test') throw invalidBody('a test is not sent again: ask for another test');
      const change = {
        status: 'pending',
        attempts: 0,
        nextAttemptAt: clock.now(),
        deliveredAt: null,
      } as const;
      const changed = store.update(delivery.id, change) ?? delivery;
      if (!lanes.askAgain(delivery)) lanes.noteDue(webhook.id);
      return changed;
    },
    /** Number of deliveries that are not sent yet. */
    countPending: store.countAllPending,
    /** Gives up what a webhook still has to send. */
    giveUp: store.giveUp,

    /** Sends from now on, beginning with what an earlier process left. Links in payloads begin with the address. */
    start(address: string): void {
      baseUrl = address;
      store.giveUpUndue('the server stopped before it was answered');
      lanes.start();
      for (const { id, active, events } of registry.list()) {
        if (!active) continue;
        for (const kind of ['hit', 'event'] as const)
          if (events.includes(EVENT_OF[kind])) lanes.noteUnread(id, kind);
        lanes.noteDue(id);
      }
    },
    /** Begins what is due by now. */
    tick: lanes.tick,
    /** Resolves when nothing is under way any more but what waits for its time. */
    settled: lanes.rest,
    /** Begins nothing more and waits a little for answers; what is left is sent by the next process. */
    stop: lanes.stop,

    /** Removes what is over and old. */
    async trim(now: Date, signal: AbortSignal): Promise<void> {
      const before = new Date(now.getTime() - KEPT_MS);
      while (!signal.aborted && store.removeSomeBefore(before)) await nextTurn();
    },
    /** Everything of a site that is gone, in steps, so that others are answered in between. */
    async removeOfSite(siteId: number): Promise<void> {
      while (store.removeSomeOfSite(siteId)) await nextTurn();
      for (const webhook of [...registry.list()]) if (webhook.siteId === siteId) registry.remove(webhook.id);
    },
  };
}

export type Deliveries = ReturnType<typeof createDeliveries>;

interface TestDeps extends Pick<DeliveriesDeps, 'sites' | 'clock'> {
  readonly store: DeliveriesStore;
  readonly attempt: Attempt;
  readonly settle: ReturnType<typeof createSettling>;
}

function createTest({ store, attempt, settle, sites, clock }: TestDeps) {
  const siteOf = ({ siteId, ownerId }: WebhookRow): SiteRow | undefined =>
    siteId === null ? sites.listOf(ownerId)[0] : sites.find(siteId);

  return async (webhook: WebhookRow): Promise<DeliveryRow> => {
    const site = siteOf(webhook);
    const now = clock.now();
    const content = JSON.stringify({ message: site ? TEST_MESSAGE : NO_SITE_MESSAGE });
    const facts = {
      webhookId: webhook.id,
      siteId: site?.id ?? null,
      event: 'test',
      occurredAt: now,
    } as const;
    const delivery = store.addUndue({ ...facts, content }, now);
    const { signal } = new AbortController();
    const sent = attempt({ webhook, delivery, site, signal }).then(outcome =>
      settle([{ delivery, outcome, at: clock.now(), isLast: true }]),
    );
    const timer = Promise.withResolvers<void>();
    const timeout = setTimeout(timer.resolve, TEST_ANSWER_MS);
    await Promise.race([sent, timer.promise]);
    clearTimeout(timeout);
    return store.find(webhook.id, delivery.id) ?? delivery;
  };
}
