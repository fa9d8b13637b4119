import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { LeftOut } from '../../core/hits/import.ts';
import { IMPORT_FORMATS } from '../../core/import-formats.ts';

export const IMPORT_KINDS = ['rows', 'days'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];
/** Source: decisions, section 8. */
export const IMPORT_STATUSES = ['running', 'completed', 'failed', 'undoing', 'undone'] as const;

/** A row that could not be imported. */
export interface BadRow {
  readonly line: number;
  readonly error: string;
}

export const imports = sqliteTable(
  'imports',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    siteId: integer().notNull(),
    importKey: text().notNull(),
    format: text({ enum: IMPORT_FORMATS }).notNull(),
    kind: text({ enum: IMPORT_KINDS }).notNull(),
    fileName: text().notNull(),
    options: text({ mode: 'json' }).$type<ImportOptions>().notNull(),
    status: text({ enum: IMPORT_STATUSES }).notNull(),
    rowsRead: integer().notNull(),
    rowsImported: integer().notNull(),
    rowsSkipped: integer().notNull(),
    rowsBad: integer().notNull(),
    badRows: text({ mode: 'json' }).$type<readonly BadRow[]>().notNull(),
    leftOut: text({ mode: 'json' }).$type<readonly LeftOut[]>().notNull(),
    startDate: text(),
    endDate: text(),
    hits: integer().notNull(),
    error: text(),
    createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
    completedAt: integer({ mode: 'timestamp_ms' }),
  },
  table => [index('imports_of_site').on(table.siteId)],
);

/** How a file is read, as it was asked for. */
export interface ImportOptions {
  readonly timeZone: string | null;
  readonly logFormat: string | null;
  /** Whether days stay that are not before the site's first own hit. */
  readonly overlap: boolean;
  /** Whether page views of an access log are left out; absent in imports from before there was a choice. */
  readonly withoutHits?: boolean;
  /** SHA-256 of an upload, as it arrived; absent in imports from before it was kept, and in those of the command line. */
  readonly checksum?: string;
  /** True for the import of a followed log. */
  readonly isFollowed?: boolean;
}

/** An import that has read nothing yet. */
export const NOTHING_READ = {
  rowsRead: 0,
  rowsImported: 0,
  rowsSkipped: 0,
  rowsBad: 0,
  badRows: [],
  leftOut: [],
  startDate: null,
  endDate: null,
  hits: 0,
} as const;
