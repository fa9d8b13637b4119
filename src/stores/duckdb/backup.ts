import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CommandError } from '../../core/errors.ts';
import type { DataFolder } from '../data-folder.ts';
import { copyFromDescriptor, syncContent, syncPath } from '../durable-file.ts';
import type { LastIds } from '../positions.ts';
import type { Generation } from './generation.ts';

/** Copies a generation as it is at this moment into a folder, which then opens like any data folder. Commits go on meanwhile. */
export async function backUpGeneration(
  folder: DataFolder,
  generation: Generation,
  directory: string,
): Promise<LastIds> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const journalBytes = generation.journal.sizeBytes;
  const lastIds = { ...generation.ledger.lastIds };
  const base = join(directory, basename(folder.fileOf('hits', generation.number)));
  if (existsSync(base)) throw new CommandError(`${base} exists already: name an empty folder for the backup`);
  await copyFromDescriptor(generation.descriptor, base);
  const copy = join(directory, basename(generation.journal.file));
  const journal = openSync(generation.journal.file, 'r');
  try {
    await copyFromDescriptor(journal, copy, { sizeBytes: journalBytes });
  } finally {
    closeSync(journal);
  }
  for (const path of [base, copy]) await syncContent(path);
  syncPath(directory);
  return lastIds;
}
