/** Records check results and publishes changes, in one transaction. */
import type { Notifications } from '../../mail/service.ts';
import type { Impact } from '../impact/impact.ts';
import { type MonitorEvent, presentEvent } from '../schema.ts';
import { type AppliedCheck, applyCheckResult } from '../state/apply-check-result.ts';
import type { MonitorSettings } from '../state/monitor-state.ts';
import type { DowntimeRow, MonitorRow, UptimeStore } from '../store.ts';
import type { CheckBuffer } from './check-buffer.ts';
import type { CheckResult } from './run-check.ts';

export interface CheckRecorderDeps {
  readonly store: UptimeStore;
  readonly buffer: CheckBuffer;
  readonly settings: MonitorSettings;
  /** Publishes an event to webhooks, within the current transaction. */
  readonly publish: (event: MonitorEvent) => void;
  /** Queues a mail, within the current transaction. */
  readonly notifications: Pick<Notifications, 'send'>;
}

/** Creates the function that records a check. Changes are on disk when it returns, with their events and mails. */
export function createCheckRecorder({ store, buffer, settings, publish, notifications }: CheckRecorderDeps) {
  function recordChange(
    before: MonitorRow,
    { row, change, notification, gap, certificateNotice }: AppliedCheck,
    { url, impact }: { readonly url: string; readonly impact: Impact | null },
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
    if (downtime) notify(row, downtime, url);
    if (certificateNotice) {
      const { name: host, ...facts } = certificateNotice;
      notifications.send('certificate_expiry', { siteId: row.siteId, host, ...facts });
    }
  }

  function notify(row: MonitorRow, downtime: DowntimeRow, url: string): void {
    const { siteId, state } = row;
    const event = presentEvent(row, downtime, url);
    publish(event);
    const { error, startedAt, endedAt } = downtime;
    const facts = { siteId, url, error, startedAt, isFlapping: state.isFlapping };
    if (state.isDown || endedAt === null) notifications.send('monitor_down', facts);
    else
      notifications.send('monitor_up', {
        ...facts,
        endedAt,
        durationInWords: event.downtime.duration_in_words,
        missingHits: downtime.impact?.hits ?? null,
      });
  }

  return (
    before: MonitorRow,
    result: CheckResult,
    { url, atMs, impact }: { readonly url: string; readonly atMs: number; readonly impact: Impact | null },
  ) => {
    const progress = applyCheckResult(before, result, {
      url,
      atMs,
      dueMs: before.nextCheckAt.getTime(),
      settings,
      jitter: Math.random() * 2 - 1,
    });
    if (progress.hasChanged) store.transaction(() => recordChange(before, progress, { url, impact }));
    buffer.add(progress.row, result, atMs);
    return progress.row;
  };
}
