/**
 * Sends what is due. Each webhook has a lane of its own, and no lane waits for the target of another; what came of
 * attempts is written down for all lanes together.
 */
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { SitesService } from '../sites/service.ts';
import type { WebhookRegistry } from '../webhooks/registry.ts';
import type { WebhookRow } from '../webhooks/store.ts';
import type { Attempt, Outcome } from './attempt.ts';
import type { ToldKind } from './events.ts';
import type { Feed } from './feed.ts';
import { adapt, cancel, createLane, isAtRest, type Lane, letGo } from './lane.ts';
import type { Pace } from './pace.ts';
import type { Attempted, Settle } from './settling.ts';
import type { DeliveriesStore, DeliveryRow } from './store.ts';

/** Deliveries that a lane takes from the store at a time. */
const REFILL = 100;
/** With fewer waiting, the next hits are turned into deliveries. */
const LOW_WATER = 50;
/** Between two readings of a lane, while hits keep coming. */
const READ_PAUSE_MS = 100;
/** For a lane that has had its share of the moment. */
const PACE_PAUSE_MS = 10;
/** Between two times that outcomes are written down, while they keep coming. */
const SETTLE_PAUSE_MS = 250;
/** After outcomes could not be written down. */
const UNSETTLED_PAUSE_MS = 5000;
/** Finished deliveries of a lane after which its log is trimmed, and how many stay. */
const TRIM_AFTER = 200;
const KEPT_DELIVERIES = 1000;
/** How long a look at the deliveries waits for the newest. */
const CATCH_UP_MS = 500;
/** How long a stopping server waits for answers. */
const STOP_DEADLINE_MS = 3000;

export interface LanesDeps {
  readonly registry: WebhookRegistry;
  readonly store: DeliveriesStore;
  readonly sites: Pick<SitesService, 'find'>;
  readonly isSubscribed: (ownerId: number) => boolean;
  readonly attempt: Attempt;
  readonly feed: Feed;
  readonly settle: Settle;
  readonly pace: Pace;
  readonly clock: Clock;
  readonly log: Log;
}

