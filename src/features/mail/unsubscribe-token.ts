/** Signed tokens of the links that unsubscribe from a kind of mail. They never expire. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { NotificationKind } from '../../core/notifications.ts';
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

/** Creates tokens such as `12.monitor_down.x7…`: user, kind and an HMAC of both. `secret` is the data folder's own. */
export function createUnsubscribeTokens(secret: Uint8Array): UnsubscribeTokens {
  const sign = (subject: string): Buffer =>
    createHmac('sha256', secret).update(`unsubscribe ${subject}`).digest();
  return {
    create({ userId, kind }) {
      const subject = `${userId}.${kind}`;
      return `${subject}.${sign(subject).toString('base64url')}`;
    },
    parse(token) {
      const [, subject = '', id = '', kind = '', signature = ''] =
        /^((\d{1,15})\.([a-z_]{1,40}))\.([\w-]{43})$/.exec(token) ?? [];
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(subject);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return isNotificationKind(kind) ? { userId: Number(id), kind } : undefined;
    },
  };
}
