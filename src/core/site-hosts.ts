/** The hosts of a site: that of its address, and further ones that its owner names. */

/** Most further hosts of a site. */
export const MAX_FURTHER_HOSTS = 20;

/**
 * The hosts of a site: that of its address first, then further names, and `*.example.org` for each host below `example.org`. In lower
 * case and Punycode, without `www.` and port.
 */
export type SiteHosts = readonly string[];

/** Returns whether a host is one of some names, or below one that begins with `*.`. */
export const isOneOfHosts = (names: readonly string[], host: string): boolean =>
  names.some(name => (name.startsWith('*.') ? host.endsWith(name.slice(1)) : name === host));

/** Lists what referrers of a site's own pages may be on: its hosts, and whatever is below that of its address. */
export const listOwnHosts = ([address, ...further]: SiteHosts = []): readonly string[] =>
  address === undefined ? [] : [address, `*.${address}`, ...further];

/** Returns the shortest text that a name's hosts have in common. */
export const commonPart = (name: string): string => name.replace(/^\*/, '');
