/**
 * Moments: a hit's time and the low bits of its id, packed into one integer of 64 bits. A visitor's least and greatest moment
 * are its first and last hit; aggregates over integers need little memory and can spill to disk.
 */
import type { Span } from '../../../core/span.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';

/** All bits but the sign. */
const MOMENT_BITS = 63;
const LEAST_TIME_BITS = 24;

/** Expressions of moments within a span. */
export interface Moments {
  /** The moment of a row of `hits`. */
  readonly moment: Sql;
  /** The time of a column of moments, in milliseconds since 1970. */
  readonly millisecondOf: (column: string) => Sql;
  /** The bucket of 2^bits milliseconds, from the span's start, of a column of moments. */
  readonly bucketOf: (column: string, bits: number) => Sql;
}

/**
 * Creates the expressions for a span. The shorter it is, the more bits of the id are kept: 31 for a month, 27 for two years.
 * Hits of the same millisecond keep their order unless their ids differ by that power of two.
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
