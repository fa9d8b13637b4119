/**
 * How far both databases have come, in a small file with two names: the first and the last of a listing by name. A copy
 * of a running server takes files one after the other, so that one database in it may be older than the other notes; a
 * note that was copied before either distinguishes that from a loss, and in either order of names one of the two was; the other
 * one was copied after both, which distinguishes such a copy from an older one that was laid over a newer folder. A journal
 * that is still the one they were made of, or that was written or copied after them, has what they note.
 */
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { getErrorCode } from '../core/errors.ts';
import { FULL_VERSION } from '../core/version.ts';
import { formatCheckedJson, parseCheckedJson } from '../lib/checked-json.ts';
import type { FolderFiles } from './data-folder-types.ts';
import type { ReadPositions, RecordedPositions } from './positions.ts';

/** Names of the file: nothing else in a data folder comes before the one or after the other. */
const NAMES = ['0-positions.json', 'z-positions.json'] as const;

/** Reads the notes that are there and whole; before the folder is opened, which may replace the journal. */
export function readPositionFiles(
  files: Pick<FolderFiles, 'pathOf' | 'snapshots' | 'logFile'>,
): ReadPositions[] {
  const journal = statSync(files.logFile('hits', files.snapshots('hits')[0] ?? 0), { throwIfNoEntry: false });
  // By the time of the system, which nothing but the system sets.
  const isBeforeJournal = (name: string, { journal: noted }: RecordedPositions) =>
    journal !== undefined &&
    (noted === journal.ino || statSync(files.pathOf(name)).ctimeMs < journal.ctimeMs);
  return NAMES.flatMap(name => {
    try {
      const recorded = readPositions(files.pathOf(name));
      return typeof recorded.configuration.changes === 'number' && typeof recorded.hitIds.hit === 'number'
        ? [{ ...recorded, isBeforeJournal: isBeforeJournal(name, recorded) }]
        : [];
    } catch {
      // Missing in a folder of an earlier version, or cut short: the databases' own notes are left.
      return [];
    }
  });
}

const readPositions = (file: string): RecordedPositions =>
  parseCheckedJson<RecordedPositions>(readFileSync(file, 'utf8'));

/** Describes the files that are there and cannot be read. */
export const findPositionFaults = (files: Pick<FolderFiles, 'pathOf'>): string[] =>
  NAMES.flatMap(name => {
    try {
      readPositions(files.pathOf(name));
      return [];
    } catch (error) {
      return getErrorCode(error) === 'ENOENT'
        ? []
        : [`${name} is damaged: a loss in a copy of a running server is noticed later, or not at all`];
    }
  });

/**
 * Replaces the notes. They need not survive a power cut: older ones only contain less. Nothing is thrown where the disk is
 * full.
 */
export function writePositionFiles(
  files: Pick<FolderFiles, 'pathOf' | 'temporary'>,
  positions: Omit<RecordedPositions, 'version'>,
): void {
  const scratch = NAMES.map(name => files.temporary(name));
  try {
    for (const file of scratch) rmSync(file, { force: true });
    writeFileSync(scratch[0] ?? '', formatCheckedJson({ ...positions, version: FULL_VERSION }), {
      mode: 0o600,
    });
    linkSync(scratch[0] ?? '', scratch[1] ?? '');
    for (const [index, name] of NAMES.entries()) renameSync(scratch[index] ?? '', files.pathOf(name));
  } catch {
    // The journal of hits has the same note.
  }
}
