/** Writes hosts in ASCII, as browsers send them: a domain with other letters has one spelling. */
import { domainToASCII } from 'node:url';

const IS_ASCII = /^\p{ASCII}*$/u;
/** An optional scheme and user, the host up to its port or path, and the rest. */
const PARTS = /^( *(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#\\@]*@)?)([^/?#\\: ]*)(.*)$/is;

/** Matches an address whose host has letters beyond ASCII: RE2, which both engines have. */
export const LETTERS_IN_HOST = String.raw`^ *(?:[A-Za-z][A-Za-z0-9+.-]*://)?(?:[^/?#\\@]*@)?[^/?#\\: ]*[^\x00-\x7f/?#\\: ]`;

/** Returns a host, or a part of one, in Punycode. What is no name of a host stays. */
export const toAsciiHost = (host: string): string =>
  IS_ASCII.test(host)
    ? host
    : host
        .split('.')
        .map(label => (IS_ASCII.test(label) ? label : domainToASCII(label) || label))
        .join('.');

/** Returns an address whose host is in Punycode. */
export function toAsciiAddress(address: string): string {
  if (IS_ASCII.test(address)) return address;
  const [, before = '', host = '', after = ''] = PARTS.exec(address) ?? [];
  return IS_ASCII.test(host) ? address : `${before}${toAsciiHost(host)}${after}`;
}
