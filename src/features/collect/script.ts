import { acceptsEncoding } from '../../http/compression.ts';
import { isNotModified } from '../../lib/etag.ts';
import type { Script } from '../../tracker/scripts.ts';

const HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, max-age=3600',
  'x-content-type-options': 'nosniff',
  vary: 'Accept-Encoding',
};

/** Serves a script: compressed if accepted, and not modified for a browser that has it. */
export function answerScript(request: Request, { text, gzipped, etag }: Script): Response {
  const headers = { ...HEADERS, etag };
  if (isNotModified(request, etag)) return new Response(null, { status: 304, headers });
  return acceptsEncoding(request, 'gzip')
    ? new Response(gzipped, { headers: { ...headers, 'content-encoding': 'gzip' } })
    : new Response(text, { headers });
}

/** For an owner who mistyped the snippet: the browser's tools show this line. */
export const answerWithoutSite = (): Response =>
  new Response('// Footfall has no site with this id: copy the snippet again.\n', {
    status: 404,
    headers: { ...HEADERS, 'cache-control': 'public, max-age=60' },
  });
