/** `/docs`: the documentation, as pages and as Markdown. */
import { Elysia } from 'elysia';
import { createPages, type PagesDeps } from './service.ts';

/** Nothing from elsewhere, nothing inline, no script at all. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  vary: 'Accept-Encoding',
};

/** `GET /docs`, `GET /docs/:page`, `GET /docs/:page.md`, and the style and the icon of the pages. */
export function docsRoutes(deps: PagesDeps) {
  const pages = createPages(deps);
  return new Elysia()
    .get('/docs', ({ request }) => answer(request, pages, 'index'))
    .get('/docs/:file', ({ request, params }) =>
      // The index has one address.
      answer(request, pages, params.file === 'index' ? '' : params.file),
    );
}

function answer(request: Request, pages: ReturnType<typeof createPages>, name: string | undefined): Response {
  const found = pages.find(name ?? '');
  const file = found ?? pages.missing();
  const headers = {
    ...HEADERS,
    'content-type': file.type,
    'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.etag,
  };
  if (found && request.headers.get('if-none-match')?.includes(file.etag))
    return new Response(null, { status: 304, headers });
  const status = found ? 200 : 404;
  return request.headers.get('accept-encoding')?.includes('gzip')
    ? new Response(file.gzipped, { status, headers: { ...headers, 'content-encoding': 'gzip' } })
    : new Response(file.text, { status, headers });
}
