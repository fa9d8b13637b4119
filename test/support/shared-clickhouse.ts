/** ClickHouse behind a proxy that makes it fail, for all tests of a file: starting it is the slow part. */
import { afterEach, beforeEach, setDefaultTimeout } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouse } from '../../src/stores/clickhouse/client.ts';
import { raw } from '../../src/stores/sql/fragment.ts';
import { type ChdbServer, startChdbServer } from './chdb.ts';
import { type ClickHouseStoreOptions, openClickHouseHitStore } from './clickhouse-hit-store.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { share } from './share.ts';

interface SharedClickHouse extends AsyncDisposable {
  readonly server: ChdbServer;
  readonly proxy: FaultProxy;
  /** Creates a migrated database for a server. `url` is its setting, and leads through the proxy, which begins without faults. */
  createDatabase(options?: {
    readonly isEmpty: boolean;
  }): Promise<{ readonly database: string; readonly url: string }>;
}

/** Processes that run one file after another keep their server: a start and the migrations take two seconds of the processor. */
const RUNS_MANY_FILES = process.env['BUN_TEST_WORKER_ID'] !== undefined;

let kept: { readonly server: ChdbServer; readonly proxy: FaultProxy } | undefined;

async function startBoth() {
  const server = await startChdbServer();
  return { server, proxy: await startFaultProxy(server.url) };
}

const start = async (): Promise<SharedClickHouse> => {
  kept ??= await startBoth();
  const { server, proxy } = kept;
  // A file may have ended without it.
  await server.restart();
  proxy.failWith(() => undefined);
  return {
    server,
    proxy,
    createDatabase: async ({ isEmpty } = { isEmpty: false }) => {
      proxy.failWith(() => undefined);
      const db = await (isEmpty ? server.openDatabase() : server.openMigratedDatabase());
      await db.close();
      return { database: db.database, url: `clickhouse+http://${new URL(proxy.url).host}/${db.database}` };
    },
    [Symbol.asyncDispose]: async () => {
      if (RUNS_MANY_FILES) return;
      kept = undefined;
      proxy.stop();
      await server.stop();
    },
  };
};

/**
 * Starts both before the file's tests and stops them after them; the answer gives them to a test. Tests may take five minutes,
 * unless the file says otherwise afterwards.
 */
export function shareClickHouse(): () => SharedClickHouse {
  setDefaultTimeout(300_000);
  return share(start);
}

/** The store, as a test opens it. */
export type OpenClickHouseStore = Awaited<ReturnType<typeof openClickHouseHitStore>>;

/** What one test has of ClickHouse: it is gone after the test. */
interface OwnDatabase extends Pick<SharedClickHouse, 'server' | 'proxy'> {
  /** A connection to a migrated database, past the proxy. */
  readonly db: ClickHouse;
  readonly folder: string;
  /** Opens a store on the database, through the proxy, with a data folder in `folder`. Close it to open the next on the same one. */
  openStore(
    options?: Partial<ClickHouseStoreOptions> & { readonly data?: string },
  ): Promise<OpenClickHouseStore>;
}

/** Returns a function that opens stores, and one that closes those which are open. */
function trackStores(options: ClickHouseStoreOptions, folder: string) {
  const open = new Set<OpenClickHouseStore>();
  return {
    openStore: async ({ data = 'data', ...given }: Parameters<OwnDatabase['openStore']>[0] = {}) => {
      const opened = await openClickHouseHitStore(join(folder, data), { ...options, ...given });
      const store: OpenClickHouseStore = {
        ...opened,
        close: async () => {
          open.delete(store);
          await opened.close();
        },
      };
      open.add(store);
      return store;
    },
    closeAll: async () => {
      for (const store of open) await store.close();
    },
  };
}

/** Gives each test of a file a database and a folder; the server and the proxy are those of all. */
export function shareClickHouseDatabases(): () => OwnDatabase {
  const clickHouse = shareClickHouse();
  let own: OwnDatabase | undefined;
  let closeAll = async (): Promise<void> => undefined;
  beforeEach(async () => {
    const { server, proxy } = clickHouse();
    proxy.failWith(() => undefined);
    const db = await server.openMigratedDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'clickhouse-'));
    const stores = trackStores({ url: proxy.url, database: db.database }, folder);
    own = { server, proxy, db, folder, openStore: stores.openStore };
    closeAll = stores.closeAll;
  });
  afterEach(async () => {
    clickHouse().proxy.failWith(() => undefined);
    await closeAll();
    await own?.db.close();
    await rm(own?.folder ?? '', { recursive: true, force: true });
  });
  return () => {
    if (!own) throw new Error('a database is there while a test runs, not before');
    return own;
  };
}

/** Reads the only row of a statement. */
export const readRow = async <Row>(db: ClickHouse, statement: string): Promise<Row | undefined> =>
  (await db.readWith()<Row & object>(raw(statement)))[0];

/** Counts all rows, and their different ids. */
export const countIds = (db: ClickHouse) =>
  readRow(db, 'select count() as rows, uniqExact(id) as ids from rows');
