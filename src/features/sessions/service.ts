import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { AppError, invalidBody } from '../../core/errors.ts';
import type { AccountsService } from '../accounts/service.ts';
import type { UserRow } from '../accounts/store.ts';
import type { SessionRow, SessionsStore } from './store.ts';

/** How long a session lasts after its last use. */
export const SESSION_LIFETIME_MS = 30 * 86_400_000;
const TOUCH_STEP_MS = 3_600_000;
const ATTEMPT_WINDOW_MS = 15 * 60_000;
const MAX_ATTEMPTS = 10;
const MAX_REMEMBERED_ATTEMPTS = 10_000;

/** Sign-in, sign-out and the one-time set-up of the first user. Tokens are stored as hashes only. */
export function createSessionsService(deps: {
  readonly store: SessionsStore;
  readonly accounts: AccountsService;
  readonly clock: Clock;
}) {
  const { store, accounts, clock } = deps;
  const setUp: { token: string | null } = { token: null };
  const attempts = createAttempts(clock);

  function find(token: string): SessionRow | undefined {
    const session = store.findByTokenHash(hashToken(token));
    return session && session.expiresAt > clock.now() ? session : undefined;
  }

  /** Token of a new session. */
  function open(user: UserRow, userAgent: string | null): string {
    const now = clock.now();
    const token = randomBytes(32).toString('base64url');
    store.removeExpired(now);
    store.insert({
      userId: user.id,
      tokenHash: hashToken(token),
      userAgent: userAgent?.slice(0, 300) ?? null,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
    });
    return token;
  }

  return {
    /** Whose session a token opens. */
    findUser(token: string): UserRow | undefined {
      const session = find(token);
      if (!session) return undefined;
      const now = clock.now();
      if (now.getTime() - session.lastSeenAt.getTime() > TOUCH_STEP_MS) {
        store.touch(session.id, {
          lastSeenAt: now,
          expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
        });
      }
      return accounts.findUser(session.userId);
    },

    /** Token of a new session. 401 for a wrong e-mail or password, 429 after ten tries in 15 minutes. */
    async signIn(input: {
      email: string;
      password: string;
      address: string;
      userAgent: string | null;
    }): Promise<string> {
      const who = [`address ${input.address}`, `account ${input.email.trim().toLowerCase()}`];
      attempts.check(who);
      // Noted before the slow comparison, so that many tries at once are counted too.
      attempts.note(who);
      const user = accounts.findUserByEmail(input.email);
      const isRight = await isPassword(input.password, user?.passwordHash);
      if (!user || !isRight) throw new AppError('unauthenticated', 'e-mail or password is wrong');
      attempts.forgive(who);
      return open(user, input.userAgent);
    },

    /** Ends a session. */
    signOut(token: string): void {
      const session = find(token);
      if (session) store.remove(session.id);
    },

    /** Ends every session of a user, as when the password changes. */
    endAllOf: (userId: number): void => store.removeOf(userId),

    /** The token of the set-up address while there is no user, else null. */
    setUpToken(): string | null {
      if (accounts.hasUsers()) setUp.token = null;
      else setUp.token ??= randomBytes(24).toString('base64url');
      return setUp.token;
    },

    /** Adds the first user; the token of their session. 403 for a token that is wrong or used up. */
    async setUpOwner(input: {
      token: string;
      email: string;
      password: string;
      name?: string | undefined;
      timeZone?: string | undefined;
      userAgent: string | null;
    }): Promise<string> {
      const { token } = setUp;
      if (token === null || accounts.hasUsers() || !isSameToken(input.token, token)) {
        throw new AppError(
          'forbidden',
          'this set-up address is not valid any more: sign in, or restart the server for a new one',
        );
      }
      // Taken before the slow hash, so that two requests at once cannot both succeed.
      setUp.token = null;
      try {
        const user = await accounts.createUser(input);
        return open(user, input.userAgent);
      } catch (error) {
        setUp.token = token;
        throw error;
      }
    },
  };
}

export type SessionsService = ReturnType<typeof createSessionsService>;

/** Failed sign-ins by address and by account. In memory: a restart is not something an attacker can cause. */
function createAttempts(clock: Clock) {
  const failures = new Map<string, number[]>();
  const recent = (who: string): number[] => {
    const since = clock.now().getTime() - ATTEMPT_WINDOW_MS;
    return (failures.get(who) ?? []).filter(at => at > since);
  };
  return {
    check(names: readonly string[]): void {
      if (names.every(who => recent(who).length < MAX_ATTEMPTS)) return;
      throw new AppError('rate_limited', 'too many wrong passwords: try again in 15 minutes', {
        headers: { 'retry-after': String(ATTEMPT_WINDOW_MS / 1000) },
      });
    },
    note(names: readonly string[]): void {
      if (failures.size > MAX_REMEMBERED_ATTEMPTS) failures.clear();
      for (const who of names) failures.set(who, [...recent(who), clock.now().getTime()]);
    },
    forgive(names: readonly string[]): void {
      for (const who of names) failures.delete(who);
    },
  };
}

// Compared with when there is no such user, so that the time an answer takes says nothing.
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$7x0nZ2p8R8kTf3kq0bNnC3J4m3mCkQn0w6p7h1VYb1I';

async function isPassword(password: string, hash = DUMMY_HASH): Promise<boolean> {
  if (password === '' || password.length > 1000) return false;
  try {
    return await Bun.password.verify(password, hash);
  } catch {
    throw invalidBody(
      'the stored password cannot be read: set a new one with `footfall user set EMAIL --password-stdin`',
    );
  }
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

const isSameToken = (left: string, right: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(left)), Buffer.from(hashToken(right)));
