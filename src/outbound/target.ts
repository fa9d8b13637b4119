/** Which addresses of users Footfall calls: the open internet, and what the operator allows beyond it. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { compileRanges, isPublicAddress, normalizeAddress, parseRange } from '../lib/net.ts';
import { parseHttpUrl } from '../lib/url.ts';
import { within } from './deadline.ts';
import { OutboundError } from './errors.ts';

/** Every address behind a host name, as texts. Rejects when there is none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** The machine's own way to find addresses: its hosts file, then DNS. */
export const systemResolve: Resolve = async host =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** An address that may be called as far as its text tells. */
export interface Target {
  readonly url: URL;
  /** Name or IP address, without brackets and without a dot at the end. */
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

/** Longest name in DNS. Source: RFC 1035, section 2.3.4. */
const MAX_NAME_LENGTH = 253;
/** Names that mean this machine or its network, whatever DNS says. Source: RFC 6761, RFC 6762, RFC 8375. */
const LOCAL_NAME = /^[^.]+$|(^|\.)(localhost|local|internal|home\.arpa)$/;
/** A public address that leads to the machine's own cloud: Azure's, for the agents on its machines. */
const CLOUD_ADDRESS = '168.63.129.16';

const refused = (message: string): OutboundError => new OutboundError('refused_target', message);

/**
 * The target behind an absolute http or https address. Any port but 0 is taken. Throws `refused_target` for every
 * other scheme, for credentials in the address, and for what names no host. The parser has turned hosts such as
 * `2130706433`, `0x7f.1` and `①.0.0.1` into the IP addresses they are.
 */
export function readTarget(address: string): Target {
  const url = parseHttpUrl(address);
  if (!url) throw refused('the address must begin with http:// or https:// and name a host');
  if (url.username !== '' || url.password !== '')
    throw refused('the address must not contain a user name or password');
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  const isName = host !== '' && host.length <= MAX_NAME_LENGTH && !host.split('.').includes('');
  if (!isName) throw refused('the host of the address is no proper name');
  const isSecure = url.protocol === 'https:';
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  if (port === 0) throw refused('port 0 cannot be called');
  return { url, host, port, isSecure };
}

/**
 * Finds the addresses that a target's connection may go to, asking for its name once. Throws `refused_target` when any
 * of them is neither public nor inside a range of `allowPrivate`, `dns` when there is none.
 */
export function createAddressCheck({
  resolve,
  allowPrivate,
}: {
  readonly resolve: Resolve;
  readonly allowPrivate: readonly string[];
}) {
  const isAllowed = compileRanges(allowPrivate.map(parseRange).filter(range => range !== undefined));
  const isCallable = (address: string): boolean =>
    isAllowed(address) || (isPublicAddress(address) && address !== CLOUD_ADDRESS);

  return async ({ host }: Target, signal: AbortSignal): Promise<string[]> => {
    const isLocalName = isIP(host) === 0 && LOCAL_NAME.test(host);
    // The name alone is enough to refuse it, unless the operator lets Footfall into some network.
    if (isLocalName && allowPrivate.length === 0) throw notPublic(host);
    const found = isIP(host) === 0 ? await within(signal, addressesOf(resolve, host)) : [host];
    const addresses = [...new Set(found.map(address => normalizeAddress(address) ?? address))];
    if (addresses.length === 0) throw new OutboundError('dns', `no address is known for ${host}`);
    if (!addresses.every(isLocalName ? isAllowed : isCallable)) throw notPublic(host);
    return addresses;
  };
}

async function addressesOf(resolve: Resolve, host: string): Promise<readonly string[]> {
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
