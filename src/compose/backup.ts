/** Prepares a backup of both databases. */
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readFollowStates, writeFollowStates } from '../features/imports/follow-backup.ts';
import { BLOCKED_ADDRESSES_FILE } from '../features/signups/blocked-addresses.ts';
import { readClickHouseFile, writeClickHouseFile } from '../stores/clickhouse-file.ts';
import type { BackupFile } from '../stores/data-folder.ts';
import type { StorePair } from './reconcile.ts';

/** A backup that is ready to be copied. */
interface PreparedBackup {
  readonly files: readonly BackupFile[];
  /** Removes what was prepared; files that are open can still be read. */
  remove(): void;
}

/**
 * Prepares a consistent backup in a scratch folder: the hits first, so that the configuration knows every site they
 * belong to. `cli/backup-copy.ts` copies it, then it is removed.
 */
export async function prepareBackup({ folder, db, engine }: StorePair): Promise<PreparedBackup> {
  const scratch = mkdtempSync(folder.temporary('backup-'));
  const remove = () => rmSync(scratch, { recursive: true, force: true });
  try {
    const followed = readFollowStates(folder);
    const { files, lastIds } = await engine.linkBackup(scratch);
    await db.backupTo(scratch, lastIds);
    writeFollowStates(scratch, followed, readFollowStates(folder));
    const rules = join(folder.path, BLOCKED_ADDRESSES_FILE);
    if (statSync(rules, { throwIfNoEntry: false })?.isFile())
      copyFileSync(rules, join(scratch, BLOCKED_ADDRESSES_FILE));
    const clickHouse = readClickHouseFile(folder);
    if (clickHouse)
      writeClickHouseFile({ pathOf: name => join(scratch, name), temporary: folder.temporary }, clickHouse);
    const linked = new Set(files.map(({ path }) => path));
    const copied = readdirSync(scratch)
      .map(name => join(scratch, name))
      .filter(path => !linked.has(path))
      .map(path => ({ path, sizeBytes: statSync(path).size }));
    return { files: [...files, ...copied], remove };
  } catch (error) {
    remove();
    throw error;
  }
}
