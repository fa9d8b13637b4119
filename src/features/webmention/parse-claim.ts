import { invalidParameter } from '../../core/errors.ts';
import type { PathParts } from '../../core/hits/page-path.ts';
import { MAX_LENGTH } from '../../core/limits.ts';
import { isHostOfSite } from '../../ingest/allowed-host.ts';
import { preview } from '../../ingest/fields.ts';
import { parsePageWrite } from '../../ingest/parse-page-write.ts';
import type { SiteFacts } from '../../ingest/site-facts.ts';
import { hasControlCharacter } from '../../lib/text.ts';
import { parseHttpUrl, toSiteHost } from '../../lib/url.ts';

/** A claim that a page links to one of a site's pages. Not verified. */
export interface Claim {
  /** Address of the page that is said to link, without its fragment. */
  readonly source: string;
  /** Host of the source, without its port: all ports of a machine share its limit. */
  readonly sourceHost: string;
  /** Address of the site's page. */
  readonly target: string;
  /** The site's page. */
  readonly page: PathParts;
}

/** The claim in a form's fields. Throws 400 with what is wrong. Source: W3C Webmention, section 3.2.1. */
export function parseClaim(form: URLSearchParams, site: SiteFacts): Claim {
  const source = addressIn(form, 'source');
  const target = addressIn(form, 'target');
  source.hash = '';
  if (source.username || source.password)
    throw invalidParameter('source must not contain a user name or password');
  if (!isHostOfSite(toSiteHost(target), site))
    throw invalidParameter(`target must be a page of ${site.host}, got ${preview(target.href)}`);
  if (source.href === withoutFragment(target)) throw invalidParameter('source and target must be two pages');
  const page = parsePageWrite({ url: target.href });
  if (!page.ok || page.value.path === null)
    throw invalidParameter(`the path of target must be at most ${MAX_LENGTH.path} characters`);
  return {
    source: source.href,
    sourceHost: source.hostname,
    target: target.href,
    page: { path: page.value.path, query: target.search, fragment: target.hash },
  };
}

function addressIn(form: URLSearchParams, name: 'source' | 'target'): URL {
  const text = form.get(name)?.trim() ?? '';
  if (text === '') throw invalidParameter(`${name} can't be blank: send source and target`);
  if (text.length > MAX_LENGTH.url)
    throw invalidParameter(`${name} must be at most ${MAX_LENGTH.url} characters, got ${text.length}`);
  const url = hasControlCharacter(text) ? null : parseHttpUrl(text);
  if (!url) throw invalidParameter(`${name} must be an http:// or https:// address, got ${preview(text)}`);
  return url;
}

function withoutFragment({ href }: URL): string {
  const plain = new URL(href);
  plain.hash = '';
  return plain.href;
}
