import type { Job } from '../../core/job.ts';
import { RUN_INTERVAL_MINUTES } from './limits.ts';
import type { InsightsService } from './service.ts';

export const insightJobs = (insights: InsightsService): Job[] => [
  {
    name: 'insights.generate',
    description: 'Creates daily insights at 01:00 in the time zone of each account',
    every: `*/${RUN_INTERVAL_MINUTES} * * * *`,
    run: ({ now, signal }) => insights.generateDue(now, signal),
  },
  {
    name: 'insights.history',
    description: 'Creates insights of earlier weeks',
    every: `2-59/${RUN_INTERVAL_MINUTES} * * * *`,
    run: ({ signal }) => insights.generatePast(signal),
  },
  {
    name: 'insights.retain',
    description: 'Deletes old insights',
    every: '50 2 * * *',
    run: async ({ now }) => insights.removeOld(now),
  },
];
