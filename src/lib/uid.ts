import { randomBytes } from 'node:crypto';

const LENGTH = 20;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Creates a public code: 20 lowercase letters and digits, 103 random bits. Source: decisions, section 5. */
export function createUid(): string {
  let uid = '';
  while (uid.length < LENGTH) {
    // 252 is the largest multiple of 36 in a byte: dropping the rest keeps every character equally likely.
    for (const byte of randomBytes(LENGTH)) if (byte < 252 && uid.length < LENGTH) uid += ALPHABET[byte % 36];
  }
  return uid;
}
