/** What concerns every request: its `Host`, and security headers. */
import { invalidParameter } from '../core/errors.ts';
import { formatValue } from './validate.ts';

/** One year. Source: RFC 6797, section 6.1.1; hstspreload.org asks for no less. */
const HSTS_MAX_AGE_SECONDS = 31_536_000;

/**
 * Makes a request's URL absolute, so that it can be parsed. Without a `Host`, as in HTTP/1.0, it is for the public origin.
 * Throws 400 for an invalid `Host`.
 */
export function checkHost(request: Request, baseUrl: string): void {
  if (URL.canParse(request.url)) return;
  const host = request.headers.get('host') ?? '';
  if (host !== '') {
    throw invalidParameter(
      `the Host header must be a host name or an address, with a port or without, got ${formatValue(host)}`,
    );
  }
  // The request object is kept, since the server finds the client's address by it.
  Object.defineProperty(request, 'url', { value: `http://${new URL(baseUrl).host}${request.url}` });
}

/**
 * Creates the function that adds security headers to a response: `X-Content-Type-Options`, and where the public origin
 * has TLS, `Strict-Transport-Security` and `Cross-Origin-Opener-Policy`. HSTS is without `includeSubDomains` and
 * `preload`: subdomains belong to others.
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
