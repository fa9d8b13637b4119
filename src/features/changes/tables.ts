import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { PageRule } from '../../core/hits/page-rules.ts';

/** Kinds that a request of a change may name. */
export const REQUESTED_KINDS = ['remove_hits', 'page_rules', 'clean_paths'] as const;
export type RequestedKind = (typeof REQUESTED_KINDS)[number];
export const CHANGE_KINDS = [...REQUESTED_KINDS, 'reset'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
export const CHANGE_STATUSES = ['running', 'done', 'undoing', 'undone', 'permanent'] as const;

export const changes = sqliteTable('changes', {
  id: integer().primaryKey({ autoIncrement: true }),
  siteId: integer().notNull(),
  kind: text({ enum: CHANGE_KINDS }).notNull(),
  request: text({ mode: 'json' }).$type<ChangeRequest>().notNull(),
  status: text({ enum: CHANGE_STATUSES }).notNull(),
  counts: text({ mode: 'json' }).$type<ChangeCounts>().notNull(),
  /** Under which the rows are held. */
  storageId: integer().notNull(),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  /** Null: it cannot be undone. */
  undoUntil: integer({ mode: 'timestamp_ms' }),
});

/** What was asked for, as it came. */
export interface ChangeRequest {
  readonly filters?: unknown;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly events?: boolean;
  /** The rules and the address of the site, for changes of paths. */
  readonly rules?: readonly PageRule[];
  readonly siteUrl?: string;
}

/** How much a change is of: days are those of the site. */
export interface ChangeCounts {
  readonly hits: number;
  readonly events: number;
  readonly visitors: number;
  readonly days: number;
  /** The first and the last of them; null where there are none. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
}
