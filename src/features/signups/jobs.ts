import type { Job } from '../../core/job.ts';
import type { SignupsService } from './service.ts';
import type { SignupMailService } from './signup-mail.ts';
import type { TrialMail } from './trial-mail.ts';

export const signupJobs = ({
  service,
  mailing,
  trials,
}: {
  readonly service: Pick<SignupsService, 'removeExpired'>;
  readonly mailing: Pick<SignupMailService, 'sendDue'>;
  readonly trials: TrialMail;
}): Job[] => [
  {
    name: 'signups.expire',
    description: 'Deletes signups that weren’t activated within 7 days',
    every: '17 * * * *',
    run: async ({ now }) => ({ signups: service.removeExpired(now) }),
  },
  {
    name: 'signups.mail',
    description: 'Retries emails about signups',
    every: '*/5 * * * *',
    run: async ({ now }) => ({ mails: mailing.sendDue(now) }),
  },
  {
    name: 'signups.trials',
    description: 'Emails owners when their trial ends',
    every: '7 * * * *',
    run: async ({ now }) => ({ mails: trials.sendDue(now) }),
  },
];
