/** Checks `Host` and `Origin`, so that no page of another site can reach the server through a browser (DNS rebinding). */
import { forbidden } from '../../core/errors.ts';
import { normalizeAddress } from '../../lib/net.ts';

/** The names under which the server is reached. */
export interface OriginCheckDeps {
  /** Public origin. */
  readonly baseUrl: string;
  /** The address that it listens on, such as `127.0.0.1` or `0.0.0.0`. */
  readonly listenHost: string;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const WILDCARD_ADDRESSES: ReadonlySet<string> = new Set(['0.0.0.0', '::', '[::]']);

/**
 * Creates the check of `Host` and `Origin`: throws 403 for an unknown host and for a page of another origin. A server
 * that listens on every address accepts any IP address as host, since DNS rebinding needs a name.
 */
export function createOriginCheck({ baseUrl, listenHost }: OriginCheckDeps): (request: Request) => void {
  const own = new URL(baseUrl);
  const listensEverywhere = WILDCARD_ADDRESSES.has(listenHost);

  const isKnownHost = (hostname: string): boolean =>
    hostname === own.hostname ||
    hostname === toHostname(listenHost) ||
    LOOPBACK.test(hostname) ||
    (listensEverywhere && isAddress(hostname));

  return ({ headers }) => {
    const host = headers.get('host') ?? '';
    const url = parse(`http://${host}`);
    if (!url || url.host !== withoutStandardPort(host) || !isKnownHost(url.hostname)) {
      throw forbidden(
        `the Host of the request is no name of this server: use ${baseUrl}/mcp, let a proxy in front pass the Host on, or set FOOTFALL_BASE_URL to the address it is reached under`,
      );
    }
    const origin = headers.get('origin');
    if (origin === null || origin === own.origin) return;
    const page = parse(origin);
    // Behind a proxy the scheme may be another, the host is the same.
    if (page?.host === url.host && page.origin !== 'null') return;
    throw forbidden('a page of another origin may not call this server: leave out the Origin header');
  };
}

const parse = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined);

const toHostname = (host: string): string =>
  host.includes(':') && !host.startsWith('[') ? `[${host}]` : host.toLowerCase();

/** Normalizes a Host header as `URL` writes a host. */
const withoutStandardPort = (host: string): string => host.toLowerCase().replace(/:80$/, '');

const isAddress = (hostname: string): boolean =>
  normalizeAddress(hostname.replace(/^\[(.*)\]$/, '$1')) !== null;
