/** Composes accounts, keys, sessions and rate limits. */

import { createAccountsService } from '../features/accounts/service.ts';
import { createAccountsStore } from '../features/accounts/store.ts';
import { createKeysService } from '../features/keys/service.ts';
import { createKeysStore } from '../features/keys/store.ts';
import { createKnownBrowsers } from '../features/sessions/known-browsers.ts';
import { createSessionsService } from '../features/sessions/service.ts';
import { createSessionsStore } from '../features/sessions/store.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { loadSecret } from '../stores/sqlite/secrets.ts';
import type { Context } from './context.ts';
import type { Stores } from './stores.ts';

/** A user's hourly limit as a multiple of one key's, since a user can create many keys. */
const USER_LIMIT_FACTOR = 5;

export type Access = ReturnType<typeof composeAccess>;

export function composeAccess({ config, clock }: Context, { stores }: { readonly stores: Stores }) {
  const { db } = stores;
  const accounts = createAccountsService({
    store: createAccountsStore(db),
    clock,
    defaultPlan: config.defaultPlan,
  });
  const keysStore = createKeysStore(db);
  const keys = createKeysService({ store: keysStore, clock });
  const rateLimit = createRateLimit({
    limit: config.rateLimit,
    clock,
    windows: keysStore.listRateWindows(),
  });
  // In memory: a restart resets the hour of a user, but not that of each key.
  const userRateLimit = createRateLimit({ limit: config.rateLimit * USER_LIMIT_FACTOR, clock, windows: [] });
  const sessionsStore = createSessionsStore(db);
  const sessions = createSessionsService({
    store: sessionsStore,
    accounts,
    browsers: createKnownBrowsers(loadSecret(db, 'known-browsers')),
    setUpSecret: loadSecret(db, 'set-up'),
    clock,
  });
  return {
    accounts,
    keys,
    rateLimit,
    userRateLimit,
    sessions,
    sessionsStore,
    /** Writes request counts and last use of keys, when there are new ones. */
    saveKeyUse(): void {
      const windows = rateLimit.takeChanges();
      const used = keys.takeUnsavedUse();
      if (windows.length > 0 || used.size > 0) keysStore.saveUse(windows, used);
    },
  };
}
