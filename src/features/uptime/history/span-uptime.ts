/** Reads the uptime of a monitor in a span. */
import type { Clock } from '../../../core/clock.ts';
import type { Span } from '../../../core/span.ts';
import type { CheckScheduler } from '../check/check-scheduler.ts';
import type { MonitorRow } from '../monitors/store.ts';
import type { DowntimeRow, UptimeStore } from '../store.ts';
import { createHistoryReader } from './history.ts';
import { computeWatchedTime, toUptimeRatio } from './uptime-ratio.ts';

/** Uptime of a span. */
export interface SpanUptime {
  /** Percentage of the monitored time, with three decimals; null when it was not monitored. */
  readonly uptime: number | null;
  readonly downMs: number;
  /** Downtimes that overlap the span, oldest first. */
  readonly downtimes: readonly DowntimeRow[];
}

/** Creates the reader of a monitor's uptime. */
export function createSpanReader({
  store,
  scheduler,
  clock,
}: {
  readonly store: Pick<UptimeStore, 'listDowntimesSince' | 'listGapsSince'>;
  readonly scheduler: Pick<CheckScheduler, 'suspendedSince'>;
  readonly clock: Clock;
}) {
  const readHistory = createHistoryReader({ store, scheduler, clock });

  return (monitor: MonitorRow, { start, end }: Span): SpanUptime => {
    const { window, downtimeRows, ...spans } = readHistory(monitor, start);
    const time = computeWatchedTime(
      { startMs: window.startMs, endMs: Math.min(window.endMs, end.getTime()) },
      spans,
    );
    return {
      uptime: time.watchedMs === 0 ? null : toUptimeRatio(time),
      downMs: time.downMs,
      downtimes: downtimeRows
        .filter(({ startedAt }) => startedAt < end)
        .sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime()),
    };
  };
}
