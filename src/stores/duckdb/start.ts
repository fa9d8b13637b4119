/** From the files of a data folder to a generation in use: choose, check, replay, repair. */
import { appendFileSync, existsSync, fstatSync, rmSync, statSync, truncateSync } from 'node:fs';
import { basename } from 'node:path';
import { CommandError } from '../../core/errors.ts';
import { type DataFolder, LOSS_REMEDY } from '../data-folder.ts';
import { copyFromDescriptor } from '../durable-file.ts';
import type { Migration, PendingMigration } from '../migrate.ts';
import type { ConfigPosition } from '../positions.ts';
import { clearMark, isMarkedDamaged } from './damage.ts';
import { openFeeder } from './feeder.ts';
import {
  type AttachedFile,
  attachFile,
  createJournal,
  type Generation,
  openGeneration,
} from './generation.ts';
import type { OpenInstance } from './instance.ts';
import type { JournalRecord } from './journal.ts';
import { readJournal } from './journal-reader.ts';
import { balance, countRows, type Ledger, missingRows, readLedger, writeLedger } from './ledger.ts';
import { copyOfLedger, type Replayed, replayJournal, sumOf } from './replay.ts';
import { neededBytes } from './room.ts';
import { neededMigrations, runMigrations } from './schema.ts';

/** What a start needs. */
export interface StartContext {
  readonly open: OpenInstance;
  readonly folder: DataFolder;
  readonly migrations: readonly Migration[];
  /** Go on without what a damaged file had and no other has. */
  readonly acceptsLoss: boolean;
}

/** The generation to work with, and whether the next one should replace it soon: its journal is harmed, or long. */
export interface Started {
  readonly generation: Generation;
  readonly isOverdue: boolean;
}

/** A file that passed the checks. */
interface Candidate {
  readonly number: number;
  readonly file: AttachedFile;
  readonly pending: readonly PendingMigration[];
}

/** A journal of this size takes longer to replay, and more memory to keep, than the next generation takes to build. */
const FOLDED_AT_START_BYTES = 32 * 1024 ** 2;
/** Rows replayed into a file that is being built, after which they are written to it. */
const CHECKPOINT_ROWS = 50_000;
/** The end of a journal in which its last line is looked for where that line is a short one. */
const TAIL_BYTES = 64 * 1024;

/**
 * The newest usable generation with everything acknowledged in it. Where its file is damaged or gone, the one before it
 * and the journals since then lead up to the same rows. Throws a `CommandError` when no file can be used; nothing is
 * overwritten.
 */
export async function startGeneration(context: StartContext): Promise<Started> {
  const { folder } = context;
  reportMissingNext(context, folder.generations('hits')[0] ?? 0);
  const lost = clearLeftovers(context);
  const numbers = folder.generations('hits');
  const newest = Math.max(numbers[0] ?? 0, ...lost);
  if (newest === 0) {
    await buildFirst(context);
    return startGeneration(context);
  }
  const damaged = [...lost];
  for (const number of numbers) {
    const name = folder.fileOf('hits', number);
    try {
      return await startWith(context, { number, newest, damaged });
    } catch (error) {
      if (error instanceof CommandError || !isDamage(error))
        throw error instanceof CommandError ? error : cannotOpen(name, error);
      folder.log.error({ err: error, file: basename(name) }, 'a file of hits is damaged');
      damaged.push(number);
    }
  }
  throw new CommandError(
    `No file of hits in ${folder.path} can be read (${damaged.map(number => basename(folder.fileOf('hits', number))).join(', ')}): restore a copy of the folder, or move these files away to start without history`,
  );
}

interface Choice {
  readonly number: number;
  /** Number of the newest generation that there was. */
  readonly newest: number;
  /** Newer generations that cannot be used. */
  readonly damaged: readonly number[];
}

/** Starts with one file; rejects when it is damaged. */
async function startWith(context: StartContext, { number, newest, damaged }: Choice): Promise<Started> {
  const { folder, open, migrations } = context;
  const name = folder.fileOf('hits', number);
  const hasOlder = number > Math.min(...folder.generations('hits'));
  if (hasOlder && isMarkedDamaged(folder, number)) throw new Error('a block of it could not be read');
  const file = await attachFile(open, name);
  let isInUse = false;
  let isFolded = false;
  try {
    const pending = await neededMigrations(file, migrations, name);
    const ledger = await readLedger(file.session);
    const rows = await countRows(file.session);
    const missing = sumOf(missingRows(ledger, rows));
    if (missing !== 0 && hasOlder) throw new Error(`${missing} rows of it are missing`);
    if (missing !== 0)
      folder.log.error(
        { missing },
        'the file of hits holds fewer rows than it should: compare it with a backup',
      );
    balance(ledger, rows);
    const candidate = { number, file, pending };
    isFolded = isWorthFolding(folder, candidate);
    if (pending.length === 0 && damaged.length === 0 && !isFolded) {
      const started = await useCandidate(context, candidate, ledger);
      isInUse = true;
      return started;
    }
    if (damaged.length > 0) refuseIncompleteFallback(context, number, newest);
    await buildNext(context, candidate, newest);
  } finally {
    if (!isInUse) await file.detach();
  }
  if (damaged.length > 0) {
    // Their journals stay: together with an older file they lead up to today, should the new one be damaged as well.
    folder.setAside(damaged.map(at => folder.fileOf('hits', at)).filter(existsSync));
    for (const at of damaged) clearMark(folder, at);
    folder.log.warn(
      { file: basename(name), damaged },
      'hits were restored from the generation before, with its journals; the damaged files are in damaged/',
    );
  }
  const started = await startGeneration(context);
  // Its roll-ups are made by the engine, in the file after it.
  return isFolded ? { ...started, isOverdue: true } : started;
}

