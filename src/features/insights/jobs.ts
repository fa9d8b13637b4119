import type { Job } from '../../core/job.ts';
import type { InsightsService } from './service.ts';

export const insightJobs = (insights: InsightsService): Job[] => [
  {
    name: 'insights.generate',
    description: 'Makes the daily insights of sites whose owners have reached 01:00',
    // Zones are off by whole quarters of an hour; what was missed meanwhile is made up for.
    every: '*/5 * * * *',
    run: ({ now, signal }) => insights.generateDue(now, signal),
  },
  {
    name: 'insights.retain',
    description: 'Removes insights that are older than they are kept',
    every: '50 2 * * *',
    run: async ({ now }) => insights.removeOld(now),
  },
];
