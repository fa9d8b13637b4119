/**
 * Browsers in which a user has signed in before. Their attempts are limited separately, so that a stranger who keeps
 * guessing passwords cannot lock out the user. Nothing is stored: each browser has a signed cookie.
 */
import { randomBytes } from 'node:crypto';
import { createSignedTokens } from '../../lib/signed-token.ts';

const ID_BYTES = 16;

/** Creates tokens such as `7.Xk3….x7…`: a user, the browser's random id and a signature. `secret` is the data folder's own. */
export function createKnownBrowsers(secret: Uint8Array) {
  const tokens = createSignedTokens(secret, 'browser');
  return {
    create: (userId: number): string =>
      tokens.create(`${userId}.${randomBytes(ID_BYTES).toString('base64url')}`),
    /** Returns the browser's id if this user has signed in there. */
    findId(token: string | undefined, userId: number): string | undefined {
      const [, owner, id] = /^(\d{1,15})\.([\w-]{22})$/.exec(tokens.parse(token ?? '') ?? '') ?? [];
      return Number(owner) === userId ? id : undefined;
    },
  };
}

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;
