/** From the files of a data folder to a generation in use: choose, check, replay, repair. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { basename } from 'node:path';
import { CommandError } from '../../core/errors.ts';
import type { DataFolder } from '../data-folder.ts';
import { copyFromDescriptor } from '../durable-file.ts';
import type { Migration, PendingMigration } from '../migrate.ts';
import { openFeeder } from './feeder.ts';
import {
  type AttachedFile,
  attachFile,
  createJournal,
  type Generation,
  journalOf,
  openGeneration,
} from './generation.ts';
import type { OpenInstance } from './instance.ts';
import { countRows, type Ledger, missingRows, readLedger, writeLedger } from './ledger.ts';
import { copyOfLedger, type Replayed, replayJournal, sumOf } from './replay.ts';
import { neededMigrations, runMigrations } from './schema.ts';

/** What a start needs. */
export interface StartContext {
  readonly open: OpenInstance;
  readonly folder: DataFolder;
  readonly migrations: readonly Migration[];
}

/** The generation to work with, and whether its journal was harmed so that the next one should replace it soon. */
export interface Started {
  readonly generation: Generation;
  readonly isHarmed: boolean;
}

/** A file that passed the checks. */
interface Candidate {
  readonly number: number;
  readonly file: AttachedFile;
  readonly pending: readonly PendingMigration[];
}

/**
 * The newest usable generation with everything acknowledged in it. A torn file falls back to the one before it, whose
 * journals lead up to today. Throws a `CommandError` when no file can be used; nothing is overwritten.
 */
export async function startGeneration(context: StartContext): Promise<Started> {
  const { folder } = context;
  const numbers = folder.generations('hits');
  const [newest] = numbers;
  clearLeftovers(folder, newest ?? 0);
  if (newest === undefined) {
    await buildFirst(context);
    return startGeneration(context);
  }
  const { candidate, torn } = await findCandidate(context, numbers);
  if (candidate.pending.length > 0 || torn.length > 0) {
    await buildNext(context, candidate, newest);
    if (torn.length > 0) folder.setAside(torn.flatMap(number => folder.filesOf('hits', number)));
    return startGeneration(context);
  }
  return useCandidate(context, candidate);
}

/** Journals without a file: a rotation that was cut short, or a copy that caught one halfway. They hold nothing acknowledged before. */
function clearLeftovers(folder: DataFolder, newest: number): void {
  const leftovers = readdirSync(folder.path)
    .filter(name => Number(/^hits\.(\d{6})\.journal$/.exec(name)?.[1] ?? 0) > newest)
    .map(name => folder.pathOf(name));
  if (leftovers.length === 0) return;
  folder.setAside(leftovers);
  folder.log.warn(
    { files: leftovers.map(file => basename(file)) },
    'journals without a file of hits were put into damaged/',
  );
}

async function findCandidate(
  context: StartContext,
  numbers: readonly number[],
): Promise<{ candidate: Candidate; torn: number[] }> {
  const { folder, open, migrations } = context;
  const torn: number[] = [];
  for (const number of numbers) {
    const name = folder.fileOf('hits', number);
    try {
      const file = await attachFile(open, name);
      const pending = await neededMigrations(file, migrations, name);
      if (torn.length > 0)
        folder.log.warn({ file: basename(name) }, 'the generation before it is used, with its journals');
      return { candidate: { number, file, pending }, torn };
    } catch (error) {
      if (error instanceof CommandError || !isDamage(error))
        throw error instanceof CommandError ? error : cannotOpen(name, error);
      folder.log.error({ err: error, file: basename(name) }, 'a file of hits is damaged');
      torn.push(number);
    }
  }
  throw new CommandError(
    `No file of hits in ${folder.path} can be read (${torn.map(number => basename(folder.fileOf('hits', number))).join(', ')}): restore a copy of the folder, or move these files away to start without history`,
  );
}

async function useCandidate({ folder }: StartContext, { number, file }: Candidate): Promise<Started> {
  const ledger = await readLedger(file.session);
  const missing = sumOf(missingRows(ledger, await countRows(file.session)));
  if (missing !== 0)
    folder.log.error(
      { missing },
      'the file of hits holds fewer rows than it should: compare it with a backup',
    );
  const journal = journalOf(folder, number);
  if (!existsSync(journal)) {
    folder.log.error(
      { file: basename(journal) },
      'a journal is missing: hits since its file was finished are not there',
    );
    createJournal(folder, number);
  }
  const feeder = await openFeeder(file.connection, file.catalog);
  const replayed = await replayJournal(journal, { session: file.session, feeder, ledger });
  mendTail(folder, journal, replayed);
  const generation = await openGeneration(file, { number, journal, ledger, feeder });
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
  return { generation, isHarmed: replayed.harmedBytes > 0 };
}

/** Cuts what is behind the last whole line, so that new lines follow it. Anything but half a line is kept in `damaged/`. */
function mendTail(folder: DataFolder, journal: string, replayed: Replayed): void {
  const { tail, validBytes, harmedBytes, missingRows } = replayed;
  if (harmedBytes > 0 || (tail.sizeBytes > 0 && !tail.isTorn)) {
    keepCopy(folder, journal);
    folder.log.error(
      { harmedBytes: harmedBytes + tail.sizeBytes, missingRows },
      'the journal of hits was damaged; its original is in damaged/',
    );
  }
  if (tail.sizeBytes === 0) return;
  if (tail.isTorn)
    folder.log.info({ bytes: tail.sizeBytes }, 'an unfinished write at the end of the journal was dropped');
  truncateSync(journal, validBytes);
  if (validBytes > 0) return;
  rmSync(journal);
  createJournal(folder, Number(/(\d+)\.journal$/.exec(journal)?.[1]));
}

function keepCopy(folder: DataFolder, file: string): void {
  mkdirSync(folder.pathOf('damaged'), { recursive: true, mode: 0o700 });
  const stamp = folder.clock.now().toISOString().replaceAll(/[:.]/g, '-');
  copyFileSync(file, folder.pathOf('damaged', `${basename(file)}.${stamp}`));
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
  await copyFromDescriptor(file.descriptor, scratch);
  await file.detach();
  const copy = await attachFile(open, scratch);
  await runMigrations(copy, pending);
  const ledger: Ledger = copyOfLedger(await readLedger(copy.session));
  const feeder = await openFeeder(copy.connection, copy.catalog);
  for (let at = number; at <= newest; at += 1) {
    const journal = journalOf(folder, at);
    if (!existsSync(journal)) continue;
    const { missingRows: missing, harmedBytes } = await replayJournal(journal, {
      session: copy.session,
      feeder,
      ledger,
    });
    if (missing > 0 || harmedBytes > 0)
      folder.log.error({ missing, harmedBytes, file: basename(journal) }, 'rows are missing from a journal');
  }
  await feeder.close();
  await writeLedger(copy.session, ledger);
  await copy.session.run(`CHECKPOINT ${copy.catalog}`);
  await copy.detach();
  createJournal(folder, newest + 1);
  folder.publish(scratch, folder.fileOf('hits', newest + 1));
  folder.log.info(
    { generation: newest + 1, steps: pending.map(step => step.name) },
    'the file of hits was brought up to date',
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
