/** Composes the signups of agents. */
import { join } from 'node:path';
import { createActivation } from '../features/signups/activation.ts';
import { BLOCKED_ADDRESSES_FILE, isBlockedAddress } from '../features/signups/blocked-addresses.ts';
import { watchAddressRules } from '../features/signups/blocked-addresses-file.ts';
import { createNeedsApproval, createSignupsService } from '../features/signups/service.ts';
import { createSignupMail } from '../features/signups/signup-mail.ts';
import { createSignupsStore } from '../features/signups/store.ts';
import { createTrialMail } from '../features/signups/trial-mail.ts';
import { ONE_TIME_MAIL_DOMAINS } from '../reference/one-time-mail.ts';
import type { Access } from './access.ts';
import type { Context } from './context.ts';
import type { Mail } from './mail.ts';
import type { Stores } from './stores.ts';

export function composeSignups(
  { config, clock, log, getBaseUrl }: Context,
  { stores, access, mail }: { readonly stores: Stores; readonly access: Access; readonly mail: Mail },
) {
  const { accounts, sessions } = access;
  const store = createSignupsStore(stores.db);
  const getRules = watchAddressRules(join(stores.folder.path, BLOCKED_ADDRESSES_FILE), log);
  const mailing = createSignupMail({
    store,
    transactionalMail: mail.transactional,
    needsApproval: createNeedsApproval(config.signups),
    isTrial: ({ userId }) => Boolean(accounts.findUser(userId ?? 0)?.trialEndsAt),
    baseUrl: getBaseUrl,
    clock,
  });
  const service = createSignupsService({
    store,
    accounts,
    mailing,
    mode: config.signups,
    isBlocked: email => isBlockedAddress(email, getRules(), ONE_TIME_MAIL_DOMAINS),
    clock,
  });
  return {
    service,
    mailing,
    activation: createActivation({ store, signups: service, accounts, sessions, clock }),
    trials: createTrialMail({ store, accounts, mailing }),
  };
}
