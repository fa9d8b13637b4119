/**
 * Publishes events to webhooks. An event is on disk before its cause is acknowledged: hits and events themselves, all
 * others as a delivery written in the transaction of the change. It is delivered at least once, under one delivery id. Source: api-v1, Events; decisions, section 4, Webhooks.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../core/clock.ts';
import { invalidBody, notFound } from '../../../core/errors.ts';
import type { NewHit } from '../../../core/hits/row.ts';
import type { Log } from '../../../core/log.ts';
import { type Page, toOffset } from '../../../core/page.ts';
import type { Site } from '../../../core/site.ts';
import {
  type AlertEvent,
  PUBLISHED_KINDS,
  type PublishedKind,
  READ_EVENTS,
  type WebhookEvent,
} from '../../../core/webhook-events.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import type { Outbound } from '../../../outbound/fetch.ts';
import type { PushKeys } from '../notification-channels/web-push.ts';
import type { WebhookRow } from '../store.ts';
import { type Attempt, createAttempt, type SendMail } from './attempt.ts';
import { createDeliveryQueues } from './delivery-queues.ts';
import { createHitReader, type HitReaderDeps } from './hit-reader.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createResultRecorder, type ResultRecorderDeps } from './result-recorder.ts';
import type { DeliveriesStore, DeliveryRow } from './store.ts';

const RETENTION_MS = 30 * DAY_MS;
/** Time after which a test is answered, with or without a result: the client waits no longer than half a minute. */
const TEST_ANSWER_MS = 20_000;
const TEST_MESSAGE = 'This is a test. Deliveries of this webhook arrive.';
const CHANNEL_TEST_MESSAGE = 'This is a test. Alerts arrive here.';
/** With the fields of an alert, so that what reads alerts reads it. */
const CHANNEL_TEST = {
  message: CHANNEL_TEST_MESSAGE,
  alert: null,
  is_downtime: false,
  title: 'Test of a notification channel',
  details: [CHANNEL_TEST_MESSAGE],
};
const NO_SITE_MESSAGE = `${TEST_MESSAGE} The account has no site yet, so "site" is null; in other deliveries it never is.`;

export interface DeliveriesDeps extends HitReaderDeps, ResultRecorderDeps {
  readonly fetchPublic: Outbound['fetchPublic'];
  readonly sendMail: SendMail;
  readonly pushKeys: PushKeys;
  readonly clock: Clock;
  readonly log: Log;
}

const isPublished = (kind: NewHit['kind']): kind is PublishedKind =>
  (PUBLISHED_KINDS as readonly string[]).includes(kind);

