/** The secret in the address of an invitation. */
import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits in 43 signs. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** What is stored in its place: with so much chance in it, a token needs no salt and no slow hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
