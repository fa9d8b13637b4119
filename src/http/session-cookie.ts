/** The dashboard's cookie, and the proof that a write comes from a page of this server. */

/** Browsers keep the first name only for TLS, this host and every path; without TLS there is the second. */
const SECURE_NAME = '__Host-footfall';
const PLAIN_NAME = 'footfall';

/** The session token among a request's cookies. */
export function sessionTokenOf(request: Request): string | undefined {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map(cookie => cookie.trim());
  for (const name of [SECURE_NAME, PLAIN_NAME]) {
    const found = cookies.find(cookie => cookie.startsWith(`${name}=`));
    if (found && found.length > name.length + 1) return found.slice(name.length + 1);
  }
  return undefined;
}

/** The `Set-Cookie` header that keeps a session for so many seconds; an empty token takes it away. */
export function sessionCookie(token: string, maxAgeSeconds: number, isSecure: boolean): string {
  const name = isSecure ? SECURE_NAME : PLAIN_NAME;
  return `${name}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${isSecure ? '; Secure' : ''}`;
}

/**
 * Whether a request was sent by a page of this server: its `Origin` names the public origin or the very host it was sent
 * to. A cookie alone is no proof, since a browser adds it to what other pages send too.
 */
export function isFromOwnPage(request: Request, baseUrl: string): boolean {
  const origin = request.headers.get('origin');
  if (origin === null || !URL.canParse(origin)) return false;
  return origin === baseUrl || new URL(origin).host === new URL(request.url).host;
}
