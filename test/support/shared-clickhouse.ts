/** ClickHouse behind a proxy that makes it fail, for all tests of a file: starting it is the slow part. */
import { type ChdbServer, startChdbServer } from './chdb.ts';
import { createDatabase } from './clickhouse-hit-store.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { share } from './share.ts';

interface SharedClickHouse extends AsyncDisposable {
  readonly server: ChdbServer;
  readonly proxy: FaultProxy;
  /**
   * Creates a database for a test, which begins without faults: an empty one, or one that is migrated. `url` is the setting of a
   * server, and leads through the proxy.
   */
  createDatabase(options?: {
    readonly isMigrated: boolean;
  }): Promise<{ readonly database: string; readonly url: string }>;
}

const start = async (): Promise<SharedClickHouse> => {
  const server = await startChdbServer();
  const proxy = await startFaultProxy(server.url);
  let databases = 0;
  return {
    server,
    proxy,
    createDatabase: async ({ isMigrated } = { isMigrated: false }) => {
      proxy.failWith(() => undefined);
      const database = `shared_${++databases}`;
      if (isMigrated) await server.createMigratedDatabase(database);
      else await createDatabase(server.url, database);
      return { database, url: `clickhouse+http://${new URL(proxy.url).host}/${database}` };
    },
    [Symbol.asyncDispose]: async () => {
      proxy.stop();
      await server.stop();
    },
  };
};

/** Starts both before the file's tests and stops them after them; the answer gives them to a test. */
export const shareClickHouse = (): (() => SharedClickHouse) => share(start);
