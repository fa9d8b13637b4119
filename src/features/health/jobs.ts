import type { HitStore } from '../../core/hits/store.ts';
import type { Job } from '../../core/job.ts';
import type { Visitors } from '../../ingest/visitor.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';

export interface HousekeepingDeps {
  readonly hits: HitStore;
  readonly db: AppDb;
  readonly visitors: Visitors;
  readonly saveKeyUse: () => void;
  /** Loads the operator's country database when its file has changed; returns whether it has. */
  readonly reloadCountries: () => boolean;
  readonly checkStorage: () => { readonly problems: number };
}

/** Jobs that maintain the server itself. */
export const housekeepingJobs = (deps: HousekeepingDeps): Job[] => [
  {
    name: 'keys.save-use',
    description: 'Writes request counts and last use of API keys',
    every: '* * * * * *',
    run: async () => deps.saveKeyUse(),
  },
  {
    name: 'visitors.rotate-salt',
    description: "Replaces the visitors' salt of the day and erases the old one",
    every: '0 0 * * *',
    run: async ({ now }) => deps.visitors.rotate(now),
  },
  {
    name: 'countries.reload',
    description: "Takes the operator's country database anew when its file has changed",
    every: '*/5 * * * *',
    run: async () => ({ isReloaded: deps.reloadCountries() }),
  },
  {
    name: 'config.rotate',
    description: "Folds the configuration's log into its next snapshot once it has grown",
    every: '* * * * *',
    run: async () => deps.db.checkpoint(),
  },
  {
    name: 'storage.check',
    description: 'Mails the operator when the disk or the memory for hits runs short',
    every: '*/5 * * * *',
    run: async () => deps.checkStorage(),
  },
  {
    name: 'hits.rotate',
    description: 'Nightly compaction: folds the journal into the next snapshot of hits',
    every: '20 3 * * *',
    run: () => deps.hits.maintain(),
  },
];
