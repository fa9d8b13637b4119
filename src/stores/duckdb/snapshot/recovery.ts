/** Recovers the current snapshot from the files of a data folder: choose, verify, replay, repair. */
import { appendFileSync, existsSync, fstatSync, rmSync, statSync, truncateSync } from 'node:fs';
import { basename } from 'node:path';
import { CommandError, toFirstLine } from '../../../core/errors.ts';
import { LOSS_REMEDY } from '../../data-folder.ts';
import type { DataFolder } from '../../data-folder-types.ts';
import type { IdCounters } from '../engine-types.ts';
import { countMissing, countMissingAsRemoved, countRows, readIdCounters } from '../journal/id-counters.ts';
import { openLoader } from '../journal/loader.ts';
import { type ReplayResult, replayJournal, sumKinds } from '../journal/replay.ts';
import { findPendingMigrations } from '../schema.ts';
import { buildNext, type Candidate, createFirst, lastStep, type RecoveryContext } from './build.ts';
import { readEveryValue } from './check.ts';
import { CorruptFileError, clearDamageMark, isCorrupt, isMarkedDamaged, markDamaged } from './damage.ts';
import { measureDiskSpace } from './disk-space.ts';
import { clearLeftovers, describeMissing, isJournalMissing, reportMissingNext } from './lost-files.ts';
import { attachFile, createJournal, openSnapshot, type Snapshot } from './snapshot.ts';

/** The recovered snapshot, and whether it should be compacted soon: its journal is corrupt, or long, or its tables are new. */
export interface Recovered {
  readonly snapshot: Snapshot;
  /** Storage ids of the rows that wait to be loaded. */
  readonly siteIds: ReadonlySet<number>;
  readonly needsCompaction: boolean;
}

/** A journal of this size takes more time to replay, and more memory, than building the next snapshot. */
const COMPACT_ON_START_BYTES = 32 * 1024 ** 2;

/**
 * Recovers the newest snapshot with everything acknowledged. Where its file is damaged or missing, an older intact one and the
 * journals since then have the same rows; where none is intact, the newest that opens is used. Throws a `CommandError` when
 * no file can be used; nothing is overwritten.
 */
export async function recoverSnapshot(context: RecoveryContext): Promise<Recovered> {
  const { folder, acceptsLoss } = context;
  reportMissingNext(folder);
  const lost = clearLeftovers(folder, acceptsLoss);
  const numbers = folder.snapshots('hits');
  const newest = Math.max(numbers[0] ?? 0, ...lost);
  if (newest === 0) {
    await createFirst(context);
    return recoverSnapshot(context);
  }
  const damaged = [...lost];
  const partlyDamaged: Attempt[] = [];
  let missingText: string | undefined;
  for (const number of numbers) {
    if (damaged.length > 0) missingText = describeMissing(folder, number, newest);
    // Older files lack it too.
    if (missingText !== undefined && !acceptsLoss) break;
    const attempt = { number, newest, damaged: [...damaged], missingText };
    const outcome = isMarkedDamaged(folder, number) ? 'partly damaged' : await tryRecover(context, attempt);
    if (typeof outcome === 'object') return outcome;
    if (outcome === 'partly damaged') partlyDamaged.push(attempt);
    damaged.push(number);
  }
  for (const attempt of partlyDamaged) {
    const outcome = await tryRecover(context, { ...attempt, isLast: true });
    if (typeof outcome === 'object') return outcome;
  }
  if (missingText !== undefined && !acceptsLoss) throw new CommandError(`${missingText}. ${LOSS_REMEDY}`);
  throw new CommandError(
    `No file of hits in ${folder.path} can be read (${damaged.map(number => basename(folder.databaseFile('hits', number))).join(', ')}): restore a copy of the folder, or move these files and their journals away to start without history`,
  );
}

/** An attempt to recover from one file. */
interface Attempt {
  readonly number: number;
  /** Number of the newest snapshot that there was. */
  readonly newest: number;
  /** Newer snapshots that cannot be used. */
  readonly damaged: readonly number[];
  /** What this file is known to lack, as a sentence. */
  readonly missingText: string | undefined;
  /** True when no other file is better: what can be read of this one is used. */
  readonly isLast?: boolean;
}

/** A file that opens with a part of its content missing, or one that does not open. */
type Unusable = 'partly damaged' | 'damaged';

/** Recovers from one file, or returns that it is damaged. Throws a `CommandError` for any other failure. */
async function tryRecover(context: RecoveryContext, attempt: Attempt): Promise<Recovered | Unusable> {
  const { folder } = context;
  const name = folder.databaseFile('hits', attempt.number);
  try {
    return await recoverFrom(context, attempt);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    if (!isCorrupt(error)) throw cannotOpen(name, error);
    folder.log.error({ err: error, file: basename(name) }, 'a file of hits is damaged');
    return 'damaged';
  }
}

