/** How watched sites do, and how they did. */
import type { Clock } from '../../core/clock.ts';
import type { Page } from '../../core/page.ts';
import type { Surroundings } from './describe.ts';
import { createHistory } from './history.ts';
import type { WatchSettings } from './monitor-state.ts';
import type { DowntimeRow, MonitorRow, UptimeStore } from './store.ts';
import { uptimeRatio } from './uptime-ratio.ts';
import type { Watcher } from './watcher.ts';

/** How a site does. */
export interface UptimeStatus extends Surroundings {
  readonly monitor: MonitorRow;
  /** Percentage of the watched time of the last 30 days. */
  readonly uptime: number;
}

/** How it did. */
export interface DowntimeList {
  /** Of the page that was asked for, latest first. */
  readonly downtimes: DowntimeRow[];
  readonly total: number;
  readonly ongoing: number;
  /** Ongoing, or ended in the last 30 days. */
  readonly recent: number;
}

const PERIOD_MS = 30 * 86_400_000;

export function createStatusReader({
  store,
  watcher,
  settings,
  clock,
}: {
  readonly store: UptimeStore;
  readonly watcher: Watcher;
  readonly settings: WatchSettings;
  readonly clock: Clock;
}) {
  const historyOf = createHistory({ store, watcher, clock });
  const periodStart = (): Date => new Date(clock.now().getTime() - PERIOD_MS);

  function uptimeRatioOf(monitor: MonitorRow): number {
    const { window, ...spans } = historyOf(monitor, periodStart());
    return uptimeRatio(window, spans);
  }

  return {
    /** Undefined while uptime monitoring is off for the site. */
    findStatus(siteId: number): UptimeStatus | undefined {
      const monitor = watcher.find(siteId);
      if (!monitor) return undefined;
      const open = monitor.state.isDown ? store.findLastDowntime(monitor.id) : undefined;
      return {
        monitor,
        uptime: uptimeRatioOf(monitor),
        now: clock.now(),
        offlineSince: watcher.suspendedSince(siteId),
        downSince: open?.startedAt ?? null,
        confirmations: settings.confirmations,
      };
    },

    /** How a site stands in one word, without asking the database. */
    stateOf(siteId: number): 'off' | 'up' | 'down' | 'paused' | 'unknown' {
      const monitor = watcher.find(siteId);
      if (!monitor) return 'off';
      if (monitor.lastCheckAt === null || watcher.suspendedSince(siteId) !== null) return 'unknown';
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
