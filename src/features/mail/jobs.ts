import type { Job } from '../../core/job.ts';
import type { OutboxSender } from './outbox-sender.ts';
import type { TransactionalMail } from './transactional.ts';

/** Mail is sent as it is enqueued; the jobs retry and clean up. */
export const mailJobs = (
  outboxSender: OutboxSender,
  transactionalMail: Pick<TransactionalMail, 'retryDue'>,
): Job[] => [
  {
    name: 'mail.send',
    description: 'Sends queued emails',
    every: '* * * * *',
    run: () => outboxSender.sendDue(),
  },
  {
    name: 'mail.retry',
    description: 'Retries emails that couldn’t be delivered right away',
    every: '* * * * *',
    run: () => transactionalMail.retryDue(),
  },
  {
    name: 'mail.prune',
    description: 'Deletes emails from the outbox after 30 days',
    every: '40 3 * * *',
    run: async ({ now }) => ({ mails: outboxSender.prune(now) }),
  },
];
