import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const kudos = sqliteTable('kudos', {
  id: integer().primaryKey({ autoIncrement: true }),
  siteId: integer().notNull(),
  uid: text().notNull(),
  path: text().notNull(),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  /** Of the import that added it. */
  importKey: text(),
  /** Those that it had before changes that can be undone, newest first. */
  formerPaths: text({ mode: 'json' }).$type<readonly FormerPath[]>(),
});

export interface FormerPath {
  readonly heldAs: number;
  readonly path: string;
}

export const kudoCounts = sqliteTable(
  'kudo_counts',
  {
    siteId: integer().notNull(),
    path: text().notNull(),
    count: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.siteId, table.path] })],
);
