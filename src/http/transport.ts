/** What belongs to the connection rather than to an endpoint: the `Host` of requests, and what browsers are told with every answer. */
import { invalidParameter } from '../core/errors.ts';
import { formatValue } from './validate.ts';

/** One year. Source: RFC 6797, section 6.1.1; hstspreload.org asks for no less. */
const HSTS_MAX_AGE_SECONDS = 31_536_000;

/**
 * Gives a request an absolute URL, so that everything behind may parse it. One without a `Host`, as HTTP/1.0 has it, is
 * for the public origin. 400 for a `Host` that is none.
 */
export function checkHost(request: Request, baseUrl: string): void {
  if (URL.canParse(request.url)) return;
  const host = request.headers.get('host') ?? '';
  if (host !== '') {
    throw invalidParameter(
      `the Host header must be a host name or an address, with a port or without, got ${formatValue(host)}`,
    );
  }
  // The request object itself stays, since the server finds the client's address by it.
  Object.defineProperty(request, 'url', { value: `http://${new URL(baseUrl).host}${request.url}` });
}

/**
 * Returns what adds to every answer that its type is not to be guessed, and, for a server whose public origin has TLS,
 * `Strict-Transport-Security` and `Cross-Origin-Opener-Policy`, which browsers heed with TLS only: a page that opens one
 * of ours in a window has no hold on it. HSTS goes without `includeSubDomains` and `preload`: hosts below this one are
 * not ours to speak for.
 */
export function createSecurityHeaders(baseUrl: string): (response: Response) => Response {
  const isSecure = baseUrl.startsWith('https:');
  return response => {
    response.headers.set('x-content-type-options', 'nosniff');
    if (isSecure) {
      response.headers.set('strict-transport-security', `max-age=${HSTS_MAX_AGE_SECONDS}`);
      response.headers.set('cross-origin-opener-policy', 'same-origin');
    }
    return response;
  };
}