/**
 * What an import or a large removal does is in no journal: the generation before knows that it happened, and not what.
 */
function refuseIncompleteFallback(
  { folder, acceptsLoss }: StartContext,
  number: number,
  newest: number,
): void {
  const journals = Array.from({ length: newest - number }, (_, index) =>
    folder.logOf('hits', number + index),
  );
  const journal = journals.find(file => !existsSync(file) || endsSuperseded(file));
  if (journal === undefined) return;
  const lack = existsSync(journal) ? 'an import or a removal' : `the hits of ${basename(journal)}`;
  const fault = `The newest file of hits in ${folder.path} is damaged, and what is left lacks ${lack} that came since`;
  if (!acceptsLoss) throw new CommandError(`${fault}. ${LOSS_REMEDY}`);
  folder.log.error({ file: basename(journal) }, fault);
}

/** Whether the last thing that a journal notes, from a byte on, is that another generation takes its place by work of its own. */
function endsSuperseded(journal: string, from = 0): boolean {
  let last: JournalRecord | undefined;
  for (const { record } of readJournal(journal, from)) last = record ?? last;
  return last !== undefined && 'superseded' in last;
}

/**
 * Reports a next generation that was to have an import or a large removal and of which nothing is left. Not refused: it
 * is the same where the new file could not be given its name, which was answered with an error.
 */
function reportMissingNext({ folder }: StartContext, newest: number): void {
  const journal = folder.logOf('hits', newest);
  const sizeBytes = statSync(journal, { throwIfNoEntry: false })?.size ?? 0;
  const isNextKnown = existsSync(folder.logOf('hits', newest + 1));
  if (sizeBytes === 0 || isNextKnown || !endsSuperseded(journal, Math.max(0, sizeBytes - TAIL_BYTES))) return;
  folder.log.error(
    { file: basename(folder.fileOf('hits', newest + 1)) },
    'a file of hits with an import or a removal is missing: unless that was answered with an error, it is lost',
  );
}

/** Whether the next generation should be built before the start: for a long journal, where there is room for it. */
function isWorthFolding(folder: DataFolder, { number, file }: Candidate): boolean {
  const journalBytes = statSync(folder.logOf('hits', number), { throwIfNoEntry: false })?.size ?? 0;
  if (journalBytes < FOLDED_AT_START_BYTES) return false;
  const hasRoom = folder.freeBytes() > neededBytes(fstatSync(file.descriptor).size, journalBytes);
  if (!hasRoom)
    folder.log.warn(
      { journalBytes },
      'there is no room to fold the journal of hits into the next file: hits are counted, reports may have to wait for room',
    );
  return hasRoom;
}

/**
 * Looks at journals whose file is not there. One with nothing but its first line is left over from a rotation that was cut short, and
 * is put away; others are of a generation whose file is lost, and are answered. Throws a `CommandError` when there is no
 * older file that they could be added to, unless loss is accepted.
 */
