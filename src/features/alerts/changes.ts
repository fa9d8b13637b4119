/**
 * Lets alerts fire and end. State, history and messages of a change are written in one transaction, which is that of the caller:
 * of what a monitor found, or of the check.
 */
import type { Clock } from '../../core/clock.ts';
import type { Site } from '../../core/site.ts';
import type { AlertEvent } from '../../core/webhook-events.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import type { FiringFacts } from './firing-facts.ts';
import { presentAlert } from './schema.ts';
import type { AlertRow, AlertsStore, FiringRow } from './store.ts';
import { writeDownSummary, writeFiring, writeResolved, writeUpSummary } from './texts.ts';

/** Messages about monitors of a site within some minutes; what changes beyond them is summed up in one, at the next check. */
const MAX_MESSAGES = 5;
const MESSAGES_SPAN_MS = 5 * MINUTE_MS;

export interface AlertChangesDeps {
  readonly store: Pick<
    AlertsStore,
    'update' | 'openFiring' | 'changeFiring' | 'listOpenFirings' | 'listWaiting' | 'countChangesSince'
  >;
  /** Undefined for a site that was deleted. */
  readonly findSite: (id: number) => Site | undefined;
  /** Sends to notification channels of an account; null stands for all. Within the current transaction. */
  readonly notify: (event: AlertEvent, ownerId: number, channelIds: readonly number[] | null) => void;
  readonly clock: Clock;
}

export type AlertChanges = ReturnType<typeof createAlertChanges>;

export function createAlertChanges({ store, findSite, notify, clock }: AlertChangesDeps) {
  const isMuted = ({ mutedUntil }: AlertRow, now: Date): boolean => mutedUntil !== null && mutedUntil > now;

  function send(
    event: AlertEvent['event'],
    alert: AlertRow,
    text: Pick<AlertEvent, 'title' | 'details'>,
  ): void {
    const ownerId = findSite(alert.siteId)?.ownerId;
    if (ownerId === undefined) return;
    const { siteId, kind } = alert;
    notify(
      { event, siteId, alert: presentAlert(alert), is_downtime: kind === 'monitor', ...text },
      ownerId,
      alert.channelIds,
    );
  }

  /** Whether so many monitors of a site have changed of late that a further message would be one of a flood. */
  const isFlood = ({ id, kind }: AlertRow, now: Date): boolean =>
    kind === 'monitor' &&
    store.countChangesSince(id, new Date(now.getTime() - MESSAGES_SPAN_MS)) >= MAX_MESSAGES;

  /** Lists the open firings of a monitor; of other kinds, and of those that name no monitor, all. */
  const listOpen = (alert: AlertRow, monitorId: number | undefined): FiringRow[] =>
    store
      .listOpenFirings(alert.id)
      .filter(({ facts }) => monitorId === undefined || facts.monitorId === monitorId);

  return {
    /** Lets an alert fire: one of kind `monitor` for each monitor. One that is firing already fires again. */
    fire(alert: AlertRow, facts: FiringFacts): void {
      const now = clock.now();
      const site = findSite(alert.siteId);
      if (!site) return;
      for (const { id } of listOpen(alert, facts.monitorId)) store.changeFiring(id, { endedAt: now });
      const isWanted = !isMuted(alert, now);
      const isSent = isWanted && !isFlood(alert, now);
      const isFirst = store.listOpenFirings(alert.id).length === 0;
      const changed = store.update(alert.id, { state: 'firing', ...(isFirst ? { since: now } : {}) });
      const waiting = isWanted && !isSent ? ({ waiting: 'down' } as const) : {};
      store.openFiring({ alertId: alert.id, startedAt: now, facts: { ...facts, ...waiting }, isSent });
      if (changed && isSent) send('alert_firing', changed, writeFiring(alert.kind, site.label, facts));
    },

    /** Ends the firings of a monitor, or all, and notifies the channels that their start was sent to. */
    resolve(alert: AlertRow, monitorId?: number): void {
      const now = clock.now();
      const site = findSite(alert.siteId);
      const isWanted = site !== undefined && !isMuted(alert, now);
      const isSummedUp = isFlood(alert, now);
      const ended = listOpen(alert, monitorId);
      if (ended.length === 0) return;
      for (const { id, facts, isSent } of ended) {
        const waiting = isWanted && isSummedUp && isSent ? ({ waiting: 'up' } as const) : {};
        store.changeFiring(id, { endedAt: now, facts: { ...facts, ...waiting } });
      }
      const isOver = store.listOpenFirings(alert.id).length === 0;
      const changed = isOver ? store.update(alert.id, { state: 'ok', since: now }) : alert;
      if (!site || !changed || !isWanted || isSummedUp) return;
      for (const { facts, startedAt, isSent } of ended) {
        const durationMs = now.getTime() - startedAt.getTime();
        if (isSent)
          send('alert_resolved', changed, writeResolved(alert.kind, site.label, { facts, durationMs }));
      }
    },

    /** Sends what waits for a summary, or forgets it where the alert has been muted since. */
    sendSummaries(alert: AlertRow): void {
      const waiting = store.listWaiting(alert.id);
      const isWanted = !isMuted(alert, clock.now());
      const site = findSite(alert.siteId);
      if (waiting.length === 0 || !site) return;
      for (const { id, facts } of waiting) {
        const { waiting: _, ...rest } = facts;
        store.changeFiring(id, { facts: rest, ...(isWanted ? { isSent: true } : {}) });
      }
      if (!isWanted) return;
      const [down, up] = (['down', 'up'] as const).map(change =>
        waiting.filter(({ facts }) => facts.waiting === change),
      );
      if (down?.length) send('alert_firing', alert, writeDownSummary(site.label, down));
      if (up?.length) send('alert_resolved', alert, writeUpSummary(site.label, up));
    },
  };
}
