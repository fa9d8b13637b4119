/** Starts ClickHouse's engine as a server, for tests. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HitsAddress } from '../../src/core/hits-url.ts';
import { type ClickHouse, connect } from '../../src/stores/clickhouse/client.ts';
import { raw } from '../../src/stores/sql/fragment.ts';
import { copyMigratedDatabase } from './clickhouse-databases.ts';
import { findFreePort } from './free-port.ts';
import { IS_LONG } from './fuzz.ts';

export interface ChdbServer {
  readonly url: string;
  /** Of the process that runs now. */
  pid(): number;
  /** Creates an empty database for a test. */
  openDatabase(): Promise<ClickHouse>;
  /** Creates one that has been through the migrations. */
  openMigratedDatabase(): Promise<ClickHouse>;
  /** Ends the process by `kill -9`. */
  kill(): Promise<void>;
  /** Starts it again unless it runs, with what it has on disk and at the same address. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Returns the address of a database on a server. */
export const toChdbAddress = (url: string, database: string): HitsAddress => ({
  url,
  database,
  username: 'default',
  password: '',
  cluster: null,
});

/** Why the engine cannot be started; undefined when it can. */
export const chdbObstacle = (): string | undefined =>
  existsSync(join(import.meta.dir, '../../.chdb/node_modules'))
    ? undefined
    : 'ClickHouse is not installed: run ./scripts/test.sh, or `bun install` in .chdb';

/** To compile a statement takes longer than to run it over the rows of a test. */
const WITHOUT_COMPILER =
  'compile_expressions = 0, compile_aggregate_expressions = 0, compile_sort_description = 0';

interface ServerOptions {
  /** Whether statements are compiled, as they are by default. Here: in the long form of tests alone. */
  readonly compiles?: boolean;
}

async function startProcess(folder: string, port: string, { compiles = IS_LONG }: ServerOptions) {
  const program = join(import.meta.dir, 'chdb-server.ts');
  const child = Bun.spawn([process.execPath, program, folder, port, compiles ? '' : WITHOUT_COMPILER], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const { value } = await child.stdout.getReader().read();
  return { child, url: new TextDecoder().decode(value).trim() };
}

export async function startChdbServer(options: ServerOptions = {}): Promise<ChdbServer> {
  const obstacle = chdbObstacle();
  if (obstacle !== undefined) throw new Error(obstacle);
  const folder = await mkdtemp(join(tmpdir(), 'chdb-'));
  const started = await startProcess(folder, String(findFreePort()), options);
  const { url } = started;
  let { child } = started;
  const connectTo = (database: string) => connect(toChdbAddress(url, database));
  const admin = connectTo('default');
  let databases = 0;
  const createMigratedDatabase = copyMigratedDatabase(connectTo);
  /** Creates a database under a name of its own, and connects to it. */
  const openWith = async (create: (database: string) => Promise<void>): Promise<ClickHouse> => {
    const database = `database_${++databases}`;
    await create(database);
    return connectTo(database);
  };
  return {
    url,
    openDatabase: () => openWith(database => admin.run(raw(`create database ${database}`))),
    openMigratedDatabase: () => openWith(createMigratedDatabase),
    pid: () => child.pid,
    kill: async () => {
      child.kill('SIGKILL');
      await child.exited;
    },
    restart: async () => {
      const isRunning = child.exitCode === null && child.signalCode === null;
      if (!isRunning) ({ child } = await startProcess(folder, new URL(url).port, options));
    },
    stop: async () => {
      await child.stdin.end();
      await admin.close();
      await child.exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