/** The lanes of all webhooks. Nothing moves before `start`. */
export function createLanes(deps: LanesDeps) {
  const { registry, store, sites, isSubscribed, attempt, feed, settle, pace, clock, log } = deps;
  const lanes = new Map<number, Lane>();
  const stopping = new AbortController();
  let waitingForRest: (() => void)[] = [];
  let attempted: Attempted[] = [];
  let settling: NodeJS.Timeout | undefined;
  let settledAtMs = Number.NEGATIVE_INFINITY;
  let isRunning = false;

  function laneOf(webhookId: number): Lane {
    const known = lanes.get(webhookId);
    if (known) return known;
    const lane = createLane(webhookId, pace.open());
    lanes.set(webhookId, lane);
    return lane;
  }

  function wake(lane: Lane): void {
    if (!isRunning) return;
    lane.next ??= setImmediate(() => {
      lane.next = undefined;
      advance(lane);
    });
  }
  function wakeIn(lane: Lane, delayMs: number): void {
    if (!isRunning) return;
    if (lane.timer) return;
    const dueMs = performance.now() + delayMs;
    lane.timer = setTimeout(() => {
      lane.timer = undefined;
      pace.noteLate(performance.now() - dueMs);
      advance(lane);
    }, delayMs);
  }

  function tellRest(): void {
    if (waitingForRest.length === 0 || ![...lanes.values()].every(isAtRest)) return;
    for (const resolve of waitingForRest) resolve();
    waitingForRest = [];
  }

  function advance(lane: Lane): void {
    try {
      advanceUnguarded(lane);
    } catch (error) {
      log.error({ err: error, webhook: lane.webhookId }, 'deliveries could not be begun: tried again');
      // Every second.
      lane.mayHaveDue = true;
    }
    tellRest();
  }

  function advanceUnguarded(lane: Lane): void {
    const webhook = registry.find(lane.webhookId);
    if (isRunning && webhook?.active) {
      if (isSubscribed(webhook.ownerId)) sendDue(lane, webhook);
      else letGo(lane);
      if (lane.queue.length < LOW_WATER && lane.unread.size > 0) read(lane);
    } else {
      letGo(lane);
      if (!webhook && lane.claimed.size === 0) lanes.delete(lane.webhookId);
    }
  }

  /** What is due and nobody has taken yet. */
  function refill(lane: Lane): void {
    if (lane.queue.length > 0 || !lane.mayHaveDue) return;
    const due = store.listDue(lane.webhookId, clock.now(), REFILL + lane.claimed.size);
    lane.mayHaveDue = due.length === REFILL + lane.claimed.size;
    for (const delivery of due) {
      if (lane.claimed.has(delivery.id)) continue;
      lane.claimed.add(delivery.id);
      lane.queue.push(delivery);
    }
  }

  function sendDue(lane: Lane, webhook: WebhookRow): void {
    refill(lane);
    const busyLanes = () => [...lanes.values()].filter(({ queue }) => queue.length > 0).length;
    while (lane.running < lane.width && lane.queue.length > 0) {
      if (!pace.take(lane.allowance, busyLanes())) {
        wakeIn(lane, PACE_PAUSE_MS);
        return;
      }
      const delivery = lane.queue.shift();
      if (delivery) send(lane, webhook, delivery);
    }
  }

  function send(lane: Lane, webhook: WebhookRow, delivery: DeliveryRow): void {
    const site = delivery.siteId === null ? undefined : sites.find(delivery.siteId);
    if (delivery.siteId !== null && !site) {
      lane.claimed.delete(delivery.id);
      store.update(delivery.id, { status: 'failed', nextAttemptAt: null, lastError: 'the site was deleted' });
      return;
    }
    lane.running++;
    attempt({ webhook, delivery, site, signal: stopping.signal })
      .then(
        outcome => finish(lane, delivery, outcome),
        // The server is stopping: the delivery stays due.
        () => {
          lane.claimed.delete(delivery.id);
          lane.askedAgain.delete(delivery.id);
        },
      )
      .finally(() => {
        lane.running--;
        wake(lane);
        tellRest();
      });
  }

  function finish(lane: Lane, delivery: DeliveryRow, outcome: Outcome): void {
    adapt(lane, outcome.error === null);
    attempted.push({ delivery, outcome, at: clock.now(), isLast: false });
    settling ??= setTimeout(settleAll, Math.max(0, settledAtMs + SETTLE_PAUSE_MS - performance.now()));
  }

  function settleAll(): void {
    settling = undefined;
    settledAtMs = performance.now();
    const batch = attempted.map(one => ({
      ...one,
      isAskedAgain: lanes.get(one.delivery.webhookId)?.askedAgain.has(one.delivery.id) === true,
    }));
    try {
      settle(batch);
    } catch (error) {
      log.error({ err: error, deliveries: batch.length }, 'deliveries could not be written down');
      settling = setTimeout(settleAll, UNSETTLED_PAUSE_MS);
      return;
    }
    attempted = [];
    for (const [webhookId, own] of Map.groupBy(batch, ({ delivery }) => delivery.webhookId))
      settled(laneOf(webhookId), own);
    tellRest();
  }

  function settled(lane: Lane, own: readonly Attempted[]): void {
    for (const { delivery } of own) {
      lane.claimed.delete(delivery.id);
      lane.askedAgain.delete(delivery.id);
    }
    lane.mayHaveDue = true;
    wake(lane);
    try {
      tidy(lane, own);
    } catch (error) {
      log.error({ err: error, webhook: lane.webhookId }, 'the log of deliveries could not be trimmed');
    }
  }

  function tidy(lane: Lane, own: readonly Attempted[]): void {
    // The target lives again: what piled up need not wait for its hour while the rest waits behind it.
    if (lane.isFull && own.some(({ outcome }) => outcome.error === null)) {
      lane.isFull = false;
      store.hasten(lane.webhookId, clock.now());
    }
    lane.finished += own.length;
    if (lane.finished >= TRIM_AFTER) {
      lane.finished = 0;
      store.trim(lane.webhookId, KEPT_DELIVERIES);
    }
  }

  function read(lane: Lane): void {
    if (lane.isReading) return;
    const pauseMs = lane.readAtMs + READ_PAUSE_MS - performance.now();
    if (pauseMs > 0) {
      wakeIn(lane, pauseMs);
      return;
    }
    lane.isReading = true;
    void readUnread(lane).finally(() => {
      lane.isReading = false;
      lane.readAtMs = performance.now();
      for (const resolve of lane.onRead.splice(0)) resolve();
      tellRest();
    });
  }

  async function readUnread(lane: Lane): Promise<void> {
    let isHeld = false;
    for (const kind of [...lane.unread]) {
      lane.unread.delete(kind);
      try {
        const fed = await feed(lane.webhookId, kind);
        if (fed !== 'done') lane.unread.add(kind);
        isHeld ||= fed === 'full';
      } catch (error) {
        lane.unread.add(kind);
        isHeld = true;
        log.warn(
          { err: error, webhook: lane.webhookId },
          'hits could not be read for a webhook: tried again',
        );
      }
    }
    lane.mayHaveDue = true;
    lane.isFull = isHeld;
    // What stands in the way now is looked at again when something was sent, and every second.
    if (!isHeld) wake(lane);
  }

  const rest = (): Promise<void> =>
    new Promise(resolve => {
      waitingForRest.push(resolve);
      tellRest();
    });

  return {
    start(): void {
      isRunning = true;
    },
    /** Something may have come in that a webhook is to be told of. */
    noteUnread(webhookId: number, kind: ToldKind): void {
      const lane = laneOf(webhookId);
      lane.unread.add(kind);
      if (!lane.isReading && lane.queue.length < LOW_WATER) wake(lane);
    },
    /** Something is due. */
    noteDue(webhookId: number): void {
      const lane = laneOf(webhookId);
      lane.mayHaveDue = true;
      wake(lane);
    },
    /** Looks after everything that nobody is told of: retries whose time has come, and readings that had to wait. */
    tick(): void {
      for (const id of store.listWebhooksDue(clock.now())) laneOf(id).mayHaveDue = true;
      for (const lane of lanes.values()) if (lane.mayHaveDue || lane.unread.size > 0) wake(lane);
    },
    /** Resolves when what has come in by now stands among the deliveries, unless that takes its time. */
    async caughtUp(webhookId: number): Promise<void> {
      const lane = lanes.get(webhookId);
      if (!isRunning || !lane || lane.isFull || (lane.unread.size === 0 && !lane.isReading)) return;
      const read = Promise.withResolvers<void>();
      lane.onRead.push(read.resolve);
      const timeout = setTimeout(read.resolve, CATCH_UP_MS);
      await read.promise;
      clearTimeout(timeout);
    },
    /**
     * Has a delivery sent once more when the attempt at it that is under way is over; one about to be sent just is.
     * False when it is neither. It stays pending in the store until then, so that a crash does not lose the wish.
     */
    askAgain({ id, webhookId }: DeliveryRow): boolean {
      const lane = lanes.get(webhookId);
      if (!lane?.claimed.has(id)) return false;
      if (!lane.queue.some(waiting => waiting.id === id)) lane.askedAgain.add(id);
      return true;
    },
    /** Resolves when nothing is under way any more but what waits for its time. */
    rest,
    /** Begins nothing more, waits a little for answers, and leaves the rest due. */
    async stop(): Promise<void> {
      isRunning = false;
      for (const lane of lanes.values()) {
        cancel(lane);
        letGo(lane);
      }
      const deadline = setTimeout(
        () => stopping.abort(new Error('the server is stopping')),
        STOP_DEADLINE_MS,
      );
      await Promise.race([
        rest(),
        new Promise(resolve => stopping.signal.addEventListener('abort', resolve)),
      ]);
      clearTimeout(deadline);
      if (settling) clearTimeout(settling);
      if (attempted.length > 0) settleAll();
      if (settling) clearTimeout(settling);
    },
  };
}
