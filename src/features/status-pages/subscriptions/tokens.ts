/** Tokens in the links of mails. Nothing is stored of an address until it is confirmed: the link itself holds it, encrypted. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { LANGUAGES, type Language } from '../../../core/languages.ts';
import { createSignedTokens } from '../../../lib/signed-token.ts';

/** What a link confirms. */
export interface Confirmation {
  readonly pageId: number;
  readonly email: string;
  readonly language: Language;
  readonly untilMs: number;
}

/** AES-256-GCM. Source: NIST SP 800-38D, section 8.2.2: random initialization vectors of 96 bits. */
const CIPHER = 'aes-256-gcm';
const VECTOR_BYTES = 12;
const TAG_BYTES = 16;

/** `secret` is the data folder's own. */
export function createSubscriptionTokens(secret: Uint8Array) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'status page confirmation', 32));
  const unsubscribing = createSignedTokens(secret, 'status page subscriber');

  return {
    createConfirmation({ pageId, email, language, untilMs }: Confirmation): string {
      const vector = randomBytes(VECTOR_BYTES);
      const cipher = createCipheriv(CIPHER, key, vector);
      const sealed = [cipher.update(JSON.stringify([pageId, email, language, untilMs])), cipher.final()];
      return Buffer.concat([vector, ...sealed, cipher.getAuthTag()]).toString('base64url');
    },

    /** Returns what a token confirms; undefined for one that this server has not made. */
    parseConfirmation(token: string): Confirmation | undefined {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length <= VECTOR_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, VECTOR_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const opened = [decipher.update(bytes.subarray(VECTOR_BYTES, -TAG_BYTES)), decipher.final()];
        const [pageId, email, language, untilMs] = JSON.parse(Buffer.concat(opened).toString());
        return { pageId, email, language: LANGUAGES.find(each => each === language) ?? 'en', untilMs };
      } catch {
        return undefined;
      }
    },

    createUnsubscription: (subscriberId: number): string => unsubscribing.create(String(subscriberId)),
    /** Returns the id of a subscriber; undefined for a token that this server has not signed. */
    parseUnsubscription(token: string): number | undefined {
      const id = unsubscribing.parse(token) ?? '';
      return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
    },
  };
}

export type SubscriptionTokens = ReturnType<typeof createSubscriptionTokens>;
