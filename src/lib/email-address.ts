import { domainToASCII, domainToUnicode } from 'node:url';

/** Excludes blanks and invisible characters, so that an address is what it looks like. */
const EMAIL =
  /^[^\s\p{C}@"<>(),;:\\[\]]{1,64}@[^\s\p{C}@"<>(),;:\\[\]]{1,253}\.[^\s\p{C}@."<>(),;:\\[\]]{2,63}$/u;

/** Normalizes an e-mail address for storing and comparing: trimmed, in lower case. */
export const normalizeEmail = (text: string): string => text.trim().toLowerCase();

/** Returns whether a normalized text has the form of an e-mail address. */
export const isEmailAddress = (text: string): boolean => EMAIL.test(text);

/** What a name before the `@` may be made of where look-alikes must not pass for another. Source: RFC 5321, section 4.1.2. */
const PLAIN_LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const PUNYCODE_DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;
/** ASCII characters with another meaning to a parser of hosts. */
const NO_DOMAIN_SIGN = /[\0-\x2c\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]/;

/**
 * Returns the canonical form of an e-mail address, equal for all its spellings: NFKC, lower case, the domain in Punycode.
 * Undefined for other texts, and for a local part with non-ASCII letters, which could be look-alikes.
 */
export function canonicalEmail(text: string): string | undefined {
  const email = normalizeEmail(text.normalize('NFKC'));
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  if (at < 0 || !PLAIN_LOCAL_PART.test(local) || NO_DOMAIN_SIGN.test(domain)) return undefined;
  const host = domainToASCII(domain);
  const canonical = `${local}@${host}`;
  return PUNYCODE_DOMAIN.test(host) && canonical.length <= 254 && isEmailAddress(canonical)
    ? canonical
    : undefined;
}

/** Lists the spellings under which an address may have been stored, the likeliest first. */
export function emailForms(text: string): string[] {
  const typed = normalizeEmail(text);
  const canonical = canonicalEmail(text);
  if (canonical === undefined) return [typed];
  const at = canonical.lastIndexOf('@') + 1;
  return [...new Set([typed, canonical, canonical.slice(0, at) + domainToUnicode(canonical.slice(at))])];
}