/** Recovers from one file; rejects when it is damaged. */
async function recoverFrom(context: RecoveryContext, attempt: Attempt): Promise<Recovered | Unusable> {
  const { folder, open, migrations } = context;
  const { number, newest, damaged, missingText, isLast = false } = attempt;
  const name = folder.databaseFile('hits', number);
  const file = await attachFile(open, name);
  let isRecovered = false;
  let needsCompaction = false;
  try {
    const pending = await findPendingMigrations(file, migrations, name);
    if (pending.length === migrations.length) throw new CorruptFileError('it is no file of hits');
    const counters = await readIdCounters(file.session);
    const rows = await countRows(file.session);
    const missing = sumKinds(countMissing(counters, rows));
    const hasOlder = number > Math.min(...folder.snapshots('hits'));
    if (missing !== 0 && hasOlder && !isLast) throw new CorruptFileError(`${missing} rows of it are missing`);
    // Blocks are copied unchanged: an older file may have the same damage.
    if (damaged.length > 0 && !isLast && (missing !== 0 || !(await isReadable(folder, { number, file }))))
      return 'partly damaged';
    if (missing !== 0)
      folder.log.error(
        { missing },
        'the file of hits holds fewer rows than it should: compare it with a backup',
      );
    countMissingAsRemoved(counters, rows);
    const candidate = { number, file, pending };
    needsCompaction = pending.length > 0 || shouldCompact(folder, candidate);
    if (!needsCompaction && damaged.length === 0) {
      const started = await useCandidate(context, candidate, counters);
      isRecovered = true;
      return started;
    }
    if (missingText !== undefined) folder.log.error(missingText);
    await buildNext(context, candidate, newest);
  } finally {
    if (!isRecovered) await file.detach();
  }
  if (damaged.length > 0) {
    // Their journals stay: with an older file they can restore today's rows, should the new one be damaged as well.
    folder.moveToDamaged(damaged.map(at => folder.databaseFile('hits', at)).filter(existsSync));
    for (const at of damaged) clearDamageMark(folder, at);
    folder.log.warn(
      { file: basename(name), damaged },
      'hits were restored from the snapshot before, with its journals; the damaged files are in damaged/',
    );
  }
  const started = await recoverSnapshot(context);
  // The engine updates sums and visits in the file after it.
  return needsCompaction ? { ...started, needsCompaction } : started;
}

/** Returns whether every value of a file can be read; one that cannot is marked, so that the next start skips the check. */
async function isReadable(
  folder: DataFolder,
  { number, file }: Omit<Candidate, 'pending'>,
): Promise<boolean> {
  const name = basename(folder.databaseFile('hits', number));
  const faults = (await readEveryValue(file.session, name)).filter(isCorrupt);
  if (faults.length === 0) return true;
  folder.log.error({ faults }, 'an older file of hits is damaged as well');
  try {
    markDamaged(folder, number);
  } catch (error) {
    folder.log.warn({ err: error, file: name }, 'a damaged file of hits could not be marked');
  }
  return false;
}

/** Returns whether to compact before the start: for a long journal, where there is disk space. */
function shouldCompact(folder: DataFolder, { number, file }: Candidate): boolean {
  const journalBytes = statSync(folder.logFile('hits', number), { throwIfNoEntry: false })?.size ?? 0;
  if (journalBytes < COMPACT_ON_START_BYTES) return false;
  const { isEnough } = measureDiskSpace(folder, { baseBytes: fstatSync(file.descriptor).size, journalBytes });
  if (!isEnough)
    folder.log.warn(
      { journalBytes },
      'there is no room to compact the journal of hits into the next file: hits are counted, reports may have to wait for room',
    );
  return isEnough;
}

/** Replays the journal of a file and opens its snapshot. */
async function useCandidate(
  context: RecoveryContext,
  { number, file }: Candidate,
  counters: IdCounters,
): Promise<Recovered> {
  const { folder } = context;
  const schema = lastStep(context);
  if (isMarkedDamaged(folder, number))
    folder.log.error(
      { file: basename(folder.databaseFile('hits', number)) },
      `a part of the file of hits cannot be read, and no older file can take its place: reports that need it answer 503. ${LOSS_REMEDY}`,
    );
  const journal = folder.logFile('hits', number);
  if (isJournalMissing(folder, number)) createJournal(folder, number, { schema });
  const loader = await openLoader(file.connection, file.catalog);
  const target = { session: file.session, loader, counters };
  // Loading takes most of the time of a start after a crash; a journal that is read here is short.
  const replayed = await replayJournal(journal, target, { isDeferred: true });
  truncateTornTail(context, number, replayed);
  const { configuration } = replayed;
  const snapshot = await openSnapshot(file, { number, journal, counters, loader, schema, configuration });
  snapshot.changes = replayed.changes;
  folder.log.info(
    {
      snapshot: number,
      rows: sumKinds(counters.lastIds) - sumKinds(counters.removed),
      replayedRows: replayed.rows,
      missingRows: replayed.missingRows,
    },
    'hits are open',
  );
  const isLong = snapshot.journal.sizeBytes >= COMPACT_ON_START_BYTES;
  const { siteIds } = replayed;
  return { snapshot, siteIds, needsCompaction: isLong || replayed.corruptBytes > 0 };
}

/** Truncates what follows the last whole line, so that new lines follow it. Anything but a torn write is kept in `damaged/`. */
function truncateTornTail(context: RecoveryContext, number: number, replayed: ReplayResult): void {
  const { folder } = context;
  const journal = folder.logFile('hits', number);
  const { tail, validBytes, corruptBytes, missingRows } = replayed;
  if (corruptBytes > 0 || (tail.sizeBytes > 0 && !tail.isTorn)) {
    folder.copyToDamaged(journal);
    folder.log.error(
      { corruptBytes: corruptBytes + tail.sizeBytes, missingRows },
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
  createJournal(folder, number, { schema: lastStep(context) });
}

function cannotOpen(name: string, error: unknown): CommandError {
  const message = toFirstLine(error);
  if (/set lock/i.test(message))
    return new CommandError(`${name} is open in another program: close it and start again`);
  if (/permission denied/i.test(message))
    return new CommandError(`No permission to open ${name}: give this user access to the file`);
  return new CommandError(`${name} cannot be opened: ${message}`);
}
