/** Authentication and authorization: the checks that come before an endpoint's own. Order: decisions, section 2. */
import type { Account, KeyHolder, Role } from '../core/access.ts';
import { AppError, forbidden, invalidBody, invalidParameter, rateLimited } from '../core/errors.ts';
import type { User } from '../core/user.ts';
import type { View } from '../core/view.ts';
import { type Endpoint, isRead } from './endpoint.ts';
import type { RateLimit, RateState } from './rate-limit.ts';
import { isSameOrigin, readSessionToken } from './session-cookie.ts';
import type { Clients } from './trusted-proxies.ts';
import { formatValue, getSingle } from './validate.ts';

/** An authenticated caller, and where its rate limits stand. */
export interface Caller {
  readonly user: User;
  readonly key: KeyHolder | null;
  /** Of the dashboard session behind the request; null behind a key. */
  readonly sessionToken: string | null;
  /** The part of a site that is all the caller may read; null for who may read whatever the role allows. */
  readonly view: View | null;
  /** Null for sessions and when the limit is off. */
  readonly rate: RateState | null;
  /** The same over all keys of the user. */
  readonly userRate: RateState | null;
}

/** A caller before its request is counted. */
type Identity = Omit<Caller, 'rate' | 'userRate'>;

/** Returns the limit that leaves a caller fewer requests: that of the key, or that of its user. Null when there is none. */
export const tighterRate = ({ rate, userRate }: Caller): RateState | null =>
  rate && userRate && userRate.remaining < rate.remaining ? userRate : rate;

const ROLE_RANKS: Readonly<Record<Role, number>> = { viewer: 0, admin: 1, owner: 2 };
/** The least role that may change what an account has. */
const WRITER: Role = 'admin';

const hasRole = (account: Pick<Account, 'role'>, role: Role): boolean =>
  ROLE_RANKS[account.role] >= ROLE_RANKS[role];

/** Returns whether a key has write access; a session (null) has. */
export const isWriteKey = (key: Pick<KeyHolder, 'access'> | null): boolean => key?.access !== 'read_only';

/** Returns whether a caller may change the account's resources by role and key. */
export const canWrite = ({
  account,
  key,
}: {
  readonly account: Pick<Account, 'role'>;
  readonly key: KeyHolder | null;
}): boolean => hasRole(account, WRITER) && isWriteKey(key);

/** Creates the 401 that explains how to send a key. */
export const keyRequired = (): AppError =>
  new AppError('unauthenticated', 'a valid API key is required: Authorization: Bearer <API_KEY>', {
    headers: { 'www-authenticate': 'Bearer' },
  });

const rateExceeded = ({ limit, resetSeconds }: RateState, scope: string): AppError =>
  rateLimited(
    `rate limit of ${limit} requests an hour${scope} exceeded: try again in ${resetSeconds} seconds`,
    resetSeconds,
  );

export interface AuthorizerDeps {
  readonly accounts: {
    findUser(id: number): User | undefined;
    /** Throws 404 for an account that the user is no member of. */
    getAccount(user: User, accountId: number | undefined): Account;
  };
  readonly keys: {
    findHolder(secret: string): KeyHolder | undefined;
    recordUse(keyId: number): void;
  };
  readonly sessions: { findUser(token: string): User | undefined };
  readonly rateLimit: RateLimit;
  /** Counts the requests of each user, whatever the key: more keys do not make more requests. */
  readonly userRateLimit: RateLimit;
  readonly clients: Pick<Clients, 'cookieScope'>;
  /** Public origin: a session's write must come from a page of it. */
  readonly baseUrl: string;
}

