import type { Migration } from '../../src/stores/migrate.ts';

/** A configuration with one table, so that the torture does not depend on the product's own. */
export const notes: readonly Migration[] = [
  { name: '0001-notes', sql: 'CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT' },
];
