/**
 * Rows that an import works on, in scratch files: as Parquet they are written in a third of the processor time that a table takes, and
 * read with their dictionaries.
 */
import { rm } from 'node:fs/promises';
import type { Rebuild } from '../engine-types.ts';
import { fileLiteral, literal, raw, type Sql, sql, toRun } from '../sql/sql.ts';

/** Each thread holds as many rows in memory. */
const ROWS_PER_GROUP = 24_576;

/** A column that `readNumbered` adds. */
export const ROW_NUMBER = 'file_row_number';

/** Reads a Parquet file, with the numbers of its rows from 0. */
export const readNumbered = (file: string): Sql =>
  sql`read_parquet(${fileLiteral(file)}, hive_partitioning = false, file_row_number = true)`;

/** Writes rows to a scratch file, in their order. Returns what they are read from. */
export const writeScratch = async (copy: Rebuild, rows: Sql, name: string): Promise<Sql> => {
  await removeScratch(copy, name);
  const file = `${copy.folder}/${name}.parquet`;
  await toRun(copy)(
    sql`copy (${rows}) to ${literal(file)} (format parquet, compression snappy, row_group_size ${raw(String(ROWS_PER_GROUP))})`,
  );
  return readNumbered(file);
};

/** Removes a scratch file. */
export const removeScratch = ({ folder }: Rebuild, name: string): Promise<void> =>
  rm(`${folder}/${name}.parquet`, { force: true });
