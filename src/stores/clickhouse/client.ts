/** The connection to a ClickHouse server. */
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import {
  type ClickHouseClient,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client';
import type { HitsAddress } from '../../core/hits-url.ts';
import type { Log } from '../../core/log.ts';
import { createFairPool } from '../../lib/fair-pool.ts';
import {
  BACKGROUND,
  isStopping,
  READ_LIMITS,
  type ReadLimits,
  toDeadlineMs,
  tookTooLong,
  type UseOptions,
  waitLimits,
} from '../read-limits.ts';
import { ClickHouseFault, isOfStatement, isTooSlow, lateFault, toError } from './faults.ts';
import { type Sql, toStatement } from './sql.ts';

/** Runs a statement and returns its rows. */
export type Read = <Row>(statement: Sql) => Promise<Row[]>;

export interface ClickHouse {
  /** Host and port, for messages. */
  readonly host: string;
  readonly database: string;
  /** The cluster that has the tables; null for one server. */
  readonly cluster: string | null;
  /**
   * Returns the function that reads, for one request: its statements wait in its queue, and are interrupted after 20 s or
   * when its signal aborts. They reject as those of the embedded engine do, and with `unavailable` when the server fails.
   */
  readWith(options?: UseOptions): Read;
  /** Writes the rows of a statement to a file, as Parquet. Rejects as reads do, and when the answer was cut short. */
  writeParquet(statement: Sql, file: string, options?: UseOptions): Promise<void>;
  /** Runs a statement that returns nothing, and waits until it has happened on every replica. */
  run(statement: Sql): Promise<void>;
  /**
   * Stores rows, up to 20,000 at once or a million as lines, in one block a month. A second insert with the same rows and
   * token stores only what the first one did not.
   */
  insert(table: string, rows: readonly object[] | Lines, options: InsertOptions): Promise<void>;
  /** Rejects when the server does not answer this user from this database. */
  ping(): Promise<void>;
  /** Interrupts reads, and closes the connections. */
  close(): Promise<void>;
}

/** Rows as lines of JSON. */
type Lines = AsyncGenerator<Uint8Array, unknown, void>;

/** Options of `insert`. */
export interface InsertOptions {
  /** What makes the insert the same as another one. */
  readonly token: string;
}

/** Options of `connect`. */
export interface ConnectOptions {
  /** Where failures of the server are noted, once for each kind until it answers again. */
  readonly log?: Log;
  readonly limits?: ReadLimits;
}

/** Statements at once; one queue may have half of those for reports. */
const REPORTS = 8;
const LOOK_UPS = 2;
const FILES = 2;
/** How much longer than the server we wait for its own word that a statement took too long. */
const GRACE_MS = 2000;
const INSERT_TIMEOUT_MS = 60_000;
/** For changes of many rows, which wait for each replica. */
const CHANGE_TIMEOUT_MS = 3_600_000;

/** Settings of every statement. */
const SETTINGS: ClickHouseSettings = {
  // The status is sent when the statement is done: an error never follows the rows of an answer with status 200.
  wait_end_of_query: 1,
  date_time_input_format: 'best_effort',
};

/** Settings of reads. What a profile of the user may have set, and would make an answer short, is set here. */
const READ_SETTINGS: ClickHouseSettings = {
  ...SETTINGS,
  readonly: '2',
  cancel_http_readonly_queries_on_client_close: 1,
  output_format_json_quote_64bit_integers: 0,
  // A value that is selected under its column's name does not change what conditions mean.
  prefer_column_name_to_alias: 1,
  timeout_overflow_mode: 'throw',
  read_overflow_mode: 'throw',
  result_overflow_mode: 'throw',
  skip_unavailable_shards: 0,
  use_query_cache: 0,
};

/** Settings of inserts: a batch is one block in each month, so that its token is that of all its rows. */
const INSERT_SETTINGS: ClickHouseSettings = {
  ...SETTINGS,
  async_insert: 0,
  insert_deduplicate: 1,
  input_format_parallel_parsing: 0,
  max_insert_block_size: '1048576',
  min_insert_block_size_rows: '1048576',
  min_insert_block_size_bytes: '0',
  max_partitions_per_insert_block: '0',
};

const CHANGE_SETTINGS: ClickHouseSettings = {
  ...SETTINGS,
  mutations_sync: '2',
  lightweight_deletes_sync: '2',
  alter_sync: '2',
};

/** Settings where tables are replicated and distributed: a write is on most replicas, and the next read asks one of them. */
const CLUSTER_READ_SETTINGS: ClickHouseSettings = {
  select_sequential_consistency: '1',
  distributed_product_mode: 'global',
};
const CLUSTER_INSERT_SETTINGS: ClickHouseSettings = {
  distributed_foreground_insert: 1,
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  insert_quorum_timeout: INSERT_TIMEOUT_MS - 2 * GRACE_MS,
};
const CLUSTER_CHANGE_SETTINGS: ClickHouseSettings = {
  distributed_ddl_task_timeout: String(CHANGE_TIMEOUT_MS / 1000),
  distributed_ddl_output_mode: 'throw',
};

/** An answer in the format JSONCompact: one document, so that what is cut short cannot be parsed. */
interface Answer {
  readonly meta: readonly { readonly name: string }[];
  readonly data: readonly (readonly unknown[])[];
}

const toRows = <Row>(text: string): Row[] => {
  const { meta, data }: Partial<Answer> = JSON.parse(text);
  if (!meta || !data) throw new SyntaxError('no answer of ClickHouse');
  const names = meta.map(({ name }) => name);
  return data.map(values => Object.fromEntries(names.map((name, index) => [name, values[index]])) as Row);
};

/** Writes an answer to a file. Rejects when it does not end as a Parquet file does. */
const saveParquet = async (answer: Readable, file: string, signal: AbortSignal): Promise<void> => {
  await pipeline(answer, createWriteStream(file, { mode: 0o600 }), { signal });
  const { size } = await stat(file);
  const end = await Bun.file(file)
    .slice(Math.max(0, size - 4), size)
    .text();
  if (end !== 'PAR1') throw new SyntaxError('no Parquet file of ClickHouse');
};

/** Inserts lines of JSON as they are: the client would make rows of them. */
const insertLines = async (
  client: ClickHouseClient,
  table: string,
  options: Omit<Parameters<ClickHouseClient['exec']>[0], 'query'> & { readonly values: Readable },
): Promise<void> => {
  const { stream } = await client.exec({ ...options, query: `insert into ${table} format JSONEachRow` });
  await finished(stream.resume());
};

/** Limits of one request. */
interface Limits {
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Connects to a database; nothing is sent yet. */
export function connect(
  { url, database, username, password, cluster }: HitsAddress,
  { log, limits = READ_LIMITS }: ConnectOptions = {},
): ClickHouse {
  const { host } = new URL(url);
  const client = createClient({
    url,
    database,
    username,
    password,
    // The client leaves out this one, and means the user's own.
    http_headers: { 'x-clickhouse-database': database },
    log: { level: ClickHouseLogLevel.OFF },
    // Each statement has a shorter one of its own.
    request_timeout: CHANGE_TIMEOUT_MS,
    max_open_connections: 2 * (REPORTS + LOOK_UPS + FILES),
    // Long lists of values do not fit into an address.
    use_multipart_params_auto: true,
  });
  const toSettings = (settings: ClickHouseSettings, ofCluster: ClickHouseSettings): ClickHouseSettings =>
    cluster === null ? settings : { ...settings, ...ofCluster };
  const readSettings = toSettings(READ_SETTINGS, CLUSTER_READ_SETTINGS);
  const insertSettings = toSettings(INSERT_SETTINGS, CLUSTER_INSERT_SETTINGS);
  const changeSettings = toSettings(CHANGE_SETTINGS, CLUSTER_CHANGE_SETTINGS);
  const health = watchHealth(host, log);
  const createPool = (count: number, share: number) =>
    createFairPool(
      Array.from({ length: count }, (_, slot) => slot),
      share,
    );
  const reports = createPool(REPORTS, REPORTS / 2);
  const lookUps = createPool(LOOK_UPS, LOOK_UPS);
  const files = createPool(FILES, FILES);
  const closing = new AbortController();

  /** Runs `work` with a signal that aborts with `signal` or late, and maps its errors. */
  const attempt = async <T>(
    work: (signal: AbortSignal) => Promise<T>,
    { timeoutMs = CHANGE_TIMEOUT_MS, signal }: Limits,
  ): Promise<T> => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    try {
      const result = await work(AbortSignal.any([late.signal, closing.signal, ...(signal ? [signal] : [])]));
      health.worked();
      return result;
    } catch (failure) {
      if (signal?.aborted) throw signal.reason;
      if (closing.signal.aborted) throw isStopping();
      throw health.failed(late.signal.aborted ? lateFault(host, timeoutMs) : failure);
    } finally {
      clearTimeout(timer);
    }
  };

  /** Runs `work` in its turn; it reads with these settings, and until a deadline unless it may take long. */
  const use = async <T>(
    options: UseOptions,
    work: (signal: AbortSignal, settings: ClickHouseSettings) => Promise<T>,
  ): Promise<T> => {
    const { queue, signal, isForIngest = false, isAtLength = false } = options;
    const pool = isAtLength ? files : isForIngest ? lookUps : reports;
    const startedMs = performance.now();
    const slot = await pool.acquire(queue ?? BACKGROUND, { signal, ...waitLimits(queue, limits) });
    const deadlineMs = toDeadlineMs(options, performance.now() - startedMs, limits);
    const seconds = deadlineMs === undefined ? undefined : Math.max(1, Math.ceil(deadlineMs / 1000));
    try {
      return await attempt(
        each => work(each, { ...readSettings, ...(seconds && { max_execution_time: seconds }) }),
        { signal, timeoutMs: deadlineMs === undefined ? undefined : deadlineMs + GRACE_MS },
      );
    } catch (error) {
      if (deadlineMs !== undefined && isTooSlow(error)) throw tookTooLong(deadlineMs);
      throw error;
    } finally {
      pool.release(slot);
    }
  };

  return {
    host,
    database,
    cluster,
    readWith:
      (options = {}) =>
      <Row>(statement: Sql) =>
        use(options, async (signal, settings) => {
          const answer = await client.query({
            ...toStatement(statement),
            format: 'JSONCompact',
            clickhouse_settings: settings,
            abort_signal: signal,
          });
          const stop = () => answer.close();
          signal.addEventListener('abort', stop, { once: true });
          try {
            return toRows<Row>(await answer.text());
          } finally {
            signal.removeEventListener('abort', stop);
          }
        }),
    writeParquet: (statement, file, options = {}) =>
      use(options, async (signal, settings) => {
        const { query, query_params } = toStatement(statement);
        const { stream } = await client.exec({
          query: `${query} format Parquet`,
          query_params,
          clickhouse_settings: settings,
          abort_signal: signal,
        });
        await saveParquet(stream, file, signal);
      }),
    run: statement =>
      attempt(async signal => {
        await client.command({
          ...toStatement(statement),
          clickhouse_settings: changeSettings,
          abort_signal: signal,
        });
      }, {}),
    insert: (table, rows, { token }) =>
      attempt(
        async signal => {
          const options = {
            clickhouse_settings: { ...insertSettings, insert_deduplication_token: token },
            abort_signal: signal,
          };
          if (Array.isArray(rows))
            await client.insert({ ...options, table, values: [...rows], format: 'JSONEachRow' });
          else
            await insertLines(client, table, {
              ...options,
              values: Readable.from(rows, { objectMode: false }),
            });
        },
        { timeoutMs: Array.isArray(rows) ? INSERT_TIMEOUT_MS : undefined },
      ),
    ping: () =>
      attempt(
        async signal => {
          await client.command({ query: 'select 1', abort_signal: signal });
        },
        { timeoutMs: GRACE_MS },
      ),
    close: async () => {
      const idle = [reports, lookUps, files].map(pool => pool.close(isStopping()));
      closing.abort();
      await Promise.all(idle);
      await client.close();
    },
  };
}

/** Notes failures of a server: each kind once, until it answers again. */
function watchHealth(host: string, log: Log | undefined) {
  let noted: string | undefined;
  return {
    worked(): void {
      if (noted !== undefined) log?.info(`ClickHouse at ${host} answers again`);
      noted = undefined;
    },
    /** Returns the error to be thrown. */
    failed(failure: unknown): Error {
      const error = toError(failure, host);
      if (!(error instanceof ClickHouseFault) || error.sentence === noted) return error;
      if (!isOfStatement(error)) noted = error.sentence;
      log?.warn(error.sentence);
      return error;
    },
  };
}
