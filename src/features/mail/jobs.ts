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
    description: 'Sends mail that waits in the outbox',
    every: '* * * * *',
    run: () => outboxSender.sendDue(),
  },
  {
    name: 'mail.retry',
    description: 'Retries mails with links that the relay did not take at once',
    every: '* * * * *',
    run: () => transactionalMail.retryDue(),
  },
  {
    name: 'mail.prune',
    description: 'Deletes mail that was sent or given up 30 days ago',
    every: '40 3 * * *',
    run: async ({ now }) => ({ mails: outboxSender.prune(now) }),
  },
];
