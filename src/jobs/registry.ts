/** Every piece of background work, in one place. */
import type { Job } from '../core/job.ts';
import { type HousekeepingDeps, housekeepingJobs } from '../features/operations/jobs.ts';
import { sitePurgeJob } from '../features/sites/jobs.ts';
import type { SitesService } from '../features/sites/service.ts';

export interface JobDeps extends HousekeepingDeps {
  readonly sites: SitesService;
}

export const createJobs = (deps: JobDeps): Job[] => [sitePurgeJob(deps.sites), ...housekeepingJobs(deps)];
