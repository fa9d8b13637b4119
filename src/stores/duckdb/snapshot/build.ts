/** Builds the first and the next snapshot of a folder whose engine is not open yet. */
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { CommandError } from '../../../core/errors.ts';
import type { DataFolder } from '../../data-folder-types.ts';
import { copyFromDescriptor } from '../../durable-file.ts';
import { type Migration, newerVersion, type PendingMigration } from '../../migrate.ts';
import type { AppPosition } from '../../positions.ts';
import type { IdCounters } from '../engine-types.ts';
import { countMissingAsRemoved, countRows, readIdCounters, writeIdCounters } from '../journal/id-counters.ts';
import { openLoader } from '../journal/loader.ts';
import { readHeader } from '../journal/reader.ts';
import { CHECKPOINT_ROWS, copyIdCounters, replayJournal } from '../journal/replay.ts';
import { findPendingMigrations, runMigrations } from '../schema.ts';
import type { OpenInstance } from '../sql/instance.ts';
import { isMarkedDamaged, markDamaged } from './damage.ts';
import { isJournalMissing } from './lost-files.ts';
import { type AttachedFile, attachFile, createFile, createJournal } from './snapshot.ts';

/** What recovery needs. */
export interface RecoveryContext {
  readonly open: OpenInstance;
  readonly folder: DataFolder;
  readonly migrations: readonly Migration[];
  /** Continue without the rows that only a damaged file has. */
  readonly acceptsLoss: boolean;
}

/** A file that passed the checks, and the steps that its schema needs. */
export interface Candidate {
  readonly number: number;
  readonly file: AttachedFile;
  readonly pending: readonly PendingMigration[];
}

/** Creates snapshot 1: the schema and nothing else. */
export async function createFirst(context: RecoveryContext): Promise<void> {
  const { open, folder, migrations } = context;
  const scratch = folder.temporary('hits.first.duckdb');
  const file = await createFile(open, scratch);
  await runMigrations(file, await findPendingMigrations(file, migrations, scratch));
  await file.session.run(`CHECKPOINT ${file.catalog}`);
  await file.detach();
  createJournal(folder, 1, { schema: lastStep(context) });
  folder.publish(scratch, folder.databaseFile('hits', 1));
}

/** Builds the next snapshot from an older file, every journal since and today's schema. */
export async function buildNext(
  context: RecoveryContext,
  candidate: Candidate,
  newest: number,
): Promise<void> {
  const { open, folder } = context;
  const { file, number, pending } = candidate;
  const scratch = folder.temporary(`hits.${newest + 1}.duckdb`);
  rmSync(scratch, { force: true });
  await copyFromDescriptor(file.descriptor, scratch);
  const copy = await attachFile(open, scratch);
  let configuration: AppPosition | undefined;
  try {
    configuration = await replayJournals(context, { ...candidate, file: copy }, newest);
  } finally {
    await copy.detach();
  }
  createJournal(folder, newest + 1, { schema: lastStep(context), configuration });
  folder.publish(scratch, folder.databaseFile('hits', newest + 1));
  if (isMarkedDamaged(folder, number)) markDamaged(folder, newest + 1);
  folder.log.info(
    { snapshot: newest + 1, steps: pending.map(step => step.name) },
    'the next file of hits was built',
  );
}

/**
 * Replays the journals from that of a candidate to the newest into its copy, and migrates it to today's schema. The changes
 * in a journal are statements for the schema of its own file, so the copy goes through the steps of each journal before
 * it, and a step sees every row from before. Returns the last position of the application database that a journal records.
 */
async function replayJournals(
  context: RecoveryContext,
  { file: copy, number, pending }: Candidate,
  newest: number,
): Promise<AppPosition | undefined> {
  const { folder } = context;
  const counters: IdCounters = copyIdCounters(await readIdCounters(copy.session));
  // What is missing was reported, and is missing for good: the new file must not be taken for a damaged one.
  countMissingAsRemoved(counters, await countRows(copy.session));
  const checkpoint = () => copy.session.run(`CHECKPOINT ${copy.catalog}`);
  let loader = await openLoader(copy.connection, copy.catalog);
  const done = new Set<PendingMigration>();
  const migrate = async (steps: readonly PendingMigration[]) => {
    if (loader.isBehind)
      throw new CommandError(
        'The journal of hits needs more memory to be written to the next file: raise --memory-limit, or free space on the disk, and start again',
      );
    await loader.close();
    await writeIdCounters(copy.session, counters);
    await checkpoint();
    await runMigrations(copy, steps);
    await checkpoint();
    for (const step of steps) done.add(step);
  };
  let configuration: AppPosition | undefined;
  for (let at = number; at <= newest; at += 1) {
    if (isJournalMissing(folder, at)) continue;
    const journal = folder.logFile('hits', at);
    const steps = stepsOf(context, journal, pending).filter(step => !done.has(step));
    if (steps.length > 0) {
      await migrate(steps);
      loader = await openLoader(copy.connection, copy.catalog);
    }
    const target = { session: copy.session, loader, counters };
    const replayed = await replayJournal(journal, target, { checkpoint, checkpointRows: CHECKPOINT_ROWS });
    const { missingRows: missing, corruptBytes } = replayed;
    configuration = replayed.configuration ?? configuration;
    if (missing > 0 || corruptBytes > 0)
      folder.log.error({ missing, corruptBytes, file: basename(journal) }, 'rows are missing from a journal');
  }
  await migrate(pending.filter(step => !done.has(step)));
  return configuration;
}

/** Returns the steps that the schema of a journal's file has been through; none for a journal of version 0.1. */
function stepsOf(
  { migrations }: RecoveryContext,
  journal: string,
  pending: readonly PendingMigration[],
): PendingMigration[] {
  const schema = readHeader(journal)?.schema;
  if (schema === undefined) return [];
  const last = migrations.findIndex(({ name }) => name === schema);
  if (last === -1) throw newerVersion(journal, `schema ${schema}`);
  const names = new Set(migrations.slice(0, last + 1).map(({ name }) => name));
  return pending.filter(({ name }) => names.has(name));
}

/** Returns the name of the last migration of today's schema. */
export const lastStep = ({ migrations }: RecoveryContext): string | undefined => migrations.at(-1)?.name;
