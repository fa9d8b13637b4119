/** Unsubscribing from a kind of mail: a page with a button, and the one-click request of mail programs. */
import { MAX_BODY_BYTES, readBody } from '../../http/body.ts';
import { type RawCall, type RawEndpoint, rawEndpoint } from '../../http/endpoint.ts';
import { unknownLinkPage } from '../../http/plain-page.ts';
import { NOTIFICATIONS } from './messages/notifications.ts';
import type { NotificationService } from './service.ts';
import { subscriptionPage } from './unsubscribe-page.ts';
import type { Subscription, UnsubscribeTokens } from './unsubscribe-token.ts';

export interface UnsubscribeRouteDeps {
  readonly notifications: Pick<NotificationService, 'isSubscribed' | 'setSubscribed'>;
  readonly unsubscribeTokens: UnsubscribeTokens;
}

/**
 * `GET /unsubscribe/:token` changes nothing, since mail scanners follow every link. `POST` unsubscribes, whatever is sent, except that
 * `mails=start` subscribes again. Source: RFC 8058, section 3.2.
 */
export function unsubscribeRoutes({ notifications, unsubscribeTokens }: UnsubscribeRouteDeps): RawEndpoint[] {
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

  const findSubscription = ({ params }: RawCall) => unsubscribeTokens.parse(params['token'] ?? '');
  return [
    rawEndpoint('GET', '/unsubscribe/:token', call => {
      const subscription = findSubscription(call);
      return subscription ? show(subscription) : unknownLinkPage();
    }),
    rawEndpoint('POST', '/unsubscribe/:token', call => {
      const subscription = findSubscription(call);
      return subscription ? change(subscription, call.request) : unknownLinkPage();
    }),
  ];
}
