/** Signed tokens: anybody can read them, and only this server can create them. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE_LENGTH = 43;

export interface SignedTokens {
  create(payload: string): string;
  /** Returns the payload of a token; undefined for one that this server has not signed for that purpose. */
  parse(token: string): string | undefined;
}

/** Creates tokens such as `12.x7…`: a payload, and an HMAC of `purpose` and payload. `secret` is the data folder's own. */
export function createSignedTokens(secret: Uint8Array, purpose: string): SignedTokens {
  const sign = (payload: string): Buffer =>
    createHmac('sha256', secret).update(`${purpose} ${payload}`).digest();
  return {
    create: payload => `${payload}.${sign(payload).toString('base64url')}`,
    parse(token) {
      const payload = token.slice(0, -SIGNATURE_LENGTH - 1);
      const signature = /^\.([\w-]{43})$/.exec(token.slice(payload.length))?.[1] ?? '';
      const [given, expected] = [Buffer.from(signature, 'base64url'), sign(payload)];
      return given.length === expected.length && timingSafeEqual(given, expected) ? payload : undefined;
    },
  };
}
