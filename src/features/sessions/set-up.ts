/** The one-time set-up of the first user. */
import { createHmac } from 'node:crypto';
import { AppError } from '../../core/errors.ts';
import type { User } from '../../core/user.ts';
import type { Browser, OpenedSession } from '../../http/session-cookie.ts';
import { hashToken, matchesTokenHash } from '../../lib/token.ts';
import type { AccountsService } from '../accounts/service.ts';

const TOKEN_BYTES = 24;

export interface SetUpInput {
  readonly token: string;
  readonly email: string;
  readonly password: string;
  readonly name?: string | undefined;
  readonly timeZone?: string | undefined;
}

export interface SetUpDeps {
  readonly accounts: Pick<AccountsService, 'hasUsers' | 'createUser'>;
  readonly createSession: (user: User, browser: Browser) => OpenedSession;
  /** The token is derived from it: the same after a restart. */
  readonly secret: Uint8Array;
}

export function createSetUp({ accounts, createSession, secret }: SetUpDeps) {
  const token = createHmac('sha256', secret)
    .update('set-up')
    .digest()
    .subarray(0, TOKEN_BYTES)
    .toString('base64url');
  let isRunning = false;

  return {
    /** Returns the token of the set-up address while there is no user, else null. */
    setUpToken: (): string | null => (accounts.hasUsers() ? null : token),

    /** Adds the first user and creates their session. Throws 403 for a token that is wrong or was used. */
    async setUpOwner(browser: Browser, input: SetUpInput): Promise<OpenedSession> {
      if (isRunning || accounts.hasUsers() || !matchesTokenHash(input.token, hashToken(token))) {
        throw new AppError(
          'forbidden',
          'this set-up address is not valid any more: sign in, or look for the one that the server printed at its start',
        );
      }
      // Set before the slow hash, so that of two concurrent requests one fails.
      isRunning = true;
      try {
        return createSession(await accounts.createUser(input), browser);
      } finally {
        isRunning = false;
      }
    },
  };
}
