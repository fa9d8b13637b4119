import { listSiteHosts, type Site } from '../core/site.ts';
import { type Faults, type ParseResult, preview } from './fields.ts';
import { parseListedHost } from './parse-spam-list.ts';

/**
 * Parses the further hosts of a site, or lists every fault by position (from 0). They are written as referrers are: lower case,
 * Punycode, without `www.`; blank entries, duplicates and the host of the site's address are dropped.
 */
export function parseSiteHosts(
  given: readonly string[],
  { site, others }: { readonly site: Site; readonly others: readonly Site[] },
): ParseResult<readonly string[]> {
  const faults: Faults = [];
  const hosts = new Set<string>();
  const [own] = listSiteHosts(site);
  given.forEach((entry, index) => {
    const text = entry.trim();
    if (text === '') return;
    const isBelow = text.startsWith('*.');
    const name = parseListedHost(isBelow ? text.slice(2) : text);
    if (name === null) {
      faults.push(
        `hosts[${index}] must be a host such as blog.example.org, or *.example.org for all below it, got ${preview(entry)}`,
      );
      return;
    }
    const host = isBelow ? `*.${name}` : name;
    const other = isBelow
      ? undefined
      : others.find(each => each.id !== site.id && listSiteHosts(each)[0] === host);
    if (other)
      faults.push(
        `hosts[${index}] ${host} is the address of another site, ${preview(other.label)} (${other.id})`,
      );
    else if (host !== own) hosts.add(host);
  });
  return faults.length === 0 ? { ok: true, value: [...hosts] } : { ok: false, errors: faults };
}
