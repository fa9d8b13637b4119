import { decodePage } from '../../../lib/page-encoding.ts';
import type { OutboundResponse } from '../../../outbound/fetch.ts';
import { batched } from '../crawl/batched.ts';
import type { CrawlState } from '../crawl/crawl-state.ts';
import { isHtml } from '../crawl/page-fetcher.ts';
import { parseLinkUrl, type SiteScope } from '../crawl/site-scope.ts';
import { parseSitemapFile } from '../crawl/sitemap.ts';
import { MAX_SITEMAPS } from '../limits.ts';
import { createSnippetScan, type SnippetFacts } from '../snippet/scan.ts';
import type { Link } from './link.ts';
import { parsePageLinks, upgradesInsecureRequests } from './page-links.ts';

export interface ParseContext {
  readonly scope: SiteScope;
  readonly state: CrawlState;
  /** True: external links are left out. */
  readonly isRestrictedToSite: boolean;
  readonly snippet: SnippetFacts;
  readonly nowMs: () => number;
  /** Called for each link that is new in the crawl. */
  readonly onNew: (link: Link) => void;
}

/** Records the links of a page of the site. A response from another host, or one that is not HTML, has none. */
export async function parsePage(
  context: ParseContext,
  requested: Link,
  response: OutboundResponse,
): Promise<void> {
  const { scope, state } = context;
  const final = parseLinkUrl(response.finalUrl, response.finalUrl);
  if (!final || !scope.isOwn(final) || !isHtml(response)) {
    state.recordSnippet(requested, null);
    state.markParsed(requested);
    return;
  }
  const page = final.href === requested.url ? requested : redirectedPage(context, requested, final.href);
  if (page !== requested) {
    state.recordSnippet(requested, null);
    state.markParsed(requested);
  }
  // Two links that redirect to it may be checked at the same time.
  if (!page || page.readIn === state.crawl) return;
  const policy = response.headers.get('content-security-policy');
  const html = decodePage(response.body, response.headers.get('content-type') ?? '');
  const snippet = createSnippetScan(context.snippet, { page: final, policy });
  const { links, mixed } = await parsePageLinks(html, final.href, {
    upgradesRequests: upgradesInsecureRequests(policy),
    onTag: snippet.read,
  });
  state.recordSnippet(page, snippet.findStatus(response.isCut));
  await batched(links.values(), ({ url, isToPage }) => {
    if (url.href === page.url || (context.isRestrictedToSite && !scope.isOwn(url))) return;
    const link = state.discover(url.href, isToPage && scope.isPage(url) ? 'page' : 'link', page);
    if (link) context.onNew(link);
  });
  for (const url of mixed) state.recordMixedContent(url, page, context.nowMs());
  // The rest of a truncated page may have more links.
  if (!response.isCut) state.markParsed(page);
}

/** Returns the page that a request was redirected to; undefined beyond the limits. */
function redirectedPage({ state, nowMs }: ParseContext, requested: Link, url: string): Link | undefined {
  // What leads to the one leads to the other.
  state.discover(url, 'page', requested);
  const page = state.find(url);
  if (!page || page.readIn === state.crawl) return page;
  state.recordResult(
    page,
    { verdict: 'ok', statusCode: 200, errorMessage: null, failingSince: null },
    nowMs(),
  );
  return page;
}

/** Records the pages of the site that a sitemap lists. */
export async function parseSitemap(
  context: ParseContext,
  sitemap: Link,
  { body }: OutboundResponse,
): Promise<void> {
  const { scope, state } = context;
  const file = await parseSitemapFile(body);
  const discover = (text: string, kind: 'page' | 'sitemap') => {
    const url = parseLinkUrl(text, sitemap.url);
    if (!url || !scope.isOwn(url) || (kind === 'page' && !scope.isPage(url))) return;
    if (kind === 'sitemap' && state.countSitemaps() >= MAX_SITEMAPS) return;
    const link = state.discover(url.href, kind, sitemap);
    if (link) context.onNew(link);
  };
  for (const text of file.sitemaps) discover(text, 'sitemap');
  await batched(file.pages, text => discover(text, 'page'));
  state.markParsed(sitemap);
}
