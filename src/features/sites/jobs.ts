import type { Job } from '../../core/job.ts';
import type { SitesService } from './service.ts';

/** Deletes the data of deleted sites soon after the deletion. */
export const sitePurgeJob = (sites: SitesService): Job => ({
  name: 'sites.purge',
  description: 'Deletes the data of deleted sites',
  every: '*/5 * * * *',
  run: ({ signal }) => sites.purgeDeleted(signal),
});
