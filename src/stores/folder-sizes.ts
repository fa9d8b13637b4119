/** What takes room in the data folder, for the operator. */
import { type Dirent, promises as files } from 'node:fs';
import { join } from 'node:path';

/** What the data folder is made of, in the operator's words. */
export const FOLDER_PARTS = [
  'hits',
  'configuration',
  'older_generations',
  'backups',
  'damaged',
  'runtime',
  'temporary',
  'other',
] as const;
export type FolderPart = (typeof FOLDER_PARTS)[number];

export interface PartSize {
  readonly name: FolderPart;
  readonly sizeBytes: number;
}

const PART_OF_FOLDER: Readonly<Record<string, FolderPart>> = {
  backups: 'backups',
  damaged: 'damaged',
  runtime: 'runtime',
  tmp: 'temporary',
};
const GENERATION = /^(hits|app)\.(\d{6})\./;

/**
 * Bytes of each part of a data folder that has any, largest first. `older_generations` are files that newer ones have
 * taken the place of, kept for a while. Other requests go on at the same time; a file that is removed in between is left out.
 */
export async function readFolderSizes(root: string): Promise<PartSize[]> {
  const entries = await entriesOf(root);
  const newest = newestGenerations(entries.map(entry => entry.name));
  const sizes = new Map<FolderPart, number>();
  for (const entry of entries) {
    const part = partOf(entry, newest);
    sizes.set(part, (sizes.get(part) ?? 0) + (await sizeOf(root, entry)));
  }
  return [...sizes]
    .map(([name, sizeBytes]) => ({ name, sizeBytes }))
    .filter(({ sizeBytes }) => sizeBytes > 0)
    .sort((a, b) => b.sizeBytes - a.sizeBytes);
}

/** Numbers of the newest files of either database, by the beginning of their names. */
function newestGenerations(names: readonly string[]): ReadonlyMap<string, string> {
  const newest = new Map<string, string>();
  for (const name of names) {
    const [, family = '', number = ''] = GENERATION.exec(name) ?? [];
    if (family !== '' && number > (newest.get(family) ?? '')) newest.set(family, number);
  }
  return newest;
}

function partOf(entry: Dirent, newest: ReadonlyMap<string, string>): FolderPart {
  if (entry.isDirectory()) return PART_OF_FOLDER[entry.name] ?? 'other';
  const [, family, number] = GENERATION.exec(entry.name) ?? [];
  if (family === undefined) return 'other';
  if (newest.get(family) !== number) return 'older_generations';
  return family === 'hits' ? 'hits' : 'configuration';
}

async function sizeOf(folder: string, entry: Dirent): Promise<number> {
  const path = join(folder, entry.name);
  if (!entry.isDirectory()) return unlessGone(async () => (await files.lstat(path)).size, 0);
  let bytes = 0;
  for (const inner of await entriesOf(path)) bytes += await sizeOf(path, inner);
  return bytes;
}

const entriesOf = (folder: string): Promise<Dirent[]> =>
  unlessGone(() => files.readdir(folder, { withFileTypes: true }), []);

/** What is read; `otherwise` for a file or folder that is gone, or that this user may not look into. */
async function unlessGone<Value>(read: () => Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return await read();
  } catch {
    return otherwise;
  }
}
