/** The hits store on ClickHouse with a data folder of its own, which accepts the rows. */
import pino from 'pino';
import { type ConnectOptions, connect } from '../../src/stores/clickhouse/client.ts';
import { type ClickHouseStore, createClickHouseStore } from '../../src/stores/clickhouse/hit-store.ts';
import { readClickHouseFile, writeClickHouseFile } from '../../src/stores/clickhouse-file.ts';
import { openDataFolder } from '../../src/stores/data-folder.ts';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { createOutbox } from '../../src/stores/duckdb/outbox.ts';
import { completeHitStore } from '../../src/stores/duckdb/remote-rows.ts';
import { toChdbAddress } from './chdb.ts';
import { fillMigrated } from './duck-hit-store.ts';
import { LONG_READ_LIMITS, openHitEngine } from './hit-engine.ts';
import { type TestHitStore, withReads } from './hit-reads.ts';

export interface ClickHouseStoreOptions {
  readonly url: string;
  readonly database: string;
  readonly now?: string;
  readonly maxWaitingRows?: number;
  readonly pauseMs?: number;
  readonly connection?: ConnectOptions;
}

/** Opens the store; closing it lets the folder go. */
export async function openClickHouseHitStore(
  path: string,
  { url, database, now = '2026-03-20T12:00:00Z', connection, ...options }: ClickHouseStoreOptions,
): Promise<TestHitStore & Pick<ClickHouseStore, 'waitingRows'> & { readonly engine: HitEngine }> {
  const log = pino({ level: 'silent' });
  await fillMigrated(path, now);
  const folder = openDataFolder(path, { clock: { now: () => new Date(now) }, log });
  const engine = await openHitEngine({ folder });
  const store = createClickHouseStore(
    connect(toChdbAddress(url, database), { limits: LONG_READ_LIMITS, ...connection }),
    {
      ...options,
      lineage: 'a',
      outbox: createOutbox(engine),
      notes: {
        read: () => readClickHouseFile(folder)?.note,
        write: note => writeClickHouseFile(folder, { location: database, note }),
      },
      log,
    },
  );
  const close = async () => {
    await store.close();
    await engine.close();
    folder.close();
  };
  return { ...withReads(completeHitStore(engine, store)), waitingRows: store.waitingRows, close, engine };
}
