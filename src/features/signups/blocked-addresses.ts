/** Mail addresses that cannot be signed up: disposable ones, and those that the operator blocks. */
import { canonicalEmail } from '../../lib/email-address.ts';
import { findKnownHost } from '../../lib/url.ts';

/** The operator's own list, in the data folder beside the databases. */
export const BLOCKED_ADDRESSES_FILE = 'blocked-mail-domains.txt';

/** Rules of the operator's list. */
export interface AddressRules {
  /** Domains, each with everything below it. */
  readonly blockedDomains: ReadonlySet<string>;
  readonly blockedAddresses: ReadonlySet<string>;
  /** Domains that are allowed although they are known as disposable. */
  readonly allowedDomains: ReadonlySet<string>;
  /** Numbers of the invalid lines, from 1. */
  readonly invalidLines: readonly number[];
}

/**
 * Parses an operator's list: a domain or an address on a line, `!` before an allowed domain, `#` before a comment.
 */
export function parseAddressRules(text: string): AddressRules {
  const blockedDomains = new Set<string>();
  const blockedAddresses = new Set<string>();
  const allowedDomains = new Set<string>();
  const invalidLines: number[] = [];
  for (const [index, whole] of text.split(/\r?\n/).entries()) {
    const line = whole.replace(/#.*/, '').replaceAll('\ufeff', '').trim();
    if (line === '') continue;
    const isAllowed = line.startsWith('!');
    const entry = (isAllowed ? line.slice(1) : line).replace(/^@/, '').trim();
    const address = canonicalEmail(entry.includes('@') ? entry : `any@${entry}`);
    if (address === undefined || (isAllowed && entry.includes('@'))) invalidLines.push(index + 1);
    else if (entry.includes('@')) blockedAddresses.add(address);
    else (isAllowed ? allowedDomains : blockedDomains).add(address.slice(address.indexOf('@') + 1));
  }
  return { blockedDomains, blockedAddresses, allowedDomains, invalidLines };
}

/** Checks whether an address (in its canonical form) is blocked. */
export function isBlockedAddress(
  email: string,
  rules: AddressRules,
  oneTimeDomains: ReadonlySet<string>,
): boolean {
  if (rules.blockedAddresses.has(email)) return true;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (findKnownHost(rules.blockedDomains, domain) !== undefined) return true;
  return (
    findKnownHost(rules.allowedDomains, domain) === undefined &&
    findKnownHost(oneTimeDomains, domain) !== undefined
  );
}
