/** What is known of a monitor's past. */
import type { Clock } from '../../core/clock.ts';
import type { MonitorRow, UptimeStore } from './store.ts';
import type { SpanMs, Spans } from './uptime-ratio.ts';
import type { Watcher } from './watcher.ts';

/** A monitor's past from some instant on. */
export interface History extends Spans {
  /** From then, or from its creation, to its last check. Ends before it starts when nothing is known of that time. */
  readonly window: SpanMs;
}

/** Reads what is known since an instant. */
export type HistoryOf = (monitor: MonitorRow, since: Date) => History;

export function createHistory({
  store,
  watcher,
  clock,
}: {
  readonly store: Pick<UptimeStore, 'listDowntimesSince' | 'listGapsSince'>;
  readonly watcher: Pick<Watcher, 'suspendedSince'>;
  readonly clock: Clock;
}): HistoryOf {
  /** What was down at the last check is down until the next one. For the rest, what lies between that check and now is not known yet. */
  function endOf({ siteId, createdAt, lastCheckAt, nextCheckAt, state }: MonitorRow): number {
    const checkedMs = (lastCheckAt ?? createdAt).getTime();
    const isDownStill = state.isDown && watcher.suspendedSince(siteId) === null;
    return isDownStill
      ? Math.max(checkedMs, Math.min(clock.now().getTime(), nextCheckAt.getTime()))
      : checkedMs;
  }

  return (monitor, since) => {
    const { id, createdAt } = monitor;
    const endMs = endOf(monitor);
    const spanOf = ({ startedAt, endedAt }: { startedAt: Date; endedAt: Date | null }): SpanMs => ({
      startMs: startedAt.getTime(),
      endMs: endedAt?.getTime() ?? endMs,
    });
    return {
      window: { startMs: Math.max(createdAt.getTime(), since.getTime()), endMs },
      downtimes: store.listDowntimesSince(id, since).map(spanOf),
      gaps: store.listGapsSince(id, since).map(spanOf),
    };
  };
}
