/** States of followed logs in a backup: with them, a restored server goes on with a log instead of reading it once more. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getErrorMessage } from '../../core/errors.ts';
import { isSamePosition } from '../../core/log-position.ts';
import { formatCheckedJson } from '../../lib/checked-json.ts';
import { FOLLOW_FILE, type KeptState, parseState } from './follow-states.ts';

interface Folder {
  pathOf(...names: string[]): string;
}

/** States by the names of their files. */
type StatesByFile = ReadonlyMap<string, KeptState>;

const listFiles = (directory: string): string[] =>
  existsSync(directory) ? readdirSync(directory).filter(name => FOLLOW_FILE.test(name)) : [];

/** Reads the states of all followed logs. */
export const readFollowStates = ({ pathOf }: Folder): StatesByFile =>
  new Map(
    listFiles(pathOf('imports')).map(name => [
      name,
      parseState(pathOf('imports', name), readFileSync(pathOf('imports', name), 'utf8')),
    ]),
  );

const NOTHING: KeptState = { position: null, pending: null };

/**
 * Writes states into a folder as they are true of hits that were copied between `before` and `after`: of lines that were stored
 * meanwhile it is not known whether they are in the copy.
 */
export function writeFollowStates(directory: string, before: StatesByFile, after: StatesByFile): void {
  for (const [name, next] of after) {
    const last = before.get(name) ?? NOTHING;
    const isSame = isSamePosition(last.position, next.position);
    const state = isSame
      ? { ...last, pending: next.pending }
      : { ...last, pending: next.pending ?? next.position };
    writeFileSync(join(directory, name), formatCheckedJson(state), { mode: 0o600 });
  }
}

/** Moves states that came with a backup, whose files are in one folder, to where those of this folder are. */
export function adoptFollowStates({ pathOf }: Folder): void {
  for (const name of listFiles(pathOf())) {
    mkdirSync(pathOf('imports'), { recursive: true, mode: 0o700 });
    renameSync(pathOf(name), pathOf('imports', name));
  }
}

/** Describes the states that cannot be read, in a data folder or a backup. */
export const findFollowFaults = ({ pathOf }: Folder): string[] =>
  [pathOf(), pathOf('imports')].flatMap(directory =>
    listFiles(directory).flatMap(name => {
      const file = join(directory, name);
      try {
        parseState(file, readFileSync(file, 'utf8'));
        return [];
      } catch (error) {
        return [getErrorMessage(error)];
      }
    }),
  );
