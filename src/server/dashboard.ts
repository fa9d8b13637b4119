/** Serves the pages in `web/`. */
import { notFound } from '../core/errors.ts';
import type { PublicStatsService } from '../features/public-stats/service.ts';
import { type RawEndpoint, rawEndpoint } from '../http/endpoint.ts';
import { isNotModified } from '../lib/etag.ts';
import { createWebFiles, type WebFile } from './web-files.ts';

/** Addresses of pages. What they show is decided in the browser. */
const PAGE_PATHS = [
  '/',
  '/setup',
  '/login',
  '/reset',
  '/join',
  '/activate',
  '/sites',
  '/sites/*',
  '/groups/*',
  '/settings',
  '/settings/*',
  '/operator',
  '/team/*',
];

/** Nothing from other hosts, nothing inline: a text that got into a page as markup could still do nothing. */
const contentSecurityPolicy = (frameAncestors: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ');

const headersFor = (frameAncestors: string): Readonly<Record<string, string>> => ({
  'content-security-policy': contentSecurityPolicy(frameAncestors),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  vary: 'Accept-Encoding',
});

const HEADERS = headersFor("'none'");
/** The answer depends on what is accepted, too, and the page may come into being. */
const NOT_FOUND_HEADERS = { ...HEADERS, vary: 'Accept, Accept-Encoding', 'cache-control': 'no-store' };
/** For pages that other sites may show within theirs. */
const EMBEDDABLE_HEADERS = headersFor('*');

const loadFiles = createWebFiles();

/** Answers an address without a page: browsers with a page that says so, others with JSON. */
export async function answerNotFound(request: Request): Promise<Response> {
  if (!acceptsHtml(request)) throw notFound('page');
  return answer(request, (await loadFiles()).documentFor(new URL(request.url).pathname), {
    headers: NOT_FOUND_HEADERS,
    status: 404,
  });
}

/** The pages and everything they load. */
export function dashboardRoutes({
  publicStats,
}: {
  readonly publicStats: Pick<PublicStatsService, 'findPublicPage'>;
}): RawEndpoint[] {
  return [
    ...PAGE_PATHS.map(path =>
      rawEndpoint('GET', path, async ({ request }) =>
        answer(request, (await loadFiles()).documentFor(new URL(request.url).pathname), { headers: HEADERS }),
      ),
    ),
    rawEndpoint('GET', '/public/:uid', async ({ request, params }) => {
      const shown = publicStats.findPublicPage(params['uid'] ?? '');
      const headers = shown?.isEmbeddable ? EMBEDDABLE_HEADERS : HEADERS;
      // The page says in words that there is nothing; the status is for programs.
      return answer(request, (await loadFiles()).publicDocument, { headers, status: shown ? 200 : 404 });
    }),
    rawEndpoint('GET', '/:file', async ({ request, params }) => {
      const asset = (await loadFiles()).assets.get(params['file'] ?? '');
      return asset ? answer(request, asset, { headers: HEADERS }) : answerNotFound(request);
    }),
  ];
}

/** Returns whether a request is that of a browser that opens a page. */
const acceptsHtml = ({ headers }: Request): boolean => headers.get('accept')?.includes('text/html') ?? false;

function answer(
  request: Request,
  file: WebFile,
  {
    headers: own,
    status = 200,
  }: { readonly headers: Readonly<Record<string, string>>; readonly status?: number },
): Response {
  // A weak entity tag holds for every encoding.
  const headers = { ...file.headers, etag: file.etag, ...own };
  if (status === 200 && isNotModified(request, file.etag)) {
    return new Response(null, { status: 304, headers });
  }
  const { encoding, bytes } = file.encode(request.headers.get('accept-encoding') ?? '');
  return new Response(bytes, {
    status,
    headers: encoding === 'identity' ? headers : { ...headers, 'content-encoding': encoding },
  });
}
