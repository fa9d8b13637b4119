/** `/docs`: the documentation, as pages and as Markdown. */
import { acceptsEncoding } from '../../http/compression.ts';
import { type RawEndpoint, rawEndpoint } from '../../http/endpoint.ts';
import { isNotModified } from '../../lib/etag.ts';
import type { DocFile, Pages } from './service.ts';

/** Policy of static pages: no external or inline content, no script. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  // The search.
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  vary: 'Accept-Encoding',
};

/** `GET /docs`, `GET /docs/:page`, `GET /docs/:page.md`, the search, the style and the icon of the pages, and `GET /llms.txt`. */
export const docsRoutes = (pages: Pages): RawEndpoint[] => [
  rawEndpoint('GET', '/docs', ({ request }) => answer(request, pages, pages.find('index'))),
  rawEndpoint('GET', '/docs/search', ({ request }) =>
    answer(request, pages, pages.search(new URL(request.url).searchParams.get('q') ?? '')),
  ),
  rawEndpoint('GET', '/docs/:file', ({ request, params: { file } }) =>
    // The index has one address; a name that cannot be decoded is unknown.
    answer(request, pages, file === 'index' ? undefined : pages.find(file ?? '')),
  ),
  rawEndpoint('GET', '/llms.txt', ({ request }) => answer(request, pages, pages.llms())),
];

function answer(request: Request, pages: Pages, found: DocFile | undefined): Response {
  const file = found ?? pages.missing();
  const headers = {
    ...HEADERS,
    'content-type': file.type,
    'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.etag,
  };
  if (found && isNotModified(request, file.etag)) return new Response(null, { status: 304, headers });
  const status = found ? 200 : 404;
  return acceptsEncoding(request, 'gzip')
    ? new Response(file.gzipped, { status, headers: { ...headers, 'content-encoding': 'gzip' } })
    : new Response(file.text, { status, headers });
}
