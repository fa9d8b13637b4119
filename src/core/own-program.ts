/** How this program is started once more. */
import { join } from 'node:path';

const isCompiled = import.meta.path.startsWith('/$bunfs/');

/** Returns the words by which this program is started. */
export const ownProgram = (): string[] =>
  isCompiled ? [process.execPath] : [process.execPath, join(import.meta.dir, '../main.ts')];

/** The argument by which the program is started to read a part of a file. */
export const PART_COMMAND = 'import-part';
