/** Stores the positions of followed logs in files, with their log sums that are not in the store yet. */
import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { open, readdir, readFile, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CommandError, getErrorCode } from '../../core/errors.ts';
import type { LeftOut } from '../../core/hits/import.ts';
import type { LogPart } from '../../core/hits/log-sums.ts';
import type { FollowState } from '../../core/log-position.ts';
import { formatCheckedJson, parseCheckedJson } from '../../lib/checked-json.ts';
import { createMutex } from '../../lib/mutex.ts';
import type { LogState } from './log-state.ts';

/** Counts of the lines of a followed log. */
export interface FollowedCounts {
  readonly rowsImported: number;
  readonly rowsBad: number;
  readonly hits: number;
  /** UTC; null without a good row. */
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly leftOut: readonly LeftOut[];
}

/** A log that is followed into a site. */
export interface FollowedLog {
  readonly siteId: number;
  /** Its path, which only distinguishes the site's logs. */
  readonly path: string;
  readonly logFormat: string | null;
  readonly timeZone: string | null;
  /** Whether page views are left out. */
  readonly withoutHits?: boolean;
}

/** The stored state of a log. */
export interface KeptState extends FollowState {
  /** Absent in states from before log sums existed. */
  readonly log?: LogState;
  /** The import that the log adds to, and its counts; absent until there are lines. */
  readonly import?: { readonly importKey: string; readonly counts: FollowedCounts };
}

/** Names of their files. */
export const FOLLOW_FILE = /^follow-\d+-[0-9a-f]{16}\.json$/;

/** Parses a state; undefined when it is damaged. */
function parseWhole(text: string): KeptState | undefined {
  try {
    return parseCheckedJson<KeptState>(text);
  } catch {
    return undefined;
  }
}

/** Parses a state. Throws a `CommandError` when it is damaged. */
export function parseState(file: string, text: string): KeptState {
  const state = parseWhole(text);
  if (state === undefined)
    throw new CommandError(
      `${file}, the position in a followed log, is damaged: restore it from a copy of the data folder. Without one, remove it, undo the import of the log, and follow the log from its beginning`,
    );
  return state;
}

const NOTHING: KeptState = { position: null, pending: null };

/** Returns the key of a log's sums: that of its import, or the name of its file before it has one. */
export const toSumsKey = (file: string, state: KeptState): string =>
  state.import?.importKey ?? basename(file, '.json');

export type FollowStates = ReturnType<typeof createFollowStates>;

export function createFollowStates(folder: { pathOf(...names: string[]): string }) {
  const prefixOf = (siteId: number): string => `follow-${siteId}-`;
  const fileOf = ({ siteId, path }: Pick<FollowedLog, 'siteId' | 'path'>): string =>
    folder.pathOf(
      'imports',
      `${prefixOf(siteId)}${createHash('sha256').update(path).digest('hex').slice(0, 16)}.json`,
    );

  const loadState = async (log: FollowedLog): Promise<KeptState> => {
    const file = fileOf(log);
    const text = await readFile(file, 'utf8').catch(error => {
      if (getErrorCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    return text === undefined ? NOTHING : parseState(file, text);
  };
  const saveTo = async (path: string, state: KeptState): Promise<void> => {
    const handle = await open(`${path}.new`, 'w', 0o600);
    try {
      await handle.writeFile(formatCheckedJson(state));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${path}.new`, path);
  };
  /** Lists the logs of a site; what a damaged state has is missing until the log is followed again, which names it. */
  const list = async (siteId: number): Promise<{ file: string; state: KeptState }[]> => {
    const found: { file: string; state: KeptState }[] = [];
    const names = await readdir(folder.pathOf('imports')).catch(() => []);
    for (const name of names) {
      if (!name.startsWith(prefixOf(siteId)) || !name.endsWith('.json')) continue;
      const file = folder.pathOf('imports', name);
      const text = await readFile(file, 'utf8').catch(() => undefined);
      const state = text === undefined ? undefined : parseWhole(text);
      if (state) found.push({ file, state });
    }
    return found;
  };

  return {
    fileOf,
    loadState,
    saveTo,
    list,
    /** Runs changes of states one after the other. */
    runExclusive: createMutex().runExclusive,
    /** Returns the log sums of a site that are not in the store yet. */
    async listSums(siteId: number): Promise<LogPart[]> {
      return (await list(siteId)).flatMap(({ file, state }) =>
        state.log ? [{ siteId, importKey: toSumsKey(file, state), ...state.log }] : [],
      );
    },
    removeOfSite(siteId: number): void {
      const parent = folder.pathOf('imports');
      try {
        for (const name of readdirSync(parent))
          if (name.startsWith(prefixOf(siteId))) rmSync(join(parent, name), { force: true });
      } catch {
        // The folder does not exist yet.
      }
    },
  };
}
