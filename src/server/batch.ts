/** Answers several questions of the dashboard's pages to the API in one response: a browser asks six at a time. */
import { invalidParameter } from '../core/errors.ts';
import { answerText } from '../http/compression.ts';
import { type RawEndpoint, rawEndpoint } from '../http/endpoint.ts';
import { API_ROOT } from '../http/router.ts';
import type { Clients } from '../http/trusted-proxies.ts';

const MAX_PATHS = 12;
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  vary: 'Accept-Encoding',
};

/** Headers that are about the batch alone. The others, such as those of proxies, tell who asks. */
const OWN_HEADERS = ['accept', 'accept-encoding', 'if-none-match', 'range'];

/**
 * Creates `GET /batch?path=/me&path=/sites/1`. It answers with the status and body of each GET below the API's root, in
 * their order, and each is checked as if it had come alone.
 */
export const batchRoute = (
  answer: (request: Request) => Response | Promise<Response>,
  clients: Pick<Clients, 'adopt'>,
): RawEndpoint =>
  rawEndpoint('GET', '/batch', async ({ request }) => {
    const { origin, searchParams } = new URL(request.url);
    const paths = searchParams.getAll('path');
    if (paths.length === 0 || paths.length > MAX_PATHS)
      throw invalidParameter(`path is needed, 1 to ${MAX_PATHS} times`);
    const headers = new Headers(request.headers);
    for (const name of OWN_HEADERS) headers.delete(name);
    const parts = paths.map(async path => {
      const url = new URL(API_ROOT + path, origin);
      // Dots in a path must not lead out of the API.
      if (!url.pathname.startsWith(`${API_ROOT}/`))
        throw invalidParameter('path is below the root of the API');
      const asked = new Request(url, { headers, signal: request.signal });
      clients.adopt(asked, request);
      const part = await answer(asked);
      if (!part.headers.get('content-type')?.startsWith('application/json')) {
        await part.body?.cancel();
        throw invalidParameter('path is one that is answered with JSON');
      }
      return `{"status":${part.status},"body":${(await part.text()) || 'null'}}`;
    });
    return answerText(request, `{"answers":[${(await Promise.all(parts)).join(',')}]}`, HEADERS);
  });
