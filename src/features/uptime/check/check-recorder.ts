/** Records check results and publishes changes, in one transaction. */

import type { Span } from '../../../core/span.ts';
import { SECOND_MS } from '../../../lib/time-units.ts';
import type { Notifications } from '../../mail/service.ts';
import type { Impact } from '../impact/impact.ts';
import type { MonitorRow } from '../monitors/store.ts';
import { type MonitorEvent, presentEvent } from '../schema.ts';
import { type AppliedCheck, applyCheckResult, applyMaintenance } from '../state/apply-check-result.ts';
import type { MonitorSettings } from '../state/monitor-state.ts';
import type { DowntimeRow, UptimeStore } from '../store.ts';
import type { CheckBuffer } from './check-buffer.ts';
import type { CheckResult } from './check-result.ts';
import type { MonitorTarget } from './target.ts';

export interface CheckRecorderDeps {
  readonly store: UptimeStore;
  readonly buffer: CheckBuffer;
  readonly settings: MonitorSettings;
  /** Returns the maintenance window that a monitor is in. */
  readonly findMaintenance: (monitor: MonitorRow, atMs: number) => Span | undefined;
  /** Returns whether mails about a certificate come from this monitor: not when another one of its site has the same host. */
  readonly isFirstOfHost: (monitor: MonitorRow, host: string) => boolean;
  /** Publishes an event to webhooks, within the current transaction. */
  readonly publish: (event: MonitorEvent) => void;
  /** Queues a mail, within the current transaction. */
  readonly notifications: Pick<Notifications, 'send'>;
  /** Tells the subscribers of status pages, within the current transaction. */
  readonly tellSubscribers: (event: MonitorEvent) => void;
}

/** What was checked, when, and what the downtime cost that ends with it. */
export interface CheckedAt {
  readonly target: MonitorTarget;
  readonly atMs: number;
  readonly impact: Impact | null;
}

/** Creates the function that records a check. Changes are on disk when it returns, with their events and mails. */
export function createCheckRecorder(deps: CheckRecorderDeps) {
  const { store, buffer, settings, publish, notifications } = deps;

  function recordChange(
    before: MonitorRow,
    { row, change, notification, gap, certificateNotice }: AppliedCheck,
    { target, impact, isQuiet }: Pick<CheckedAt, 'target' | 'impact'> & { readonly isQuiet: boolean },
  ) {
    if (gap)
      store.insertGap({
        monitorId: row.id,
        startedAt: new Date(gap.startMs),
        endedAt: new Date(gap.endMs),
      });
    const open = before.state.isDown ? store.findLastDowntime(before.id) : undefined;
    if (open && gap) store.changeDowntime(open.id, { isPartial: true });
    if (change?.kind === 'down')
      store.openDowntime({
        monitorId: row.id,
        error: change.error,
        errorCode: row.lastErrorCode,
        statusCode: row.lastStatusCode,
        startedAt: new Date(change.startedAtMs),
        isPartial: false,
      });
    if (open && change?.kind === 'up')
      store.changeDowntime(open.id, {
        endedAt: new Date(Math.max(change.endedAtMs, open.startedAt.getTime())),
        impact,
      });
    store.saveMonitor(row);
    const downtime = notification ? store.findLastDowntime(row.id) : undefined;
    if (downtime) notify(row, downtime, { ...target, isQuiet });
    if (certificateNotice && deps.isFirstOfHost(row, certificateNotice.name)) {
      const { name: host, ...facts } = certificateNotice;
      notifications.send('certificate_expiry', { siteId: row.siteId, host, ...facts });
    }
  }

  /** Tells of a change: webhooks always, by mail outside of maintenance. */
  function notify(
    row: MonitorRow,
    downtime: DowntimeRow,
    { url, name, isQuiet }: MonitorTarget & { readonly isQuiet: boolean },
  ): void {
    const { siteId, state } = row;
    const event = presentEvent(row, downtime, { url, name });
    publish(event);
    if (isQuiet) return;
    deps.tellSubscribers(event);
    const { error, startedAt, endedAt } = downtime;
    const named = name === null ? {} : { name };
    const facts = { siteId, url, ...named, error, startedAt, isFlapping: state.isFlapping };
    if (state.isDown || endedAt === null) notifications.send('monitor_down', facts);
    else
      notifications.send('monitor_up', {
        ...facts,
        endedAt,
        durationInWords: event.downtime.duration_in_words,
        missingHits: downtime.impact?.hits ?? null,
      });
  }

  return (before: MonitorRow, result: CheckResult, { target, atMs, impact }: CheckedAt) => {
    const maintenance = deps.findMaintenance(before, atMs);
    if (maintenance && !result.isUp) {
      const row = applyMaintenance(before, result, { atMs, intervalMs: settings.intervalMs });
      const startedAt = new Date(Math.max(maintenance.start.getTime(), before.createdAt.getTime()));
      store.transaction(() => {
        store.insertGap({ monitorId: row.id, startedAt, endedAt: new Date(atMs) });
        store.saveMonitor(row);
      });
      buffer.add(row, result, atMs);
      return row;
    }
    const isHeartbeat = target.settings.kind === 'heartbeat';
    const dueMs = before.nextCheckAt.getTime();
    const progress = applyCheckResult(before, result, {
      url: target.url,
      atMs,
      // A heartbeat is missing from its deadline on, whenever that is noticed: the server may have been off.
      ...(isHeartbeat ? { dueMs: atMs, failedAtMs: Math.min(dueMs, atMs) } : { dueMs }),
      settings: settingsOf(target, settings),
      jitter: isHeartbeat ? 0 : Math.random() * 2 - 1,
    });
    // A heartbeat is written at once, or a kill would move its deadline.
    if (progress.hasChanged || isHeartbeat)
      store.transaction(() =>
        recordChange(before, progress, { target, impact, isQuiet: maintenance !== undefined }),
      );
    buffer.add(progress.row, result, atMs);
    return progress.row;
  };
}

/** A heartbeat that is overdue is missing, and one that comes is there: its grace time is what confirms. */
const settingsOf = ({ settings: target }: MonitorTarget, settings: MonitorSettings): MonitorSettings =>
  target.kind === 'heartbeat'
    ? { intervalMs: (target.periodS + target.graceS) * SECOND_MS, confirmations: 1, recoveries: 1 }
    : settings;
