/** Converts internationalized domain names (IDN) to Punycode, as browsers send them: a domain has one spelling. */
import { domainToASCII } from 'node:url';

const IS_ASCII = /^\p{ASCII}*$/u;
const IS_SCHEME = /^ *[a-z][a-z0-9+.-]*$/i;

/** Matches an address whose host is an internationalized domain name in Unicode: RE2, which both engines have. */
export const UNICODE_HOST = String.raw`^ *(?:[A-Za-z][A-Za-z0-9+.-]*://)?(?:[^/?#\\@]*@)?[^/?#\\: ]*[^\x00-\x7f/?#\\: ]`;

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
  const colon = address.indexOf('://');
  const hasScheme = colon !== -1 && IS_SCHEME.test(address.slice(0, colon));
  const start = hasScheme ? colon + 3 : address.length - address.trimStart().length;
  const authority = address.slice(start).split(/[/?#\\]/, 1)[0] ?? '';
  const from = start + authority.indexOf('@') + 1;
  const host = address.slice(from, start + authority.length).split(/[: ]/, 1)[0] ?? '';
  return `${address.slice(0, from)}${toAsciiHost(host)}${address.slice(from + host.length)}`;
}
