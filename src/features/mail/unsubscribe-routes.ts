/** Unsubscribing from a kind of mail: a page with a button, and the one-click request of mail programs. */
import { Elysia } from 'elysia';
import type { Log } from '../../core/log.ts';
import { MAX_BODY_BYTES, readBody } from '../../http/body.ts';
import { errorResponse } from '../../http/errors.ts';
import { unknownLinkPage } from '../../http/plain-page.ts';
import { NOTIFICATIONS } from './messages/notifications.ts';
import type { NotificationService } from './service.ts';
import { subscriptionPage } from './unsubscribe-page.ts';
import type { Subscription, UnsubscribeTokens } from './unsubscribe-token.ts';

export interface UnsubscribeRouteDeps {
  readonly notifications: Pick<NotificationService, 'isSubscribed' | 'setSubscribed'>;
  readonly unsubscribeTokens: UnsubscribeTokens;
  readonly log: Log;
}

/**
 * `GET /unsubscribe/:token` changes nothing, since mail scanners follow every link. `POST` unsubscribes, whatever is sent, except that
 * `mails=start` subscribes again. Source: RFC 8058, section 3.2.
 */
export function unsubscribeRoutes({ notifications, unsubscribeTokens, log }: UnsubscribeRouteDeps) {
  const show = ({ userId, kind }: Subscription): Response =>
    subscriptionPage({
      when: NOTIFICATIONS[kind].when,
      isSubscribed: notifications.isSubscribed({ userId, kind }),
    });

  async function change(subscription: Subscription, request: Request): Promise<Response> {
    const form = new URLSearchParams(await readBody(request, MAX_BODY_BYTES.form));
    const isKnown = notifications.setSubscribed(subscription, form.get('mails') === 'start');
    return isKnown ? show(subscription) : unknownLinkPage();
  }

  return new Elysia()
    .get('/unsubscribe/:token', ({ params }) => {
      const subscription = unsubscribeTokens.parse(params.token ?? '');
      return subscription ? show(subscription) : unknownLinkPage();
    })
    .post(
      '/unsubscribe/:token',
      async ({ params, request }) => {
        try {
          const subscription = unsubscribeTokens.parse(params.token ?? '');
          return subscription ? await change(subscription, request) : unknownLinkPage();
        } catch (error) {
          return errorResponse(error, { log });
        }
      },
      { parse: 'none' },
    );
}
