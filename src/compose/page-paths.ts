/** Normalizes paths that earlier versions stored, in the background. */
import type { HitStore } from '../core/hits/store.ts';
import type { Job } from '../core/job.ts';
import type { Log } from '../core/log.ts';
import type { KudosStore } from '../features/kudos/store.ts';
import { createRetriedJob } from './retried-job.ts';

interface PagePathsDeps {
  readonly hits: Pick<HitStore, 'normalizePaths'>;
  readonly kudos: Pick<KudosStore, 'normalizePaths'>;
  readonly log: Log;
}

export function createPagePathsJob({ hits, kudos, log }: PagePathsDeps): Job {
  let isDone = false;
  return createRetriedJob(
    {
      name: 'hits.normalize-paths',
      description: 'Normalizes paths that earlier versions stored',
      every: '* * * * * *',
      failure: 'paths could not be normalized; it is tried again in five minutes',
      run: async ({ signal }) => {
        if (isDone) return;
        await hits.normalizePaths(signal);
        await kudos.normalizePaths(signal);
        isDone = true;
      },
    },
    log,
  );
}
