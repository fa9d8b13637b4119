/** The connection to a ClickHouse server. */
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client';
import { unavailable } from '../../core/errors.ts';
import type { HitsAddress } from '../../core/hits-url.ts';
import type { Log } from '../../core/log.ts';
import { createFairPool } from '../../lib/fair-pool.ts';
import { untilAborted } from '../../lib/until-aborted.ts';
import {
  BACKGROUND,
  isStopping,
  NEEDS_TOO_MUCH_MEMORY,
  READ_LIMITS,
  type ReadLimits,
  toDeadlineMs,
  tookTooLong,
  type UseOptions,
  waitLimits,
} from '../read-limits.ts';
import type { Sql } from '../sql/fragment.ts';
import { ClickHouseFault, isOfStatement, isTooLarge, isTooSlow, lateFault, toError } from './faults.ts';
import { CHANGE_TIMEOUT_MS, INSERT_TIMEOUT_MS, toSettings } from './settings.ts';
import { toStatement } from './sql.ts';

/** Runs a statement and returns its rows. */
export type Read = <Row>(statement: Sql) => Promise<Row[]>;

/** Options of a read. */
export interface ClickHouseReadOptions extends UseOptions {
  /**
   * False where sums by day do not help, as for look-ups and small sites: to weigh them takes longer than to read a few
   * rows. Default: true, but for look-ups.
   */
  readonly usesSums?: boolean;
}

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
  readWith(options?: ClickHouseReadOptions): Read;
  /** Writes the rows of a statement to a file, as Parquet. Rejects as reads do, and when the answer was cut short. */
  writeParquet(statement: Sql, file: string, options?: UseOptions): Promise<void>;
  /** Runs a statement that returns nothing, and waits until every replica has executed it. */
  run(statement: Sql): Promise<void>;
  /**
   * Stores rows, up to 20,000 at once or a million as a file, in one block per month. A second insert with the same rows and token
   * stores only what the first one did not; a truncated file stores nothing.
   */
  insert(table: string, rows: readonly object[] | ParquetFile, options: InsertOptions): Promise<void>;
  /** Rejects when the server does not answer this user from this database. */
  ping(): Promise<void>;
  /** Interrupts reads, and closes the connections. */
  close(): Promise<void>;
}

/** The bytes of a Parquet file of rows. */
type ParquetFile = AsyncIterable<Uint8Array>;

/** Options of `insert`. */
export interface InsertOptions {
  /** Deduplication token: inserts with the same token are the same insert. */
  readonly token: string;
}

/** Options of `connect`. */
export interface ConnectOptions {
  /** Where failures of the server are noted, once for each kind until it answers again. */
  readonly log?: Log;
  readonly limits?: ReadLimits;
  readonly timeouts?: Timeouts;
}

/** Maximum number of concurrent statements; one queue may use half of those for reports. */
const REPORTS = 8;
const LOOK_UPS = 2;
const FILES = 2;
/** How long requests may take; a test may set other times. */
export interface Timeouts {
  /** Extra time that the client waits for the server's own timeout error. */
  readonly graceMs: number;
  readonly insertMs: number;
  readonly changeMs: number;
}

const TIMEOUTS: Timeouts = { graceMs: 2000, insertMs: INSERT_TIMEOUT_MS, changeMs: CHANGE_TIMEOUT_MS };

/** An answer in the format JSONCompact: a single document, so that a truncated answer cannot be parsed. */
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

/** Returns the settings of a read: it is stopped at its deadline. */
const toReadSettings = (
  settings: ClickHouseSettings,
  deadlineMs: number | undefined,
  usesSums: boolean,
): ClickHouseSettings => ({
  ...settings,
  ...(deadlineMs !== undefined && { max_execution_time: Math.max(1, Math.ceil(deadlineMs / 1000)) }),
  ...(!usesSums && { optimize_use_projections: 0 }),
});

/** Writes an answer to a file. Rejects when it does not end as a Parquet file does. */
const saveParquet = async (answer: Readable, file: string, signal: AbortSignal): Promise<void> => {
  await pipeline(answer, createWriteStream(file, { mode: 0o600 }), { signal });
  const { size } = await stat(file);
  const end = await Bun.file(file)
    .slice(Math.max(0, size - 4), size)
    .text();
  if (end !== 'PAR1') throw new SyntaxError('no Parquet file of ClickHouse');
};

/** Returns the statement of an insert, and its body: one document, as its answers are. */
const toInsert = (table: string, rows: readonly object[] | ParquetFile) =>
  Array.isArray(rows)
    ? {
        query: `insert into ${table} format JSONEachRow`,
        values: Readable.from([`[${rows.map(row => JSON.stringify(row)).join(',\n')}]`]),
      }
    : { query: `insert into ${table} format Parquet`, values: Readable.from(rows, { objectMode: false }) };

