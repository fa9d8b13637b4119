/**
 * Splits spans between sums and raw rows. Sums have the hits up to the watermark by whole units of time (days of the
 * site, or quarters of an hour); hits of the partial units at both ends, and those after the watermark, are read from raw rows.
 */

import { coverDays, type DaySpan, nextMidnight, toDays, toMidnight } from '../../../core/days.ts';
import type { Span } from '../../../core/span.ts';
import { join, type Read, raw, type Sql, sql, within } from '../sql/sql.ts';

/** The condition for hits that are not in the sums yet. */
export const AFTER_WATERMARK = raw('id > (select watermark from sum_state)');

/** A span, split. */
export interface SpanParts {
  /** Whole units, answered from sums up to the watermark. Null: all time. */
  readonly wholeUnits: Span | null;
  /** Partial units at both ends, answered from raw rows. */
  readonly partialUnits: readonly Span[];
}

/** A span, split into whole days and the rest. */
export interface DayParts extends SpanParts {
  /** The dates of the whole days, for columns of dates. */
  readonly days: DaySpan | null;
}

/** Splits a span into whole days of a zone and the rest; undefined when it has no whole day. */
export const splitDays = (span: Span | null, zone?: string): DayParts | undefined => {
  if (span === null) return { wholeUnits: null, days: null, partialUnits: [] };
  const parts = splitAt(span, { start: nextMidnight(span.start, zone), end: toMidnight(span.end, zone) });
  return parts && { ...parts, days: toDays(parts.wholeUnits, zone) };
};

/** Splits a span; undefined when it has no whole unit, so that raw rows answer it. */
export const splitSpan = (span: Span | null, unitMs: number): SpanParts | undefined => {
  if (span === null) return { wholeUnits: null, partialUnits: [] };
  return splitAt(span, {
    start: new Date(Math.ceil(+span.start / unitMs) * unitMs),
    end: new Date(Math.floor(+span.end / unitMs) * unitMs),
  });
};

/** Splits a span at the ends of its whole units; undefined when it has none. */
const splitAt = (span: Span, wholeUnits: Span): (SpanParts & { readonly wholeUnits: Span }) | undefined => {
  const { start, end } = wholeUnits;
  if (start >= end) return undefined;
  const partialUnits = [
    { start: span.start, end: start },
    { start: end, end: span.end },
  ].filter(part => part.start < part.end);
  return { wholeUnits, partialUnits };
};

/**
 * Extends each end of a span to a whole unit where none of some hits are in between, as before the first and after the last, so that
 * sums answer it.
 */
const extendSpan = async (
  read: Read,
  { span, units, hits }: { readonly span: Span; readonly units: Span; readonly hits: Sql },
): Promise<Span> => {
  if (+units.start === +span.start && +units.end === +span.end) return span;
  const isThere = (part: Span): Sql =>
    sql`exists(select 1 from hits where ${hits} and ${within('created_at', part)})`;
  const [found] = await read<{ before: boolean; after: boolean }>(sql`select
    ${isThere({ start: units.start, end: span.start })} as before,
    ${isThere({ start: span.end, end: units.end })} as after`);
  return { start: found?.before ? span.start : units.start, end: found?.after ? span.end : units.end };
};

/** Extends a span to whole days of a zone. */
export const extendToDays = (
  read: Read,
  { span, zone, hits }: { readonly span: Span; readonly zone: string | undefined; readonly hits: Sql },
): Promise<Span> => extendSpan(read, { span, units: coverDays(span, zone), hits });

/** Returns the conditions for the raw rows that complement the sums, one per part: separate scans are pruned better. */
export const rawParts = (parts: SpanParts): Sql[] => [
  sql`${AFTER_WATERMARK} and ${within('created_at', parts.wholeUnits)}`,
  ...parts.partialUnits.map(part => within('created_at', part)),
];

/** Joins selects with `union all`. */
export const unionAll = (selects: readonly Sql[]): Sql => join(selects, '\n union all ');
