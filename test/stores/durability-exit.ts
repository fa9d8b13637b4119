/** A process that writes to a folder's configuration and ends: `durability-exit.ts FOLDER IS_CLOSED`. */
import { sql } from 'drizzle-orm';
import { openAppDb } from '../../src/stores/sqlite/open.ts';
import { openTestFolder } from './durability-folder.ts';

const [, , path = '', isClosed] = process.argv;
const migrations = [
  { name: '0001-notes', sql: 'CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT' },
];
const db = openAppDb(openTestFolder(path), migrations);
db.transaction(tx => void tx.run(sql`INSERT INTO notes (body) VALUES ('last')`));
if (isClosed === 'true') db.close();
process.exit(0);
