/** The dashboard's cookies, and the proof that a write comes from a page of this server. */
import { DAY_MS, DAY_SECONDS } from '../lib/time-units.ts';

/**
 * Browsers take a cookie of the first name only over TLS, from this very host and for every path. The second is for a
 * server without TLS: other hosts of the domain, and anybody on the way, can set it.
 */
const SECURE_NAME = '__Host-footfall';
const PLAIN_NAME = 'footfall';

/** How long a session lasts after its last use. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS;

/** Ends the name of the cookie that tells a browser in which somebody has signed in before. */
const BROWSER = '-browser';
/** As long as browsers keep any cookie. Source: RFC 6265bis, section 5.5. */
const BROWSER_LIFETIME_SECONDS = 400 * DAY_SECONDS;

/** The browser in which somebody signs in, as its request shows it. */
export interface Browser {
  readonly address: string;
  readonly userAgent: string | null;
  /** Of the session it has had so far, which ends as another begins. */
  readonly sessionToken: string | undefined;
  /** From when somebody signed in there before. */
  readonly browserToken: string | undefined;
}

/** A session that has begun; both tokens are for the browser's cookies and never to be seen again. */
export interface OpenedSession {
  readonly token: string;
  readonly browserToken: string;
}

const cookieName = (isSecure: boolean): string => (isSecure ? SECURE_NAME : PLAIN_NAME);

/** Returns the value of a request's cookie, under the one name that holds for its connection. */
function cookieValue(request: Request, isSecure: boolean, ending = ''): string | undefined {
  const start = `${cookieName(isSecure)}${ending}=`;
  return (request.headers.get('cookie') ?? '')
    .split(';')
    .map(cookie => cookie.trim())
    .find(cookie => cookie.startsWith(start) && cookie.length > start.length)
    ?.slice(start.length);
}

/** Returns the session token among a request's cookies; over TLS only the `__Host-` cookie counts. */
export const readSessionToken = (request: Request, isSecure: boolean): string | undefined =>
  cookieValue(request, isSecure);

/** Returns the browser behind a request. The connection is handed in, since it must be read before the body is. */
export const readBrowser = (
  request: Request,
  { address, isSecure }: { readonly address: string; readonly isSecure: boolean },
): Browser => ({
  address,
  userAgent: request.headers.get('user-agent'),
  sessionToken: cookieValue(request, isSecure),
  browserToken: cookieValue(request, isSecure, BROWSER),
});

/** The headers that hand a browser its cookies, or take away that of a session; it stays known after signing out. */
export function cookieHeaders(session: OpenedSession | 'ended', isSecure: boolean): [string, string][] {
  const { token, browserToken } = session === 'ended' ? { token: '', browserToken: undefined } : session;
  const maxAgeSeconds = session === 'ended' ? 0 : SESSION_LIFETIME_MS / 1000;
  const cookies = [cookie({ ending: '', value: token, maxAgeSeconds, isSecure })];
  if (browserToken !== undefined)
    cookies.push(
      cookie({ ending: BROWSER, value: browserToken, maxAgeSeconds: BROWSER_LIFETIME_SECONDS, isSecure }),
    );
  return cookies.map(value => ['set-cookie', value]);
}

function cookie({
  ending,
  value,
  maxAgeSeconds,
  isSecure,
}: {
  readonly ending: string;
  readonly value: string;
  readonly maxAgeSeconds: number;
  readonly isSecure: boolean;
}): string {
  const name = cookieName(isSecure) + ending;
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${isSecure ? '; Secure' : ''}`;
}

/**
 * Whether a request was sent by a page of this server: its `Origin` names the public origin or the very host it was sent
 * to. A cookie alone is no proof, since a browser adds it to what other pages send too; and where the public origin has
 * TLS, a page of its host without is anybody's on the way.
 */
export function isSameOrigin(request: Request, baseUrl: string): boolean {
  const origin = request.headers.get('origin');
  if (origin === null || !URL.canParse(origin)) return false;
  if (origin === baseUrl) return true;
  const { host } = new URL(origin);
  const isPublicHost = baseUrl.startsWith('https:') && host === new URL(baseUrl).host;
  return !isPublicHost && host === new URL(request.url).host;
}
