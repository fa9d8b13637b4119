import type { Job } from '../../core/job.ts';
import type { ReleasesService } from './service.ts';

const draw = (end: number): number => Math.floor(Math.random() * end);

/** At a time of its own, so that not all servers ask at once. */
export const releaseJob = (releases: ReleasesService): Job => ({
  name: 'releases.check',
  description: 'Asks once a day whether there is a newer release',
  every: `${draw(60)} ${draw(24)} * * *`,
  run: ({ signal }) => releases.check(signal),
});
