/** Reads the uptime of a monitor day by day. */
import type { Clock } from '../../../core/clock.ts';
import type { Day } from '../../../core/span.ts';
import { addDays, toBuckets, toDay } from '../../../lib/time.ts';
import type { CheckBuffer } from '../check/check-buffer.ts';
import type { CheckScheduler } from '../check/check-scheduler.ts';
import type { MonitorRow } from '../monitors/store.ts';
import type { UptimeStore } from '../store.ts';
import { createHistoryReader, type History } from './history.ts';
import { computeWatchedTime, spanIndexAt, splitAt, toUptimeRatio } from './uptime-ratio.ts';

/** Uptime of a day. */
export interface UptimeDay {
  readonly date: Day;
  /** Percentage of the monitored time, with three decimals; null when it was not monitored. */
  readonly uptime: number | null;
  readonly watchedMs: number;
  readonly downMs: number;
  /** Downtimes on this day, including those that started before it or ended after it. */
  readonly downtimes: number;
  /** Of checks with an answer, whatever its status; null without any. */
  readonly averageResponseMs: number | null;
}

/** The last days in a zone, including today. */
export interface DayRange {
  readonly dayCount: number;
  readonly zone: string;
  /** True: response times are not read, and null. */
  readonly omitsResponses?: true;
}

export interface DayReaderDeps {
  readonly store: UptimeStore;
  readonly scheduler: Pick<CheckScheduler, 'suspendedSince'>;
  readonly buffer: Pick<CheckBuffer, 'listHours'>;
  readonly clock: Clock;
}

/** Creates the reader of a monitor's days, oldest first, without gaps. */
export function createDayReader({ store, scheduler, buffer, clock }: DayReaderDeps) {
  const readHistory = createHistoryReader({ store, scheduler, clock });

  /**
   * Returns the average response time of each day. An hour belongs to the day it starts on, which matters for zones
   * with a half-hour offset.
   */
  function averageResponses(edgesMs: readonly number[], { id }: MonitorRow): (number | null)[] {
    const hours = new Map(
      store
        .listResponsesSince(id, new Date(edgesMs[0] ?? 0))
        .map(({ hourAt, ...sums }) => [hourAt.getTime(), sums]),
    );
    for (const hour of buffer.listHours(id)) hours.set(hour.hourMs, hour);
    const sums = edgesMs.slice(1).map(() => ({ answers: 0, responseMs: 0 }));
    for (const [hourMs, { answers, responseMs }] of hours) {
      const sum = sums[spanIndexAt(edgesMs, hourMs)];
      if (!sum) continue;
      sum.answers += answers;
      sum.responseMs += responseMs;
    }
    return sums.map(({ answers, responseMs }) => (answers === 0 ? null : Math.round(responseMs / answers)));
  }

  return (monitor: MonitorRow, { dayCount, zone, omitsResponses }: DayRange): UptimeDay[] => {
    const last = toDay(clock.now(), zone);
    const range = { first: addDays(last, 1 - dayCount), last };
    const { days, edges } = toBuckets(range, { interval: 'day', zone });
    const edgesMs = edges.map(edge => edge.getTime());
    const times = toDailyTimes(edgesMs, readHistory(monitor, new Date(edgesMs[0] ?? 0)));
    const responses = omitsResponses ? [] : averageResponses(edgesMs, monitor);
    return days.map((date, index) => ({
      date,
      ...(times[index] ?? NOT_WATCHED),
      averageResponseMs: responses[index] ?? null,
    }));
  };
}

const NOT_WATCHED = { uptime: null, watchedMs: 0, downMs: 0, downtimes: 0 };

/** Splits all spans by day first: the work is then linear in the number of downtimes. */
function toDailyTimes(edgesMs: readonly number[], { window, downtimes, gaps }: History) {
  const downtimesBy = splitAt(edgesMs, downtimes);
  const gapsBy = splitAt(edgesMs, gaps);
  return splitAt(edgesMs, [window]).map(([part], index) => {
    if (!part) return NOT_WATCHED;
    const spans = { downtimes: downtimesBy[index] ?? [], gaps: gapsBy[index] ?? [] };
    const time = computeWatchedTime(part, spans);
    const isSeen = (downtime: (typeof spans.downtimes)[number]) =>
      computeWatchedTime(part, { downtimes: [downtime], gaps: spans.gaps }).downMs > 0;
    return {
      uptime: time.watchedMs === 0 ? null : toUptimeRatio(time),
      ...time,
      downtimes: spans.downtimes.filter(isSeen).length,
    };
  });
}
