import { MAX_TEST_MAILS_PER_HOUR } from '../core/limits.ts';
import { VERSION } from '../core/version.ts';
import type { ReleasesService } from '../features/releases/service.ts';
import { createPasswordResets } from '../features/sessions/password-resets.ts';
import { createUserSettingsService } from '../features/user-settings/service.ts';
import { createTestMail } from '../features/user-settings/test-mail.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { Access } from './access.ts';
import type { Context } from './context.ts';
import type { Mail } from './mail.ts';

/** Composes what users do for themselves, which takes mail. */
export function composeSelfService(
  { clock, log }: Context,
  {
    access,
    mail,
    releases,
  }: { readonly access: Access; readonly mail: Mail; readonly releases: ReleasesService },
) {
  const { accounts, keys, sessions, sessionsStore } = access;
  return {
    passwordResets: createPasswordResets({
      store: sessionsStore,
      accounts,
      sessions,
      keys,
      transactionalMail: mail.transactional,
      clock,
    }),
    settings: createUserSettingsService({
      accounts,
      notifications: mail.notifications,
      testMail: createTestMail({
        transactionalMail: mail.transactional,
        rateLimit: createRateLimit({ limit: MAX_TEST_MAILS_PER_HOUR, clock, windows: [] }),
        isOperator: accounts.isOperator,
        log,
      }),
      version: VERSION,
      findNewer: releases.findNewer,
      clock,
    }),
  };
}
