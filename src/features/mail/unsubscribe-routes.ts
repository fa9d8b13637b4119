/** Where a mail's reader stops that kind of mail: a page with a button, and what mail programs send by themselves. */
import { Elysia } from 'elysia';
import type { Log } from '../../core/log.ts';
import { MAX_BODY_BYTES, readBody } from '../../http/body.ts';
import { errorResponse } from '../../http/errors.ts';
import { unknownLinkPage } from '../../http/plain-page.ts';
import { KINDS } from './messages/notifications.ts';
import type { NoticesService } from './service.ts';
import type { Subscription, UnsubscribeTokens } from './token.ts';
import { subscriptionPage } from './unsubscribe-page.ts';

export interface NoticeRouteDeps {
  readonly notices: Pick<NoticesService, 'isSubscribed' | 'setSubscribed'>;
  readonly unsubscribeTokens: UnsubscribeTokens;
  readonly log: Log;
}

/**
 * `GET /unsubscribe/:token` changes nothing, since programs that guard mail boxes follow every link. `POST` stops the
 * mails, whatever is sent, but `mails=start` brings them back. Source: RFC 8058, section 3.2.
 */
export function noticeRoutes({ notices, unsubscribeTokens, log }: NoticeRouteDeps) {
  const show = ({ userId, kind }: Subscription): Response =>
    subscriptionPage({ when: KINDS[kind].when, isSubscribed: notices.isSubscribed({ userId, kind }) });

  async function change(subscription: Subscription, request: Request): Promise<Response> {
    const form = new URLSearchParams(await readBody(request, MAX_BODY_BYTES.form));
    const isKnown = notices.setSubscribed(subscription, form.get('mails') === 'start');
    return isKnown ? show(subscription) : unknownLinkPage();
  }

  return new Elysia()
    .get('/unsubscribe/:token', ({ params }) => {
      const subscription = unsubscribeTokens.read(params.token ?? '');
      return subscription ? show(subscription) : unknownLinkPage();
    })
    .post(
      '/unsubscribe/:token',
      async ({ params, request }) => {
        try {
          const subscription = unsubscribeTokens.read(params.token ?? '');
          return subscription ? await change(subscription, request) : unknownLinkPage();
        } catch (error) {
          return errorResponse(error, { log });
        }
      },
      { parse: 'none' },
    );
}
