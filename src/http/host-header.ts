import { invalidParameter } from '../core/errors.ts';
import { setRequestUrl } from './request-url.ts';
import { formatValue } from './validate.ts';

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
  setRequestUrl(request, `http://${new URL(baseUrl).host}${request.url}`);
}
