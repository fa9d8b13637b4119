/** Opens the store of hits: the embedded engine alone, or ClickHouse with the embedded engine as what accepts them. */
import { CommandError, getErrorMessage } from '../core/errors.ts';
import type { HitFeed } from '../core/hits/feed.ts';
import type { HitStore } from '../core/hits/store.ts';
import { describeHitsAddress, type HitsAddress } from '../core/hits-url.ts';
import { connect } from '../stores/clickhouse/client.ts';
import { type ClickHouseStore, createClickHouseStore } from '../stores/clickhouse/hit-store.ts';
import { readClickHouseFile, writeClickHouseFile } from '../stores/clickhouse-file.ts';
import type { DataFolder } from '../stores/data-folder.ts';
import type { HitEngine } from '../stores/duckdb/engine-types.ts';
import { createDuckHitStore } from '../stores/duckdb/hit-store.ts';
import { createOutbox } from '../stores/duckdb/outbox.ts';
import { completeHitStore } from '../stores/duckdb/remote-rows.ts';

interface HitsOptions {
  readonly folder: DataFolder;
  readonly engine: HitEngine;
  /** The database that hits are kept in; null for the data folder. */
  readonly address: HitsAddress | null;
  /** Identifies the data folder, and not the machine it is on. */
  readonly lineage: string;
}

/** Hits, and how many of them are accepted and not yet where they are kept. */
export type Hits = HitStore & HitFeed & { waitingRows(): number };

/** Opens the store of hits. Throws a `CommandError` when the folder's hits are elsewhere. */
export async function openHits({ folder, engine, address, lineage }: HitsOptions): Promise<Hits> {
  const file = readClickHouseFile(folder);
  if (address === null) {
    if (file)
      throw new CommandError(
        `The hits of ${folder.path} are on ClickHouse (${file.location}): set FOOTFALL_HITS_URL to its address, or move them back with \`footfall move-hits --to embedded\``,
      );
    return { ...createDuckHitStore(engine), waitingRows: () => 0 };
  }
  const location = describeHitsAddress(address);
  const outbox = createOutbox(engine);
  const rows = createClickHouseStore(connect(address, { log: folder.log }), {
    outbox,
    notes: {
      read: () => readClickHouseFile(folder)?.note,
      write: note => writeClickHouseFile(folder, { location, note }),
    },
    log: folder.log,
    lineage,
    mustExist: file !== undefined,
  });
  try {
    if (!file && (await outbox.count()) > 0) await moveHistory(folder, location, rows);
    writeClickHouseFile(folder, { ...file, location });
    rows.start();
  } catch (error) {
    await rows.close();
    throw error;
  }
  return {
    ...completeHitStore(engine, rows),
    waitingRows: rows.waitingRows,
    close: async () => {
      await rows.close();
      await engine.close();
    },
  };
}

/** Moves the hits that a data folder has itself, before its server starts. */
async function moveHistory(folder: DataFolder, location: string, rows: ClickHouseStore): Promise<void> {
  folder.log.info({ location }, 'the hits of the data folder are copied to ClickHouse');
  try {
    await rows.moveHistory();
  } catch (error) {
    throw error instanceof CommandError
      ? error
      : new CommandError(
          `The hits of ${folder.path} cannot be copied to ClickHouse (${location}): ${getErrorMessage(error)}`,
        );
  }
  folder.log.info({ location }, 'the hits are on ClickHouse');
}
