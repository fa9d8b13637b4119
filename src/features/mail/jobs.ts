import type { Job } from '../../core/job.ts';
import type { MailSender } from './sender.ts';
import type { DirectMail } from './transactional.ts';

/** Mail goes out as it comes; the jobs send what has to be tried again, and forget. */
export const mailJobs = (mails: MailSender, directMail: Pick<DirectMail, 'retryDue'>): Job[] => [
  {
    name: 'mail.send',
    description: 'Sends mail that waits in the outbox',
    every: '* * * * *',
    run: () => mails.sendDue(),
  },
  {
    name: 'mail.retry',
    description: 'Sends links by mail again that the relay did not take at once',
    every: '* * * * *',
    run: () => directMail.retryDue(),
  },
  {
    name: 'mail.prune',
    description: 'Forgets mail that was sent or given up 30 days ago',
    every: '40 3 * * *',
    run: async ({ now }) => ({ mails: mails.prune(now) }),
  },
];
