/** How a watched site did, day by day. */
import type { Clock } from '../../core/clock.ts';
import type { Day } from '../../core/span.ts';
import { addDays, bucketsOf, dayOf } from '../../lib/time.ts';
import type { CheckBuffer } from './check-buffer.ts';
import { createHistory, type History } from './history.ts';
import type { MonitorRow, UptimeStore } from './store.ts';
import { spanIndexAt, splitAt, uptimeRatioOf, watchedTimeOf } from './uptime-ratio.ts';
import type { Watcher } from './watcher.ts';

/** A day of a watched site. */
export interface UptimeDay {
  readonly date: Day;
  /** Percentage of the watched time, in three decimals; null when nobody looked. */
  readonly uptime: number | null;
  readonly watchedMs: number;
  readonly downMs: number;
  /** Downtimes that were seen on this day, also those that began before it or ended after it. */
  readonly downtimes: number;
  /** Of the checks that were answered, whatever the answer; null without any. */
  readonly averageResponseMs: number | null;
}

/** The last days in a zone, today included. */
export interface DayRange {
  readonly dayCount: number;
  readonly zone: string;
}

export interface DayReaderDeps {
  readonly store: UptimeStore;
  readonly watcher: Pick<Watcher, 'find' | 'suspendedSince'>;
  readonly buffer: Pick<CheckBuffer, 'hoursOf'>;
  readonly clock: Clock;
}

/** Reads the days of a site's monitor, every one of them, oldest first; undefined while uptime monitoring is off for it. */
export function createDayReader({ store, watcher, buffer, clock }: DayReaderDeps) {
  const historyOf = createHistory({ store, watcher, clock });

  /** An hour belongs to the day it begins on, which matters where a zone is off by half an hour. */
  function responsesBy(edgesMs: readonly number[], { id }: MonitorRow): (number | null)[] {
    const hours = new Map(
      store
        .listResponsesSince(id, new Date(edgesMs[0] ?? 0))
        .map(({ hourAt, ...sums }) => [hourAt.getTime(), sums]),
    );
    for (const hour of buffer.hoursOf(id)) hours.set(hour.hourMs, hour);
    const sums = edgesMs.slice(1).map(() => ({ answers: 0, responseMs: 0 }));
    for (const [hourMs, { answers, responseMs }] of hours) {
      const sum = sums[spanIndexAt(edgesMs, hourMs)];
      if (!sum) continue;
      sum.answers += answers;
      sum.responseMs += responseMs;
    }
    return sums.map(({ answers, responseMs }) => (answers === 0 ? null : Math.round(responseMs / answers)));
  }

  return (siteId: number, { dayCount, zone }: DayRange): UptimeDay[] | undefined => {
    const monitor = watcher.find(siteId);
    if (!monitor) return undefined;
    const last = dayOf(clock.now(), zone);
    const range = { first: addDays(last, 1 - dayCount), last };
    const { days, edges } = bucketsOf(range, 'day', zone, 'monday');
    const edgesMs = edges.map(edge => edge.getTime());
    const times = timesBy(edgesMs, historyOf(monitor, new Date(edgesMs[0] ?? 0)));
    const responses = responsesBy(edgesMs, monitor);
    return days.map((date, index) => ({
      date,
      ...(times[index] ?? NOT_WATCHED),
      averageResponseMs: responses[index] ?? null,
    }));
  };
}

const NOT_WATCHED = { uptime: null, watchedMs: 0, downMs: 0, downtimes: 0 };

/** Spans are sorted by day first, so that a year of a site that flaps is no more work than its downtimes are many. */
function timesBy(edgesMs: readonly number[], { window, downtimes, gaps }: History) {
  const downtimesBy = splitAt(edgesMs, downtimes);
  const gapsBy = splitAt(edgesMs, gaps);
  return splitAt(edgesMs, [window]).map(([part], index) => {
    if (!part) return NOT_WATCHED;
    const spans = { downtimes: downtimesBy[index] ?? [], gaps: gapsBy[index] ?? [] };
    const time = watchedTimeOf(part, spans);
    const isSeen = (downtime: (typeof spans.downtimes)[number]) =>
      watchedTimeOf(part, { downtimes: [downtime], gaps: spans.gaps }).downMs > 0;
    return {
      uptime: time.watchedMs === 0 ? null : uptimeRatioOf(time),
      ...time,
      downtimes: spans.downtimes.filter(isSeen).length,
    };
  });
}
