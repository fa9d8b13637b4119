import { isHttpUrl } from '../../../lib/url.ts';

/** Links from a public page to its site, and nowhere else. */

/** Returns the URL of a path on a site; undefined when it would leave the site's origin. */
export function toPageUrl(siteUrl: string, path: string): string | undefined {
  if (!isHttpUrl(siteUrl) || !path.startsWith('/')) return undefined;
  try {
    const site = new URL(siteUrl);
    const page = new URL(path, site);
    return page.origin === site.origin ? page.href : undefined;
  } catch {
    return undefined;
  }
}
