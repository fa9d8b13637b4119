/** What journals tell of files of hits that are missing, and what a start lacks without them. */
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { CommandError } from '../../../core/errors.ts';
import { type DataFolder, LOSS_REMEDY } from '../../data-folder.ts';
import type { JournalRecord } from '../journal/journal.ts';
import { readJournal } from '../journal/reader.ts';

/** The end of a journal in which its last line is looked for where that line is a short one. */
const TAIL_BYTES = 64 * 1024;

/**
 * Reports a next generation that was to have an import or a large removal and of which nothing is left. Not refused: it
 * is the same where the new file could not be given its name, which was answered with an error.
 */
export function reportMissingNext(folder: DataFolder): void {
  const [newest = 0] = folder.snapshots('hits');
  const journal = folder.logOf('hits', newest);
  const sizeBytes = statSync(journal, { throwIfNoEntry: false })?.size ?? 0;
  const isNextKnown = existsSync(folder.logOf('hits', newest + 1));
  if (sizeBytes === 0 || isNextKnown || !endsSuperseded(journal, Math.max(0, sizeBytes - TAIL_BYTES))) return;
  folder.log.error(
    { file: basename(folder.fileOf('hits', newest + 1)) },
    'a file of hits with an import or a removal is missing: unless that was answered with an error, it is lost',
  );
}

/**
 * Looks at journals whose file is not there. One with nothing but its first line is left over from a rotation that was
 * cut short, and is put away; others are of a generation whose file is lost, and are answered. Throws a `CommandError`
 * when there is no older file that they could be added to, unless loss is accepted.
 */
export function clearLeftovers(folder: DataFolder, acceptsLoss: boolean): number[] {
  const [newest = 0] = folder.snapshots('hits');
  const lone = folder.orphanLogs('hits').filter(({ generation }) => generation > newest);
  const needed = lone.filter(({ file }) => wasInUse(file));
  const leftovers = lone.filter(journal => !needed.includes(journal));
  if (leftovers.length > 0) {
    folder.moveToDamaged(leftovers.map(({ file }) => file));
    folder.log.warn({ files: namesOf(leftovers) }, 'journals without a file of hits were put into damaged/');
  }
  const lost = needed.map(({ generation }) => generation);
  if (lost.length === 0) return [];
  if (newest > 0) {
    // A copy that was begun in the middle of a rotation is that way too; nothing is lost while the one before is there.
    folder.log.warn({ generations: lost }, 'a file of hits is missing: the one before it is used');
    return lost;
  }
  const fault = `There is no file of hits (hits.*.duckdb) in ${folder.path} for ${namesOf(needed).toReversed().join(', ')}`;
  if (!acceptsLoss) throw new CommandError(`${fault}. ${LOSS_REMEDY}`);
  folder.log.error(fault);
  folder.moveToDamaged(needed.map(({ file }) => file));
  return [];
}

const namesOf = (files: readonly { readonly file: string }[]): string[] =>
  files.map(({ file }) => basename(file));

/** Whether a generation was in use: only then is anything written behind the first line of its journal. */
function wasInUse(journal: string): boolean {
  for (const { record } of readJournal(journal))
    if (record !== undefined && !('header' in record)) return true;
  return false;
}

/**
 * What is missing where a start falls back on an older file, as a sentence: what an import or a large removal does is in
 * no journal, so the generation before knows that it happened, and not what.
 */
export function describeMissing(folder: DataFolder, number: number, newest: number): string | undefined {
  const journals = Array.from({ length: newest - number }, (_, index) =>
    folder.logOf('hits', number + index),
  );
  const journal = journals.find(file => !existsSync(file) || endsSuperseded(file));
  if (journal === undefined) return undefined;
  const missing = existsSync(journal) ? 'an import or a removal' : `the hits of ${basename(journal)}`;
  return `The newest file of hits in ${folder.path} is damaged or missing, and what is left lacks ${missing} that came since`;
}

/** Whether the last thing that a journal notes, from a byte on, is that another generation takes its place by work of its own. */
function endsSuperseded(journal: string, from = 0): boolean {
  let last: JournalRecord | undefined;
  for (const { record } of readJournal(journal, from)) last = record ?? last;
  return last !== undefined && 'superseded' in last;
}

/** Whether a generation's journal is missing, which is reported. */
export function isJournalMissing(folder: DataFolder, number: number): boolean {
  const journal = folder.logOf('hits', number);
  if (existsSync(journal)) return false;
  folder.log.error(
    { file: basename(journal) },
    'a journal is missing: hits since its file was finished are not there',
  );
  return true;
}
