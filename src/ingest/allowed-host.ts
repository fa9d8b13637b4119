import { isOneOfHosts, type SiteHosts } from '../core/site-hosts.ts';
import { bareHost, withoutPort } from '../lib/url.ts';

/** The hosts of a site, and whether its pages may be on others. */
interface HostRules {
  /** Of its address, with an unusual port. */
  readonly host: string;
  readonly hosts: SiteHosts;
  readonly allowFromAnyDomain: boolean;
}

/** Returns whether a host is one of the site's; its further ones have any port. Hosts are written as `toSiteHost` does. */
export const isHostOfSite = (
  host: string,
  { host: own, hosts: [, ...further] }: Omit<HostRules, 'allowFromAnyDomain'>,
): boolean => host === own || isOneOfHosts(further, withoutPort(host));

/** Returns why a page's host does not count for a site; null when it does. */
export function findHostFault(pageHost: string | null, site: HostRules): string | null {
  const { host: siteHost, allowFromAnyDomain } = site;
  if (pageHost !== null && isHostOfSite(pageHost, site)) return null;
  if (pageHost === null) return allowFromAnyDomain ? null : 'the page did not say where it is';
  // A developer's own machine; unless the site itself lives there.
  if (isLocalHost(pageHost)) return 'a page on localhost';
  return allowFromAnyDomain ? null : `a page of ${bareHost(pageHost)}, not of ${siteHost}`;
}

const isLocalHost = (host: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1\])(?::\d+)?$/.test(host);
