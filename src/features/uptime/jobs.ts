import type { Job } from '../../core/job.ts';
import type { UptimeService } from './service.ts';

/** Lists the jobs of uptime monitoring: checks, domain lookups, retention. */
export const uptimeJobs = (uptime: UptimeService): Job[] => [
  {
    name: 'uptime.check',
    description: 'Starts the uptime checks that are due',
    every: '* * * * * *',
    run: async () => uptime.checkDue(),
  },
  {
    name: 'uptime.domains',
    description: 'Looks up when the domains of monitored sites expire, each at most once a day',
    every: '*/10 * * * *',
    run: ({ now, signal }) => uptime.lookUpDomains(now, signal),
  },
  {
    name: 'uptime.tidy',
    description: 'Drops single checks after a week, and the history of uptime after 400 days',
    every: '50 2 * * *',
    run: async ({ now }) => uptime.prune(now),
  },
];
