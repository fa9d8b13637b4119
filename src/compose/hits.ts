/** Opens the store of hits: the embedded engine alone, or ClickHouse with the embedded engine as what accepts them. */
import { CommandError } from '../core/errors.ts';
import { readClickHouseFile, removeClickHouseFile } from '../stores/clickhouse-file.ts';
import { createDuckHitStore } from '../stores/duckdb/hit-store.ts';
import type { Hits, HitsOptions } from './hits-types.ts';

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
