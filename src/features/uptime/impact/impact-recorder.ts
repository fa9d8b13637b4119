/** Works out what downtimes cost: when one ends, and later where that failed. */
import type { Log } from '../../../core/log.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import type { CheckResult } from '../check/check-result.ts';
import type { MonitorRow } from '../monitors/store.ts';
import type { UptimeStore } from '../store.ts';
import type { Impact, ReadImpact } from './impact.ts';

/** How long the news that a site is up may wait for it. */
const MAX_WAIT_MS = 10_000;
/** Downtimes that ended longer ago are left as they are. */
const FILL_MS = 2 * DAY_MS;

export interface ImpactRecorderDeps {
  readonly store: UptimeStore;
  readonly readImpact: ReadImpact;
  readonly log: Log;
}

/** A check that may end a downtime. */
export interface EndingCheck {
  readonly result: CheckResult;
  readonly atMs: number;
  readonly signal: AbortSignal;
}

export function createImpactRecorder({ store, readImpact, log }: ImpactRecorderDeps) {
  return {
    /** Finds what the downtime of a monitor cost that ends with a check; null for any other result, and where that fails. */
    async find(monitor: MonitorRow, { result, atMs, signal }: EndingCheck): Promise<Impact | null> {
      // Of the site's own address alone: of others it is not known what visitors missed.
      const mayEnd = monitor.isHome && monitor.state.isDown && result.isUp;
      const open = mayEnd ? store.findLastDowntime(monitor.id) : undefined;
      if (!open) return null;
      const downtime = { start: open.startedAt, end: new Date(Math.max(atMs, open.startedAt.getTime() + 1)) };
      try {
        return await readImpact(
          monitor.siteId,
          downtime,
          AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]),
        );
      } catch (error) {
        if (!signal.aborted)
          log.warn(
            { err: error },
            'what a downtime cost could not be worked out: tried again within the hour',
          );
        return null;
      }
    },

    /** Works it out for the downtimes of the last days that lack it. */
    async fill(now: Date, signal: AbortSignal): Promise<void> {
      for (const { siteId, downtime } of store.listWithoutImpact(new Date(now.getTime() - FILL_MS))) {
        if (downtime.endedAt === null || downtime.endedAt <= downtime.startedAt) continue;
        const impact = await readImpact(siteId, { start: downtime.startedAt, end: downtime.endedAt }, signal);
        if (impact) store.changeDowntime(downtime.id, { impact });
      }
    },
  };
}
