/** Reads the single checks of the last hours. */
import type { Clock } from '../../../core/clock.ts';
import { HOUR_MS } from '../../../lib/time-units.ts';
import type { CheckBuffer } from '../check/check-buffer.ts';
import { type HourOfChecks, startOfHour } from '../check/check-samples.ts';
import type { CheckScheduler } from '../check/check-scheduler.ts';
import { isUpStatus } from '../check/run-check.ts';
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

/** Creates the reader of a site's last hours; undefined while uptime monitoring is off for the site. */
export function createRecentCheckReader({
  store,
  scheduler,
  buffer,
  clock,
}: {
  readonly store: Pick<UptimeStore, 'listHoursSince'>;
  readonly scheduler: Pick<CheckScheduler, 'find'>;
  readonly buffer: Pick<CheckBuffer, 'listHours'>;
  readonly clock: Clock;
}) {
  return (siteId: number, hourCount: number): RecentChecks | undefined => {
    const monitor = scheduler.find(siteId);
    if (!monitor) return undefined;
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
  samples.map(({ second, statusCode, responseMs }) => {
    const isAnswered = statusCode !== 0;
    return {
      atMs: hourMs + second * 1000,
      isUp: isAnswered && isUpStatus(statusCode),
      statusCode: isAnswered ? statusCode : null,
      responseMs: isAnswered ? responseMs : null,
    };
  });
