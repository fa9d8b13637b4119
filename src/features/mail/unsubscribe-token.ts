/** Signed tokens of the links that unsubscribe from a kind of mail. They never expire. */
import type { NotificationKind } from '../../core/notifications.ts';
import { createSignedTokens } from '../../lib/signed-token.ts';
import { isNotificationKind } from './messages/notifications.ts';

/** A user and a kind of notification. */
export interface Subscription {
  readonly userId: number;
  readonly kind: NotificationKind;
}

export interface UnsubscribeTokens {
  create(subscription: Subscription): string;
  /** Returns undefined for a token that this server has not signed. */
  parse(token: string): Subscription | undefined;
}

/** Creates tokens such as `12.monitor_down.x7…`: user, kind and a signature. `secret` is the data folder's own. */
export function createUnsubscribeTokens(secret: Uint8Array): UnsubscribeTokens {
  const tokens = createSignedTokens(secret, 'unsubscribe');
  return {
    create: ({ userId, kind }) => tokens.create(`${userId}.${kind}`),
    parse(token) {
      const [, id = '', kind = ''] = /^(\d{1,15})\.([a-z_]{1,40})$/.exec(tokens.parse(token) ?? '') ?? [];
      return isNotificationKind(kind) ? { userId: Number(id), kind } : undefined;
    },
  };
}
