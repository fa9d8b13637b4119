/** Whether the server works: what `/healthz` and `footfall health` answer. */
import type { HitStore } from '../../core/hits/store.ts';
import type { StoreHealth } from '../../core/store-health.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { findStorageProblems, type StorageProblem } from './storage-health.ts';

export interface HealthDeps {
  readonly hits: Pick<HitStore, 'ping'>;
  readonly db: Pick<AppDb, 'ping'>;
  readonly storeHealth: () => StoreHealth;
}

export interface ServerHealth {
  /** Why reports fail; null while they work. Sizes of disk and files in it are not public. */
  readonly outage: { readonly text: string; readonly isPublic: boolean } | null;
  readonly warnings: readonly StorageProblem[];
}

/** Asks both databases and the storage. */
export async function readServerHealth({ hits, db, storeHealth }: HealthDeps): Promise<ServerHealth> {
  try {
    db.ping();
    await hits.ping();
    const problems = findStorageProblems(storeHealth());
    const outage = problems.find(({ isOutage }) => isOutage);
    return { outage: outage ? { text: outage.text, isPublic: false } : null, warnings: problems };
  } catch {
    return { outage: { text: 'a database does not answer: see the log', isPublic: true }, warnings: [] };
  }
}
