/** Chooses the website of another tool whose rows are a site's: its files may hold those of several. */
import { CommandError } from '../../../core/errors.ts';
import { isOneOfHosts, type SiteHosts } from '../../../core/site-hosts.ts';
import { bareHost } from '../../../lib/url.ts';

/** A website, by the id that rows have. */
export interface ForeignWebsite {
  readonly id: string;
  readonly name: string;
  readonly hosts: ReadonlySet<string>;
}

const MAX_NAMED = 20;

/** Returns the host of a domain as people enter it: with a scheme, `www.`, a port or a path, or without. */
export const toBareHost = (domain: string): string =>
  bareHost(
    (
      domain
        .trim()
        .toLowerCase()
        .replace(/^[a-z]+:\/\//, '')
        .split(/[/?#]/, 1)[0] ?? ''
    ).replace(/\.?(:\d+)?$/, ''),
  );

/** Whether a host is one of the site's, with or without `www.`. */
export const isHostOf = (siteHosts: SiteHosts, host: string): boolean =>
  isOneOfHosts(siteHosts, toBareHost(host));

/** Returns the ids of the websites that are the site's: by the host, else the only one. Throws when neither tells. */
export function chooseWebsites(
  websites: readonly ForeignWebsite[],
  siteHosts: SiteHosts,
  fileName: string,
): ReadonlySet<string> {
  const ofHost = websites.filter(({ hosts }) => [...hosts].some(host => isHostOf(siteHosts, host)));
  const [only, ...others] = websites;
  if (ofHost.length > 0) return new Set(ofHost.map(({ id }) => id));
  if (only === undefined || others.length === 0) return new Set(only ? [only.id] : []);
  const named = websites.slice(0, MAX_NAMED).map(({ id, name, hosts }) => {
    const [host = ''] = hosts;
    return [host || name || id, host && name && name !== host ? ` (${name})` : ''].join('');
  });
  const more = websites.length > MAX_NAMED ? ` and ${websites.length - MAX_NAMED} more` : '';
  const list = `${named.join(', ')}${more}`.replaceAll(/\p{Cc}/gu, '?').slice(0, 1000);
  throw new CommandError(
    `${fileName} has ${websites.length} websites, none of them ${siteHosts[0] ?? ''}: ${list}. Import it into the site of one of them`,
  );
}
