/** Reads the status and the downtimes of monitored sites. */
import type { Clock } from '../../../core/clock.ts';
import type { Page } from '../../../core/page.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import type { CheckScheduler } from '../check/check-scheduler.ts';
import { createHistoryReader } from '../history/history.ts';
import { uptimeRatio } from '../history/uptime-ratio.ts';
import type { MonitorRow } from '../monitors/store.ts';
import type { DowntimeList, UptimeStore } from '../store.ts';
import type { MonitorSettings } from './monitor-state.ts';
import type { StatusContext } from './status-description.ts';

/** Status of a monitor. */
export interface UptimeStatus extends StatusContext {
  readonly monitor: MonitorRow;
  /** Percentage of the monitored time of the last 30 days. */
  readonly uptime: number;
}

const PERIOD_MS = 30 * DAY_MS;

export function createStatusReader({
  store,
  scheduler,
  settings,
  clock,
}: {
  readonly store: UptimeStore;
  readonly scheduler: CheckScheduler;
  readonly settings: MonitorSettings;
  readonly clock: Clock;
}) {
  const readHistory = createHistoryReader({ store, scheduler, clock });
  const periodStart = (): Date => new Date(clock.now().getTime() - PERIOD_MS);

  function toUptimeRatio(monitor: MonitorRow): number {
    const { window, ...spans } = readHistory(monitor, periodStart());
    return uptimeRatio(window, spans);
  }

  /** Returns the start of an ongoing downtime. */
  const findDownStart = ({ id, state }: MonitorRow): Date | null =>
    state.isDown ? (store.findLastDowntime(id)?.startedAt ?? null) : null;

  /** Reads the status of a monitor. */
  const readStatus = (monitor: MonitorRow): UptimeStatus => ({
    monitor,
    uptime: toUptimeRatio(monitor),
    now: clock.now(),
    offlineSince: scheduler.suspendedSince(monitor.id),
    downSince: findDownStart(monitor),
    confirmations: settings.confirmations,
  });

  return {
    readStatus,
    /** Returns the status of a site's own address; undefined while uptime monitoring is off for the site. */
    findStatus(siteId: number): UptimeStatus | undefined {
      const monitor = scheduler.findHome(siteId);
      return monitor && readStatus(monitor);
    },

    /** Returns since when a site is down; null while it is not, or while monitoring is off. */
    findDownSince(siteId: number): Date | null {
      const monitor = scheduler.findHome(siteId);
      return monitor ? findDownStart(monitor) : null;
    },

    /** Returns the state of a site from memory. */
    findState(siteId: number): 'off' | 'up' | 'down' | 'paused' | 'unknown' {
      const monitor = scheduler.findHome(siteId);
      if (!monitor) return 'off';
      if (monitor.lastCheckAt === null || scheduler.suspendedSince(monitor.id) !== null) return 'unknown';
      if (!monitor.state.isDown) return 'up';
      return monitor.state.isAutoPaused ? 'paused' : 'down';
    },

    listDowntimes({ id }: MonitorRow, page: Page): DowntimeList {
      const recent = store.listDowntimesSince(id, periodStart());
      return {
        downtimes: store.listDowntimes(id, page),
        total: store.countDowntimes(id),
        ongoing: recent.filter(({ endedAt }) => endedAt === null).length,
        recent: recent.length,
      };
    },
  };
}
