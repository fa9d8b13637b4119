/** Verifies the files of a data folder beside its databases, without changing a byte. */
import { existsSync } from 'node:fs';
import { getErrorMessage } from '../core/errors.ts';
import { findFollowFaults } from '../features/imports/follow-backup.ts';
import { findMissingClickHouseFile, readClickHouseFile } from '../stores/clickhouse-file.ts';
import type { FolderFiles } from '../stores/data-folder-types.ts';
import { findLockFault } from '../stores/folder-lock.ts';
import { findPositionFaults, readPositionFiles } from '../stores/position-files.ts';
import { describeMissing, findSaltFault, isSaltMissing } from '../stores/sqlite/salt-file.ts';

/** What was found: faults, and what is no loss of anything that is stored. */
export interface OtherFilesCheck {
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

/** Checks the files that are read at the start. The others are of the operating system, or nothing depends on them. */
export function checkOtherFiles(files: FolderFiles): OtherFilesCheck {
  const salt = files.pathOf('salt.db');
  const found = [
    findLockFault(files.path),
    findSaltFault(salt),
    findFailure(() => readClickHouseFile(files)),
    findMissingClickHouseFile(files, readPositionFiles(files)),
    ...findFollowFaults(files),
  ];
  // A backup has neither.
  const isSaltExpected = existsSync(files.pathOf('lock.db'));
  return {
    faults: found.filter(fault => fault !== undefined),
    warnings: [
      ...findPositionFaults(files),
      ...(isSaltExpected && isSaltMissing(salt) ? [describeMissing(salt)] : []),
    ],
  };
}

function findFailure(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return getErrorMessage(error);
  }
}
