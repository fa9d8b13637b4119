import type { Span } from '../../../core/span.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';

/** Returns the condition that a column is within a span. */
export const within = (column: string, span: Span | null): Sql =>
  span === null ? raw('true') : sql`${raw(column)} >= ${span.start} and ${raw(column)} < ${span.end}`;
