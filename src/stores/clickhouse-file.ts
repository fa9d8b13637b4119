/**
 * The file `clickhouse.json` of a data folder whose hits are on ClickHouse: where they are, and what is being written there.
 * It is replaced as a whole; after a power cut an older one may be there, which only means more to compare.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { CommandError, getErrorCode } from '../core/errors.ts';
import type { DeliveryNote } from '../core/hits/outbox.ts';
import { formatCheckedJson, parseCheckedJson } from '../lib/checked-json.ts';
import type { FolderFiles } from './data-folder-types.ts';

const CLICKHOUSE_FILE = 'clickhouse.json';

/** What the file says. */
export interface ClickHouseFile {
  /** Host and database, without user and password. */
  readonly location: string;
  /** Whether there are tables of this folder: then a database without them has lost its hits. */
  readonly isOpened?: boolean;
  readonly note?: DeliveryNote | undefined;
  /** The rules by which paths are spelled there, and the location: another one may have been of an earlier version. */
  readonly normalPaths?: string;
}

type Files = Pick<FolderFiles, 'pathOf' | 'temporary'>;

/** Reads the file; undefined in a folder that has its hits itself. Throws a `CommandError` when it cannot be read. */
export function readClickHouseFile(files: Pick<Files, 'pathOf'>): ClickHouseFile | undefined {
  const path = files.pathOf(CLICKHOUSE_FILE);
  try {
    return parseCheckedJson<ClickHouseFile>(readFileSync(path, 'utf8'));
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw new CommandError(
      `${path}, which says that the hits are on ClickHouse and where, is damaged: restore it from a copy of the folder`,
    );
  }
}

/** Returns where the hits are, when they are not in the folder and the file can be read. */
export function findHitsLocation(files: Pick<Files, 'pathOf'>): string | undefined {
  try {
    return readClickHouseFile(files)?.location;
  } catch {
    return undefined;
  }
}

/** Describes the missing file of a folder whose hits are on ClickHouse, as its position files say; undefined where nothing is missing. */
export function findMissingClickHouseFile(
  files: Pick<Files, 'pathOf'>,
  notes: readonly { readonly hitsLocation?: string | undefined }[],
): string | undefined {
  const location = notes.find(({ hitsLocation }) => hitsLocation)?.hitsLocation;
  if (location === undefined || existsSync(files.pathOf(CLICKHOUSE_FILE))) return undefined;
  return `${CLICKHOUSE_FILE} is missing: the hits are on ClickHouse (${location}), and reports have none of them unless FOOTFALL_HITS_URL is set`;
}

/** Replaces the file. */
export function writeClickHouseFile(files: Files, content: ClickHouseFile): void {
  const scratch = files.temporary(CLICKHOUSE_FILE);
  writeFileSync(scratch, formatCheckedJson(content), { mode: 0o600 });
  renameSync(scratch, files.pathOf(CLICKHOUSE_FILE));
}

/** Removes the file: the folder has its hits itself again. */
export const removeClickHouseFile = (files: Pick<Files, 'pathOf'>): void =>
  rmSync(files.pathOf(CLICKHOUSE_FILE), { force: true });
