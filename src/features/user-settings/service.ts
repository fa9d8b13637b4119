/** What a user chooses for themselves: how they are named, when their days begin, what they are mailed. */

import type { Clock } from '../../core/clock.ts';
import { currentPlan } from '../../core/plans.ts';
import type { User } from '../../core/user.ts';
import type { AccountsService } from '../accounts/service.ts';
import type { NoticeKind } from '../mail/notification-data.ts';
import type { NoticesService } from '../mail/service.ts';
import type { UserSettingsFacts, UserSettingsInput, WantedMails } from './schema.ts';

export function createUserSettings(deps: {
  readonly accounts: AccountsService;
  readonly notices: Pick<NoticesService, 'listSubscriptions' | 'setSubscribed'>;
  readonly clock: Clock;
}) {
  const { accounts, notices, clock } = deps;

  const wantedOf = (userId: number): WantedMails => {
    const rows = notices.listSubscriptions(userId).map(({ kind, isSubscribed }) => [kind, isSubscribed]);
    return Object.fromEntries(rows) as WantedMails;
  };

  const of = (user: User): UserSettingsFacts => ({
    user,
    wanted: wantedOf(user.id),
    isOperator: accounts.isOperator(user),
    plan: currentPlan(user, clock.now()),
  });

  return {
    of,

    /** Changes the fields that are given. 422 when there is none of them. */
    async update(user: User, input: UserSettingsInput): Promise<UserSettingsFacts> {
      const { name, time_zone: timeZone, week_start: weekStart, theme, mails = {} } = input;
      const updated = await accounts.updateUser(user, { name, timeZone, weekStart, theme });
      const wanted = wantedOf(user.id);
      for (const kind of Object.keys(wanted) as NoticeKind[]) {
        const isWanted = mails[kind];
        if (isWanted !== undefined && isWanted !== wanted[kind])
          notices.setSubscribed({ userId: user.id, kind }, isWanted);
      }
      return of(updated);
    },
  };
}

export type UserSettings = ReturnType<typeof createUserSettings>;
