/** What belongs to the connection rather than to an endpoint: the `Host` of requests, and answers that keep browsers on TLS. */
import { invalidParameter } from '../core/errors.ts';
import { shown } from './validate.ts';

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
      `the Host header must be a host name or an address, with a port or without, got ${shown(host)}`,
    );
  }
  // The request object itself stays, since the server finds the client's address by it.
  Object.defineProperty(request, 'url', { value: `http://${new URL(baseUrl).host}${request.url}` });
}

/**
 * Returns what adds `Strict-Transport-Security` to answers of a server whose public origin has TLS, and does nothing
 * for any other. Without `includeSubDomains` and `preload`: hosts below this one are not ours to speak for.
 */
export function createTransportSecurity(baseUrl: string): (response: Response) => Response {
  if (!baseUrl.startsWith('https:')) return response => response;
  return response => {
    response.headers.set('strict-transport-security', `max-age=${HSTS_MAX_AGE_SECONDS}`);
    return response;
  };
}
