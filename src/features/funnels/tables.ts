import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { FUNNEL_ORDERS } from '../../core/hits/funnels.ts';

export const funnels = sqliteTable('funnels', {
  id: integer().primaryKey({ autoIncrement: true }),
  siteId: integer().notNull(),
  name: text().notNull(),
  order: text('step_order', { enum: FUNNEL_ORDERS }).notNull(),
  withinMinutes: integer(),
  /** JSON of a list of `FunnelStep`. */
  steps: text().notNull(),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  updatedAt: integer({ mode: 'timestamp_ms' }).notNull(),
});
