/** Secrets that let somebody in: given out once, and kept as hashes only. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, fit for a cookie and an address. */
export const createToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Takes as long wherever they differ. */
export const isSameToken = (left: string, right: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(left)), Buffer.from(hashToken(right)));
