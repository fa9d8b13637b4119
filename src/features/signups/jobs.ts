import type { Job } from '../../core/job.ts';
import type { SignupMailing } from './mailing.ts';
import type { SignupsService } from './service.ts';
import type { Trials } from './trials.ts';

export const signupJobs = ({
  signups,
  signupMailing,
  trials,
}: {
  readonly signups: Pick<SignupsService, 'removeOver'>;
  readonly signupMailing: Pick<SignupMailing, 'sendDue'>;
  readonly trials: Trials;
}): Job[] => [
  {
    name: 'signups.expire',
    description: 'Forgets signups of agents that nobody has activated within 7 days',
    every: '17 * * * *',
    run: async ({ now }) => ({ signups: signups.removeOver(now) }),
  },
  {
    name: 'signups.mail',
    description: 'Mails again what owners of signups could not be mailed',
    every: '*/5 * * * *',
    run: async ({ now }) => ({ mails: signupMailing.sendDue(now) }),
  },
  {
    name: 'signups.trials',
    description: 'Tells owners that their trial ends in 3 days, or has ended',
    every: '7 * * * *',
    run: async ({ now }) => ({ told: trials.tell(now) }),
  },
];
