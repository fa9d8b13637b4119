import type { Job } from '../../core/job.ts';
import type { LiveService } from './service.ts';

/** The seconds of the live view; nothing is done while nobody watches. */
export const liveBeatJob = (live: LiveService): Job => ({
  name: 'live.beat',
  description: 'Tells live streams what has changed, and ends those that may not go on',
  every: '* * * * * *',
  run: async () => live.beat(),
});
