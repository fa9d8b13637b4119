/** What anybody may open of a status page: its document, its JSON and its feed. */
import type { Language } from '../../core/languages.ts';
import { answerText } from '../../http/compression.ts';
import { type RawCall, type RawEndpoint, rawEndpoint } from '../../http/endpoint.ts';
import { chooseLanguage } from '../../http/language.ts';
import { isNotModified, toEtag } from '../../lib/etag.ts';
import { MAX_AGE_MS } from './limits.ts';
import { toMissingPage } from './missing-page.ts';
import { renderFeed } from './view/feed.ts';
import { renderDocument } from './view/html.ts';
import type { ShownPage, StatusViews } from './view/service.ts';
import { CONTENT_SECURITY_POLICY } from './view/style.ts';

export interface StatusPageDeps {
  readonly views: Pick<StatusViews, 'open'>;
  /** Whether somebody can be mailed. */
  readonly hasMail: boolean;
}

interface Format {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isTranslated: boolean;
  readonly render: (shown: ShownPage, language: Language) => string;
}

/** `GET /status/:slug`, and below it `status.json` and `feed.xml`. */
export function statusDocumentRoutes({ views, hasMail }: StatusPageDeps): RawEndpoint[] {
  const formats: readonly Format[] = [
    {
      path: '/status/:slug',
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'referrer-policy': 'same-origin',
      },
      isTranslated: true,
      render: ({ page, view }, language) =>
        renderDocument(view, { language, isNoindex: page.isNoindex, hasMail }),
    },
    {
      path: '/status/:slug/status.json',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': '*',
      },
      isTranslated: false,
      render: ({ view }) => JSON.stringify(view),
    },
    {
      path: '/status/:slug/feed.xml',
      headers: { 'content-type': 'application/atom+xml; charset=utf-8' },
      isTranslated: true,
      render: ({ page, view }, language) =>
        renderFeed(view, { language, pageId: page.id, createdAt: page.createdAt }),
    },
  ];

  return formats.map(format => rawEndpoint('GET', format.path, call => answer(format, call)));

  function answer(format: Format, { request, params }: RawCall): Response | Promise<Response> {
    const language = format.isTranslated ? chooseLanguage(request) : 'en';
    const open = () => views.open(params['slug'] ?? '');
    const shown = format.path === '/status/:slug' ? toMissingPage(language, open) : open();
    if (shown instanceof Response) return shown;
    const key = `${format.path} ${language}`;
    const text = shown.documents.get(key) ?? format.render(shown, language);
    shown.documents.set(key, text);
    const etag = toEtag(text);
    const headers = {
      ...format.headers,
      ...(shown.page.isNoindex && { 'x-robots-tag': 'noindex' }),
      ...(format.isTranslated && { 'content-language': language }),
      'cache-control': `public, max-age=${MAX_AGE_MS / 1000}`,
      vary: format.isTranslated ? 'Accept-Encoding, Accept-Language, Cookie' : 'Accept-Encoding',
      etag,
    };
    if (isNotModified(request, etag)) return new Response(null, { status: 304, headers });
    return answerText(request, text, headers);
  }
}
