import type { Job } from '../../../core/job.ts';
import type { Deliveries } from './service.ts';

export const webhookJobs = (deliveries: Deliveries): Job[] => [
  {
    name: 'webhooks.deliver',
    description: 'Begins the deliveries of webhooks whose time has come',
    every: '* * * * * *',
    run: async () => deliveries.tick(),
  },
  {
    name: 'webhooks.trim',
    description: 'Removes deliveries of webhooks that are over and older than 30 days',
    every: '41 * * * *',
    run: async ({ now, signal }) => deliveries.trim(now, signal),
  },
];
