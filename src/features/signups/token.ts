/** The secrets of a signup: the agent's, and those in the owner's links. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits in 43 signs. */
export const createToken = (): string => randomBytes(32).toString('base64url');

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** What is stored in its place: with so much chance in it, a token needs no salt and no slow hash. */
export const hashToken = (token: string): string => digestOf(token).toString('hex');

const NONE = Buffer.alloc(32);

/** Whether a token is the one behind a hash. Takes as long when there is no hash, and is then false. */
export function isTokenOf(token: string, hash: string | undefined): boolean {
  const stored = hash === undefined ? NONE : Buffer.from(hash, 'hex');
  return timingSafeEqual(digestOf(token), stored.length === NONE.length ? stored : NONE);
}