/**
 * Runs `work`, and waits for it until the signal aborts: the client does not look at its signal any more once it has the
 * headers of an answer.
 */
async function waitUntil<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  return untilAborted(work(signal), signal);
}

/** Limits of one request. */
interface Limits {
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Connects to a database; nothing is sent yet. */
export function connect(
  { url, database, username, password, cluster }: HitsAddress,
  { log, limits = READ_LIMITS, timeouts = TIMEOUTS }: ConnectOptions = {},
): ClickHouse {
  const { host } = new URL(url);
  const client = createClient({
    url,
    database,
    username,
    password,
    // The client omits the name `default`, and the server would then use the user's default database.
    http_headers: { 'x-clickhouse-database': database },
    log: { level: ClickHouseLogLevel.OFF },
    // Each statement has a shorter one of its own.
    request_timeout: CHANGE_TIMEOUT_MS,
    max_open_connections: 2 * (REPORTS + LOOK_UPS + FILES),
    // Long lists of values do not fit into an address.
    use_multipart_params_auto: true,
  });
  const settings = toSettings(cluster);
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
    { timeoutMs, signal }: Limits,
  ): Promise<T> => {
    const late = new AbortController();
    const stop = () => late.abort(lateFault(host, timeoutMs ?? 0));
    const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs);
    try {
      const signals = [late.signal, closing.signal, ...(signal ? [signal] : [])];
      const result = await waitUntil(AbortSignal.any(signals), work);
      health.worked();
      return result;
    } catch (failure) {
      if (signal?.aborted) throw signal.reason;
      if (closing.signal.aborted) throw isStopping();
      throw health.failed(late.signal.aborted ? late.signal.reason : failure);
    } finally {
      clearTimeout(timer);
    }
  };

  /** Sends a statement without a result: text in the response is an error that occurred after the status was sent. */
  const send = async (statement: Parameters<typeof client.exec>[0]): Promise<void> => {
    const { stream } = await client.exec(statement);
    if ((await text(stream)) !== '') throw new SyntaxError('an answer where there should be none');
  };

  /** Runs `work` in its turn with these settings, until a deadline unless it may take long. */
  const use = async <T>(
    options: ClickHouseReadOptions,
    work: (signal: AbortSignal, readSettings: ClickHouseSettings) => Promise<T>,
  ): Promise<T> => {
    const { queue, signal, isForIngest = false, isAtLength = false, usesSums = !isForIngest } = options;
    const pool = isAtLength ? files : isForIngest ? lookUps : reports;
    const startedMs = performance.now();
    const slot = await pool.acquire(queue ?? BACKGROUND, { signal, ...waitLimits(queue, limits) });
    const deadlineMs = toDeadlineMs(options, performance.now() - startedMs, limits);
    const readSettings = toReadSettings(settings.read, deadlineMs, usesSums);
    try {
      return await attempt(each => work(each, readSettings), {
        signal,
        timeoutMs: deadlineMs === undefined ? undefined : deadlineMs + timeouts.graceMs,
      });
    } catch (error) {
      // The cause is for the log: a reader has nothing to shorten where the store itself asks.
      if (deadlineMs !== undefined && isTooSlow(error))
        throw Object.assign(tookTooLong(deadlineMs), { cause: error });
      if (isTooLarge(error)) throw Object.assign(unavailable(NEEDS_TOO_MUCH_MEMORY), { cause: error });
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
        use(options, async (signal, readSettings) => {
          const answer = await client.query({
            ...toStatement(statement),
            format: 'JSONCompact',
            clickhouse_settings: readSettings,
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
      use(options, async (signal, readSettings) => {
        const { query, query_params } = toStatement(statement);
        const { stream } = await client.exec({
          query: `${query} format Parquet`,
          query_params,
          clickhouse_settings: readSettings,
          abort_signal: signal,
        });
        await saveParquet(stream, file, signal);
      }),
    run: statement =>
      attempt(
        signal =>
          send({ ...toStatement(statement), clickhouse_settings: settings.change, abort_signal: signal }),
        { timeoutMs: timeouts.changeMs },
      ),
    insert: (table, rows, { token }) =>
      attempt(
        signal =>
          send({
            ...toInsert(table, rows),
            clickhouse_settings: { ...settings.insert, insert_deduplication_token: token },
            abort_signal: signal,
          }),
        { timeoutMs: Array.isArray(rows) ? timeouts.insertMs : timeouts.changeMs },
      ),
    ping: () =>
      attempt(
        async signal => {
          await client.command({ query: 'select 1', abort_signal: signal });
        },
        { timeoutMs: timeouts.graceMs },
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
