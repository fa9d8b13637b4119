/** Statements run by DuckDB itself, beside any store. */
import { DuckDBInstance } from '@duckdb/node-api';

/** Runs statements, and returns the rows of the last one, with numbers of 64 bits and times as text. */
export async function query(statements: string, database = ':memory:') {
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(statements)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Writes the rows of a query to a file of Parquet. */
export async function writeParquet(file: string, select: string): Promise<void> {
  await query(`copy (${select}) to '${file.replaceAll("'", "''")}' (format parquet)`);
}
