/** Composes accounts, keys, sessions, teams and user settings. */
import type { Config } from '../config/options.ts';
import type { Clock } from '../core/clock.ts';
import type { Events } from '../core/events.ts';
import { createAccountsService } from '../features/accounts/service.ts';
import { createAccountsStore } from '../features/accounts/store.ts';
import { createKeysService } from '../features/keys/service.ts';
import { createKeysStore } from '../features/keys/store.ts';
import type { Notifications } from '../features/mail/service.ts';
import type { TransactionalMail } from '../features/mail/transactional.ts';
import { createKnownBrowsers } from '../features/sessions/known-browsers.ts';
import { createPasswordResets } from '../features/sessions/password-resets.ts';
import { createSessionsService } from '../features/sessions/service.ts';
import { createSessionsStore } from '../features/sessions/store.ts';
import { createJoinService } from '../features/team/join-service.ts';
import { createTeamService, INVITATIONS_PER_HOUR } from '../features/team/service.ts';
import { createTeamStore } from '../features/team/store.ts';
import { createUserSettingsService } from '../features/user-settings/service.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import type { AppDb } from '../stores/sqlite/app-db.ts';
import { loadSecret } from '../stores/sqlite/secrets.ts';
import type { createMail } from './mail.ts';

/** A user's hourly limit as a multiple of one key's, since a user can make many keys. */
const USER_LIMIT_FACTOR = 5;

/** Creates accounts, keys, sessions and their rate limits. */
export function createAccess(
  { config: options, clock }: { readonly config: Config; readonly clock: Clock },
  db: AppDb,
) {
  const accounts = createAccountsService({
    store: createAccountsStore(db),
    clock,
    defaultPlan: options.defaultPlan,
  });
  const keysStore = createKeysStore(db);
  const sessionsStore = createSessionsStore(db);
  return {
    accounts,
    keys: createKeysService({ store: keysStore, clock }),
    keysStore,
    rateLimit: createRateLimit({
      limit: options.rateLimit,
      clock,
      windows: keysStore.listRateWindows(),
    }),
    // In memory: a restart resets the hour of a user, not that of a key.
    userRateLimit: createRateLimit({
      limit: options.rateLimit * USER_LIMIT_FACTOR,
      clock,
      windows: [],
    }),
    sessionsStore,
    sessions: createSessionsService({
      store: sessionsStore,
      accounts,
      browsers: createKnownBrowsers(loadSecret(db, 'known-browsers')),
      setUpSecret: loadSecret(db, 'set-up'),
      clock,
    }),
  };
}

/** Creates teams and how to join them. */
export function createTeam(
  { clock }: { readonly clock: Clock },
  {
    accounts,
    sessions,
    transactionalMail,
    notifications,
    db,
    events,
  }: Pick<ReturnType<typeof createAccess>, 'accounts' | 'sessions'> & {
    readonly transactionalMail: TransactionalMail;
    readonly notifications: Notifications;
    readonly db: AppDb;
    readonly events: Events;
  },
) {
  const inviteRate = createRateLimit({ limit: INVITATIONS_PER_HOUR, clock, windows: [] });
  const team = createTeamService({
    store: createTeamStore(db),
    accounts,
    transactionalMail,
    notifications,
    inviteRate,
    clock,
  });
  events.subscribe('server.listening', team.failLostMails);
  return { team, joining: createJoinService({ team, accounts, sessions }) };
}

/** Creates password resets and user settings, which need mail. */
export const createUserSettings = (
  { sessionsStore, accounts, sessions, keys }: ReturnType<typeof createAccess>,
  { transactionalMail, notifications, clock }: ReturnType<typeof createMail> & { readonly clock: Clock },
) => ({
  resets: createPasswordResets({ store: sessionsStore, accounts, sessions, keys, transactionalMail, clock }),
  userSettings: createUserSettingsService({ accounts, notifications, clock }),
});
