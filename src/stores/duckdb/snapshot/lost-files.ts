/** Finds lost files of hits by the journals, and describes what is missing without them. */
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { CommandError } from '../../../core/errors.ts';
import { LOSS_REMEDY } from '../../data-folder.ts';
import type { DataFolder } from '../../data-folder-types.ts';
import type { JournalRecord } from '../journal/journal.ts';
import { readJournal } from '../journal/reader.ts';

/** Length of the end of a journal that is searched for a short last line. */
const TAIL_BYTES = 64 * 1024;

/**
 * Reports a lost snapshot with an import or a large removal of which no file is left. It is not refused: the journal looks
 * the same where the new file could not be published, which was answered with an error.
 */
export function reportMissingNext(folder: DataFolder): void {
  const [newest = 0] = folder.snapshots('hits');
  const journal = folder.logFile('hits', newest);
  const sizeBytes = statSync(journal, { throwIfNoEntry: false })?.size ?? 0;
  const isNextKnown = existsSync(folder.logFile('hits', newest + 1));
  if (sizeBytes === 0 || isNextKnown || !endsSuperseded(journal, Math.max(0, sizeBytes - TAIL_BYTES))) return;
  folder.log.error(
    { file: basename(folder.databaseFile('hits', newest + 1)) },
    'a file of hits with an import or a removal is missing: unless that was answered with an error, it is lost',
  );
}

/**
 * Handles journals without their file. One with only its header is the leftover of an interrupted compaction, and is moved to
 * `damaged/`; others belong to snapshots whose file is lost. Returns the numbers of those. Throws a `CommandError` when there
 * is no older file that they could be replayed on, unless loss is accepted.
 */
export function clearLeftovers(folder: DataFolder, acceptsLoss: boolean): number[] {
  const [newest = 0] = folder.snapshots('hits');
  const orphans = folder.orphanLogs('hits').filter(({ number }) => number > newest);
  const needed = orphans.filter(({ file }) => wasInUse(file));
  const leftovers = orphans.filter(journal => !needed.includes(journal));
  if (leftovers.length > 0) {
    folder.moveToDamaged(leftovers.map(({ file }) => file));
    folder.log.warn(
      { files: listNames(leftovers) },
      'journals without a file of hits were put into damaged/',
    );
  }
  const lost = needed.map(({ number }) => number);
  if (lost.length === 0) return [];
  if (newest > 0) {
    // A copy that was begun during a compaction is like that too; nothing is lost while the previous file is there.
    folder.log.warn({ generations: lost }, 'a file of hits is missing: the one before it is used');
    return lost;
  }
  const fault = `There is no file of hits (hits.*.duckdb) in ${folder.path} for ${listNames(needed).toReversed().join(', ')}`;
  if (!acceptsLoss) throw new CommandError(`${fault}. ${LOSS_REMEDY}`);
  folder.log.error(fault);
  folder.moveToDamaged(needed.map(({ file }) => file));
  return [];
}

const listNames = (files: readonly { readonly file: string }[]): string[] =>
  files.map(({ file }) => basename(file));

/** Returns whether a snapshot was in use: only then does its journal have more than the header. */
export function wasInUse(journal: string): boolean {
  for (const { record } of readJournal(journal))
    if (record !== undefined && !('header' in record)) return true;
  return false;
}

/**
 * Describes what is missing where a start falls back on an older file: imports and large removals are in no journal, so the
 * snapshot before records only that one happened.
 */
export function describeMissing(folder: DataFolder, number: number, newest: number): string | undefined {
  const journals = Array.from({ length: newest - number }, (_, index) =>
    folder.logFile('hits', number + index),
  );
  const journal = journals.find(file => !existsSync(file) || endsSuperseded(file));
  if (journal === undefined) return undefined;
  const missing = existsSync(journal) ? 'an import or a removal' : `the hits of ${basename(journal)}`;
  return `The newest file of hits in ${folder.path} is damaged or missing, and what is left lacks ${missing} that came since`;
}

/** Returns whether the last record of a journal, from a byte on, is `superseded`. */
function endsSuperseded(journal: string, from = 0): boolean {
  let last: JournalRecord | undefined;
  for (const { record } of readJournal(journal, from)) last = record ?? last;
  return last !== undefined && 'superseded' in last;
}

/** Returns whether a snapshot's journal is missing, and logs it. */
export function isJournalMissing(folder: DataFolder, number: number): boolean {
  const journal = folder.logFile('hits', number);
  if (existsSync(journal)) return false;
  folder.log.error(
    { file: basename(journal) },
    'a journal is missing: hits since its file was finished are not there',
  );
  return true;
}
