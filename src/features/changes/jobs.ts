import type { Job } from '../../core/job.ts';
import type { ChangesService } from './service.ts';

export const changesJob = (changes: ChangesService): Job => ({
  name: 'changes.settle',
  description: 'Completes changes of stored hits, and removes what can no longer be undone',
  every: '*/10 * * * *',
  run: ({ signal }) => changes.resume(signal),
});
