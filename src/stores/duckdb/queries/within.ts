import type { Span } from '../../../core/span.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';

/** Instants of a column from a span's start up to its end. */
export const within = (column: string, span: Span | null): Sql =>
  span === null ? raw('true') : sql`${raw(column)} >= ${span.start} and ${raw(column)} < ${span.end}`;
