/** Unsubscribing from a kind of mail: a page with a button, and the one-click request of mail programs. */
import type { NotificationKind } from '../../core/notifications.ts';
import { MAX_BODY_BYTES, readBody } from '../../http/body.ts';
import { type RawCall, type RawEndpoint, rawEndpoint } from '../../http/endpoint.ts';
import { plainPage, unknownLinkPage } from '../../http/plain-page.ts';
import { NOTIFICATIONS } from './messages/notifications.ts';
import type { NotificationService } from './service.ts';
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
    subscriptionPage(kind, notifications.isSubscribed({ userId, kind }));

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

/** Renders whether a user is subscribed to a kind of mail, with the button that changes it. */
function subscriptionPage(kind: NotificationKind, isSubscribed: boolean): Response {
  const title = isSubscribed ? 'Unsubscribe from these emails?' : 'You’ve unsubscribed';
  const state = `Footfall ${isSubscribed ? 'emails you' : 'no longer emails you'} ${NOTIFICATIONS[kind].when}.`;
  const [value, label] = isSubscribed ? ['stop', 'Unsubscribe'] : ['start', 'Subscribe again'];
  return plainPage(
    200,
    title,
    `<p>${Bun.escapeHTML(state)}</p><form method="post"><button name="mails" value="${value}">${label}</button></form>`,
  );
}
