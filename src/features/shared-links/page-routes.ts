/** The page behind a shared link, and what it reads. */

import { AppError, notFound } from '../../core/errors.ts';
import type { Language } from '../../core/languages.ts';
import { PUBLIC_PERIODS } from '../../core/public-page.ts';
import { MAX_BODY_BYTES, readBody } from '../../http/body.ts';
import { answerText } from '../../http/compression.ts';
import { readCookie } from '../../http/cookies.ts';
import { type RawCall, type RawEndpoint, rawEndpoint } from '../../http/endpoint.ts';
import { chooseLanguage } from '../../http/language.ts';
import { translatedPage } from '../../http/plain-page.ts';
import type { Clients } from '../../http/trusted-proxies.ts';
import { PAGE_TEXTS } from './page-texts.ts';
import { type OpenLink, PASS_LIFETIME_MS, type SharedLinksService } from './service.ts';

export interface SharedPageDeps {
  readonly sharedLinks: Pick<SharedLinksService, 'open' | 'hasPass' | 'enter' | 'recordOpening'>;
  readonly clients: Pick<Clients, 'getAddress' | 'cookieScope'>;
  /** Returns the figures of a link as JSON. */
  readonly show: (
    open: OpenLink,
    period: (typeof PUBLIC_PERIODS)[number],
  ) => Promise<{ readonly json: string }>;
  /** Returns the document that shows them. */
  readonly answerDocument: (
    request: Request,
    headers: Readonly<Record<string, string>>,
  ) => Response | Promise<Response>;
}

/** The address is a secret: no referrer, no cache and no search engine has it. */
export const SECRET_HEADERS = {
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
};
const JSON_HEADERS = {
  ...SECRET_HEADERS,
  'content-type': 'application/json; charset=utf-8',
  vary: 'Accept-Encoding',
};

const STANDARD_PERIOD = '30d';

/** Returns the name of the cookie with the pass of a browser. It is sent to its own link alone. */
const passCookie = (isSecure: boolean): string => `${isSecure ? '__Secure-' : ''}footfall-link`;

/** Reads the pass of a request's browser. */
export const readPass = (request: Request, clients: Pick<Clients, 'cookieScope'>): string | undefined =>
  readCookie(request.headers, passCookie(clients.cookieScope(request).isSecure));

/**
 * `GET /shared/:token` is the page, or a form for its password, which `POST` takes; both work without a script. `GET …/stats` is what
 * the page shows.
 */
export function sharedPageRoutes(deps: SharedPageDeps): RawEndpoint[] {
  const { sharedLinks, clients, show, answerDocument } = deps;
  const open = ({ request, params }: RawCall): OpenLink =>
    sharedLinks.open(params['token'] ?? '', clients.getAddress(request));
  const hasPass = (request: Request, link: OpenLink) => sharedLinks.hasPass(link, readPass(request, clients));

  /** Answers with a page, also where the link does not work. */
  const withPage =
    (answer: (call: RawCall, link: OpenLink) => Response | Promise<Response>): RawEndpoint['handle'] =>
    async call => {
      let link: OpenLink;
      try {
        link = open(call);
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'not_found') throw error;
        return closedPage(chooseLanguage(call.request));
      }
      return answer(call, link);
    };

  return [
    rawEndpoint(
      'GET',
      '/shared/:token',
      withPage(({ request }, link) =>
        hasPass(request, link)
          ? answerDocument(request, SECRET_HEADERS)
          : passwordPage(401, chooseLanguage(request)),
      ),
    ),
    rawEndpoint(
      'POST',
      '/shared/:token',
      withPage(async ({ request }, link) => {
        const language = chooseLanguage(request);
        // Read before the body is awaited: afterwards the connection may be closed.
        const [scope, address] = [clients.cookieScope(request), clients.getAddress(request)];
        const form = new URLSearchParams(await readBody(request, MAX_BODY_BYTES.form));
        const pass = await enter(link, form.get('password') ?? '', address);
        if (pass === 'limited') return passwordPage(429, language, PAGE_TEXTS[language].tooMany);
        if (pass === undefined) return passwordPage(401, language, PAGE_TEXTS[language].wrong);
        const path = `${scope.path === '/' ? '' : scope.path}${new URL(request.url).pathname}`;
        const cookie = `${passCookie(scope.isSecure)}=${pass}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${PASS_LIFETIME_MS / 1000}${scope.isSecure ? '; Secure' : ''}`;
        const headers = { ...SECRET_HEADERS, location: path, 'set-cookie': cookie };
        return new Response(null, { status: 303, headers });
      }),
    ),
    rawEndpoint('GET', '/shared/:token/stats', async call => {
      const { request } = call;
      const link = open(call);
      if (!hasPass(request, link)) throw passwordNeeded();
      const { searchParams } = new URL(request.url);
      const period = PUBLIC_PERIODS.find(name => name === searchParams.get('period')) ?? STANDARD_PERIOD;
      const { json } = await show(link, period);
      // Once for each page, and not for programs that look at a link to preview it.
      if (searchParams.get('opened') === 'true') sharedLinks.recordOpening(link);
      return answerText(request, json, JSON_HEADERS);
    }),
    rawEndpoint('ALL', '/shared/:token/*', () => {
      throw notFound('page');
    }),
  ];

  async function enter(link: OpenLink, password: string, address: string) {
    try {
      return await sharedLinks.enter(link, password, address);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'rate_limited') return 'limited' as const;
      throw error;
    }
  }
}

/** 401 for who has a link and not its password. */
export const passwordNeeded = (): AppError =>
  new AppError('unauthenticated', 'this link needs its password: open it in a browser and enter it there');

function closedPage(language: Language): Response {
  const { closedTitle, closedHint } = PAGE_TEXTS[language];
  return translatedPage({
    status: 404,
    title: closedTitle,
    content: `<p>${closedHint}</p>`,
    language,
    headers: SECRET_HEADERS,
  });
}

function passwordPage(status: number, language: Language, fault?: string): Response {
  const { passwordTitle, passwordHint, password, show } = PAGE_TEXTS[language];
  const said = fault === undefined ? '' : `<p role="alert"><strong>${fault}</strong></p>`;
  return translatedPage({
    status,
    title: passwordTitle,
    content: `<p>${passwordHint}</p>${said}<form method="post"><input name="username" autocomplete="username" hidden><label>${password}<input type="password" name="password" required autofocus autocomplete="current-password"></label><button>${show}</button></form>`,
    language,
    headers: SECRET_HEADERS,
  });
}
