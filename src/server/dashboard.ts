/** Serves the pages in `web/`. */
import { notFound } from '../core/errors.ts';
import type { PublicStatsService } from '../features/public-stats/service.ts';
import { type SharedPageDeps, sharedPageRoutes } from '../features/shared-links/page-routes.ts';
import { acceptsHtml } from '../http/accepts-html.ts';
import { acceptsEncoding } from '../http/compression.ts';
import { type RawEndpoint, rawEndpoint } from '../http/endpoint.ts';
import { chooseLanguage } from '../http/language.ts';
import { isNotModified } from '../lib/etag.ts';
import type { Place } from './web-documents.ts';
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
    "manifest-src 'self'",
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
/** What the documents depend on. */
const DOCUMENT_VARY = 'Accept-Encoding, Accept-Language, Cookie';
/** The answer depends on what is accepted, too, and the page may come into being. */
const NOT_FOUND_HEADERS = { ...HEADERS, vary: `Accept, ${DOCUMENT_VARY}`, 'cache-control': 'no-store' };
/** For pages that other sites may show within theirs. */
const EMBEDDABLE_HEADERS = headersFor('*');

const loadFiles = createWebFiles();

/** Returns the documents of a request in its language, and their headers. */
async function findDocuments(request: Request, place: Place) {
  const language = chooseLanguage(request);
  const { documentFor, publicDocument } = await loadFiles(language);
  return {
    document: documentFor(new URL(request.url).pathname, place),
    publicDocument: publicDocument(place),
    headers: { 'content-language': language, vary: DOCUMENT_VARY },
  };
}

/** Creates the answer to an address without a page: for browsers a page that says so, for others JSON. */
export const createNotFound =
  (place: Place) =>
  async (request: Request): Promise<Response> => {
    if (!acceptsHtml(request)) throw notFound('page');
    const { document, headers } = await findDocuments(request, place);
    return answer(request, document, { headers: { ...headers, ...NOT_FOUND_HEADERS }, status: 404 });
  };

/** The pages and everything they load. */
export function dashboardRoutes({
  publicStats,
  shared,
  place,
}: {
  readonly publicStats: Pick<PublicStatsService, 'findPublicPage'>;
  readonly shared: Omit<SharedPageDeps, 'answerDocument'>;
  readonly place: Place;
}): RawEndpoint[] {
  const answerNotFound = createNotFound(place);
  return [
    ...PAGE_PATHS.map(path =>
      rawEndpoint('GET', path, async ({ request }) => {
        const { document, headers } = await findDocuments(request, place);
        return answer(request, document, { headers: { ...HEADERS, ...headers } });
      }),
    ),
    rawEndpoint('GET', '/public/:uid', async ({ request, params }) => {
      const shown = publicStats.findPublicPage(params['uid'] ?? '');
      const { publicDocument, headers } = await findDocuments(request, place);
      // The page says in words that there is nothing; the status is for programs.
      return answer(request, publicDocument, {
        headers: { ...(shown?.isEmbeddable ? EMBEDDABLE_HEADERS : HEADERS), ...headers },
        status: shown ? 200 : 404,
      });
    }),
    ...sharedPageRoutes({
      ...shared,
      async answerDocument(request, own) {
        const { publicDocument, headers } = await findDocuments(request, place);
        return answer(request, publicDocument, { headers: { ...HEADERS, ...headers, ...own } });
      },
    }),
    rawEndpoint('GET', '/:file', async ({ request, params }) => {
      const { assets } = await loadFiles(chooseLanguage(request));
      const asset = assets.get(params['file'] ?? '');
      return asset ? answer(request, asset, { headers: HEADERS }) : answerNotFound(request);
    }),
  ];
}

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
  const { encoding, bytes } = file.encode(accepted => acceptsEncoding(request, accepted));
  return new Response(bytes, {
    status,
    headers: encoding ? { ...headers, 'content-encoding': encoding } : headers,
  });
}
