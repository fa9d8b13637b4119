/** Which addresses of users may be requested: public ones, and ranges that the operator allows. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { compileRanges, isPublicAddress, normalizeAddress } from '../lib/net.ts';
import { MAX_HOST_LENGTH, parseHttpUrl } from '../lib/url.ts';
import { raceSignal } from './deadline.ts';
import { OutboundError } from './errors.ts';

/** Resolves a host name to all its IP addresses. Rejects when there is none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Resolves with the machine's resolver: hosts file, then DNS. */
export const systemResolve: Resolve = async host =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** A parsed address; its IP addresses are checked later. */
export interface Target {
  readonly url: URL;
  /** Name or IP address, without brackets and trailing dot. */
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

/** Names that mean this machine or its network, whatever DNS says. Source: RFC 6761, RFC 6762, RFC 8375. */
const LOCAL_NAME = /^[^.]+$|(^|\.)(localhost|local|internal|home\.arpa)$/;
/** Azure's platform address (WireServer): public by its range, but internal. */
const CLOUD_ADDRESS = '168.63.129.16';

const refused = (message: string): OutboundError => new OutboundError('refused_target', message);

/**
 * Parses an absolute http or https address with any port but 0. Throws `refused_target` for other schemes, credentials
 * and a missing host. The URL parser has converted hosts such as `2130706433`, `0x7f.1` and `①.0.0.1` to IP addresses.
 */
export function parseTarget(address: string): Target {
  const url = parseHttpUrl(address);
  if (!url) throw refused('the address must begin with http:// or https:// and name a host');
  if (url.username !== '' || url.password !== '')
    throw refused('the address must not contain a user name or password');
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  const isName = host !== '' && host.length <= MAX_HOST_LENGTH && !host.split('.').includes('');
  if (!isName) throw refused('the host of the address is no proper name');
  const isSecure = url.protocol === 'https:';
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  if (port === 0) throw refused('port 0 cannot be called');
  return { url, host, port, isSecure };
}

/**
 * Creates the function that resolves a target once and checks its addresses. Throws `refused_target` when any of them is
 * neither public nor inside a range of `allowPrivate`, `dns` when there is none.
 */
export function createAddressCheck({
  resolve,
  allowPrivate,
}: {
  readonly resolve: Resolve;
  readonly allowPrivate: readonly string[];
}) {
  const isAllowed = compileRanges(allowPrivate);
  const isCallable = (address: string): boolean => isCallableAddress(address, isAllowed);

  return async ({ host }: Target, signal: AbortSignal): Promise<string[]> => {
    const isLocalName = isIP(host) === 0 && LOCAL_NAME.test(host);
    requirePublicName(host, allowPrivate);
    const found = isIP(host) === 0 ? await raceSignal(signal, resolveAddresses(resolve, host)) : [host];
    const addresses = [...new Set(found.map(address => normalizeAddress(address) ?? address))];
    if (addresses.length === 0) throw new OutboundError('dns', `no address is known for ${host}`);
    if (!addresses.every(isLocalName ? isAllowed : isCallable)) throw notPublic(host);
    return addresses;
  };
}

/** Returns whether an address is public, or inside a range that the operator allows. */
export const isCallableAddress = (address: string, isAllowed: (address: string) => boolean): boolean =>
  isAllowed(address) || (isPublicAddress(address) && address !== CLOUD_ADDRESS);

/** Throws `refused_target` for a local name, before any lookup, unless the operator allows private ranges. */
export function requirePublicName(host: string, allowPrivate: readonly string[]): void {
  if (isIP(host) === 0 && LOCAL_NAME.test(host) && allowPrivate.length === 0) throw notPublic(host);
}

async function resolveAddresses(resolve: Resolve, host: string): Promise<readonly string[]> {
  try {
    return await resolve(host);
  } catch {
    throw new OutboundError('dns', `no address is known for ${host}`);
  }
}

const notPublic = (host: string): OutboundError =>
  refused(
    `${host} is not on the open internet; the operator can allow a private network with FOOTFALL_ALLOW_PRIVATE_TARGETS`,
  );
