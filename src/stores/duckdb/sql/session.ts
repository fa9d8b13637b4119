import type { DuckDBConnection } from '@duckdb/node-api';
import type { CopySession, ReadSession, SqlRow, SqlValue } from '../engine-types.ts';
import type { DuckDb } from '../native/native.ts';
import { bindValues, createConverter } from './values.ts';

/** Creates a session that runs statements on a connection with values of `SqlValue`. */
export function createSession(duckdb: DuckDb, connection: DuckDBConnection): CopySession {
  const convert = createConverter(duckdb);
  const run = async (sql: string, values: readonly SqlValue[]) => {
    const statement = await connection.prepare(sql);
    try {
      bindValues(duckdb, statement, values);
      return await statement.runAndReadAll();
    } finally {
      statement.destroySync();
    }
  };
  return {
    run: async (sql, values = []) => (await run(sql, values)).rowsChanged,
    read: async <Row = SqlRow>(sql: string, values: readonly SqlValue[] = []) =>
      (await run(sql, values)).convertRowObjects((value, type) => convert(value, type)) as Row[],
  };
}

/** Runs reads in one transaction, which is rolled back. */
export async function inOneTransaction<T>(
  session: CopySession,
  work: (session: ReadSession) => Promise<T>,
): Promise<T> {
  await session.run('BEGIN TRANSACTION READ ONLY');
  try {
    return await work({ read: session.read });
  } finally {
    await session.run('ROLLBACK');
  }
}
