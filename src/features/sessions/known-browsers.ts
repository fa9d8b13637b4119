/**
 * Browsers in which somebody has signed in before. Their attempts are counted apart, so that a stranger who keeps
 * guessing a password closes the door to strangers only. Nothing about them is stored here: each carries its own proof.
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
    /** The browser's id, when this user has signed in there. */
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
