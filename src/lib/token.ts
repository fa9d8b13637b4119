/** Bearer tokens, such as those of sessions and of links in mails: only their hashes are stored. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Creates a random key of 32 hex digits: a name that nothing else has. */
export const createKey = (): string => randomBytes(16).toString('hex');

/** Creates a token: 256 random bits in 43 characters that are safe in cookies and URLs. */
export const createToken = (): string => randomBytes(32).toString('base64url');

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Hashes a token for storage, as 64 hex digits. A token has so much entropy that it needs no salt and no slow hash. */
export const hashToken = (token: string): string => digest(token).toString('hex');

const NONE = Buffer.alloc(32);

/** Returns whether a token has a hash, in constant time, also when there is no hash: false then. */
export function matchesTokenHash(token: string, hash: string | undefined): boolean {
  const stored = hash === undefined ? NONE : Buffer.from(hash, 'hex');
  return timingSafeEqual(digest(token), stored.length === NONE.length ? stored : NONE);
}
