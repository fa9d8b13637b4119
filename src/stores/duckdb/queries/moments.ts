/**
 * The moment of a hit as one whole number of 64 bits: its time, then as much of its id as fits. The least and the
 * greatest of a visitor's tell the first hit and the last; such numbers can be kept by the million, and moved to disk.
 */
import type { Span } from '../../../core/span.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';

/** All bits but the sign. */
const MOMENT_BITS = 63;
const LEAST_TIME_BITS = 24;

/** Making moments of hits within a span, and reading columns of them. */
export interface Moments {
  /** Of a row of `hits`. */
  readonly moment: Sql;
  /** UTC, since 1970. */
  readonly millisecondOf: (column: string) => Sql;
  /** Number of the stretch of 2^bits milliseconds, from the span's start, that a moment falls into. */
  readonly bucketOf: (column: string, bits: number) => Sql;
}

/**
 * Moments of a span. The shorter it is, the more of the id is left: 31 bits of a month, 27 of two years. Hits of the
 * same millisecond keep their order but for those whose ids have such a power of two between them.
 */
export const createMoments = ({ start, end }: Span): Moments => {
  const timeBits = Math.max(LEAST_TIME_BITS, Math.ceil(Math.log2(Math.max(2, +end - +start))));
  const idBits = MOMENT_BITS - timeBits;
  const ids = 2 ** idBits;
  return {
    // A product instead of a shift, which takes longer as it looks for an overflow.
    moment: sql`(epoch_ms(created_at) - ${+start}::bigint) * ${raw(String(ids))} + (id & ${raw(String(ids - 1))})`,
    millisecondOf: column => sql`${+start}::bigint + (${raw(column)} >> ${raw(String(idBits))})`,
    bucketOf: (column, bits) => sql`${raw(column)} >> ${raw(String(idBits + bits))}`,
  };
};
