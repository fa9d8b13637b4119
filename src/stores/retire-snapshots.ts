/** How long superseded snapshots are kept. */
import { existsSync, rmSync, statSync } from 'node:fs';
import { DAY_MS } from '../lib/time-units.ts';
import type { DataFolder, Family } from './data-folder-types.ts';

const KEPT_MS = DAY_MS;
const KEPT_BYTES = 1024 ** 3;
const MAX_SUPERSEDED = 3;
/** A copy that began before a compaction may still be reading the files of then. */
const COPY_MS = 10 * 60 * 1000;

/** Removes superseded snapshots, by the rules of `DataFolder.retire`. */
export function retireSnapshots(folder: DataFolder, family: Family, isTight: boolean): void {
  const numbers = folder.snapshots(family);
  const [newest, previous, ...older] = numbers;
  if (newest === undefined || previous === undefined) return;
  // What is older than every damaged file is what those can be restored from, with all journals since.
  const isMarked = (number: number) => existsSync(folder.damageMarkFile(number));
  const oldestDamaged = family === 'hits' ? (numbers.findLast(isMarked) ?? 0) : 0;
  const areJournalsNeeded = numbers.some(number => number < oldestDamaged);
  const sizeOf = (number: number) =>
    folder.listFiles(family, number).reduce((sum, file) => sum + statSync(file).size, 0);
  const budgetBytes = Math.max(KEPT_BYTES, 2 * statSync(folder.databaseFile(family, newest)).size);
  let supersededAt = statSync(folder.databaseFile(family, previous)).mtimeMs;
  let heldBytes = sizeOf(previous);
  for (const [index, number] of older.entries()) {
    const { mtimeMs } = statSync(folder.databaseFile(family, number));
    heldBytes += sizeOf(number);
    const ageMs = folder.clock.now().getTime() - supersededAt;
    const isOld = ageMs >= KEPT_MS;
    const isMany = isTight || index + 2 > MAX_SUPERSEDED;
    const isSurplus = (isMany && ageMs >= COPY_MS) || heldBytes > budgetBytes;
    supersededAt = mtimeMs;
    if (number < oldestDamaged || !(isOld || isSurplus)) continue;
    // The database file goes first: without its journal or log it would pass for whole.
    for (const name of folder.listFiles(family, number))
      if (!areJournalsNeeded || name !== folder.logFile(family, number)) rmSync(name, { force: true });
    if (family === 'hits') rmSync(folder.damageMarkFile(number), { force: true });
  }
  if (family === 'hits') removeOldJournals(folder);
}

/** Journals of files that were set aside, which no file that is left can need. */
function removeOldJournals(folder: DataFolder): void {
  const oldest = folder.snapshots('hits').at(-1) ?? 0;
  for (const { number, file } of folder.orphanLogs('hits')) if (number < oldest) rmSync(file);
}
