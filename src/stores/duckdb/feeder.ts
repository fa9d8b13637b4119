import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import { HIT_KINDS, type HitKind } from '../../core/hit-store.ts';
import { TABLE_OF } from './engine-types.ts';
import type { DuckDb } from './native.ts';
import { appendCells, type Run } from './rows.ts';

/** Most rows of one transaction: from 122,880 DuckDB writes into the file itself. */
const MAX_TRANSACTION_ROWS = 60_000;

/** Brings rows that are already on disk in the journal into DuckDB, where queries see them. */
export interface Feeder {
  /** Rows still to be fed. */
  readonly waitingRows: number;
  /** Takes rows over; ids of a kind must rise. */
  push(runs: readonly Run[]): void;
  /** Feeds everything taken over so far. Throws when DuckDB cannot take it, and tries again at the next call. */
  flush(): void;
  close(): void;
}

/** Feeds the tables of one attached file. */
export async function openFeeder(
  duckdb: DuckDb,
  connection: DuckDBConnection,
  catalog: string,
): Promise<Feeder> {
  const lanes = new Map<HitKind, Lane>();
  for (const kind of HIT_KINDS) lanes.set(kind, await openLane(duckdb, connection, catalog, kind));
  let waitingRows = 0;
  return {
    get waitingRows() {
      return waitingRows;
    },
    push: runs => {
      for (const run of runs) {
        lanes.get(run.kind)?.push(run);
        waitingRows += run.rows.length;
      }
    },
    flush: () => {
      if (waitingRows === 0) return;
      for (const lane of lanes.values()) waitingRows -= lane.flush();
    },
    close: () => {
      for (const lane of lanes.values()) lane.close();
    },
  };
}

/** The way of one kind's rows into its table. */
interface Lane {
  push(run: Run): void;
  /** Makes everything pushed visible and says how many rows that were. */
  flush(): number;
  close(): void;
}

async function openLane(
  duckdb: DuckDb,
  connection: DuckDBConnection,
  catalog: string,
  kind: HitKind,
): Promise<Lane> {
  const open = () => connection.createAppender(TABLE_OF[kind], 'main', catalog);
  let appender: DuckDBAppender | undefined = await open();
  /** Runs that no query sees yet; the first `handedOver` of them, `handedRows` rows, are in the appender already. */
  const waiting: Run[] = [];
  let handedOver = 0;
  let handedRows = 0;
  /** A failed appender stays broken: another is made, and until it is there feeding fails. */
  const replace = () => {
    try {
      appender?.clear();
      appender?.closeSync();
    } catch {
      // It holds nothing that is not in `waiting` and in the journal.
    }
    appender = undefined;
    handedOver = 0;
    handedRows = 0;
    void open().then(
      made => {
        appender = made;
      },
      () => undefined,
    );
  };
  /** Hands over as much as one transaction takes. Done at every push, so that a flush has little left to do at once. */
  const handOver = (target: DuckDBAppender) => {
    for (let run = waiting[handedOver]; run !== undefined; run = waiting[handedOver]) {
      if (handedOver > 0 && handedRows + run.rows.length > MAX_TRANSACTION_ROWS) return;
      appendRun(duckdb, target, run);
      handedOver += 1;
      handedRows += run.rows.length;
    }
  };
  const flushSome = (): number => {
    if (appender === undefined) {
      replace();
      throw new Error('The table cannot be appended to yet');
    }
    try {
      handOver(appender);
      appender.flushSync();
    } catch (error) {
      replace();
      throw error;
    }
    const rows = handedRows;
    waiting.splice(0, handedOver);
    handedOver = 0;
    handedRows = 0;
    return rows;
  };
  return {
    push: run => {
      waiting.push(run);
      if (appender === undefined) return;
      try {
        handOver(appender);
      } catch {
        // The next flush tries again and says what is wrong.
        replace();
      }
    },
    flush: () => {
      let rows = 0;
      while (waiting.length > 0) rows += flushSome();
      return rows;
    },
    close: () => appender?.closeSync(),
  };
}

function appendRun(duckdb: DuckDb, appender: DuckDBAppender, run: Run): void {
  for (let index = 0; index < run.rows.length; index += 1) {
    appendCells(duckdb, appender, run.kind, run.firstId + index, run.rows[index] ?? []);
  }
}
