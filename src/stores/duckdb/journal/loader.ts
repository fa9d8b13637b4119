import { setTimeout as pause } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { HIT_KINDS, type HitKind } from '../../../core/hits/columns.ts';
import { createMutex } from '../../../lib/mutex.ts';
import { TABLES } from '../engine-types.ts';
import { isOutOfMemory } from '../memory.ts';
import { hasEscapes } from '../rows/row-text.ts';
import { formatRuns, insertSql, type RowRun } from '../rows/rows.ts';
import { readTables } from '../sql/tables.ts';

/** Maximum number of rows of one statement; those of one commit are never split, so that no read sees half of them. */
const MAX_STATEMENT_ROWS = 10_000;
const MAX_ATTEMPTS = 3;
const RETRY_MS = 250;

/** Loads rows that are on disk in the journal into DuckDB, where queries see them. */
export interface Loader {
  /** Number of rows that are not loaded yet. */
  readonly waitingRows: number;
  /**
   * True once rows were dropped because memory ran out: they are on disk, and a rebuild has to read them from there. Until
   * then reads are incomplete.
   */
  readonly isBehind: boolean;
  /** Queues rows; ids of a kind must ascend. */
  push(runs: readonly RowRun[]): void;
  /**
   * Resolves once everything queued before the call is loaded, or dropped. DuckDB works off the main thread. Rejects when
   * loading fails for another reason than memory; the next call tries again.
   */
  flush(): Promise<void>;
  /** Resolves when no statement runs; what was not loaded stays in the journal. */
  close(): Promise<void>;
}

/** Opens a loader for the tables of an attached file. */
export async function openLoader(connection: DuckDBConnection, catalog: string): Promise<Loader> {
  const tables = new Map<HitKind, TableLoader>();
  const columns = await listColumns(connection, catalog);
  for (const kind of HIT_KINDS) {
    // A file from before a migration may lack the table: then its journal has no such rows.
    if (!columns.has(`${TABLES[kind]}.id`)) continue;
    const hasColumn = (name: string) => columns.has(`${TABLES[kind]}.${name}`);
    tables.set(
      kind,
      createTableLoader(isEscaped => connection.prepare(insertSql(kind, catalog, { hasColumn, isEscaped }))),
    );
  }
  const mutex = createMutex();
  const waitingRows = () => tables.values().reduce((sum, table) => sum + table.waitingRows, 0);
  let isBehind = false;
  const flushTables = async () => {
    for (let attempt = 1; ; attempt += 1)
      try {
        for (const table of tables.values()) await table.flush();
        return;
      } catch (error) {
        if (!isOutOfMemory(error)) throw error;
        // A report may hold the memory for a moment.
        if (attempt < MAX_ATTEMPTS) await pause(RETRY_MS);
        else break;
      }
    isBehind = true;
    for (const table of tables.values()) table.discard();
  };
  return {
    get isBehind() {
      return isBehind;
    },
    get waitingRows() {
      return waitingRows();
    },
    push: runs => {
      if (isBehind) return;
      for (const run of runs) tables.get(run.kind)?.push(run);
    },
    flush: () => (waitingRows() === 0 ? Promise.resolve() : mutex.runExclusive(flushTables)),
    close: async () => {
      await mutex.idle();
      for (const table of tables.values()) table.close();
    },
  };
}

/** Lists the columns of the tables: before a migration there are fewer than today. */
async function listColumns(connection: DuckDBConnection, catalog: string): Promise<ReadonlySet<string>> {
  const ofTables = Object.values(TABLES).map(
    table => `SELECT '${table}.' || name FROM pragma_table_info('${catalog}.${table}')`,
  );
  const found = await readTables(
    () => connection.runAndReadAll(ofTables.join(' UNION ALL ')),
    () =>
      connection.runAndReadAll(
        `SELECT table_name || '.' || column_name FROM duckdb_columns() WHERE database_name = '${catalog}'`,
      ),
  );
  return new Set(found.getRows().map(([name]) => String(name)));
}

/** Loads the rows of one kind into its table. */
interface TableLoader {
  readonly waitingRows: number;
  push(run: RowRun): void;
  /** Loads everything queued before. */
  flush(): Promise<void>;
  /** Drops what is queued. */
  discard(): void;
  close(): void;
}

/** Creates the loader of a table; its statements are prepared for the first rows, since most kinds of rows, and escapes, are rare. */
function createTableLoader(prepare: (isEscaped: boolean) => Promise<DuckDBPreparedStatement>): TableLoader {
  const prepared = new Map<boolean, DuckDBPreparedStatement>();
  const waiting: RowRun[] = [];
  let waitingRows = 0;
  /** Returns how many of the next runs make one statement. */
  const countRuns = (max: number): number => {
    let runs = 0;
    let rows = 0;
    for (const run of waiting) {
      rows += run.rows.length;
      if (runs === max || (runs > 0 && rows > MAX_STATEMENT_ROWS)) break;
      runs += 1;
    }
    return runs;
  };
  return {
    get waitingRows() {
      return waitingRows;
    },
    push: run => {
      if (run.rows.length === 0) return;
      waiting.push(run);
      waitingRows += run.rows.length;
    },
    flush: async () => {
      for (let left = waiting.length; left > 0; ) {
        const count = countRuns(left);
        const text = formatRuns(waiting.slice(0, count));
        const isEscaped = hasEscapes(text);
        const statement = prepared.get(isEscaped) ?? (await prepare(isEscaped));
        prepared.set(isEscaped, statement);
        statement.bindVarchar(1, text);
        await statement.run();
        for (const run of waiting.splice(0, count)) waitingRows -= run.rows.length;
        left -= count;
      }
    },
    discard: () => {
      waiting.length = 0;
      waitingRows = 0;
    },
    close: () => {
      for (const statement of prepared.values()) statement.destroySync();
    },
  };
}
