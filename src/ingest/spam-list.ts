import { bareHost, hostOf } from '../lib/url.ts';
import { type Accepted, type Faults, gist } from './fields.ts';
import { isPossibleHost } from './spam.ts';

/** Hosts of an operator's list at most. */
const MAX_LISTED_HOSTS = 100_000;
/** Spam hosts that a site may name itself. */
export const MAX_SITE_HOSTS = 500;
/** Longest name of a host. Source: RFC 1035, section 2.3.4. */
export const MAX_HOST_LENGTH = 253;

/**
 * The hosts of a fetched list: one on a line, `#` begins a comment. In the form that referrers are compared in: lower
 * case, Punycode, without `www.`. Lines that are no host are passed over; a text that is mostly such lines, has no host
 * at all or more than 100,000 is no list, which is said in a sentence.
 */
export function readSpamList(text: string): Accepted<ReadonlySet<string>> {
  const hosts = new Set<string>();
  let badLines = 0;
  for (const line of text.split('\n')) {
    const entry = line.replace(/#.*/s, '').trim();
    if (entry === '') continue;
    const host = listedHostOf(entry);
    if (host === null) badLines++;
    else hosts.add(host);
    if (hosts.size > MAX_LISTED_HOSTS) return refused(`it has more than ${MAX_LISTED_HOSTS} hosts`);
  }
  if (hosts.size === 0) return refused('there is no host in it');
  if (badLines > hosts.size) return refused(`${badLines} of its lines are no hosts`);
  return { ok: true, value: hosts };
}

const refused = (error: string): Accepted<never> => ({ ok: false, errors: [error] });

/**
 * A site's own spam hosts from what a person set, or every fault in it, by position (from 0). At most 500, each once,
 * in the form that referrers are compared in; blank entries are left out.
 */
export function parseSpamHosts(given: readonly string[]): Accepted<readonly string[]> {
  const faults: Faults = [];
  const hosts = new Set<string>();
  given.forEach((entry, index) => {
    const host = entry.trim() === '' ? '' : listedHostOf(entry.trim());
    if (host === null)
      faults.push(`spam_hosts[${index}] must be a host name such as spam.example, got ${gist(entry)}`);
    else if (host !== '') hosts.add(host);
  });
  return faults.length === 0 ? { ok: true, value: [...hosts] } : { ok: false, errors: faults };
}

/** A listed host in the form referrers have; null for anything else. One without a dot would be all of a country. */
function listedHostOf(entry: string): string | null {
  if (entry.length > MAX_HOST_LENGTH || /[\s/\\:@?%*]/.test(entry)) return null;
  const host = hostOf(`http://${entry.toLowerCase()}`);
  return host?.includes('.') && isPossibleHost(host) ? bareHost(host) : null;
}
