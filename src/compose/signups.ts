/** Composes signups, activation and trials. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/options.ts';
import type { Clock } from '../core/clock.ts';
import type { Events } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import type { AccountsService } from '../features/accounts/service.ts';
import type { TransactionalMail } from '../features/mail/transactional.ts';
import type { SessionsService } from '../features/sessions/service.ts';
import { createActivation } from '../features/signups/activation.ts';
import {
  type AddressRules,
  BLOCKED_ADDRESSES_FILE,
  isBlockedAddress,
  parseAddressRules,
} from '../features/signups/blocked-addresses.ts';
import { createNeedsApproval, createSignupsService } from '../features/signups/service.ts';
import { createSignupMail } from '../features/signups/signup-mail.ts';
import { createSignupsStore } from '../features/signups/store.ts';
import { createTrialMail } from '../features/signups/trial-mail.ts';
import { ONE_TIME_MAIL_DOMAINS } from '../reference/one-time-mail.ts';
import type { AppDb } from '../stores/sqlite/app-db.ts';
import { createTeam } from './access.ts';

const MAX_RULES_BYTES = 4 * 1024 ** 2;

function createSignups(
  { config: options, clock, log }: { readonly config: Config; readonly clock: Clock; readonly log: Log },
  parts: {
    readonly db: AppDb;
    readonly folder: { readonly path: string };
    readonly accounts: AccountsService;
    readonly sessions: SessionsService;
    readonly transactionalMail: TransactionalMail;
    readonly events: Events;
  },
) {
  const { db, accounts, sessions, transactionalMail, events } = parts;
  const origin = { url: options.baseUrl ?? `http://${options.host}:${options.port}` };
  events.subscribe('server.listening', ({ baseUrl }) => {
    origin.url = baseUrl;
  });
  const store = createSignupsStore(db);
  const rules = createRulesFile(join(parts.folder.path, BLOCKED_ADDRESSES_FILE), log);
  const mailing = createSignupMail({
    store,
    transactionalMail,
    needsApproval: createNeedsApproval(options.signups),
    isTrial: ({ userId }) => Boolean(accounts.findUser(userId ?? 0)?.trialEndsAt),
    baseUrl: () => origin.url,
    clock,
  });
  const signups = createSignupsService({
    store,
    accounts,
    mailing,
    mode: options.signups,
    isBlocked: email => isBlockedAddress(email, rules(), ONE_TIME_MAIL_DOMAINS),
    clock,
  });
  return {
    signups,
    signupMailing: mailing,
    activation: createActivation({ store, signups, accounts, sessions, clock }),
    trials: createTrialMail({ store, accounts, mailing }),
    /** Where the server is reached, for links; known once it listens. */
    signupOrigin: origin,
  };
}

/** Creates the ways to register: invitations to teams and signups of agents. */
export const createRegistration = (
  settings: Parameters<typeof createSignups>[0],
  parts: Parameters<typeof createSignups>[1] & Parameters<typeof createTeam>[1],
) => ({ ...createTeam(settings, parts), ...createSignups(settings, parts) });

/** Creates the function that returns the operator's list, read again when the file has changed. Errors are logged. */
function createRulesFile(path: string, log: Log): () => AddressRules {
  let stamp = '';
  let rules = parseAddressRules('');
  return () => {
    try {
      const stats = statSync(path, { throwIfNoEntry: false });
      // Includes ctime: a change of permissions may have made it readable.
      const now = stats ? `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size}` : '';
      if (now === stamp) return rules;
      stamp = now;
      if (stats && stats.size > MAX_RULES_BYTES) {
        log.error({ path }, 'the list of blocked mail domains is over 4 MB: the one before stays in use');
        return rules;
      }
      rules = parseAddressRules(stats ? readFileSync(path, 'utf8') : '');
    } catch (error) {
      log.error(
        { err: error, path },
        'the list of blocked mail domains cannot be read: the one before stays in use',
      );
      return rules;
    }
    if (rules.invalidLines.length > 0) {
      log.warn(
        { path, lines: rules.invalidLines.slice(0, 20) },
        'lines of the list of blocked mail domains say nothing: each is a domain, an address, or !domain',
      );
    }
    return rules;
  };
}
