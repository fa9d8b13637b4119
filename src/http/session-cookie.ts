/** The dashboard's cookies, and the proof that a write comes from a page of this server. */

/** Browsers keep the first name only for TLS, this host and every path; without TLS there is the second. */
const SECURE_NAME = '__Host-footfall';
const PLAIN_NAME = 'footfall';

/** How long a session lasts after its last use. */
export const SESSION_LIFETIME_MS = 30 * 86_400_000;

/** Ends the name of the cookie that tells a browser in which somebody has signed in before. */
const BROWSER = '-browser';
/** As long as browsers keep any cookie. Source: RFC 6265bis, section 5.5. */
const BROWSER_LIFETIME_SECONDS = 400 * 86_400;

/** The browser in which somebody signs in, as its request shows it. */
export interface Browser {
  readonly address: string;
  readonly userAgent: string | null;
  /** Of sessions it has had so far: they end as another begins. */
  readonly sessionTokens: readonly string[];
  /** From when somebody signed in there before. */
  readonly browserToken: string | undefined;
}

/** A session that has begun; both tokens are for the browser's cookies and never to be seen again. */
export interface OpenedSession {
  readonly token: string;
  readonly browserToken: string;
}

/** Values of a request's cookies of either name, that for TLS first. */
function valuesOf(request: Request, ending = ''): string[] {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map(cookie => cookie.trim());
  return [SECURE_NAME, PLAIN_NAME].flatMap(name => {
    const start = `${name}${ending}=`;
    const found = cookies.find(cookie => cookie.startsWith(start) && cookie.length > start.length);
    return found === undefined ? [] : [found.slice(start.length)];
  });
}

/** The session token among a request's cookies. */
export const sessionTokenOf = (request: Request): string | undefined => valuesOf(request)[0];

/** The browser behind a request; the address is handed in, since it must be read before the body is. */
export const browserOf = (request: Request, address: string): Browser => ({
  address,
  userAgent: request.headers.get('user-agent'),
  sessionTokens: valuesOf(request),
  browserToken: valuesOf(request, BROWSER)[0],
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
  const name = (isSecure ? SECURE_NAME : PLAIN_NAME) + ending;
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${isSecure ? '; Secure' : ''}`;
}

/**
 * Whether a request was sent by a page of this server: its `Origin` names the public origin or the very host it was sent
 * to. A cookie alone is no proof, since a browser adds it to what other pages send too; and where the public origin has
 * TLS, a page of its host without is anybody's on the way.
 */
export function isFromOwnPage(request: Request, baseUrl: string): boolean {
  const origin = request.headers.get('origin');
  if (origin === null || !URL.canParse(origin)) return false;
  if (origin === baseUrl) return true;
  const { host } = new URL(origin);
  const isPublicHost = baseUrl.startsWith('https:') && host === new URL(baseUrl).host;
  return !isPublicHost && host === new URL(request.url).host;
}
