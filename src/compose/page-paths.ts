/** Gives paths that were stored by earlier versions the spelling that new ones have, in the background. */
import type { HitStore } from '../core/hits/store.ts';
import type { Job } from '../core/job.ts';
import type { Log } from '../core/log.ts';
import type { KudosStore } from '../features/kudos/store.ts';
import { MINUTE_MS } from '../lib/time-units.ts';

interface PagePathsDeps {
  readonly hits: Pick<HitStore, 'normalizePaths'>;
  readonly kudos: Pick<KudosStore, 'normalizePaths'>;
  readonly log: Log;
}

/** Time after which a failure, such as a full disk, is tried again. */
const RETRY_MS = 5 * MINUTE_MS;

export function createPagePathsJob({ hits, kudos, log }: PagePathsDeps): Job {
  let isDone = false;
  let retryMs = 0;
  return {
    name: 'hits.normalize-paths',
    description: 'Gives paths of earlier versions the spelling of new ones',
    every: '* * * * * *',
    run: async ({ now, signal }) => {
      if (isDone || +now < retryMs) return undefined;
      try {
        await hits.normalizePaths(signal);
        await kudos.normalizePaths(signal);
        isDone = true;
      } catch (error) {
        if (signal.aborted) return undefined;
        retryMs = +now + RETRY_MS;
        log.error({ err: error }, 'paths could not be normalized; it is tried again in five minutes');
      }
      return undefined;
    },
  };
}
