/**
 * Lets alerts fire and end. State, history and messages of a change are written in one transaction, which is that of the caller:
 * of what a monitor found, or of the check.
 */
import type { Clock } from '../../core/clock.ts';
import type { Site } from '../../core/site.ts';
import type { AlertEvent } from '../../core/webhook-events.ts';
import type { FiringFacts } from './firing-facts.ts';
import { presentAlert } from './schema.ts';
import type { AlertRow, AlertsStore } from './store.ts';
import { writeFiring, writeResolved } from './texts.ts';

export interface AlertChangesDeps {
  readonly store: Pick<AlertsStore, 'update' | 'openFiring' | 'findOpenFiring' | 'endFirings'>;
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

  return {
    /** Lets an alert fire. One that is firing already fires anew. */
    fire(alert: AlertRow, facts: FiringFacts): void {
      const now = clock.now();
      const site = findSite(alert.siteId);
      if (!site) return;
      const isSent = !isMuted(alert, now);
      store.endFirings(alert.id, now);
      const changed = store.update(alert.id, { state: 'firing', since: now });
      store.openFiring({ alertId: alert.id, startedAt: now, facts, isSent });
      if (changed && isSent) send('alert_firing', changed, writeFiring(alert.kind, site.label, facts));
    },

    /** Ends a firing, and notifies the channels that its start was sent to. */
    resolve(alert: AlertRow): void {
      const now = clock.now();
      const site = findSite(alert.siteId);
      const firing = store.findOpenFiring(alert.id);
      store.endFirings(alert.id, now);
      const changed = store.update(alert.id, { state: 'ok', since: now });
      if (!site || !changed || !firing?.isSent || isMuted(alert, now)) return;
      const durationMs = now.getTime() - firing.startedAt.getTime();
      send(
        'alert_resolved',
        changed,
        writeResolved(alert.kind, site.label, { facts: firing.facts, durationMs }),
      );
    },
  };
}
