/** The client of a request: forwarded headers count only from a trusted proxy. */
import { toBasePath } from '../lib/base-path.ts';
import { compileRanges, normalizeAddress } from '../lib/net.ts';
import type { CookieScope } from './session-cookie.ts';

/** Returns the remote address of a request's connection; empty when it is closed. */
export type GetPeerAddress = (request: Request) => string;

export interface Clients {
  /** Returns the client's address behind trusted proxies. Never stored, never logged. */
  getAddress(request: Request): string;
  /** Returns whether a trusted proxy has sent a request on. */
  isForwarded(request: Request): boolean;
  /** Returns whether the client uses TLS: by the public address, or by a trusted proxy's header. */
  isSecure(request: Request): boolean;
  /** Returns the scope of the client's cookies. */
  cookieScope(request: Request): CookieScope;
  /** Returns whether a request comes from this machine or a trusted network, and not through an unknown proxy. */
  isTrusted(request: Request): boolean;
  /** Makes a request that this server puts to itself one of the client of another. */
  adopt(part: Request, whole: Request): void;
}

const isLoopback = compileRanges(['127.0.0.0/8', '::1']);

export interface ClientsOptions {
  /** Address ranges as texts. Source: decisions, section 1. */
  readonly trustedProxies: readonly string[];
  /** Public address. */
  readonly baseUrl: string;
  readonly getPeerAddress: GetPeerAddress;
  /** Called once, for the first forwarded request of a peer that is no trusted proxy. */
  readonly onUnknownProxy?: () => void;
}

/** Creates the functions that read the client of a request. */
export function createClients({
  trustedProxies,
  baseUrl,
  getPeerAddress,
  onUnknownProxy,
}: ClientsOptions): Clients {
  const isProxy = compileRanges(trustedProxies);
  const wholes = new WeakMap<Request, Request>();
  const peer = (request: Request): string =>
    normalizeAddress(getPeerAddress(wholes.get(request) ?? request)) ?? '';

  /** Limits and handlers both need the address: it is computed once. */
  const known = new WeakMap<Request, string>();
  function getAddress(request: Request): string {
    let address = known.get(request);
    if (address === undefined) {
      address = findAddress(request);
      known.set(request, address);
    }
    return address;
  }

  let isNoted = false;
  function noteUnknownProxy(): void {
    if (!isNoted) onUnknownProxy?.();
    isNoted = true;
  }

  /** Walks `X-Forwarded-For` from its right end over the trusted hops: the first untrusted one is the client. */
  function findAddress(request: Request): string {
    let client = peer(request);
    const forwarded = request.headers.get('x-forwarded-for');
    if (forwarded === null) return client;
    if (!isProxy(client)) {
      noteUnknownProxy();
      return client;
    }
    for (const hop of forwarded.split(',').reverse()) {
      const address = normalizeAddress(withoutPort(hop.trim()));
      if (address === null) break;
      client = address;
      if (!isProxy(client)) break;
    }
    return client;
  }

  const isSecure = (request: Request): boolean =>
    baseUrl.startsWith('https:') ||
    (isProxy(peer(request)) &&
      request.headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim() === 'https');
  const cookiePath = toBasePath(baseUrl) || '/';

  return {
    adopt: (part, whole) => void wholes.set(part, whole),
    getAddress,
    isForwarded: request => isProxy(peer(request)),
    isSecure,
    cookieScope: request => ({ isSecure: isSecure(request), path: cookiePath }),
    isTrusted(request) {
      const isForwarded = request.headers.has('x-forwarded-for') || request.headers.has('forwarded');
      if (isForwarded && !isProxy(peer(request))) return false;
      const address = getAddress(request);
      return isLoopback(address) || isProxy(address);
    },
  };
}

/** Removes the port: some proxies write `203.0.113.7:1234` or `[2001:db8::1]:1234`. */
function withoutPort(hop: string): string {
  const match = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop);
  return match?.[1] ?? match?.[2] ?? hop;
}
