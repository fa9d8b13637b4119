import type { Job } from '../../core/job.ts';
import { RUN_INTERVAL_MINUTES } from './limits.ts';
import type { InsightsService } from './service.ts';

export const insightJobs = (insights: InsightsService): Job[] => [
  {
    name: 'insights.generate',
    description: 'Makes the daily insights of sites whose owners have reached 01:00',
    every: `*/${RUN_INTERVAL_MINUTES} * * * *`,
    run: ({ now, signal }) => insights.generateDue(now, signal),
  },
  {
    name: 'insights.retain',
    description: 'Removes insights that are older than they are kept',
    every: '50 2 * * *',
    run: async ({ now }) => insights.removeOld(now),
  },
];
