/** Password resets: a link by mail, valid for an hour and once. */
import type { Clock } from '../../core/clock.ts';
import { AppError, forbidden, rateLimited } from '../../core/errors.ts';
import { createAttemptLimit } from '../../http/attempt-limit.ts';
import type { Browser, OpenedSession } from '../../http/session-cookie.ts';
import { createToken, hashToken } from '../../lib/token.ts';
import type { AccountsService } from '../accounts/service.ts';
import type { KeysService } from '../keys/service.ts';
import type { TransactionalMail } from '../mail/transactional.ts';
import { RESET_LINK_LIFETIME_MS, RESETS_PER_ACCOUNT, RESETS_PER_ADDRESS } from './limits.ts';
import type { SessionsService } from './service.ts';
import type { SessionsStore } from './store.ts';

export interface PasswordResetDeps {
  readonly store: SessionsStore;
  readonly accounts: AccountsService;
  readonly sessions: SessionsService;
  readonly keys: Pick<KeysService, 'revokeAll'>;
  readonly transactionalMail: Pick<TransactionalMail, 'isSetUp' | 'send'>;
  readonly clock: Clock;
}

/** Password resets. Tokens are stored as hashes only, and never logged. */
export function createPasswordResets(deps: PasswordResetDeps) {
  const { store, accounts, sessions, keys, transactionalMail, clock } = deps;
  const byAddress = createAttemptLimit(clock, RESETS_PER_ADDRESS);
  const byAccount = createAttemptLimit(clock, RESETS_PER_ACCOUNT);

  return {
    /** Whether mail can go out. */
    isMailSetUp: transactionalMail.isSetUp,

    /**
     * Mails the link, if there is such a user; the answer is the same when there is none. 429 after ten requests an
     * hour from an address. Of more than five an hour for an account the rest are not mailed. 503 without a mail relay.
     */
    request({ email, address }: { email: string; address: string }, baseUrl: string): void {
      if (!transactionalMail.isSetUp) {
        throw new AppError(
          'unavailable',
          'this server sends no mail: its operator sets a new password with `footfall user set EMAIL --password-stdin`',
        );
      }
      if (!byAddress.begin([], address)) {
        throw rateLimited(
          'too many requests for a new password: try again in an hour',
          RESETS_PER_ADDRESS.windowMs / 1000,
        );
      }
      const user = accounts.findUserByEmail(email);
      if (!user || !byAccount.begin([String(user.id)])) return;
      const now = clock.now();
      const token = createToken();
      const tokenHash = hashToken(token);
      store.removeExpiredResets(now);
      store.insertReset({
        tokenHash,
        userId: user.id,
        expiresAt: new Date(now.getTime() + RESET_LINK_LIFETIME_MS),
      });
      transactionalMail.send({
        to: user.email,
        kind: 'password_reset',
        data: { path: `/reset?token=${token}` },
        baseUrl,
        isNeeded: () => store.hasReset(tokenHash),
      });
    },

    /**
     * Sets the password, ends every session, revokes every key and creates a session. Somebody else may have created the
     * account before its address was verified: none of their sessions and keys stays valid. 403 for a link that was used or is
     * too old; 422 for a bad password, and the link stays valid.
     */
    async confirm(browser: Browser, input: { token: string; password: string }): Promise<OpenedSession> {
      // Consumed before the slow hash, so that of two concurrent requests one fails.
      const reset = store.consumeReset(hashToken(input.token));
      const user = reset && reset.expiresAt > clock.now() ? accounts.findUser(reset.userId) : undefined;
      if (!reset || !user) throw forbidden('this link was used already or has expired: ask for a new one');
      try {
        await accounts.setPassword(user, input.password);
      } catch (error) {
        // Another link may have been used during the hash, which voids this one.
        if (accounts.isPasswordUnchanged(user)) store.insertReset(reset);
        throw error;
      }
      sessions.endAll(user.id);
      keys.revokeAll(user.id);
      return sessions.createSession(user, browser);
    },
  };
}

export type PasswordResets = ReturnType<typeof createPasswordResets>;
