/** The times around a signal that are compared. Pure functions, without a clock. */
import type { Span } from '../../../core/span.ts';
import { DAY_MS, WEEK_MS } from '../../../lib/time-units.ts';

export interface ComparedSpans {
  readonly before: Span;
  readonly after: Span;
}

/**
 * Returns the time after a signal, as far as it has passed, and the same hours of the week before it, or of as many weeks before as
 * it is long: at other hours of other days, other visitors come.
 */
export function findComparedSpans(occurredAt: Date, days: number, now: Date): ComparedSpans {
  const startMs = occurredAt.getTime();
  const endMs = Math.max(startMs, Math.min(startMs + days * DAY_MS, now.getTime()));
  const backMs = Math.max(1, Math.ceil((endMs - startMs) / WEEK_MS)) * WEEK_MS;
  return {
    after: { start: occurredAt, end: new Date(endMs) },
    before: { start: new Date(startMs - backMs), end: new Date(endMs - backMs) },
  };
}
