/** Reads the single checks of the last hours. */
import type { Clock } from '../../../core/clock.ts';
import { HOUR_MS } from '../../../lib/time-units.ts';
import type { CheckBuffer } from '../check/check-buffer.ts';
import { type HourOfChecks, startOfHour } from '../check/check-samples.ts';
import type { MonitorRow } from '../monitors/store.ts';
import type { UptimeStore } from '../store.ts';

/** A check, to the second. */
export interface RecentCheck {
  readonly atMs: number;
  readonly isUp: boolean;
  /** Null when no answer came. */
  readonly statusCode: number | null;
  readonly responseMs: number | null;
}

export interface RecentChecks {
  /** Oldest first. */
  readonly checks: readonly RecentCheck[];
  /** Clock hours of UTC with checks, oldest first; the first one may have begun before the span. */
  readonly hours: readonly HourOfChecks[];
}

/** Creates the reader of a monitor's last hours. */
export function createRecentCheckReader({
  store,
  buffer,
  clock,
}: {
  readonly store: Pick<UptimeStore, 'listHoursSince'>;
  readonly buffer: Pick<CheckBuffer, 'listHours'>;
  readonly clock: Clock;
}) {
  return (monitor: MonitorRow, hourCount: number): RecentChecks => {
    const sinceMs = clock.now().getTime() - hourCount * HOUR_MS;
    const stored = store.listHoursSince(monitor.id, new Date(startOfHour(sinceMs)));
    const byHour = new Map(stored.map(hour => [hour.hourMs, hour]));
    for (const hour of buffer.listHours(monitor.id))
      if (hour.hourMs >= startOfHour(sinceMs)) byHour.set(hour.hourMs, hour);
    const hours = [...byHour.values()].sort((a, b) => a.hourMs - b.hourMs);
    return { checks: hours.flatMap(toChecks).filter(({ atMs }) => atMs >= sinceMs), hours };
  };
}

const toChecks = ({ hourMs, samples }: HourOfChecks): RecentCheck[] =>
  samples.map(({ second, isUp, isAnswered, statusCode, responseMs }) => ({
    atMs: hourMs + second * 1000,
    isUp,
    statusCode: statusCode === 0 ? null : statusCode,
    responseMs: isAnswered ? responseMs : null,
  }));
