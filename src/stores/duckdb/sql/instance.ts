import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { FolderFiles } from '../../data-folder-types.ts';
import { toMemoryLimit } from '../memory.ts';
import type { DuckDb } from '../native/native.ts';
import { quoteLiteral } from './sql.ts';

const MIB = 1024 ** 2;
const MAX_SPILL_BYTES = 4 * 1024 ** 3;

/** An open DuckDB without a database of its own; files are attached to it. */
export interface OpenInstance {
  readonly duckdb: DuckDb;
  readonly instance: DuckDBInstance;
  /** A new connection. */
  connect(): Promise<DuckDBConnection>;
}

/**
 * Opens an in-memory DuckDB. Files are attached to it, never checkpointed in place, and what does not fit into memory spills
 * to `tmp/`. With `isLocked`, statements can access no file outside the data folder, and no setting but the memory limit.
 */
export async function openInstance(
  duckdb: DuckDb,
  folder: FolderFiles,
  options: {
    readonly memoryLimitBytes: number;
    readonly isLocked: boolean;
    readonly name: string;
    /** At most. Default: one for each core. */
    readonly maxThreads?: number;
  },
): Promise<OpenInstance> {
  const spill = folder.temporary(`spill-${options.name}`);
  mkdirSync(spill, { recursive: true, mode: 0o700 });
  const { maxThreads = Number.POSITIVE_INFINITY } = options;
  const instance = await duckdb.DuckDBInstance.create(':memory:', {
    threads: String(Math.max(1, Math.min(maxThreads, availableParallelism()))),
    memory_limit: toMemoryLimit(options.memoryLimitBytes),
    temp_directory: spill,
    max_temp_directory_size: `${Math.floor(MAX_SPILL_BYTES / MIB)}MiB`,
    checkpoint_threshold: '1TB',
    // Gives memory of finished statements back to the system: without it, half a gigabyte stays after large reports.
    allocator_background_threads: 'true',
    // Fetching the columns of a short list's rows in a second step takes longer than reading them all at once, at any size.
    late_materialization_max_rows: '0',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  });
  const connection = await instance.connect();
  const settings = ['PRAGMA disable_checkpoint_on_shutdown', "SET GLOBAL TimeZone = 'UTC'"];
  const locks = [
    `SET GLOBAL allowed_directories = [${quoteLiteral(folder.path)}]`,
    'SET GLOBAL enable_external_access = false',
    "SET GLOBAL allowed_configs = ['memory_limit']",
    'SET GLOBAL lock_configuration = true',
  ];
  // At once: each would wait for its turn of the thread.
  await connection.run([...settings, ...(options.isLocked ? locks : [])].join('; '));
  connection.closeSync();
  return { duckdb, instance, connect: () => instance.connect() };
}
