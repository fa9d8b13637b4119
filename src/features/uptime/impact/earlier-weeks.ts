/** Finds the hours that a downtime is compared with. Pure functions, without a clock. */
import type { Span } from '../../../core/span.ts';
import { addDays, startOfDay, toDay } from '../../../lib/time.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../../lib/time-units.ts';

/** Weeks that are compared, where a downtime takes less than one. */
const MAX_WEEKS = 8;
/** Counts of shorter times are mostly chance: that of the whole hour around them says more. */
const MIN_MS = HOUR_MS;
/** What is left of a week beside the hours that are compared tells its level. */
const MIN_LEVEL_MS = DAY_MS;

/** What a downtime is compared with. */
export interface EarlierWeeks {
  /**
   * Ascending instants. Between them lie, by turns, the rest of a week and the hours of the next that are compared; last, the rest
   * of the week before the downtime.
   */
  readonly edges: readonly Date[];
  /** How long the downtime was, as a share of the hours that are compared. */
  readonly share: number;
}

/**
 * Finds the same hours of the site's clock in the weeks before a downtime, as far as they are after an instant. A downtime of
 * more than six days is compared with as many weeks at a time as it needs.
 */
export function findEarlierWeeks(downtime: Span, since: Date, zone: string): EarlierWeeks {
  const [startMs, endMs] = [downtime.start.getTime(), downtime.end.getTime()];
  const lengthMs = Math.max(1, endMs - startMs);
  const padMs = Math.max(0, MIN_MS - lengthMs) / 2;
  const [from, to] = [new Date(startMs - padMs), new Date(endMs + padMs)];
  const comparedMs = to.getTime() - from.getTime();
  const days = 7 * Math.ceil((comparedMs + MIN_LEVEL_MS) / WEEK_MS);
  /** Weeks ago on the same clock; as long, even where clocks change in between. */
  const before = (back: number): Span => {
    const start = sameTime(from, -days * back, zone);
    return { start, end: new Date(start.getTime() + comparedMs) };
  };
  const edges = [before(1).end, from];
  for (let back = 1; back <= MAX_WEEKS; back++) {
    const restStart = before(back + 1).end;
    if (restStart < since) break;
    edges.unshift(restStart, before(back).start);
  }
  // With no whole week there is nothing to compare, nor a level.
  return { edges: edges.length > 2 ? edges : [], share: lengthMs / comparedMs };
}

/** The same time of the clock on another day. */
function sameTime(instant: Date, days: number, zone: string): Date {
  const day = toDay(instant, zone);
  const sinceMs = instant.getTime() - startOfDay(day, zone).getTime();
  return new Date(startOfDay(addDays(day, days), zone).getTime() + sinceMs);
}
