/** Mails about trials: three days before the end, and at the end. */

import type { AccountsService } from '../accounts/service.ts';
import { TRIAL_REMINDER_MS } from './limits.ts';
import type { SignupMailService } from './signup-mail.ts';
import type { SignupRow, SignupsStore } from './store.ts';

export function createTrialMail(deps: {
  readonly store: SignupsStore;
  readonly accounts: Pick<AccountsService, 'findUser'>;
  readonly mailing: Pick<SignupMailService, 'sendOwed'>;
}) {
  const { store, accounts, mailing } = deps;

  /** Returns which mail about a trial is due; null when there will be none any more, undefined when there is none yet. */
  function findDueMail(
    { userId, remindedAt }: SignupRow,
    now: Date,
  ): 'trial_reminder' | 'trial_end' | null | undefined {
    // A plan that the operator has set ends the trial without a mail.
    const endsAt = accounts.findUser(userId ?? 0)?.trialEndsAt;
    if (!endsAt) return null;
    if (endsAt <= now) return 'trial_end';
    const isSoon = endsAt.getTime() - now.getTime() <= TRIAL_REMINDER_MS;
    return isSoon && remindedAt === null ? 'trial_reminder' : undefined;
  }

  return {
    /** Sends the mails that are due, one for each user, and returns how many users. */
    sendDue(now: Date): number {
      const notified = new Set<number>();
      for (const signup of store.listTrials(new Date(now.getTime() + TRIAL_REMINDER_MS))) {
        // Several signups of one address lead to the same user.
        const due = notified.has(signup.userId ?? 0) ? undefined : findDueMail(signup, now);
        if (due === undefined) continue;
        notified.add(signup.userId ?? 0);
        store.recordTrialMail(signup, due, now);
        const owing = due === null ? undefined : store.find(signup.id);
        if (owing) mailing.sendOwed(owing);
      }
      return notified.size;
    },
  };
}

export type TrialMail = ReturnType<typeof createTrialMail>;
