/**
 * Browsers in which a user has signed in before. Their attempts are limited separately, so that a stranger who keeps
 * guessing passwords cannot lock out the user. Nothing is stored: each browser has a signed cookie.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;

/** Tokens such as `7.Xk3…x7…`: a user, the browser's random id and an HMAC of both. `secret` is the data folder's own. */
export function createKnownBrowsers(secret: Uint8Array) {
  const sign = (subject: string): Buffer =>
    createHmac('sha256', secret).update(`browser ${subject}`).digest();
  return {
    create(userId: number): string {
      const subject = `${userId}.${randomBytes(ID_BYTES).toString('base64url')}`;
      return `${subject}.${sign(subject).toString('base64url')}`;
    },
    /** Returns the browser's id if this user has signed in there. */
    findId(token: string | undefined, userId: number): string | undefined {
      const [, subject = '', owner = '', id = '', code = ''] =
        /^((\d{1,15})\.([\w-]{22}))\.([\w-]{43})$/.exec(token ?? '') ?? [];
      const given = Buffer.from(code, 'base64url');
      const expected = sign(subject);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return Number(owner) === userId ? id : undefined;
    },
  };
}

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;
