/** The dashboard's cookies, and the same-origin check of writes. */

import { DAY_MS, DAY_SECONDS } from '../lib/time-units.ts';
import { readCookie } from './cookies.ts';

/** Over which connection a cookie goes, and to which paths. */
export interface CookieScope {
  /** Whether the client uses TLS. */
  readonly isSecure: boolean;
  /** Path that the server lives below: `/` has every path of the host. */
  readonly path: string;
}

/**
 * Browsers accept the `__Host-` prefix only over TLS, for this host and every path. A server below a path shares its host
 * with others, whom its cookies are not sent to: `__Secure-` has any path. The plain name is for a server without TLS: other
 * hosts of the domain, and anybody on the network, can set it.
 */
const NAME = 'footfall';

/** How long a session lasts after its last use. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS;

/** Suffix of the cookie that marks a browser in which somebody has signed in before. */
const BROWSER = '-browser';
/** The longest lifetime that browsers allow. Source: RFC 6265bis, section 5.5. */
const BROWSER_LIFETIME_SECONDS = 400 * DAY_SECONDS;

/** The browser of a request. */
export interface Browser {
  readonly address: string;
  readonly userAgent: string | null;
  /** Token of its current session, which ends when another begins. */
  readonly sessionToken: string | undefined;
  /** Token from an earlier sign-in. */
  readonly browserToken: string | undefined;
}

/** A new session; both tokens go into the browser's cookies and nowhere else. */
export interface OpenedSession {
  readonly token: string;
  readonly browserToken: string;
}

function cookieName({ isSecure, path }: CookieScope): string {
  if (!isSecure) return NAME;
  return `${path === '/' ? '__Host-' : '__Secure-'}${NAME}`;
}

/** Returns the value of a request's cookie, by the name that is valid for its connection. */
function cookieValue(request: Request, scope: CookieScope, ending = ''): string | undefined {
  return readCookie(request.headers, `${cookieName(scope)}${ending}`);
}

/** Reads the session token from a request's cookies; over TLS only a cookie that was set over TLS counts. */
export const readSessionToken = (request: Request, scope: CookieScope): string | undefined =>
  cookieValue(request, scope);

/** Reads the browser of a request. Address and scope are passed in, since they must be read before the body. */
export const readBrowser = (
  request: Request,
  { address, scope }: { readonly address: string; readonly scope: CookieScope },
): Browser => ({
  address,
  userAgent: request.headers.get('user-agent'),
  sessionToken: cookieValue(request, scope),
  browserToken: cookieValue(request, scope, BROWSER),
});

/** Returns the headers that set a browser's cookies, or expire the session's; the browser stays known after signing out. */
export function cookieHeaders(session: OpenedSession | 'ended', scope: CookieScope): [string, string][] {
  const { token, browserToken } = session === 'ended' ? { token: '', browserToken: undefined } : session;
  const maxAgeSeconds = session === 'ended' ? 0 : SESSION_LIFETIME_MS / 1000;
  const cookies = [cookie({ ending: '', value: token, maxAgeSeconds, scope })];
  if (browserToken !== undefined)
    cookies.push(
      cookie({ ending: BROWSER, value: browserToken, maxAgeSeconds: BROWSER_LIFETIME_SECONDS, scope }),
    );
  return cookies.map(value => ['set-cookie', value]);
}

function cookie({
  ending,
  value,
  maxAgeSeconds,
  scope,
}: {
  readonly ending: string;
  readonly value: string;
  readonly maxAgeSeconds: number;
  readonly scope: CookieScope;
}): string {
  const name = cookieName(scope) + ending;
  return `${name}=${value}; Path=${scope.path}; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${scope.isSecure ? '; Secure' : ''}`;
}

/**
 * Returns whether a request was sent by a page of this server: its `Origin` is the public origin, or has the request's
 * host. A cookie is no proof (CSRF); and where the public origin has TLS, a page of its host without TLS may be anybody's.
 */
export function isSameOrigin(request: Request, baseUrl: string): boolean {
  const origin = request.headers.get('origin');
  if (origin === null || !URL.canParse(origin)) return false;
  const own = new URL(baseUrl);
  if (origin === own.origin) return true;
  const { host } = new URL(origin);
  const isPublicHost = own.protocol === 'https:' && host === own.host;
  return !isPublicHost && host === new URL(request.url).host;
}
