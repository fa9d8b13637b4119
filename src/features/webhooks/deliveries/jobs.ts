import type { Job } from '../../../core/job.ts';
import type { Deliveries } from './service.ts';

export const webhookJobs = (deliveries: Deliveries): Job[] => [
  {
    name: 'webhooks.deliver',
    description: 'Sends webhook deliveries',
    every: '* * * * * *',
    run: async () => deliveries.tick(),
  },
  {
    name: 'webhooks.trim',
    description: 'Deletes webhook deliveries after 30 days',
    every: '41 * * * *',
    run: async ({ now, signal }) => deliveries.trim(now, signal),
  },
];
