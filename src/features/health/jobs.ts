import type { HitStore } from '../../core/hits/store.ts';
import type { Job } from '../../core/job.ts';
import type { Visitors } from '../../ingest/visitor.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';

export interface HousekeepingDeps {
  readonly hits: HitStore;
  /** Gives back memory of reports while nobody asks for any. Returns how many bytes. */
  readonly releaseMemory: () => Promise<number>;
  readonly db: AppDb;
  readonly visitors: Visitors;
  readonly saveKeyUse: () => void;
  /** Loads the operator's databases of countries and networks whose files have changed; returns whether any has. */
  readonly reloadAddressFiles: () => boolean;
  readonly checkStorage: () => { readonly problems: number };
}

/** Jobs that maintain the server itself. */
export const housekeepingJobs = (deps: HousekeepingDeps): Job[] => [
  {
    name: 'keys.save-use',
    description: 'Saves when API keys were last used and how often',
    every: '* * * * * *',
    run: async () => deps.saveKeyUse(),
  },
  {
    name: 'visitors.rotate-salt',
    description: 'Replaces the salts of visitor ids in zones where a day has begun',
    // Midnight is at a quarter of an hour everywhere.
    every: '*/15 * * * *',
    run: async ({ now }) => deps.visitors.rotate(now),
  },
  {
    name: 'address-files.reload',
    description: 'Reloads the databases of countries and networks when their files have changed',
    every: '*/5 * * * *',
    run: async () => ({ isReloaded: deps.reloadAddressFiles() }),
  },
  {
    name: 'config.rotate',
    description: 'Compacts the configuration database',
    every: '* * * * *',
    run: async () => deps.db.checkpoint(),
  },
  {
    name: 'storage.check',
    description: 'Emails the operator when disk space or memory runs low',
    every: '*/5 * * * *',
    run: async () => deps.checkStorage(),
  },
  {
    name: 'hits.rotate',
    description: 'Compacts the analytics database',
    every: '20 3 * * *',
    run: () => deps.hits.maintain(),
  },
  {
    name: 'hits.release-memory',
    description: 'Gives back the memory of reports while nobody asks for any',
    every: '*/5 * * * *',
    run: async () => ({ releasedBytes: await deps.releaseMemory() }),
  },
];
