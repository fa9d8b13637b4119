import { bareHost, MAX_HOST_LENGTH, parseHost } from '../lib/url.ts';
import { type Faults, type ParseResult, preview } from './fields.ts';
import { isPossibleHost } from './spam.ts';

/** Largest list of an operator. */
const MAX_LIST_HOSTS = 100_000;
/** Spam hosts that a site may name itself. */
export const MAX_SITE_HOSTS = 500;

/**
 * Parses a fetched list of hosts: one a line, `#` begins a comment. Hosts are normalized as referrers are: lower case,
 * Punycode, without `www.`. Invalid lines are skipped; a text that is mostly invalid, has no host or more than 100,000
 * of them is refused with an error text.
 */
export function parseSpamList(text: string): ParseResult<ReadonlySet<string>> {
  const hosts = new Set<string>();
  let badLines = 0;
  for (const line of text.split('\n')) {
    const entry = line.replace(/#.*/s, '').trim();
    if (entry === '') continue;
    const host = parseListedHost(entry);
    if (host === null) badLines++;
    else hosts.add(host);
    if (hosts.size > MAX_LIST_HOSTS) return failure(`it has more than ${MAX_LIST_HOSTS} hosts`);
  }
  if (hosts.size === 0) return failure('there is no host in it');
  if (badLines > hosts.size) return failure(`${badLines} of its lines are no hosts`);
  return { ok: true, value: hosts };
}

const failure = (error: string): ParseResult<never> => ({ ok: false, errors: [error] });

/**
 * Parses a site's own spam hosts, or lists every fault by position (from 0). They are normalized as referrers are;
 * blank entries and duplicates are dropped.
 */
export function parseSpamHosts(given: readonly string[]): ParseResult<readonly string[]> {
  const faults: Faults = [];
  const hosts = new Set<string>();
  given.forEach((entry, index) => {
    const host = entry.trim() === '' ? '' : parseListedHost(entry.trim());
    if (host === null)
      faults.push(`spam_hosts[${index}] must be a host name such as spam.example, got ${preview(entry)}`);
    else if (host !== '') hosts.add(host);
  });
  return faults.length === 0 ? { ok: true, value: [...hosts] } : { ok: false, errors: faults };
}

/** Parses a host of a list as referrers are read; null when invalid, also without a dot: that would be a whole top-level domain. */
export function parseListedHost(entry: string): string | null {
  if (entry.length > MAX_HOST_LENGTH || /[\s/\\:@?%*]/.test(entry)) return null;
  const host = parseHost(`http://${entry.toLowerCase()}`);
  return host?.includes('.') && isPossibleHost(host) ? bareHost(host) : null;
}
