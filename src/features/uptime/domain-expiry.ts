/** When a domain expires, as its registry tells. */
import { hostOf } from '../../lib/url.ts';
import type { Outbound } from '../../outbound/fetch.ts';
import type { Converse } from '../../outbound/tcp.ts';
import { readRdapExpiry, readWhoisExpiry, readWhoisReferral } from './registry-answers.ts';

export interface DomainExpiry {
  readonly expiresAt: Date;
  readonly source: 'rdap' | 'whois';
}

/** Who is asked. */
export interface Registries {
  /** RDAP servers by top-level domain, each with a slash at its end. */
  readonly rdap: Readonly<Record<string, string>>;
  /** The RDAP server for all others. */
  readonly rdapRedirector: string;
  /** Tells which WHOIS server is whose; all of them listen on its port. */
  readonly whoisRoot: { readonly host: string; readonly port: number };
}

/** Null when nobody says: no registry does, or none could be asked. Rejects only when the signal is raised. */
export type FindExpiry = (domain: string, signal: AbortSignal) => Promise<DomainExpiry | null>;

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 256 * 1024;
const MAX_REDIRECTS = 3;

/** The part of a host that somebody has registered: `example.co.uk` of `shop.example.co.uk`. Null for addresses and inner names. */
export async function registeredDomainOf(url: string): Promise<string | null> {
  // The list of suffixes takes 10 MB: a server that watches no site does without.
  const { parse } = await import('tldts');
  const { domain, isIcann, isIp } = parse(hostOf(url) ?? '');
  return isIcann && !isIp ? domain : null;
}

/** RDAP first, WHOIS where that does not know. Source: decisions, section 7. */
export function createFindExpiry(
  { fetchPublic, converse }: Pick<Outbound, 'fetchPublic'> & { readonly converse: Converse },
  registries: Registries,
): FindExpiry {
  async function askRdap(domain: string, signal: AbortSignal): Promise<Date | null> {
    const server = registries.rdap[topLevelOf(domain)] ?? registries.rdapRedirector;
    const answer = await fetchPublic(`${server}domain/${domain}`, {
      headers: { accept: 'application/rdap+json, application/json' },
      timeoutMs: TIMEOUT_MS,
      redirects: MAX_REDIRECTS,
      maxBytes: MAX_BYTES,
      signal,
    });
    return answer.status === 200 ? readRdapExpiry(Buffer.from(answer.body).toString('utf8'), domain) : null;
  }

  async function askWhois(domain: string, signal: AbortSignal): Promise<Date | null> {
    const { host: root, port } = registries.whoisRoot;
    const ask = (host: string, question: string) =>
      converse({
        host,
        port,
        text: `${question}\r\n`,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        signal,
      });
    const server = readWhoisReferral(await ask(root, topLevelOf(domain)));
    return server === null ? null : readWhoisExpiry(await ask(server, domain));
  }

  return async (domain, signal) => {
    for (const [source, ask] of [
      ['rdap', askRdap],
      ['whois', askWhois],
    ] as const) {
      const expiresAt = await ask(domain, signal).catch(() => null);
      signal.throwIfAborted();
      if (expiresAt) return { expiresAt, source };
    }
    return null;
  };
}

const topLevelOf = (domain: string): string => domain.slice(domain.lastIndexOf('.') + 1);
