/** Reads the history of a monitor. */
import type { Clock } from '../../../core/clock.ts';
import type { CheckScheduler } from '../check/check-scheduler.ts';
import type { MonitorRow } from '../monitors/store.ts';
import type { DowntimeRow, UptimeStore } from '../store.ts';
import type { SpanMs, Spans } from './uptime-ratio.ts';

/** History of a monitor since an instant. */
export interface History extends Spans {
  /**
   * From that instant, or the monitor's creation, to its last check. Ends before it starts when there was no check in
   * it.
   */
  readonly window: SpanMs;
  /** The rows of `downtimes`. */
  readonly downtimeRows: readonly DowntimeRow[];
}

/** Reads the history since an instant. */
export type ReadHistory = (monitor: MonitorRow, since: Date) => History;

export function createHistoryReader({
  store,
  scheduler,
  clock,
}: {
  readonly store: Pick<UptimeStore, 'listDowntimesSince' | 'listGapsSince'>;
  readonly scheduler: Pick<CheckScheduler, 'suspendedSince'>;
  readonly clock: Clock;
}): ReadHistory {
  /**
   * Returns until when the state is known: a site that was down at its last check counts as down until the next one
   * is due.
   */
  function lastKnownMs({ id, createdAt, lastCheckAt, nextCheckAt, state }: MonitorRow): number {
    const checkedMs = (lastCheckAt ?? createdAt).getTime();
    const isDownStill = state.isDown && scheduler.suspendedSince(id) === null;
    return isDownStill
      ? Math.max(checkedMs, Math.min(clock.now().getTime(), nextCheckAt.getTime()))
      : checkedMs;
  }

  return (monitor, since) => {
    const { id, createdAt } = monitor;
    const endMs = lastKnownMs(monitor);
    const toSpan = ({ startedAt, endedAt }: { startedAt: Date; endedAt: Date | null }): SpanMs => ({
      startMs: startedAt.getTime(),
      endMs: endedAt?.getTime() ?? endMs,
    });
    const downtimeRows = store.listDowntimesSince(id, since);
    return {
      window: { startMs: Math.max(createdAt.getTime(), since.getTime()), endMs },
      downtimeRows,
      downtimes: downtimeRows.map(toSpan),
      gaps: store.listGapsSince(id, since).map(toSpan),
    };
  };
}
