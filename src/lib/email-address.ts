import { domainToASCII, domainToUnicode } from 'node:url';

/** Neither blanks nor signs that do not show, so that an address is what it looks like. */
const EMAIL =
  /^[^\s\p{C}@"<>(),;:\\[\]]{1,64}@[^\s\p{C}@"<>(),;:\\[\]]{1,253}\.[^\s\p{C}@."<>(),;:\\[\]]{2,63}$/u;

/** The one form in which an e-mail address is stored and compared: without blanks around it, in small letters. */
export const normalizeEmail = (text: string): string => text.trim().toLowerCase();

/** Whether a text, normalized, has the form of an e-mail address that mail can be sent to. */
export const isEmailAddress = (text: string): boolean => EMAIL.test(text);

/** What a name before the `@` may be made of where look-alikes must not pass for another. Source: RFC 5321, section 4.1.2. */
const PLAIN_LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const PUNYCODE_DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;
/** Signs of ASCII that a parser of hosts would take for something else. */
const NO_DOMAIN_SIGN = /[\0-\x2c\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]/;

/**
 * The one form of an e-mail address in which different spellings of it are the same text: compatible letters as the
 * plain ones (NFKC), small, the domain as Punycode. Undefined when it is no address, or when its name has other
 * letters than ASCII, which could pass for them.
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

/** The spellings under which the same address may have been stored, the likeliest first. */
export function emailForms(text: string): string[] {
  const typed = normalizeEmail(text);
  const canonical = canonicalEmail(text);
  if (canonical === undefined) return [typed];
  const at = canonical.lastIndexOf('@') + 1;
  return [...new Set([typed, canonical, canonical.slice(0, at) + domainToUnicode(canonical.slice(at))])];
}
