/** Normalizes paths and sources that earlier versions stored, in the background. */
import type { HitStore } from '../core/hits/store.ts';
import type { Job } from '../core/job.ts';
import type { Log } from '../core/log.ts';
import type { KudosStore } from '../features/kudos/store.ts';
import { createRetriedJob } from './retried-job.ts';

interface StoredValuesDeps {
  readonly hits: Pick<HitStore, 'normalizeValues'>;
  readonly kudos: Pick<KudosStore, 'normalizePaths'>;
  readonly log: Log;
}

export function createStoredValuesJob({ hits, kudos, log }: StoredValuesDeps): Job {
  let isDone = false;
  return createRetriedJob(
    {
      name: 'hits.normalize',
      description: 'Normalizes values of earlier versions',
      every: '* * * * * *',
      failure: 'values could not be normalized; it is tried again in five minutes',
      run: async ({ signal }) => {
        if (isDone) return;
        await hits.normalizeValues(signal);
        await kudos.normalizePaths(signal);
        isDone = true;
      },
    },
    log,
  );
}
