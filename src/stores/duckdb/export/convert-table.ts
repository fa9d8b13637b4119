import type { FileFormat } from '../../../core/hits/import.ts';
import type { ConvertTable } from '../../../core/table-file.ts';
import type { FolderFiles } from '../../data-folder.ts';
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

/** Creates the converter of files of rows. Each conversion has an instance of its own, which knows no data of the folder. */
export const createConvertTable =
  (folder: FolderFiles): ConvertTable =>
  async ({ from, to, columns }) => {
    const duckdb = await loadDuckDb(folder);
    const open = await openInstance(duckdb, folder, {
      memoryLimitBytes: MEMORY_BYTES,
      isLocked: false,
      name: 'convert',
      maxThreads: 1,
    });
    const connection = await open.connect();
    try {
      const names = Object.keys(columns);
      const values = names.map(name =>
        columns[name] === 'instant'
          ? `${writeInstant(from.format === 'parquet' ? `${name}::timestamp` : `(${name}::timestamptz)::timestamp`, to.format)} as ${name}`
          : name,
      );
      const rows = `select ${values.join(', ')} from ${READ[from.format](quoteLiteral(from.file), names)}`;
      const header = to.format === 'csv' ? ', header true' : '';
      return await createSession(duckdb, connection).run(
        `copy (${rows}) to ${quoteLiteral(to.file)} (${WRITE_OPTIONS[to.format]}${header})`,
      );
    } finally {
      connection.closeSync();
      open.instance.closeSync();
    }
  };
