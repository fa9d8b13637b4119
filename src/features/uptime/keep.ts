/** Writes what a look at a site brought, and tells whom it concerns, as one. */
import type { Notices } from '../notices/service.ts';
import type { Look } from './check.ts';
import type { Ledger } from './ledger.ts';
import type { WatchSettings } from './machine.ts';
import { type Progress, progressOf } from './progress.ts';
import { type MonitorEvent, presentEvent } from './schema.ts';
import type { DowntimeRow, MonitorRow, UptimeStore } from './store.ts';

export interface KeepDeps {
  readonly store: UptimeStore;
  readonly ledger: Ledger;
  readonly settings: WatchSettings;
  /** Records an event for those who subscribed to it; within the transaction that is under way. */
  readonly publish: (event: MonitorEvent) => void;
  /** The same for a mail. */
  readonly notices: Pick<Notices, 'send'>;
}

/** The function that takes a look into account. News is on disk when it returns, together with who is to be told. */
export function createKeep({ store, ledger, settings, publish, notices }: KeepDeps) {
  function keepNews(
    before: MonitorRow,
    { row, change, tells, gap, certificateNotice }: Progress,
    url: string,
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
        startedAt: new Date(change.startedAtMs),
        isPartial: false,
      });
    if (open && change?.kind === 'up')
      store.changeDowntime(open.id, {
        endedAt: new Date(Math.max(change.endedAtMs, open.startedAt.getTime())),
      });
    store.saveMonitor(row);
    const downtime = tells ? store.findLastDowntime(row.id) : undefined;
    if (downtime) tell(row, downtime, url);
    if (certificateNotice) {
      const { name: host, ...facts } = certificateNotice;
      notices.send('certificate_expiry', { siteId: row.siteId, host, ...facts });
    }
  }

  function tell(row: MonitorRow, downtime: DowntimeRow, url: string): void {
    const { siteId, state } = row;
    const event = presentEvent(row, downtime, url);
    publish(event);
    const { error, startedAt, endedAt } = downtime;
    const facts = { siteId, url, error, startedAt, isFlapping: state.isFlapping };
    if (state.isDown || endedAt === null) notices.send('monitor_down', facts);
    else
      notices.send('monitor_up', {
        ...facts,
        endedAt,
        durationInWords: event.downtime.duration_in_words,
      });
  }

  return (before: MonitorRow, look: Look, { url, atMs }: { readonly url: string; readonly atMs: number }) => {
    const progress = progressOf(before, look, {
      url,
      atMs,
      dueMs: before.nextCheckAt.getTime(),
      settings,
      jitter: Math.random() * 2 - 1,
    });
    if (progress.isNews) store.transaction(() => keepNews(before, progress, url));
    ledger.note(progress.row, look, atMs);
    return progress.row;
  };
}
