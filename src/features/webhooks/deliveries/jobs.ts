import type { Job } from '../../../core/job.ts';
import type { Deliveries } from './service.ts';

export const webhookJobs = (deliveries: Deliveries): Job[] => [
  {
    name: 'webhooks.deliver',
    description: 'Starts deliveries of webhooks that are due',
    every: '* * * * * *',
    run: async () => deliveries.tick(),
  },
  {
    name: 'webhooks.trim',
    description: 'Removes finished deliveries of webhooks that are older than 30 days',
    every: '41 * * * *',
    run: async ({ now, signal }) => deliveries.trim(now, signal),
  },
];
