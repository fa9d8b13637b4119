import type { Job } from '../../core/job.ts';
import type { SiteSettingsService } from './service.ts';

/** Runs before the nightly rotation, so that the removed rows are not written to the next file. */
export const retentionJob = (siteSettings: SiteSettingsService): Job => ({
  name: 'hits.retain',
  description: 'Deletes data that is older than each site keeps it',
  every: '40 2 * * *',
  run: ({ now, signal }) => siteSettings.removeExpired(now, signal),
});
