/** Secrets that let somebody in, such as those of sessions and of links in mails: given out once, and kept as hashes only. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new secret: 256 random bits in 43 signs, fit for a cookie and an address. */
export const createToken = (): string => randomBytes(32).toString('base64url');

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** What is stored in its place, in 64 hex digits: with so much chance in it, a token needs no salt and no slow hash. */
export const hashToken = (token: string): string => digestOf(token).toString('hex');

const NONE = Buffer.alloc(32);

/** Whether a token is the one behind a hash. Takes as long wherever they differ, and when there is no hash: false then. */
export function isTokenOf(token: string, hash: string | undefined): boolean {
  const stored = hash === undefined ? NONE : Buffer.from(hash, 'hex');
  return timingSafeEqual(digestOf(token), stored.length === NONE.length ? stored : NONE);
}
