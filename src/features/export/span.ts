import { invalidParameter } from '../../core/errors.ts';
import type { Span } from '../../core/span.ts';
import { addDays, startOfDay } from '../../lib/time.ts';

/** Past any row. */
const END_OF_TIME = new Date('9999-12-31T00:00:00Z');
export const ALL_TIME: Span = { start: new Date(0), end: END_OF_TIME };

/** Whole days, either end open. */
export interface DayRange {
  readonly start_date?: string;
  readonly end_date?: string;
}

/** Returns the span of whole days; null where neither end is given. Throws 400 when it ends before it starts. */
export function toSpan({ start_date: first, end_date: last }: DayRange, zone: string): Span | null {
  if (first === undefined && last === undefined) return null;
  if (first !== undefined && last !== undefined && last < first)
    throw invalidParameter(`end_date must not be before start_date: ${last} is before ${first}`);
  return {
    start: first === undefined ? ALL_TIME.start : startOfDay(first, zone),
    end: last === undefined ? END_OF_TIME : startOfDay(addDays(last, 1), zone),
  };
}
