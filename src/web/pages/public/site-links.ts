import { isHttpUrl } from '../../../lib/url.ts';

/** Links from a public page to the site that it is about, and nowhere else. */

/** Address of a path on a site; undefined when it would lead elsewhere. */
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
