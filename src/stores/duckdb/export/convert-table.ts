import type { FileFormat } from '../../../core/hits/import.ts';
import type { ConvertTable, DescribeTable } from '../../../core/table-file.ts';
import type { FolderFiles } from '../../data-folder-types.ts';
import type { CopySession } from '../engine-types.ts';
import { loadDuckDb } from '../native/native.ts';
import { openInstance } from '../sql/instance.ts';
import { createSession } from '../sql/session.ts';
import { quoteLiteral } from '../sql/sql.ts';
import { WRITE_OPTIONS, writeInstant } from './formats.ts';

const MEMORY_BYTES = 192 * 1024 ** 2;

/** Returns the table function that reads a file, every column as text but in Parquet. */
const READ: Readonly<Record<FileFormat, (file: string, names: readonly string[]) => string>> = {
  parquet: file => `read_parquet(${file}, hive_partitioning = false)`,
  ndjson: (file, names) =>
    `read_json(${file}, format = 'newline_delimited', hive_partitioning = false, columns = {${toColumns(names)}})`,
  csv: (file, names) =>
    `read_csv(${file}, auto_detect = false, header = true, delim = ',', quote = '"', escape = '"', hive_partitioning = false, columns = {${toColumns(names)}})`,
};

const toColumns = (names: readonly string[]): string => names.map(name => `${name}: 'VARCHAR'`).join(', ');

/** Runs work in an instance of its own, which knows no data of the folder. */
const withInstance = async <T>(
  folder: FolderFiles,
  work: (session: CopySession) => Promise<T>,
): Promise<T> => {
  const duckdb = await loadDuckDb(folder);
  const open = await openInstance(duckdb, folder, {
    memoryLimitBytes: MEMORY_BYTES,
    isLocked: false,
    name: 'convert',
    maxThreads: 1,
  });
  const connection = await open.connect();
  try {
    return await work(createSession(duckdb, connection));
  } finally {
    connection.closeSync();
    open.instance.closeSync();
  }
};

/** Creates the function that describes a Parquet file. */
export const createDescribeTable =
  (folder: FolderFiles): DescribeTable =>
  file =>
    withInstance(folder, async session => {
      // The first element is the file's own.
      const columns = await session.read<{ name: string }>(
        `select name from parquet_schema(${quoteLiteral(file)}) offset 1`,
      );
      const [footer] = await session.read<{ rows: number }>(
        `select num_rows as rows from parquet_file_metadata(${quoteLiteral(file)})`,
      );
      return { columns: columns.map(({ name }) => name), rows: footer?.rows ?? 0 };
    });

/** Creates the converter of files of rows. */
export const createConvertTable =
  (folder: FolderFiles): ConvertTable =>
  ({ from, to, columns }) =>
    withInstance(folder, session => {
      const names = Object.keys(columns);
      const values = names.map(name =>
        columns[name] === 'instant'
          ? `${writeInstant(from.format === 'parquet' ? `${name}::timestamp` : `(${name}::timestamptz)::timestamp`, to.format)} as ${name}`
          : name,
      );
      const rows = `select ${values.join(', ')} from ${READ[from.format](quoteLiteral(from.file), names)}`;
      const header = to.format === 'csv' ? ', header true' : '';
      return session.run(`copy (${rows}) to ${quoteLiteral(to.file)} (${WRITE_OPTIONS[to.format]}${header})`);
    });
