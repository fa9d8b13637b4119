/** The code in the address that stops a kind of mail: only this server can make it, and it holds for ever. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { isNoticeKind } from './messages/notifications.ts';
import type { NoticeKind } from './notification-data.ts';

/** Whose mails, and which of them. */
export interface Subscription {
  readonly userId: number;
  readonly kind: NoticeKind;
}

export interface UnsubscribeTokens {
  create(subscription: Subscription): string;
  /** Undefined for what this server has not made. */
  read(token: string): Subscription | undefined;
}

/** Tokens such as `12.monitor_down.x7…`: user, kind and an HMAC of both. `secret` is the data folder's own. */
export function createUnsubscribeTokens(secret: Uint8Array): UnsubscribeTokens {
  const sign = (subject: string): Buffer =>
    createHmac('sha256', secret).update(`unsubscribe ${subject}`).digest();
  return {
    create({ userId, kind }) {
      const subject = `${userId}.${kind}`;
      return `${subject}.${sign(subject).toString('base64url')}`;
    },
    read(token) {
      const [, subject = '', id = '', kind = '', code = ''] =
        /^((\d{1,15})\.([a-z_]{1,40}))\.([\w-]{43})$/.exec(token) ?? [];
      const given = Buffer.from(code, 'base64url');
      const expected = sign(subject);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return isNoticeKind(kind) ? { userId: Number(id), kind } : undefined;
    },
  };
}

const domainOf = (from: string): string => /@([^\s<>]+)/.exec(from)?.[1] ?? 'localhost';

/** A message id that never was before, at the domain of the sender. */
export const newMessageId = (from: string): string => `<${randomUUID()}@${domainOf(from)}>`;

/** Message ids of an outbox: one for each of its mails, at the domain of the sender, and no two folders make the same. */
export function createMessageIds(secret: Uint8Array, from: string): (mailId: number) => string {
  const domain = domainOf(from);
  return mailId => {
    const code = createHmac('sha256', secret).update(`message ${mailId}`).digest('hex');
    return `<${mailId}.${code.slice(0, 32)}@${domain}>`;
  };
}
