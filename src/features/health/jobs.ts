import type { HitStore } from '../../core/hits/store.ts';
import type { Job } from '../../core/job.ts';
import type { RateLimit } from '../../http/rate-limit.ts';
import type { Visitors } from '../../ingest/visitor.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import type { KeysService } from '../keys/service.ts';
import type { KeysStore } from '../keys/store.ts';
import type { StorageWatch } from './storage-health.ts';

export interface HousekeepingDeps {
  readonly hits: HitStore;
  readonly db: AppDb;
  readonly visitors: Visitors;
  readonly keys: KeysService;
  readonly keysStore: KeysStore;
  readonly rateLimit: RateLimit;
  /** Reloads the operator's country database when its file has changed. */
  readonly reloadCountries: () => boolean;
  readonly storageWatch: StorageWatch;
}

/** Housekeeping jobs. */
export const housekeepingJobs = (deps: HousekeepingDeps): Job[] => [
  {
    name: 'keys.save-use',
    description: 'Writes request counts and last use of API keys',
    every: '* * * * * *',
    run: async () => saveKeyUse(deps),
  },
  {
    name: 'visitors.rotate-salt',
    description: "Replaces the visitors' salt of the day and erases the old one",
    every: '0 0 * * *',
    run: async ({ now }) => deps.visitors.rotate(now),
  },
  {
    name: 'countries.reload',
    description: "Reloads the operator's country database when its file has changed",
    every: '*/5 * * * *',
    run: async () => ({ isReloaded: deps.reloadCountries() }),
  },
  {
    name: 'config.rotate',
    description: "Folds the configuration's log into the next generation of its file once it has grown",
    every: '* * * * *',
    run: async () => deps.db.rotate(),
  },
  {
    name: 'storage.check',
    description: 'Mails the operator when the disk or the memory for hits runs short',
    every: '*/5 * * * *',
    run: async () => deps.storageWatch.check(),
  },
  {
    name: 'hits.rotate',
    description: 'Folds what came in since the last night into the next generation of the file of hits',
    every: '20 3 * * *',
    run: () => deps.hits.maintain(),
  },
];

/** Saves request counts and uses since the last time. Writes nothing when there were none. */
export function saveKeyUse({
  keys,
  keysStore,
  rateLimit,
}: Pick<HousekeepingDeps, 'keys' | 'keysStore' | 'rateLimit'>): void {
  const windows = rateLimit.takeChanges();
  const used = keys.takeUnsavedUse();
  if (windows.length > 0 || used.size > 0) keysStore.saveUse(windows, used);
}
