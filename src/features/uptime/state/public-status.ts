/** Reads of a monitor what a status page shows. */
import type { Clock } from '../../../core/clock.ts';
import type { Span } from '../../../core/span.ts';
import { startOfDay } from '../../../lib/time.ts';
import { parseHost } from '../../../lib/url.ts';
import type { CheckScheduler } from '../check/check-scheduler.ts';
import { toReachedUrl } from '../check/target.ts';
import type { DayRange, UptimeDay } from '../history/daily-uptime.ts';
import type { SpanUptime } from '../history/span-uptime.ts';
import type { MonitorRow } from '../monitors/store.ts';
import type { Targets } from '../monitors/targets.ts';
import type { DowntimeRow, UptimeStore } from '../store.ts';

/** A monitor without its address, what it requests and what failed. */
export interface PublicStatus {
  readonly siteId: number;
  readonly monitorId: number;
  /** Null for one that requests nothing. */
  readonly host: string | null;
  readonly state: 'up' | 'down' | 'unknown' | 'paused';
  /** Percentage of the monitored time, with three decimals; null when it was not monitored. */
  readonly uptime: number | null;
  readonly days: readonly UptimeDay[];
  /** Oldest first. */
  readonly downtimes: readonly Pick<DowntimeRow, 'id' | 'startedAt' | 'endedAt' | 'impact'>[];
}

export interface PublicStatusDeps {
  readonly store: UptimeStore;
  readonly scheduler: CheckScheduler;
  readonly targets: Targets;
  readonly readDays: (monitor: MonitorRow, range: DayRange) => UptimeDay[];
  readonly readSpan: (monitor: MonitorRow, span: Span) => SpanUptime;
  readonly clock: Clock;
}

export function createPublicStatus({
  store,
  scheduler,
  targets,
  readDays,
  readSpan,
  clock,
}: PublicStatusDeps) {
  const find = (id: number): MonitorRow | undefined => scheduler.find(id) ?? store.findMonitor(id);

  function toState(monitor: MonitorRow): PublicStatus['state'] {
    if (!scheduler.find(monitor.id)) return 'paused';
    if (monitor.lastCheckAt === null || scheduler.suspendedSince(monitor.id) !== null) return 'unknown';
    return monitor.state.isDown ? 'down' : 'up';
  }

  return {
    /** Returns the site of a monitor. */
    findSiteOf: (monitorId: number): number | undefined => find(monitorId)?.siteId,

    /** Returns the monitor of a downtime. */
    findMonitorOf: (downtimeId: number): number | undefined => store.findDowntime(downtimeId)?.monitorId,

    /** Reads the status of a monitor and its last days; undefined when it is gone. */
    read(monitorId: number, range: Omit<DayRange, 'omitsResponses'>): PublicStatus | undefined {
      const monitor = find(monitorId);
      const target = monitor && targets.describe(monitor);
      if (!monitor || !target) return undefined;
      const days = readDays(monitor, { ...range, omitsResponses: true });
      const start = startOfDay(days[0]?.date ?? '', range.zone);
      const { uptime, downtimes } = readSpan(monitor, { start, end: clock.now() });
      const address = target.settings.kind === 'dns' ? null : toReachedUrl(target.settings);
      return {
        siteId: monitor.siteId,
        monitorId,
        host: target.settings.kind === 'dns' ? target.settings.host : parseHost(address ?? ''),
        state: toState(monitor),
        uptime,
        days,
        downtimes,
      };
    },
  };
}
