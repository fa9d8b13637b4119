/** Activation: the owner turns the signup of an agent into an account. */
import type { Clock } from '../../core/clock.ts';
import { forbidden } from '../../core/errors.ts';
import type { Browser, OpenedSession } from '../../http/session-cookie.ts';
import { hashToken } from '../../lib/token.ts';
import type { AccountsService } from '../accounts/service.ts';
import type { SessionsService } from '../sessions/service.ts';
import { TRIAL_MS, TRIAL_PLAN } from './limits.ts';
import type { SignupsService } from './service.ts';
import type { SignupRow, SignupsStore } from './store.ts';

export type LinkedSignupStatus = 'pending_owner' | 'owner_activated' | 'existing_account';

/** A signup with its status, for the page behind a link. */
export interface LinkedSignup {
  readonly signup: SignupRow;
  readonly status: LinkedSignupStatus;
  readonly needsApproval: boolean;
}

export interface ActivateInput {
  readonly token: string;
  readonly password: string;
  readonly name?: string | undefined;
  readonly timeZone?: string | undefined;
}

const REFUSAL_TEXTS = {
  owner_activated: 'this account is activated already: sign in',
  existing_account: 'this address has an account already: sign in',
} as const;

export function createActivation(deps: {
  readonly store: SignupsStore;
  readonly signups: Pick<SignupsService, 'needsApproval'>;
  readonly accounts: Pick<AccountsService, 'findUserByEmail' | 'hasUsers' | 'createUser'>;
  readonly sessions: Pick<SessionsService, 'createSession'>;
  readonly clock: Clock;
}) {
  const { store, signups, accounts, sessions, clock } = deps;

  function getStatus({ userId, email }: SignupRow): LinkedSignupStatus {
    if (userId !== null) return 'owner_activated';
    return accounts.findUserByEmail(email) ? 'existing_account' : 'pending_owner';
  }

  /** Finds the signup of a link. 403 when it has expired or the link is unknown. */
  function open(token: string): LinkedSignup {
    const signup = store.findByLink(hashToken(token));
    const isExpired = signup?.userId === null && signup.expiresAt <= clock.now();
    if (!signup || isExpired) {
      throw forbidden('this link is no longer valid: have the agent request the account again');
    }
    return { signup, status: getStatus(signup), needsApproval: signups.needsApproval(signup) };
  }

  /** Finds a signup that can be activated now; 403 with the reason otherwise. */
  function openActivatable(token: string): SignupRow {
    const { signup, status, needsApproval } = open(token);
    if (status !== 'pending_owner') throw forbidden(REFUSAL_TEXTS[status]);
    if (needsApproval) {
      throw forbidden(
        'the operator of this server has to approve this account first: this link works after that',
      );
    }
    // The first user is the operator, who cannot come from a signup.
    if (!accounts.hasUsers()) throw forbidden('this server is not set up yet');
    return signup;
  }

  return {
    open,

    /**
     * Adds the user, starts their trial and signs them in. All signups of the address are activated in the same
     * transaction. 403 for a link that opens nothing (any more, or yet), 422 for a bad password, name or zone.
     */
    async activate(
      browser: Browser,
      { token, ...input }: ActivateInput,
    ): Promise<{ session: OpenedSession; siteUrl: string | null }> {
      const { email, siteUrl } = openActivatable(token);
      const activatedAt = clock.now();
      const trialEndsAt = new Date(activatedAt.getTime() + TRIAL_MS);
      const user = await accounts.createUser(
        { ...input, email, plan: TRIAL_PLAN, trialEndsAt },
        {
          // It may have been removed or activated while the password was hashed.
          check: () => void openActivatable(token),
          onInsert: ({ id: userId }) => store.activate(email, { userId, activatedAt, trialEndsAt }),
        },
      );
      return { session: sessions.createSession(user, browser), siteUrl };
    },
  };
}

export type Activation = ReturnType<typeof createActivation>;
