/** A user's own settings: name, time zone, week start, theme and mails. */

import type { Clock } from '../../core/clock.ts';
import type { NotificationKind } from '../../core/notifications.ts';
import { currentPlan } from '../../core/plans.ts';
import type { User } from '../../core/user.ts';
import type { AccountsService } from '../accounts/service.ts';
import type { NotificationService } from '../mail/service.ts';
import type { MailPreferences, UserSettingsInput, UserSettingsView } from './schema.ts';
import type { TestMailService } from './test-mail.ts';

export function createUserSettingsService(deps: {
  readonly accounts: AccountsService;
  readonly notifications: Pick<NotificationService, 'listSubscriptions' | 'setSubscribed'>;
  readonly testMail: TestMailService;
  /** Version of the server. */
  readonly version: string;
  /** Returns a newer release; null where none is known. */
  readonly findNewer: () => string | null;
  readonly clock: Clock;
}) {
  const { accounts, notifications, testMail, version, findNewer, clock } = deps;

  const getMailPreferences = (userId: number): MailPreferences => {
    const rows = notifications
      .listSubscriptions(userId)
      .map(({ kind, isSubscribed }) => [kind, isSubscribed]);
    return Object.fromEntries(rows) as MailPreferences;
  };

  const get = (user: User): UserSettingsView => ({
    user,
    mailPreferences: getMailPreferences(user.id),
    version,
    newerVersion: accounts.isOperator(user) ? findNewer() : null,
    isOperator: accounts.isOperator(user),
    isMailed: testMail.isSetUp,
    plan: currentPlan(user, clock.now()),
  });

  return {
    get,
    sendTestMail: testMail.send,

    /** Changes the given fields. 422 when there is none. */
    async update(user: User, input: UserSettingsInput): Promise<UserSettingsView> {
      const { name, time_zone: timeZone, week_start: weekStart, theme, mails = {} } = input;
      const updated = await accounts.updateUser(user, { name, timeZone, weekStart, theme });
      const wanted = getMailPreferences(user.id);
      for (const kind of Object.keys(wanted) as NotificationKind[]) {
        const isWanted = mails[kind];
        if (isWanted !== undefined && isWanted !== wanted[kind])
          notifications.setSubscribed({ userId: user.id, kind }, isWanted);
      }
      return get(updated);
    },
  };
}

export type UserSettingsService = ReturnType<typeof createUserSettingsService>;
