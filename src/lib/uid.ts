import { randomBytes } from 'node:crypto';

const LENGTH = 20;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Creates a public code: 20 lowercase letters and digits, 103 random bits. Source: decisions, section 5. */
export const createUid = (): string => randomText(LENGTH, ALPHABET);

/** Creates a text of random characters of an alphabet, all equally likely. */
export function randomText(length: number, alphabet: string): string {
  // Bytes from the largest multiple of the alphabet's size on would make its first characters likelier.
  const end = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length))
      if (byte < end && text.length < length) text += alphabet[byte % alphabet.length];
  }
  return text;
}
