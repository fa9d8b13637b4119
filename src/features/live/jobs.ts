import type { Job } from '../../core/job.ts';
import type { LiveService } from './service.ts';

/** Creates the heartbeat job of live streams; it does nothing without streams. */
export const liveBeatJob = (live: LiveService): Job => ({
  name: 'live.beat',
  description: 'Updates live views',
  every: '* * * * * *',
  run: async () => live.beat(),
});
