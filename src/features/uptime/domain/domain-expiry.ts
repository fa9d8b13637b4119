/** Finds when a domain expires, by RDAP and WHOIS. */
import { parseHost } from '../../../lib/url.ts';
import type { Outbound } from '../../../outbound/fetch.ts';
import type { SendText } from '../../../outbound/tcp.ts';
import { parseRdapExpiry, parseWhoisExpiry, parseWhoisReferral } from './registry-parser.ts';

export interface DomainExpiry {
  readonly expiresAt: Date;
  readonly source: 'rdap' | 'whois';
}

/** Servers of registries. */
export interface Registries {
  /** RDAP servers by top-level domain, each with a trailing slash. */
  readonly rdap: Readonly<Record<string, string>>;
  /** The RDAP server for all others. */
  readonly rdapRedirector: string;
  /** The WHOIS server of the root, which refers to the others; all of them listen on its port. */
  readonly whoisRoot: { readonly host: string; readonly port: number };
}

/**
 * Finds the expiry of a domain; null when no registry states it or answers. Rejects only when the signal is aborted.
 */
export type FindExpiry = (domain: string, signal: AbortSignal) => Promise<DomainExpiry | null>;

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 256 * 1024;
const MAX_REDIRECTS = 3;

/**
 * Finds the registered domain of a host: `example.co.uk` of `shop.example.co.uk`. Null for addresses and internal
 * names.
 */
export async function findRegisteredDomain(url: string): Promise<string | null> {
  // The list of suffixes takes 10 MB: it is loaded only by a server that monitors a site.
  const { parse } = await import('tldts');
  const { domain, isIcann, isIp } = parse(parseHost(url) ?? '');
  return isIcann && !isIp ? domain : null;
}

/** Creates the search: RDAP first, then WHOIS. Source: decisions, section 7. */
export function createFindExpiry(
  { fetchPublic, sendText }: Pick<Outbound, 'fetchPublic'> & { readonly sendText: SendText },
  registries: Registries,
): FindExpiry {
  async function queryRdap(domain: string, signal: AbortSignal): Promise<Date | null> {
    const server = registries.rdap[toTopLevelDomain(domain)] ?? registries.rdapRedirector;
    const answer = await fetchPublic(`${server}domain/${domain}`, {
      headers: { accept: 'application/rdap+json, application/json' },
      timeoutMs: TIMEOUT_MS,
      redirects: MAX_REDIRECTS,
      maxBytes: MAX_BYTES,
      signal,
    });
    return answer.status === 200 ? parseRdapExpiry(Buffer.from(answer.body).toString('utf8'), domain) : null;
  }

  async function queryWhois(domain: string, signal: AbortSignal): Promise<Date | null> {
    const { host: root, port } = registries.whoisRoot;
    const query = (host: string, name: string) =>
      sendText({
        host,
        port,
        text: `${name}\r\n`,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        signal,
      });
    const server = parseWhoisReferral(await query(root, toTopLevelDomain(domain)));
    return server === null ? null : parseWhoisExpiry(await query(server, domain));
  }

  return async (domain, signal) => {
    for (const [source, query] of [
      ['rdap', queryRdap],
      ['whois', queryWhois],
    ] as const) {
      const expiresAt = await query(domain, signal).catch(() => null);
      signal.throwIfAborted();
      if (expiresAt) return { expiresAt, source };
    }
    return null;
  };
}

const toTopLevelDomain = (domain: string): string => domain.slice(domain.lastIndexOf('.') + 1);
