/** What changes of a site make of stored paths. Source: decisions, section 15, Changes. */
import { joinUrl, parseSiteHost, toSiteHost } from '../../lib/url.ts';
import { fitPath, fitUrl, toStoredAddress } from './fit-address.ts';
import { splitPath } from './page-path.ts';
import { compilePageRules, type PageRule } from './page-rules.ts';
import type { RenamedPath } from './rewriting.ts';

/** What the pages of a site follow from. */
interface PagesOf {
  readonly rules: readonly PageRule[];
  readonly siteUrl: string;
}

type Rename = (path: string) => RenamedPath | null;

/** Returns what rules make of stored paths. Rows keep the address that their path was. */
export const renameByRules = ({ rules, siteUrl }: PagesOf): Rename => {
  const toPage = compilePageRules(rules);
  return path => {
    const page = toPage({ path });
    return page === path ? null : { path: page, url: fitUrl(joinUrl(siteUrl, path)) };
  };
};

const ADDRESS = /^\/?(https?:\/\/.*)$/is;

/** Returns the pages of stored paths that have a query or fragment, or are whole addresses of the site, as they are stored today. */
export const takePathsApart = ({ rules, siteUrl }: PagesOf): Rename => {
  const toPage = compilePageRules(rules);
  const host = parseSiteHost(siteUrl);
  return stored => {
    const given = ADDRESS.exec(stored)?.[1] ?? stored;
    if (given === stored && !/[?#]/.test(stored)) return null;
    const { path, query, fragment, address } = splitPath(given);
    if (address && toSiteHost(address) !== host) return null;
    const page = toPage({ path: fitPath(path), query, fragment });
    return {
      path: page,
      url: fitUrl(address ? toStoredAddress(address) : joinUrl(siteUrl, `${path}${query}`)),
    };
  };
};
