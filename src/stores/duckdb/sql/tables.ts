/**
 * Tables that a file may lack, since it was made before their migration. Statements name them and fail: to list tables or columns,
 * DuckDB first makes its own hundred views, which takes up to 13 ms in a new process.
 */
import { getErrorMessage } from '../../../core/errors.ts';

/** Runs `read`, or `readOlder` where a table that it names is not there. */
export async function readTables<T>(read: () => Promise<T>, readOlder: () => Promise<T> | T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!getErrorMessage(error).startsWith('Catalog Error: Table with name')) throw error;
    return readOlder();
  }
}