/** Creates the service that records and sends deliveries. Nothing is sent before `start`. */
export function createDeliveries(deps: DeliveriesDeps) {
  const { store, registry, sites, isSubscribed, clock } = deps;
  let baseUrl = '';
  const attempt = createAttempt({ ...deps, baseUrl: () => baseUrl });
  const recordResults = createResultRecorder(deps);
  const rateLimiter = createRateLimiter(() => performance.now());
  const queues = createDeliveryQueues({
    ...deps,
    attempt,
    readHits: createHitReader(deps),
    recordResults,
    rateLimiter,
  });
  const test = createTestSender({ store, recordResults, attempt, sites, clock });

  return {
    /**
     * Records an event for each subscribed webhook. It opens no transaction of its own: called within that of the change,
     * both are on disk or none is.
     */
    publish({ event, siteId, ...content }: WebhookEvent): void {
      const ids = registry.listSubscribed(event, siteId).filter(id => {
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
      for (const id of ids) queues.noteDue(id);
    },

    /**
     * Records an alert for notification channels, each at once or at the end of its quiet hours. Opens no transaction of its
     * own, as `publish`.
     */
    notify({ event, siteId, ...facts }: AlertEvent, channels: readonly WebhookRow[]): void {
      if (channels.length === 0) return;
      const now = clock.now();
      const content = JSON.stringify(facts);
      store.add(
        channels.map(channel => ({
          webhookId: channel.id,
          siteId,
          event,
          content,
          occurredAt: now,
          dueAt: deps.postpone(channel, { content }, now),
        })),
        now,
      );
      for (const { id } of channels) queues.noteDue(id);
    },

    /** Notes rows that were just stored. They are on disk, and read from there later. */
    noteStored(rows: readonly NewHit[]): void {
      rateLimiter.recordRows(rows.length);
      let last: NewHit | undefined;
      for (const row of rows) {
        // Rows of a batch are of one site, and mostly of one kind.
        if (!isPublished(row.kind) || (row.siteId === last?.siteId && row.kind === last.kind)) continue;
        last = row;
        for (const event of READ_EVENTS[row.kind])
          for (const id of registry.listSubscribed(event, row.siteId)) queues.noteNewRows(id, row.kind);
      }
    },

    /** Sends a test event and returns its delivery; `pending` when the target is slow. */
    test,
    /** Lists a page of a webhook's deliveries, newest first, with the number of all. */
    async list(webhookId: number, page: Page): Promise<{ rows: DeliveryRow[]; total: number }> {
      await queues.caughtUp(webhookId);
      const rows = store.list(webhookId, { offset: toOffset(page), limit: page.size });
      return { rows, total: store.count(webhookId) };
    },
    /** 404 when the webhook has no such delivery. */
    get(webhookId: number, id: number): DeliveryRow {
      const delivery = store.find(webhookId, id);
      if (!delivery) throw notFound('delivery');
      return delivery;
    },
    /** Sends a delivery again, under its id and with all attempts, a test with its one. 422 while the webhook is switched off. */
    redeliver(webhook: WebhookRow, delivery: DeliveryRow): DeliveryRow {
      if (!webhook.active)
        throw invalidBody('the webhook is switched off: set active to true, then send the delivery again');
      const change = {
        status: 'pending',
        attempts: 0,
        nextAttemptAt: clock.now(),
        deliveredAt: null,
      } as const;
      const changed = store.update(delivery.id, change) ?? delivery;
      if (!queues.requestRedelivery(delivery)) queues.noteDue(webhook.id);
      return changed;
    },
    /** Number of deliveries that are not sent yet. */
    countPending: store.countAllPending,
    /** Abandons the pending deliveries of a webhook. */
    abandon: store.abandon,

    /** Starts sending, first what an earlier process left. Links in payloads start with `address`. */
    start(address: string): void {
      baseUrl = address;
      store.abandonUnscheduled('the server stopped before it was answered');
      queues.start();
      for (const { id, active, events } of registry.list()) {
        if (!active) continue;
        for (const kind of PUBLISHED_KINDS)
          if (READ_EVENTS[kind].some(event => events.includes(event))) queues.noteNewRows(id, kind);
        queues.noteDue(id);
      }
    },
    /** Starts what is due. */
    tick: queues.tick,
    /** Resolves when nothing is in flight and all retries wait for their time. */
    idle: queues.idle,
    /** Stops, and waits a few seconds for answers; the next process sends what is left. */
    stop: queues.stop,

    /** Removes old finished deliveries. */
    async trim(now: Date, signal: AbortSignal): Promise<void> {
      const before = new Date(now.getTime() - RETENTION_MS);
      while (!signal.aborted && store.removeSomeBefore(before)) await nextTurn();
    },
    /** Removes the deliveries and webhooks of a deleted site, in batches, so that requests are answered in between. */
    async removeOfSite(siteId: number): Promise<void> {
      while (store.removeSomeOfSite(siteId)) await nextTurn();
      for (const webhook of [...registry.list()]) if (webhook.siteId === siteId) registry.remove(webhook.id);
    },
  };
}

export type Deliveries = ReturnType<typeof createDeliveries>;

interface TestSenderDeps extends Pick<DeliveriesDeps, 'sites' | 'clock'> {
  readonly store: DeliveriesStore;
  readonly attempt: Attempt;
  readonly recordResults: ReturnType<typeof createResultRecorder>;
}

function createTestSender({ store, attempt, recordResults, sites, clock }: TestSenderDeps) {
  const findSite = ({ siteId, ownerId }: WebhookRow): Site | undefined =>
    siteId === null ? sites.listByOwner(ownerId)[0] : sites.find(siteId);

  return async (webhook: WebhookRow): Promise<DeliveryRow> => {
    const site = findSite(webhook);
    const now = clock.now();
    const content = JSON.stringify(
      webhook.channel ? CHANNEL_TEST : { message: site ? TEST_MESSAGE : NO_SITE_MESSAGE },
    );
    const facts = {
      webhookId: webhook.id,
      siteId: site?.id ?? null,
      event: 'test',
      occurredAt: now,
    } as const;
    const delivery = store.addUnscheduled({ ...facts, content }, now);
    const { signal } = new AbortController();
    const sent = attempt({ webhook, delivery, site, signal }).then(outcome =>
      recordResults([{ delivery, outcome, at: clock.now(), isLast: true }]),
    );
    const timer = Promise.withResolvers<void>();
    const timeout = setTimeout(timer.resolve, TEST_ANSWER_MS);
    await Promise.race([sent, timer.promise]);
    clearTimeout(timeout);
    return store.find(webhook.id, delivery.id) ?? delivery;
  };
}
