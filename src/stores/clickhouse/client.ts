/** The connection to a ClickHouse server. */
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { AppError } from '../../core/errors.ts';
import type { ReadOptions } from '../../core/hits/query.ts';
import { type Sql, toStatement } from './sql.ts';

/** Runs a statement and returns its rows. */
export type Read = <Row>(statement: Sql) => Promise<Row[]>;

export interface ClickHouse {
  /** Returns the function that reads, for one request: a client that disconnects cancels its statements. */
  readWith(options?: ReadOptions): Read;
  /** Runs a statement that returns nothing, and waits until it has happened on every replica. */
  run(statement: Sql): Promise<void>;
  /** Inserts rows. The same rows under the same token are stored once. */
  insert(table: string, rows: readonly object[], options: { readonly token: string }): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Where a server is. */
export interface Address {
  /** With user and password, where it asks for them. */
  readonly url: string;
  readonly database: string;
}

/** Connects to a database; nothing is sent yet. */
export function connect({ url, database }: Address): ClickHouse {
  const client = createClient({
    url,
    database,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      output_format_json_quote_64bit_integers: 0,
      date_time_input_format: 'best_effort',
      // A value that is selected under its column's name does not change what conditions mean.
      prefer_column_name_to_alias: 1,
      cancel_http_readonly_queries_on_client_close: 1,
      mutations_sync: '2',
      lightweight_deletes_sync: '2',
    },
  });
  return {
    readWith:
      ({ signal } = {}) =>
      async <Row>(statement: Sql) => {
        const answer = await client.query({
          ...toStatement(statement),
          format: 'JSONEachRow',
          ...(signal && { abort_signal: signal }),
        });
        return answer.json<Row>();
      },
    run: async statement => {
      await client.command(toStatement(statement));
    },
    insert: async (table, rows, { token }) => {
      await client.insert({
        table,
        values: [...rows],
        format: 'JSONEachRow',
        clickhouse_settings: { insert_deduplication_token: token },
      });
    },
    ping: async () => {
      const { success } = await client.ping();
      if (!success) throw new AppError('unavailable', 'ClickHouse does not answer');
    },
    close: () => client.close(),
  };
}
