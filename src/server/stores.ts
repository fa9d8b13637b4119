/** What is kept on disk, opened together. */
import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/options.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { MAIL_RULES_FILE } from '../features/signups/blocked-mail.ts';
import { openDataFolder } from '../stores/data-folder.ts';
import { openHitEngine } from '../stores/duckdb/engine.ts';
import { createDuckHitStore } from '../stores/duckdb/hit-store.ts';
import { openConfigDb } from '../stores/sqlite/open.ts';
import { openSaltFile } from '../stores/sqlite/salt-file.ts';

/** The data folder and what is kept in it. */
export async function openStores({
  config: options,
  clock,
  log,
}: {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
}) {
  const folder = openDataFolder(options.data, { clock, log });
  const config = openConfigDb(folder);
  const engine = await openHitEngine({
    folder,
    ...(options.memoryLimit === null ? {} : { memoryLimitBytes: options.memoryLimit }),
  });
  const hits = createDuckHitStore(engine);
  const salts = openSaltFile(folder.pathOf('salt.db'));
  return {
    folder,
    config,
    hits,
    salts,
    /** A consistent copy of the data folder. */
    async backupTo(directory: string): Promise<void> {
      config.backupTo(join(directory, 'app.000001.db'));
      await hits.backupTo(directory);
      const rules = join(folder.path, MAIL_RULES_FILE);
      if (statSync(rules, { throwIfNoEntry: false })?.isFile())
        copyFileSync(rules, join(directory, MAIL_RULES_FILE));
    },
    async close(): Promise<void> {
      await hits.close();
      config.close();
      salts.close();
      folder.close();
    },
  };
}
