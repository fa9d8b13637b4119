/**
 * Which parts of a span the roll-ups answer. They know the hits up to the watermark by whole units of time (UTC days,
 * or quarters of an hour); the hits of the broken units at both ends, and those after the watermark, are read raw.
 */
import type { Span } from '../../../core/span.ts';
import { join, raw, type Sql, sql } from '../sql/sql.ts';
import { within } from './within.ts';

/** A quarter of an hour. */
export const SLOT_MS = 900_000;

/** Later hits than the roll-ups know. */
export const AFTER_ROLLUP = raw('id > (select watermark from rollup_state)');

/** A span split by who answers for it. */
export interface SpanParts {
  /** What roll-ups answer up to the watermark: whole units. Null: all time. */
  readonly whole: Span | null;
  /** The ends, each less than a unit, to be read raw. */
  readonly broken: readonly Span[];
}

/** The parts of a span; undefined when it holds no whole unit, so that raw rows alone answer. */
export const splitSpan = (span: Span | null, unitMs: number): SpanParts | undefined => {
  if (span === null) return { whole: null, broken: [] };
  const start = new Date(Math.ceil(+span.start / unitMs) * unitMs);
  const end = new Date(Math.floor(+span.end / unitMs) * unitMs);
  if (start >= end) return undefined;
  const broken = [
    { start: span.start, end: start },
    { start: end, end: span.end },
  ].filter(part => part.start < part.end);
  return { whole: { start, end }, broken };
};

/** Conditions of the raw rows that go with the roll-ups, one for each part. Scans of their own, each well pruned by the engine. */
export const rawParts = (parts: SpanParts): Sql[] => [
  sql`${AFTER_ROLLUP} and ${within('created_at', parts.whole)}`,
  ...parts.broken.map(part => within('created_at', part)),
];

/** The rows of several selects together. */
export const unionAll = (selects: readonly Sql[]): Sql => join(selects, '\n union all ');
