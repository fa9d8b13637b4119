/** Opens the store of hits: the embedded engine alone, or ClickHouse with the embedded engine as what accepts them. */
import { CommandError } from '../core/errors.ts';
import type { HitFeed } from '../core/hits/feed.ts';
import type { HitStore } from '../core/hits/store.ts';
import type { HitsAddress } from '../core/hits-url.ts';
import type { CopyOptions } from '../stores/clickhouse/copy.ts';
import { readClickHouseFile, removeClickHouseFile } from '../stores/clickhouse-file.ts';
import type { DataFolder } from '../stores/data-folder.ts';
import type { HitEngine } from '../stores/duckdb/engine-types.ts';
import { createDuckHitStore } from '../stores/duckdb/hit-store.ts';
import type { ReadLimits } from '../stores/read-limits.ts';

export interface HitsOptions {
  readonly folder: DataFolder;
  readonly engine: HitEngine;
  /** The database that hits are kept in; null for the data folder. */
  readonly address: HitsAddress | null;
  /** Identifies the data folder, and not the machine it is on. */
  readonly lineage: string;
  readonly readLimits: ReadLimits | undefined;
  /** How many rows wait for ClickHouse at most. Default: the store's own. */
  readonly maxWaitingHits: number | undefined;
}

/** Hits, and where they are. */
export interface Hits {
  readonly store: HitStore & HitFeed;
  /** Returns how many rows are accepted and not yet where they are kept. */
  waitingRows(): number;
  /**
   * Moves all rows elsewhere, and compares them. Resolves with what the operator has to do then. Throws a `CommandError` when
   * they cannot be moved there.
   */
  move(target: HitsAddress | 'embedded', options: CopyOptions): Promise<string>;
}

/** Opens the store of hits. Throws a `CommandError` when the folder's hits are elsewhere. */
export async function openHits({ address, ...options }: HitsOptions): Promise<Hits> {
  const { folder, engine } = options;
  if (address !== null) return (await loadClickHouse()).openOnClickHouse({ ...options, address });
  const file = readClickHouseFile(folder);
  if (file?.isOpened)
    throw new CommandError(
      `The hits of ${folder.path} are on ClickHouse (${file.location}): set FOOTFALL_HITS_URL to its address, or move them back with \`footfall move-hits --to embedded\``,
    );
  if (file) removeClickHouseFile(folder);
  return {
    store: createDuckHitStore(engine),
    waitingRows: () => 0,
    move: async (target, copying) => (await loadClickHouse()).copyToClickHouse(options, target, copying),
  };
}

// Few servers need it, and it takes tens of milliseconds.
const loadClickHouse = () => import('./clickhouse.ts');
