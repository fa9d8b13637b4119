/** Runs background work again some time after it has failed. */
import type { Job } from '../core/job.ts';
import type { Log } from '../core/log.ts';
import { MINUTE_MS } from '../lib/time-units.ts';

/** Time after which a failure, such as a full disk, is tried again. */
const RETRY_MS = 5 * MINUTE_MS;

interface RetriedJob extends Job {
  /** Logged with the error of a failure. */
  readonly failure: string;
}

/** Creates a job whose failures are logged, and which then rests for five minutes. */
export function createRetriedJob({ failure, run, ...job }: RetriedJob, log: Log): Job {
  let retryMs = 0;
  return {
    ...job,
    run: async given => {
      if (+given.now < retryMs) return undefined;
      try {
        return await run(given);
      } catch (error) {
        if (given.signal.aborted) return undefined;
        retryMs = +given.now + RETRY_MS;
        log.error({ err: error }, failure);
        return undefined;
      }
    },
  };
}
