import type { Job } from '../../core/job.ts';
import type { AlertsService } from './service.ts';

export const alertJobs = (alerts: Pick<AlertsService, 'check' | 'trim'>): Job[] => [
  {
    name: 'alerts.check',
    description: 'Checks alerts',
    every: '* * * * *',
    run: ({ now, signal }) => alerts.check(now, signal),
  },
  {
    name: 'alerts.trim',
    description: 'Deletes the history of alerts after 400 days',
    every: '37 3 * * *',
    run: async ({ now }) => alerts.trim(now),
  },
];
