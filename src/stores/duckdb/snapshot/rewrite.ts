/** Writes a copy that is being built anew, in an instance that cannot take memory from live queries. */

import { fdatasync, renameSync, rmSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { isDiskFull, unavailable } from '../../../core/errors.ts';
import type { DataFolder } from '../../data-folder-types.ts';
import { isOutOfMemory, MIN_BYTES_PER_THREAD, rebuildMemoryBytes } from '../memory.ts';
import { type OpenInstance, openInstance } from '../sql/instance.ts';
import { copyTables } from './copy-tables.ts';
import { measureDiskSpace } from './disk-space.ts';
import type { BegunRebuild } from './purges.ts';
import { type AttachedFile, attachFile, BLOCK_BYTES, createFile } from './snapshot.ts';

const sync = promisify(fdatasync);

/** The parts of the engine that it takes. */
interface RewriteContext {
  readonly open: OpenInstance;
  readonly folder: DataFolder;
  readonly memoryLimitBytes: number;
}

/** Interrupts statements on a file when the signal aborts. Returns the function that stops it. */
export function interruptOn(signal: AbortSignal, { connection }: AttachedFile): () => void {
  const interrupt = () => connection.interrupt();
  signal.addEventListener('abort', interrupt);
  return () => signal.removeEventListener('abort', interrupt);
}

/** Opens an instance that cannot take memory from live queries. */
export const openBuilder = (context: RewriteContext, memoryLimitBytes: number): Promise<OpenInstance> =>
  openInstance(context.open.duckdb, context.folder, {
    memoryLimitBytes,
    maxThreads: Math.floor(memoryLimitBytes / MIN_BYTES_PER_THREAD),
    isLocked: false,
    name: 'rebuild',
  });

/** Replaces a file by a new one with the same tables: a copied one keeps its free blocks, with the bytes of removed rows. */
export async function rewriteFile(
  context: RewriteContext,
  scratch: string,
  signal: AbortSignal,
): Promise<void> {
  const { folder } = context;
  const fresh = `${scratch}.fresh`;
  rmSync(fresh, { force: true });
  const memoryLimitBytes = rebuildMemoryBytes(context.memoryLimitBytes, { hasWork: true });
  const open = await openBuilder(context, memoryLimitBytes);
  try {
    const old = await attachFile(open, scratch);
    const file = await createFile(open, fresh);
    const ignoreSignal = interruptOn(signal, file);
    try {
      await copyTables(old, file, { memoryLimitBytes });
      await file.session.run(`CHECKPOINT ${file.catalog}`);
      await sync(file.descriptor);
    } finally {
      ignoreSignal();
      await file.detach();
      await old.detach();
    }
    renameSync(fresh, scratch);
  } catch (error) {
    throw toRebuildError(error, folder);
  } finally {
    open.instance.closeSync();
    rmSync(fresh, { force: true });
  }
}

/** Maps a failure of a rebuild to an error that the operator can act on. */
export function toRebuildError(error: unknown, { path }: DataFolder): unknown {
  if (isDiskFull(error))
    return unavailable(
      `Not enough room to rewrite the file of hits: free some space in ${path} and try again`,
    );
  if (isOutOfMemory(error))
    return unavailable('Rewriting the file of hits needs more memory: raise --memory-limit and try again');
  return error;
}

/** Free bytes that are worth no second copy. */
const MIN_FREE_BYTES = 1024 ** 2;

/** Returns whether a file has more free blocks than it may have, or the larger blocks of earlier versions. */
const isWasteful = async (
  { open }: RewriteContext,
  scratch: string,
  maxFreeShare: number,
): Promise<boolean> => {
  const file = await attachFile(open, scratch);
  try {
    const [size] = await file.session.read<{ block: number; total: number; free: number }>(
      `select block_size as block, total_blocks as total, free_blocks as free from pragma_database_size()
        where database_name = '${file.catalog}'`,
    );
    const { block, total, free } = size ?? { block: BLOCK_BYTES, total: 0, free: 0 };
    return block !== BLOCK_BYTES || (free * block > MIN_FREE_BYTES && free > total * maxFreeShare);
  } finally {
    await file.detach();
  }
};

/** Writes a file anew where that makes it smaller, and where there is room for another copy: else it stays as it is. */
export async function tidyFile(
  context: RewriteContext,
  scratch: string,
  { maxFreeShare, signal }: Pick<BegunRebuild, 'maxFreeShare'> & { readonly signal: AbortSignal },
): Promise<void> {
  if (maxFreeShare === undefined) return;
  const { folder } = context;
  const sizes = { baseBytes: statSync(scratch).size, journalBytes: 0 };
  if (!(await isWasteful(context, scratch, maxFreeShare)) || !measureDiskSpace(folder, sizes).isEnough)
    return;
  try {
    await rewriteFile(context, scratch, signal);
  } catch (error) {
    signal.throwIfAborted();
    folder.log.debug({ err: error }, 'the file of hits was not written anew');
  }
}