/** Creates the access checks that every endpoint uses. */
export function createAuthorizer(deps: AuthorizerDeps) {
  const { accounts, keys, sessions, rateLimit, userRateLimit, clients, baseUrl } = deps;

  function findByKey(authorization: string): Identity | undefined {
    if (!/^Bearer /i.test(authorization)) return undefined;
    const key = keys.findHolder(authorization.slice('Bearer '.length).trim());
    const user = key && accounts.findUser(key.userId);
    return user && { user, key, sessionToken: null, view: null };
  }

  function findBySession(request: Request): Identity | undefined {
    const sessionToken = readSessionToken(request, clients.cookieScope(request));
    const user = sessionToken === undefined ? undefined : sessions.findUser(sessionToken);
    if (sessionToken === undefined || !user) return undefined;
    if (request.method !== 'GET' && request.method !== 'HEAD' && !isSameOrigin(request, baseUrl)) {
      throw forbidden('a signed-in page of another origin may not write here');
    }
    return { user, key: null, sessionToken, view: null };
  }

  function find(request: Request): Identity | undefined {
    const authorization = request.headers.get('authorization');
    return authorization === null ? findBySession(request) : findByKey(authorization);
  }

  return {
    /** Finds the caller behind the key or the session, without counting a request; undefined when it is no longer valid. */
    findCaller(request: Request): Caller | undefined {
      const found = find(request);
      return found && { ...found, rate: null, userRate: null };
    },

    /** Returns the caller behind the key or the session, and counts the request. Throws 401 without one. */
    authenticate(request: Request): Caller {
      const caller = find(request);
      if (!caller) throw keyRequired();
      if (!caller.key) return { ...caller, rate: null, userRate: null };
      keys.recordUse(caller.key.keyId);
      const rate = rateLimit.take(caller.key.keyId);
      // A request over its key's limit does not count against the user's other keys.
      const userRate = rate?.isExceeded ? null : userRateLimit.take(caller.user.id);
      return { ...caller, rate, userRate };
    },

    /** Throws 429 once the hourly limit of the key, or that of its user, is used up. */
    checkRate({ rate, userRate }: Caller): void {
      if (rate?.isExceeded) throw rateExceeded(rate, '');
      if (userRate?.isExceeded) throw rateExceeded(userRate, ' over all keys of this user');
    },

    /** Throws 403 when a read-only key is used for anything but reading. */
    checkWriteAccess(endpoint: Endpoint, { key }: Caller): void {
      if (!isRead(endpoint) && !isWriteKey(key)) {
        throw forbidden('write access required: this API key is read-only');
      }
    },

    /** Returns the account that the request acts on. Throws 403 when the caller's role or the account's plan does not allow the endpoint. */
    getAccount(endpoint: Endpoint, { user }: Caller, accountId: number | undefined): Account {
      const account = accounts.getAccount(user, accountId);
      const role = endpoint.access?.role ?? (isRead(endpoint) ? 'viewer' : WRITER);
      if (!hasRole(account, role)) {
        throw forbidden(`this needs the role ${role} in the account, and yours is ${account.role}`);
      }
      if (!account.rights.isSubscribed) throw forbidden('an active subscription is required');
      if (endpoint.access?.plan === 'ultra' && !account.rights.isUltra)
        throw forbidden('an Ultra subscription is required');
      return account;
    },
  };
}

export type Authorizer = ReturnType<typeof createAuthorizer>;

/** Parses the `account_id` of a request. Throws 400 for a bad one in the query or two that differ, 422 for a bad one in the body. */
export function parseAccountId(parameters: URLSearchParams | null, body: unknown): number | undefined {
  const text = parameters ? getSingle(parameters, 'account_id') : undefined;
  let fromQuery: number | undefined;
  if (text !== undefined) {
    if (!/^\d{1,15}$/.test(text))
      throw invalidParameter(`account_id must be an integer, got ${formatValue(text)}`);
    fromQuery = Number(text);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return fromQuery;
  const fromBody = (body as Record<string, unknown>)['account_id'];
  if (fromBody === undefined || fromBody === null) return fromQuery;
  if (typeof fromBody !== 'number' || !Number.isSafeInteger(fromBody)) {
    throw invalidBody(`account_id must be an integer, got ${formatValue(fromBody)}`);
  }
  if (fromQuery !== undefined && fromQuery !== fromBody) {
    throw invalidParameter(
      `account_id is ${fromQuery} in the query and ${fromBody} in the body: send one of them`,
    );
  }
  return fromBody;
}
