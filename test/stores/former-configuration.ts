/** Configurations that earlier versions wrote. */
import { sql } from 'drizzle-orm';
import type { AppDb } from '../../src/stores/sqlite/app-db.ts';
import { openAppDb } from '../../src/stores/sqlite/open.ts';
import { appMigrations } from '../../src/stores/sqlite/schema.ts';
import { openTestFolder } from './durability-folder.ts';

/** Writes rows with the migrations that a version had, then opens them with all of today's. Rows need not have a site. */
export function upgradeConfiguration(had: (migration: string) => boolean, write: (former: AppDb) => void) {
  const folder = openTestFolder();
  const former = openAppDb(
    folder,
    appMigrations.filter(({ name }) => had(name)),
  );
  former.run(sql`pragma foreign_keys = off`);
  write(former);
  former.close();
  const db = openAppDb(folder);
  return {
    db,
    folder,
    [Symbol.dispose]() {
      db.close();
      folder[Symbol.dispose]();
    },
  };
}
