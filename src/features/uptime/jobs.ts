import type { Job } from '../../core/job.ts';
import type { UptimeService } from './service.ts';

/** Lists the jobs of uptime monitoring: checks, what downtimes cost, domain lookups, watched pages, retention. */
export const uptimeJobs = (uptime: UptimeService): Job[] => [
  {
    name: 'uptime.check',
    description: 'Runs uptime checks',
    every: '* * * * * *',
    run: async () => uptime.checkDue(),
  },
  {
    name: 'uptime.impact',
    description: 'Works out what downtimes cost where that failed when they ended',
    every: '25 * * * *',
    run: ({ now, signal }) => uptime.fillImpacts(now, signal),
  },
  {
    name: 'uptime.domains',
    description: 'Looks up when domains expire',
    every: '*/10 * * * *',
    run: ({ now, signal }) => uptime.lookUpDomains(now, signal),
  },
  {
    name: 'uptime.watched_pages',
    description: 'Chooses which of the most visited pages are watched, once a day for each site',
    every: '40 * * * * *',
    run: ({ now, signal }) => uptime.watchedPages.renewDue(now, signal),
  },
  {
    name: 'uptime.tidy',
    description: 'Deletes single checks after 7 days and uptime history after 400 days',
    every: '50 2 * * *',
    run: async ({ now }) => uptime.prune(now),
  },
];
