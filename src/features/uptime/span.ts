/** How a watched site did in a span of time. */
import type { Clock } from '../../core/clock.ts';
import type { Span } from '../../core/span.ts';
import { createHistory } from './history.ts';
import type { DowntimeRow, UptimeStore } from './store.ts';
import { uptimeRatioOf, watchedTimeOf } from './uptime-ratio.ts';
import type { Watcher } from './watcher.ts';

/** A site's time within a span. */
export interface UptimeOfSpan {
  /** Percentage of the watched time, in three decimals; null when nobody looked. */
  readonly uptime: number | null;
  readonly downMs: number;
  /** Downtimes that reach into the span, oldest first. */
  readonly downtimes: readonly DowntimeRow[];
}

/** Reads it of a site's monitor; undefined while uptime monitoring is off for it. */
export function createSpanReader({
  store,
  watcher,
  clock,
}: {
  readonly store: Pick<UptimeStore, 'listDowntimesSince' | 'listGapsSince'>;
  readonly watcher: Pick<Watcher, 'find' | 'suspendedSince'>;
  readonly clock: Clock;
}) {
  const historyOf = createHistory({ store, watcher, clock });

  return (siteId: number, { start, end }: Span): UptimeOfSpan | undefined => {
    const monitor = watcher.find(siteId);
    if (!monitor) return undefined;
    const { window, ...spans } = historyOf(monitor, start);
    const time = watchedTimeOf(
      { startMs: window.startMs, endMs: Math.min(window.endMs, end.getTime()) },
      spans,
    );
    return {
      uptime: time.watchedMs === 0 ? null : uptimeRatioOf(time),
      downMs: time.downMs,
      downtimes: store
        .listDowntimesSince(monitor.id, start)
        .filter(({ startedAt }) => startedAt < end)
        .sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime()),
    };
  };
}
