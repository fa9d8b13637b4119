import type { Clock } from '../../core/clock.ts';
import { AppError, invalidBody, notFound, rateLimited } from '../../core/errors.ts';
import type { User } from '../../core/user.ts';
import { createAttemptLimit } from '../../http/attempt-limit.ts';
import { type Browser, type OpenedSession, SESSION_LIFETIME_MS } from '../../http/session-cookie.ts';
import { normalizeEmail } from '../../lib/email-address.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import { createToken, hashToken } from '../../lib/token.ts';
import type { AccountsService } from '../accounts/service.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { MAX_SESSIONS, WRONG_PASSWORDS } from './limits.ts';
import { createSetUp } from './set-up.ts';
import type { SessionRow, SessionsStore } from './store.ts';

const TOUCH_STEP_MS = 5 * MINUTE_MS;
const MAX_SHOWN_USER_AGENT = 300;
/** The queue of all who sign in in a browser that is not known. */
const STRANGERS = 'strangers';

export interface SessionsDeps {
  readonly store: SessionsStore;
  readonly accounts: AccountsService;
  readonly browsers: KnownBrowsers;
  /** The token of the set-up address is derived from it. */
  readonly setUpSecret: Uint8Array;
  readonly clock: Clock;
}

/** Signing in and out, sessions, and the one-time set-up of the first user. */
export function createSessionsService(deps: SessionsDeps) {
  const { store, accounts, browsers, setUpSecret, clock } = deps;
  const verifyPassword = createPasswordVerifier(accounts, clock);

  function find(token: string): SessionRow | undefined {
    const session = store.findByTokenHash(hashToken(token));
    return session && session.expiresAt > clock.now() ? session : undefined;
  }

  /** Creates a session, and ends the previous one of the browser. */
  function createSession(user: User, { userAgent, sessionToken, browserToken }: Browser): OpenedSession {
    const now = clock.now();
    const token = createToken();
    store.removeExpired(now);
    if (sessionToken !== undefined) store.removeByTokenHash(hashToken(sessionToken));
    store.insert({
      userId: user.id,
      tokenHash: hashToken(token),
      userAgent: userAgent?.slice(0, MAX_SHOWN_USER_AGENT) ?? null,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
    });
    store.keepLatest(user.id, MAX_SESSIONS);
    const isKnown = browserToken !== undefined && browsers.findId(browserToken, user.id) !== undefined;
    return { token, browserToken: isKnown ? browserToken : browsers.create(user.id) };
  }

  return {
    createSession,
    hasUsers: accounts.hasUsers,

    /** Finds the user of a session token. */
    findUser(token: string): User | undefined {
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

    /**
     * Signs in. 401 for a wrong e-mail or password. 429 after ten wrong ones in 15 minutes from an address, or
     * for an account from any address; a browser in which the user has signed in before has a limit of its own.
     * 503 while too many strangers sign in at once.
     */
    async signIn(browser: Browser, input: { email: string; password: string }): Promise<OpenedSession> {
      const user = accounts.findUserByEmail(input.email);
      const knownId = user && browsers.findId(browser.browserToken, user.id);
      const account = `account ${user?.email ?? normalizeEmail(input.email)}`;
      const browserName = `browser ${knownId}`;
      const guess: Guess =
        knownId === undefined
          ? { name: account, address: browser.address, queue: STRANGERS }
          : { name: browserName, queue: browserName };
      if (!(await verifyPassword(user, input.password, guess)) || !user)
        throw new AppError('unauthenticated', 'wrong email or password');
      return createSession(user, browser);
    },

    /** Ends the session of a token. */
    signOut(token: string): void {
      store.removeByTokenHash(hashToken(token));
    },

    /** Sessions of a user that have not ended, the one used last first. */
    listActive: (userId: number): SessionRow[] => store.listActive(userId, clock.now()),
    /** The session of a token; undefined when it has ended. */
    find,
    /** 404 unless it is one of the user's sessions. */
    checkExists(userId: number, id: number): void {
      if (!store.listActive(userId, clock.now()).some(session => session.id === id))
        throw notFound('session');
    },
    /** Ends one of a user's sessions. 404 for any other. */
    end(userId: number, id: number): void {
      if (!store.remove(userId, id)) throw notFound('session');
    },
    /** Ends every session of a user except that of a token, and returns how many. */
    endOthers: (userId: number, token: string | null): number =>
      store.removeOthers(userId, token === null ? undefined : hashToken(token), clock.now()),
    /** Ends every session of a user and voids every password reset. */
    endAll(userId: number): void {
      store.removeOthers(userId, undefined, clock.now());
      store.removeResets(userId);
    },

    /** Changes a password, and ends every session but that of `token`. 422 naming the field, 429 after ten wrong ones in 15 minutes. */
    async changePassword(
      user: User,
      { current, next, token }: { current: string; next: string; token: string | null },
    ): Promise<void> {
      const name = `change ${user.id}`;
      if (!(await verifyPassword(user, current, { name, queue: name })))
        throw invalidBody('current_password is not the password of this user');
      await accounts.setPassword(user, next, 'new_password');
      store.removeOthers(user.id, token === null ? undefined : hashToken(token), clock.now());
      store.removeResets(user.id);
    },

    ...createSetUp({ accounts, createSession, secret: setUpSecret }),
  };
}

export type SessionsService = ReturnType<typeof createSessionsService>;

/** Under which names a wrong password counts, and in which queue it waits to be compared. */
interface Guess {
  readonly name: string;
  readonly address?: string;
  readonly queue: string;
}

/**
 * Creates the function that compares a password, unless there were too many wrong ones under the name or from the address (429).
 * Counted before the slow comparison, so that concurrent attempts are counted too; a right password is not.
 */
function createPasswordVerifier(accounts: AccountsService, clock: Clock) {
  const wrongPasswords = createAttemptLimit(clock, WRONG_PASSWORDS);
  return async (
    user: User | undefined,
    password: string,
    { name, address, queue }: Guess,
  ): Promise<boolean> => {
    const attempt = wrongPasswords.begin([name], address);
    if (!attempt) {
      throw rateLimited('too many wrong passwords: try again in 15 minutes', WRONG_PASSWORDS.windowMs / 1000);
    }
    const isSame = await accounts.isPasswordOf(user, password, queue);
    if (isSame) attempt.withdraw();
    // A new password ends every session: none may begin with the old one right after.
    return isSame && user !== undefined && accounts.isPasswordUnchanged(user);
  };
}
