import { setTimeout as pause } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { HIT_KINDS, type HitKind } from '../../../core/hits/columns.ts';
import { createMutex } from '../../../lib/mutex.ts';
import { TABLES } from '../engine-types.ts';
import { formatRuns, insertSql, type RowRun } from '../rows/rows.ts';
import { isOutOfMemory } from '../sql/instance.ts';

/** About as many rows as one statement takes; those of one commit are never parted, so that no read sees half of them. */
const STATEMENT_ROWS = 10_000;
const ATTEMPTS = 3;
const RETRY_MS = 250;

/** Brings rows that are already on disk in the journal into DuckDB, where queries see them. */
export interface Loader {
  /** Rows still to be fed. */
  readonly waitingRows: number;
  /**
   * True once rows were left out because memory ran out: they are on disk, and a rebuild has to take them from there.
   * Until then nothing that is read here is whole.
   */
  readonly isBehind: boolean;
  /** Takes rows over; ids of a kind must rise. */
  push(runs: readonly RowRun[]): void;
  /**
   * Resolves once everything taken over before the call is fed, or left out. DuckDB works on it beside the main thread.
   * Rejects when it cannot take the rows for another reason than memory, and tries again at the next call.
   */
  flush(): Promise<void>;
  /** Resolves when DuckDB is left alone; what was not fed stays in the journal. */
  close(): Promise<void>;
}

/** Feeds the tables of one attached file. */
export async function openLoader(connection: DuckDBConnection, catalog: string): Promise<Loader> {
  const lanes = new Map<HitKind, TableLoader>();
  const columns = await listColumns(connection, catalog);
  for (const kind of HIT_KINDS) {
    const hasColumn = (name: string) => columns.has(`${TABLES[kind]}.${name}`);
    lanes.set(kind, createTableLoader(await connection.prepare(insertSql(kind, catalog, hasColumn))));
  }
  const mutex = createMutex();
  const waitingRows = () => lanes.values().reduce((sum, lane) => sum + lane.waitingRows, 0);
  let isBehind = false;
  const flushLanes = async () => {
    for (let attempt = 1; ; attempt += 1)
      try {
        for (const lane of lanes.values()) await lane.flush();
        return;
      } catch (error) {
        if (!isOutOfMemory(error)) throw error;
        // A report may hold the memory for a moment.
        if (attempt < ATTEMPTS) await pause(RETRY_MS);
        else break;
      }
    isBehind = true;
    for (const lane of lanes.values()) lane.discard();
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
      for (const run of runs) lanes.get(run.kind)?.push(run);
    },
    flush: () => (waitingRows() === 0 ? Promise.resolve() : mutex.runExclusive(flushLanes)),
    close: async () => {
      await mutex.idle();
      for (const lane of lanes.values()) lane.close();
    },
  };
}

/** Columns that the tables have: before a migration fewer than today's. */
async function listColumns(connection: DuckDBConnection, catalog: string): Promise<ReadonlySet<string>> {
  const found = await connection.runAndReadAll(
    `SELECT table_name || '.' || column_name FROM duckdb_columns() WHERE database_name = '${catalog}'`,
  );
  return new Set(found.getRows().map(([name]) => String(name)));
}

/** The way of one kind's rows into its table. */
interface TableLoader {
  readonly waitingRows: number;
  push(run: RowRun): void;
  /** Makes everything pushed before visible. */
  flush(): Promise<void>;
  /** Forgets what was pushed and is not visible. */
  discard(): void;
  close(): void;
}

function createTableLoader(statement: DuckDBPreparedStatement): TableLoader {
  const waiting: RowRun[] = [];
  let waitingRows = 0;
  /** How many of the next runs make one statement. */
  const countRuns = (most: number): number => {
    let runs = 0;
    let rows = 0;
    for (const run of waiting) {
      rows += run.rows.length;
      if (runs === most || (runs > 0 && rows > STATEMENT_ROWS)) break;
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
        statement.bindVarchar(1, formatRuns(waiting.slice(0, count)));
        await statement.run();
        for (const run of waiting.splice(0, count)) waitingRows -= run.rows.length;
        left -= count;
      }
    },
    discard: () => {
      waiting.length = 0;
      waitingRows = 0;
    },
    close: () => statement.destroySync(),
  };
}
