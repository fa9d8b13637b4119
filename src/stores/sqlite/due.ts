/** What is scheduled, and due. */
import { gt, lte, or, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** Selects rows that are due, also those that would wait for longer than any: they were scheduled before the clock was set back. */
export const isDue = (column: SQLiteColumn, now: Date, longestWaitMs: number): SQL | undefined =>
  or(lte(column, now), gt(column, new Date(now.getTime() + longestWaitMs)));
