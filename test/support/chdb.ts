/** Starts ClickHouse's engine as a server, for tests. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HitsAddress } from '../../src/core/hits-url.ts';
import { type ClickHouse, connect } from '../../src/stores/clickhouse/client.ts';
import { raw } from '../../src/stores/clickhouse/sql.ts';
import { copyMigratedDatabase } from './clickhouse-databases.ts';
import { findFreePort } from './free-port.ts';

export interface ChdbServer {
  readonly url: string;
  /** Of the process that runs now. */
  pid(): number;
  /** Creates an empty database for a test. */
  openDatabase(): Promise<ClickHouse>;
  /** Creates a database that has been through the migrations. */
  createMigratedDatabase(database: string): Promise<void>;
  /** The same under a name of its own. */
  openMigratedDatabase(): Promise<ClickHouse>;
  /** Ends the process by `kill -9`. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, with what it has on disk and at the same address. */
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

async function startProcess(folder: string, port: string) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'chdb-server.ts'), folder, port], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const { value } = await child.stdout.getReader().read();
  return { child, url: new TextDecoder().decode(value).trim() };
}

export async function startChdbServer(): Promise<ChdbServer> {
  const obstacle = chdbObstacle();
  if (obstacle !== undefined) throw new Error(obstacle);
  const folder = await mkdtemp(join(tmpdir(), 'chdb-'));
  const started = await startProcess(folder, String(findFreePort()));
  const { url } = started;
  let { child } = started;
  const admin = connect(toChdbAddress(url, 'default'));
  let databases = 0;
  const createMigratedDatabase = copyMigratedDatabase(database => connect(toChdbAddress(url, database)));
  return {
    url,
    createMigratedDatabase,
    openMigratedDatabase: async () => {
      const database = `database_${++databases}`;
      await createMigratedDatabase(database);
      return connect(toChdbAddress(url, database));
    },
    pid: () => child.pid,
    openDatabase: async () => {
      const database = `database_${++databases}`;
      await admin.run(raw(`create database ${database}`));
      return connect(toChdbAddress(url, database));
    },
    kill: async () => {
      child.kill('SIGKILL');
      await child.exited;
    },
    restart: async () => {
      ({ child } = await startProcess(folder, new URL(url).port));
    },
    stop: async () => {
      await child.stdin.end();
      await admin.close();
      await child.exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
