/** Verifying the configuration without changing a byte of it. */

import { Database } from 'bun:sqlite';
import { closeSync, openSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { getErrorMessage } from '../../core/errors.ts';
import type { CheckScope, FolderFiles } from '../data-folder-types.ts';
import { checksumOf } from '../durable-file.ts';
import { findSchemaFaults } from '../migrate.ts';
import { type AppPosition, type LastIds, LINEAGE_SECRET, lineageOf } from '../positions.ts';
import type { AppDbCopy } from './app-db.ts';
import { createCheckpointedCopy } from './checkpoint.ts';
import { appMigrations, findAppliedMigrations } from './schema.ts';
import { hasState, readBaseChecksum, readHitIds, readPosition } from './state.ts';
import { readWal, type Wal } from './wal.ts';

/** What was found in the configuration. */
export interface AppDbCheck {
  readonly sizeBytes: number;
  /** The last step that its schema has been through; null when it cannot be read. */
  readonly schema: string | null;
  /** Rows of each table; null when they cannot be read. */
  readonly rows: Readonly<Record<string, number>> | null;
  readonly faults: readonly string[];
  readonly position: Omit<AppPosition, 'lineage'> | null;
  /** Identifies the data folder and its copies; empty when that cannot be read. */
  readonly lineage: string;
  readonly hitIds: Partial<LastIds>;
  /** Storage ids of sites, purged ones included; null when they cannot be read. */
  readonly storageIds: ReadonlySet<number> | null;
}

const UNREADABLE: Omit<AppDbCheck, 'faults' | 'sizeBytes'> = {
  schema: null,
  rows: null,
  position: null,
  lineage: '',
  hitIds: {},
  storageIds: null,
};

/** Checks the newest configuration of a folder that no server uses; `scratch` is a folder outside it. */
export async function checkAppDbFiles(
  files: FolderFiles,
  scratch: string,
  scope: CheckScope,
): Promise<AppDbCheck> {
  const [newest] = files.snapshots('app');
  const faults = files
    .orphanLogs('app')
    .filter(({ number }) => number > (newest ?? 0))
    .map(({ file }) => `${basename(file)} is there without its database file`);
  if (newest === undefined)
    return { ...UNREADABLE, sizeBytes: 0, faults: [...faults, 'the configuration (app.*.db) is missing'] };
  const file = files.databaseFile('app', newest);
  const log = `${file}-wal`;
  const wal = readWal(log);
  const sizeBytes = statSync(file).size + wal.sizeBytes;
  if (wal.tail === 'damaged')
    faults.push(`${basename(log)} is damaged: changes of the configuration in it cannot be read`);
  const copy = join(scratch, 'configuration.db');
  try {
    await foldElsewhere(file, copy, wal);
    const checksum = checksumOf(file);
    const found = checkDatabase({ copy, file, number: newest, frames: wal.frames.length, checksum }, scope);
    return { ...found, sizeBytes, faults: [...faults, ...found.faults] };
  } catch (error) {
    const message = getErrorMessage(error);
    return { ...UNREADABLE, sizeBytes, faults: [...faults, `${basename(file)} cannot be read: ${message}`] };
  }
}

/** SQLite itself cannot read a log without writing beside it. */
async function foldElsewhere(file: string, target: string, { frames, pageBytes }: Wal): Promise<void> {
  const base = openSync(file, 'r');
  const log = frames.length === 0 ? base : openSync(`${file}-wal`, 'r');
  try {
    const copy = await createCheckpointedCopy(target, { base, log, pageBytes });
    try {
      await copy.add({ first: 0, end: frames.length });
    } finally {
      copy.close();
    }
  } finally {
    closeSync(base);
    if (log !== base) closeSync(log);
  }
}

/** Finds rows that refer to rows that are not there, such as signals of an unknown site. */
function findOrphanRows(client: Database): string[] {
  const rows = client
    .query<{ table: string; parent: string; count: number }, []>(
      'SELECT "table", parent, count(*) AS count FROM pragma_foreign_key_check GROUP BY "table", parent',
    )
    .all();
  return rows.map(
    ({ table, parent, count }) =>
      `the configuration has ${count} rows in ${table} that refer to ${parent} that are not there`,
  );
}

/** Checks a configuration in use by a copy that was made of it; in a process of its own, since this takes a while. */
export function checkAppDbCopy(copy: AppDbCopy): AppDbCheck {
  const found = checkDatabase(copy, 'all');
  // Empty where a newer snapshot has replaced it since.
  const { tail, sizeBytes } = readWal(`${copy.file}-wal`);
  const faults =
    tail === 'damaged' ? [`${basename(copy.file)}-wal is damaged: changes in it cannot be read`] : [];
  const baseBytes = statSync(copy.file, { throwIfNoEntry: false })?.size ?? 0;
  return { ...found, faults: [...faults, ...found.faults], sizeBytes: baseBytes + sizeBytes };
}

/** Reads everything in a copy of the configuration. */
function checkDatabase(
  { copy, file, number, frames, checksum: present }: AppDbCopy,
  scope: CheckScope,
): Omit<AppDbCheck, 'sizeBytes'> {
  const client = new Database(copy, { readwrite: true, strict: true });
  try {
    const faults = client
      .query<{ integrity_check: string }, []>('PRAGMA integrity_check(10)')
      .all()
      .map(row => row.integrity_check)
      .filter(line => line !== 'ok')
      .map(line => `${basename(file)} is damaged: ${line.replaceAll('\n', ' ')}`);
    const applied = findAppliedMigrations(client);
    if (applied === undefined)
      return { ...UNREADABLE, faults: [...faults, `${basename(file)} is no file of Footfall`] };
    const rows = readEveryRow(client);
    if (scope === 'all')
      faults.push(...findSchemaFaults(appMigrations, applied, file), ...findOrphanRows(client));
    const isWhole = hasState(client);
    const checksum = isWhole ? readBaseChecksum(client, number) : undefined;
    // A note of the file in the file itself: another program has folded the log in, and nothing of it is missing.
    const isFolded = checksum !== undefined && frames === 0;
    if (checksum !== undefined && checksum !== present && !isFolded)
      faults.push(
        `${basename(file)} is not the file that its log was written for: it is damaged, or another was put in its place`,
      );
    return {
      schema: applied.at(-1)?.name ?? null,
      rows,
      faults,
      position: isWhole
        ? {
            ...readPosition(client, { lineage: '', generation: number, at: 0 }),
            frames: isFolded ? Number.MAX_SAFE_INTEGER : frames,
          }
        : null,
      lineage: readLineage(client),
      hitIds: isWhole ? readHitIds(client) : {},
      storageIds: readStorageIds(client, isWhole),
    };
  } finally {
    client.close(true);
  }
}

/** Reads every row of every table, and returns how many each has. */
function readEveryRow(client: Database): Record<string, number> {
  const tables = client
    .query<{ name: string }, []>("select name from sqlite_master where type = 'table' order by name")
    .all();
  const rows: Record<string, number> = {};
  for (const { name } of tables) {
    rows[name] = 0;
    for (const _ of client.query(`select * from "${name.replaceAll('"', '""')}"`).iterate()) rows[name] += 1;
  }
  return rows;
}

function readLineage(client: Database): string {
  const secret = client
    .query<{ value: string }, [string]>('select value from secrets where name = ?')
    .get(LINEAGE_SECRET);
  return secret ? lineageOf(Uint8Array.fromHex(secret.value)) : '';
}

/** Reads all storage ids: also of purged sites, whose rows may be in a file whose journal takes them away. */
function readStorageIds(client: Database, isWhole: boolean): ReadonlySet<number> {
  const ids = isWhole
    ? 'select storage_id from sites union all select storage_id from changes'
    : 'select id as storage_id from sites';
  const rows = client.query<{ storage_id: number }, []>(ids).all();
  return new Set(rows.map(row => row.storage_id));
}
