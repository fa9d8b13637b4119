import { bareHost } from '../lib/url.ts';

/** Returns why a page's host does not count for a site; null when it does. Hosts are written as `toSiteHost` does. */
export function findHostFault(
  pageHost: string | null,
  siteHost: string,
  allowFromAnyDomain: boolean,
): string | null {
  if (pageHost === siteHost) return null;
  if (pageHost === null) return allowFromAnyDomain ? null : 'the page did not say where it is';
  // A developer's own machine; unless the site itself lives there.
  if (isLocalHost(pageHost)) return 'a page on localhost';
  return allowFromAnyDomain ? null : `a page of ${bareHost(pageHost)}, not of ${siteHost}`;
}

const isLocalHost = (host: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1\])(?::\d+)?$/.test(host);
