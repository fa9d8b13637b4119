/** The interface of the store of hits as it is composed. `hits.ts` and `clickhouse.ts` implement it. */
import type { HitFeed } from '../core/hits/feed.ts';
import type { HitStore } from '../core/hits/store.ts';
import type { HitsAddress } from '../core/hits-url.ts';
import type { Log } from '../core/log.ts';
import type { CopyOptions } from '../stores/clickhouse/copy.ts';
import type { DataFolder } from '../stores/data-folder-types.ts';
import type { HitEngine } from '../stores/duckdb/engine-types.ts';
import type { ReadLimits } from '../stores/read-limits.ts';

/** Hits, and where they are. */
export interface Hits {
  readonly store: HitStore & HitFeed;
  /** Returns how many rows are accepted and not yet where they are kept. */
  waitingRows(): number;
  /**
   * Moves all rows to another store and compares both. Resolves with instructions for the operator. Throws a `CommandError` when
   * they cannot be moved there.
   */
  move(target: HitsAddress | 'embedded', options: CopyOptions): Promise<string>;
}

export interface HitsOptions {
  readonly folder: DataFolder;
  readonly engine: HitEngine;
  /** Of failures that nobody is answered with; a command is answered with all of them. */
  readonly log: Log;
  /** The database that hits are kept in; null for the data folder. */
  readonly address: HitsAddress | null;
  /** Identifies the data folder, and not the machine it is on. */
  readonly lineage: string;
  readonly readLimits: ReadLimits | undefined;
  /** How many rows wait for ClickHouse at most. Default: the store's own. */
  readonly maxWaitingHits: number | undefined;
}
