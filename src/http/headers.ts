/** Headers of every answer, of the API's answers, and of preflights (CORS). */
import { toBasePath } from '../lib/base-path.ts';

/** Headers of every answer of the API. */
export const BASE_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, ETag',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Headers of the answer to a preflight, the same for every path of the API. */
export const PREFLIGHT_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, If-None-Match, X-Agent-Signup-Token',
  'access-control-max-age': '86400',
};

/** Answers the preflight of a request that pages of other sites send without a key. */
export const answerPagePreflight = (methods: string): Response =>
  new Response(null, {
    status: 204,
    headers: {
      ...PREFLIGHT_HEADERS,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': 'Content-Type',
    },
  });

/** One year. Source: RFC 6797, section 6.1.1; hstspreload.org asks for no less. */
const HSTS_MAX_AGE_SECONDS = 31_536_000;

/**
 * Creates the function that adds security headers to a response: `X-Content-Type-Options`, and where the public address
 * has TLS, `Strict-Transport-Security` and `Cross-Origin-Opener-Policy`. HSTS is without `includeSubDomains` and
 * `preload`: subdomains belong to others. Below a base path it is left to the proxy, since the rest of the host belongs to others too.
 */
export function createSecurityHeaders(
  baseUrl: string,
  { hasOwnTls }: { readonly hasOwnTls: boolean },
): (response: Response) => Response {
  const isSecure = baseUrl.startsWith('https:');
  const hasOwnHost = hasOwnTls || toBasePath(baseUrl) === '';
  return response => {
    response.headers.set('x-content-type-options', 'nosniff');
    if (isSecure) {
      if (hasOwnHost) response.headers.set('strict-transport-security', `max-age=${HSTS_MAX_AGE_SECONDS}`);
      response.headers.set('cross-origin-opener-policy', 'same-origin');
    }
    return response;
  };
}
