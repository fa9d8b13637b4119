/** Subscribing to a status page by mail, and leaving it: forms that work without a script. */
import type { Language } from '../../../core/languages.ts';
import { MAX_BODY_BYTES, readBody } from '../../../http/body.ts';
import { type RawCall, type RawEndpoint, rawEndpoint } from '../../../http/endpoint.ts';
import { chooseLanguage } from '../../../http/language.ts';
import { translatedPage } from '../../../http/plain-page.ts';
import type { Clients } from '../../../http/trusted-proxies.ts';
import { toMissingPage } from '../missing-page.ts';
import type { PageRow } from '../store.ts';
import { TEXTS } from '../texts.ts';
import type { StatusViews } from '../view/service.ts';
import type { Subscriptions } from './service.ts';

export interface SubscriptionRouteDeps {
  readonly views: Pick<StatusViews, 'open'>;
  readonly subscriptions: Subscriptions;
  readonly clients: Pick<Clients, 'getAddress'>;
}

const STATUSES = { asked: 200, no_address: 422, limited: 429 } as const;

/** `GET` changes nothing, since mail scanners follow every link. Source of leaving by one click: RFC 8058, section 3.2. */
export function subscriptionRoutes({ views, subscriptions, clients }: SubscriptionRouteDeps): RawEndpoint[] {
  if (!subscriptions.isSetUp) return unsubscribeRoutes(subscriptions);
  return [
    rawEndpoint('POST', '/status/:slug/subscriptions', async ({ request, params }) => {
      const language = chooseLanguage(request);
      const opened = toMissingPage(language, () => views.open(params['slug'] ?? ''));
      if (opened instanceof Response) return opened;
      // Read before the body is awaited: afterwards the connection may be closed.
      const address = clients.getAddress(request);
      const form = new URLSearchParams(await readBody(request, MAX_BODY_BYTES.form));
      const { page } = opened;
      const result = subscriptions.ask(page, { email: form.get('email') ?? '', language, address });
      const { asked, badAddress, tooMany } = TEXTS[language];
      const { title, hint } = { asked, no_address: badAddress, limited: tooMany }[result];
      return toPage(STATUSES[result], {
        title,
        language,
        content: `<p>${hint}</p>${backTo(subscriptions.pathOf(page), language)}`,
      });
    }),
    rawEndpoint('GET', '/status/:slug/subscriptions/:token', call =>
      withConfirmation(call, ({ page }, language) => {
        const { confirm } = TEXTS[language];
        return askAgain(language, confirm, page);
      }),
    ),
    rawEndpoint('POST', '/status/:slug/subscriptions/:token', call =>
      withConfirmation(call, async ({ page, asked }, language) => {
        await readBody(call.request, MAX_BODY_BYTES.form);
        const { confirmed, full } = TEXTS[language];
        const isTaken = subscriptions.confirm(asked);
        const hint = isTaken ? confirmed.hint(Bun.escapeHTML(page.title)) : full.hint;
        const content = `<p>${hint}</p>${backTo(subscriptions.pathOf(page), language)}`;
        return toPage(isTaken ? 200 : 409, { title: (isTaken ? confirmed : full).title, language, content });
      }),
    ),
    ...unsubscribeRoutes(subscriptions),
  ];

  function withConfirmation(
    { request, params }: RawCall,
    answer: (
      found: NonNullable<ReturnType<Subscriptions['findConfirmation']>>,
      language: Language,
    ) => Response | Promise<Response>,
  ): Response | Promise<Response> {
    const found = subscriptions.findConfirmation(params['token'] ?? '');
    return found ? answer(found, found.asked.language) : expiredPage(chooseLanguage(request));
  }
}

/** Leaving works whether or not the page is open, and whether or not mail is set up. */
function unsubscribeRoutes(subscriptions: Subscriptions): RawEndpoint[] {
  const find = ({ params }: RawCall) => subscriptions.findSubscriber(params['token'] ?? '');
  return [
    rawEndpoint('GET', '/unsubscribe/status/:token', call => {
      const found = find(call);
      if (found === undefined) return expiredPage(chooseLanguage(call.request));
      if (found === 'left') return leftPage(chooseLanguage(call.request));
      const { language } = found.subscriber;
      return askAgain(language, TEXTS[language].leave, found.page);
    }),
    rawEndpoint('POST', '/unsubscribe/status/:token', async call => {
      const found = find(call);
      if (found === undefined) return expiredPage(chooseLanguage(call.request));
      await readBody(call.request, MAX_BODY_BYTES.form);
      if (found !== 'left') subscriptions.leave(found.subscriber.id);
      return leftPage(found === 'left' ? chooseLanguage(call.request) : found.subscriber.language);
    }),
  ];
}

const toPage = (
  status: number,
  page: { readonly title: string; readonly content: string; readonly language: Language },
): Response => translatedPage({ status, ...page });

/** Asks by a button before anything is changed. */
const askAgain = (
  language: Language,
  {
    title,
    hint,
    button,
  }: { readonly title: string; readonly hint: (page: string) => string; readonly button: string },
  page: PageRow,
): Response =>
  toPage(200, {
    title,
    language,
    content: `<p>${hint(Bun.escapeHTML(page.title))}</p><form method="post"><button>${button}</button></form>`,
  });

const backTo = (path: string, language: Language): string =>
  `<p><a href="${path}">${TEXTS[language].back}</a></p>`;

function expiredPage(language: Language): Response {
  const { title, hint } = TEXTS[language].expired;
  return toPage(404, { title, language, content: `<p>${hint}</p>` });
}

function leftPage(language: Language): Response {
  const { title, hint } = TEXTS[language].left;
  return toPage(200, { title, language, content: `<p>${hint}</p>` });
}