function clearLeftovers({ folder, acceptsLoss }: StartContext): number[] {
  const [newest = 0] = folder.generations('hits');
  const lone = folder.loneLogs('hits').filter(({ generation }) => generation > newest);
  const needed = lone.filter(({ file }) => wasInUse(file));
  const leftovers = lone.filter(journal => !needed.includes(journal));
  if (leftovers.length > 0) {
    folder.setAside(leftovers.map(({ file }) => file));
    folder.log.warn({ files: namesOf(leftovers) }, 'journals without a file of hits were put into damaged/');
  }
  const lost = needed.map(({ generation }) => generation);
  if (lost.length === 0) return [];
  if (newest > 0) {
    // A copy that was begun in the middle of a rotation is that way too; nothing is lost while the one before is there.
    folder.log.warn({ generations: lost }, 'a file of hits is missing: the one before it is used');
    return lost;
  }
  const fault = `${namesOf(needed).join(', ')} in ${folder.path} belongs to a file of hits (hits.*.duckdb) that is not there, and there is no older one`;
  if (!acceptsLoss) throw new CommandError(`${fault}. ${LOSS_REMEDY}`);
  folder.log.error(fault);
  folder.setAside(needed.map(({ file }) => file));
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

async function useCandidate(
  { folder }: StartContext,
  { number, file }: Candidate,
  ledger: Ledger,
): Promise<Started> {
  const journal = folder.logOf('hits', number);
  if (!existsSync(journal)) {
    folder.log.error(
      { file: basename(journal) },
      'a journal is missing: hits since its file was finished are not there',
    );
    createJournal(folder, number);
  }
  const feeder = await openFeeder(file.connection, file.catalog);
  const replayed = await replayJournal(journal, { session: file.session, feeder, ledger });
  mendTail(folder, number, replayed);
  const { configuration } = replayed;
  const generation = await openGeneration(file, { number, journal, ledger, feeder, configuration });
  generation.changes = replayed.changes;
  folder.log.info(
    {
      generation: number,
      rows: sumOf(ledger.lastIds) - sumOf(ledger.removed),
      replayedRows: replayed.rows,
      missingRows: replayed.missingRows,
    },
    'hits are open',
  );
  const isLong = generation.journal.sizeBytes >= FOLDED_AT_START_BYTES;
  return { generation, isOverdue: isLong || replayed.harmedBytes > 0 };
}

/** Cuts what is behind the last whole line, so that new lines follow it. Anything but half a line is kept in `damaged/`. */
function mendTail(folder: DataFolder, number: number, replayed: Replayed): void {
  const journal = folder.logOf('hits', number);
  const { tail, validBytes, harmedBytes, missingRows } = replayed;
  if (harmedBytes > 0 || (tail.sizeBytes > 0 && !tail.isTorn)) {
    folder.keepDamaged(journal);
    folder.log.error(
      { harmedBytes: harmedBytes + tail.sizeBytes, missingRows },
      'the journal of hits was damaged; its original is in damaged/',
    );
  }
  if (replayed.lacksNewline) {
    truncateSync(journal, validBytes);
    appendFileSync(journal, '\n');
  }
  if (tail.sizeBytes === 0) return;
  if (tail.isTorn)
    folder.log.info({ bytes: tail.sizeBytes }, 'an unfinished write at the end of the journal was dropped');
  truncateSync(journal, validBytes);
  if (validBytes > 0) return;
  rmSync(journal);
  createJournal(folder, number);
}

/** Generation 1: the schema and nothing else. */
async function buildFirst({ open, folder, migrations }: StartContext): Promise<void> {
  const scratch = folder.temporary('hits.first.duckdb');
  const file = await attachFile(open, scratch);
  await runMigrations(file, await neededMigrations(file, migrations, scratch));
  await file.session.run(`CHECKPOINT ${file.catalog}`);
  await file.detach();
  createJournal(folder, 1);
  folder.publish(scratch, folder.fileOf('hits', 1));
}

/** A new generation out of an older file, today's schema and every journal since. */
async function buildNext(
  { open, folder }: StartContext,
  { file, number, pending }: Candidate,
  newest: number,
): Promise<void> {
  const scratch = folder.temporary(`hits.${newest + 1}.duckdb`);
  rmSync(scratch, { force: true });
  await copyFromDescriptor(file.descriptor, scratch);
  const copy = await attachFile(open, scratch);
  let configuration: ConfigPosition | undefined;
  try {
    const ledger: Ledger = copyOfLedger(await readLedger(copy.session));
    // What is missing was reported, and is missing for good: the new file must not be taken for a damaged one.
    balance(ledger, await countRows(copy.session));
    const feeder = await openFeeder(copy.connection, copy.catalog);
    const checkpoint = () => copy.session.run(`CHECKPOINT ${copy.catalog}`);
    for (let at = number; at <= newest; at += 1) {
      const journal = folder.logOf('hits', at);
      if (!existsSync(journal)) continue;
      const target = { session: copy.session, feeder, ledger };
      const replayed = await replayJournal(journal, target, { checkpoint, checkpointRows: CHECKPOINT_ROWS });
      const { missingRows: missing, harmedBytes } = replayed;
      configuration = replayed.configuration ?? configuration;
      if (missing > 0 || harmedBytes > 0)
        folder.log.error(
          { missing, harmedBytes, file: basename(journal) },
          'rows are missing from a journal',
        );
    }
    if (feeder.isBehind)
      throw new CommandError(
        'The journal of hits needs more memory to be written to the next file: raise --memory-limit, or free space on the disk, and start again',
      );
    await feeder.close();
    await writeLedger(copy.session, ledger);
    await checkpoint();
    // Only now: the statements of changes in a journal are those of its own schema, and a step sees every row.
    await runMigrations(copy, pending);
    await checkpoint();
  } finally {
    await copy.detach();
  }
  createJournal(folder, newest + 1, configuration);
  folder.publish(scratch, folder.fileOf('hits', newest + 1));
  folder.log.info(
    { generation: newest + 1, steps: pending.map(step => step.name) },
    'the next file of hits was built',
  );
}

/** True for a file whose content is wrong, not one that cannot be had at the moment. */
function isDamage(error: unknown): boolean {
  const message = error instanceof Error ? error.message : String(error);
  return !/permission denied|set lock|read-only|too many open files|out of memory|newer version|no space left/i.test(
    message,
  );
}

function cannotOpen(name: string, error: unknown): CommandError {
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  if (/set lock/i.test(message))
    return new CommandError(`${name} is open in another program: close it and start again`);
  if (/permission denied/i.test(message))
    return new CommandError(`No permission to open ${name}: give this user the file`);
  return new CommandError(`${name} cannot be opened: ${message}`);
}
