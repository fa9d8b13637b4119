import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address range: its first address and how many leading bits count. */
type AddressRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Normalizes an IP address for comparing, hashing and lookups: IPv4 in dots (also when it is mapped to IPv6), IPv6
 * compressed, in lower case and without a zone. Null when the text is no address.
 */
export function normalizeAddress(text: string): string | null {
  const version = isIP(text);
  if (version === 4) return text;
  if (version === 0) return null;
  const zone = text.indexOf('%');
  return ipaddr.process(zone < 0 ? text : text.slice(0, zone)).toString();
}

/** Returns whether a normalized address is public: not private, loopback, link-local, reserved or for documentation. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // Of IPv6 only 2000::/3 is allocated. Outside lies, among others, the deprecated IPv4-compatible form: `::7f00:1`.
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6, 3);
}

const PRIVATE_RANGES = new Set(['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']);

/** Returns whether an address is of a private network: a proxy's rather than a visitor's. */
export const isPrivateAddress = (address: string): boolean =>
  isIP(address) !== 0 && PRIVATE_RANGES.has(ipaddr.process(address).range());

const GLOBAL_IPV6 = ipaddr.IPv6.parse('2000::');

/** Returns the network prefix that a provider assigns to one customer: a whole IPv4 address, the first 64 bits of an IPv6 address. */
export function networkPrefix(address: string): string {
  return isIP(address) === 6
    ? ipaddr.IPv6.parse(address)
        .parts.slice(0, 4)
        .map(part => part.toString(16))
        .join(':')
    : address;
}

/**
 * Returns the networks that one person may have the addresses of, the narrowest first: an IPv4 address alone; of an IPv6 address
 * its /64, and the /56 and /48 that homes and organizations are given.
 */
export function networksOf(address: string): string[] {
  if (isIP(address) !== 6) return [address];
  const parts = ipaddr.IPv6.parse(address).parts;
  const home = [...parts.slice(0, 3), (parts[3] ?? 0) & 0xff_00];
  const toText = (some: number[], bits: number) => `${some.map(part => part.toString(16)).join(':')}/${bits}`;
  return [networkPrefix(address), toText(home, 56), toText(parts.slice(0, 3), 48)];
}

/** Returns the range of that prefix: the address itself, or `2001:db8:1:2::/64`. */
export const toCustomerRange = (address: string): string =>
  isIP(address) === 6 ? `${networkPrefix(address)}::/64` : address;

/** Parses a range: `10.0.0.0/8`, `2001:db8::/32` or a single address; undefined for any other text. */
export function parseRange(text: string): AddressRange | undefined {
  const slash = text.indexOf('/');
  const base = slash < 0 ? text : text.slice(0, slash);
  const address = isIP(base) === 0 || base.includes('%') ? undefined : ipaddr.parse(base);
  if (!address) return undefined;
  const widest = address.kind() === 'ipv4' ? 32 : 128;
  if (slash < 0) return unwrap(address, widest);
  const digits = text.slice(slash + 1);
  const bits = /^\d{1,3}$/.test(digits) ? Number(digits) : widest + 1;
  return bits <= widest ? unwrap(address, bits) : undefined;
}

/** Compiles ranges to a test whether a normalized address lies in any of them. Other texts lie in none, and are no ranges. */
export function compileRanges(texts: readonly string[]): (address: string) => boolean {
  const ranges = texts.map(parseRange).filter(range => range !== undefined);
  const four = ranges.flatMap(([base, bits]) =>
    base instanceof ipaddr.IPv4 ? [numericRange(base, bits)] : [],
  );
  const six = ranges.flatMap(([base, bits]) => (base instanceof ipaddr.IPv6 ? [{ base, bits }] : []));
  return address => {
    if (!address.includes(':')) {
      const number = four.length === 0 ? -1 : toNumber(address);
      return number >= 0 && four.some(({ first, last }) => number >= first && number <= last);
    }
    if (six.length === 0 || isIP(address) !== 6) return false;
    const parsed = ipaddr.IPv6.parse(address);
    return six.some(({ base, bits }) => parsed.match(base, bits));
  };
}

function numericRange(base: ipaddr.IPv4, bits: number): { readonly first: number; readonly last: number } {
  const size = 2 ** (32 - bits);
  const first = Math.floor(toNumber(base.toString()) / size) * size;
  return { first, last: first + size - 1 };
}

/** Converts an IPv4 address to a number; -1 for any other text. */
function toNumber(address: string): number {
  if (isIP(address) !== 4) return -1;
  let number = 0;
  let octet = 0;
  for (let i = 0; i < address.length; i++) {
    const code = address.charCodeAt(i);
    if (code === 0x2e) {
      number = number * 256 + octet;
      octet = 0;
    } else {
      octet = octet * 10 + code - 0x30;
    }
  }
  return number * 256 + octet;
}

/** Converts a range of IPv4-mapped IPv6 addresses to the IPv4 range. */
function unwrap(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): AddressRange {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96
    ? [address.toIPv4Address(), bits - 96]
    : [address, bits];
}
