/** What crawls know of a site's pages. */
import { toPageOf } from '../../../core/hits/page-rules.ts';
import type { Site } from '../../../core/site.ts';
import { createScope, type SiteScope } from '../crawl/site-scope.ts';
import type { ContentStore } from '../store.ts';
import type { SnippetStatus } from '../tables.ts';
import { createToKey, type ToKey } from './paths.ts';

/** A page that was read. */
export interface CrawledPage {
  readonly path: string;
  readonly snippet: SnippetStatus;
}

export interface CrawledPages {
  readonly scope: SiteScope;
  /** Returns what the addresses of a page have in common. */
  readonly toKey: ToKey;
  /** End of the last crawl; null before the first. */
  readonly checkedAt: Date | null;
  readonly pages: readonly CrawledPage[];
  /** Pages that the last crawl found and did not read to the end: their links are not known. */
  readonly unread: number;
  /** Keys of the paths that a link leads to. */
  readonly linked: ReadonlySet<string>;
  /** Paths of all pages by their number in the crawl. */
  readonly pathOf: (number: number) => string | undefined;
}

/** Reads what the crawls of a site have found. */
export function readCrawledPages(
  store: Pick<ContentStore, 'findMonitor' | 'listPages'>,
  site: Pick<Site, 'id' | 'url' | 'hosts' | 'pageRules'>,
): CrawledPages {
  const scope = createScope(site);
  const toKey = createToKey(toPageOf(site));
  const monitor = store.findMonitor(site.id);
  // While a crawl is running, the one before it is the last.
  const lastCrawl = (monitor?.crawl ?? 0) - (monitor?.crawlStartedAt ? 1 : 0);
  const rows = store.listPages(site.id);
  const sitemaps = new Set(rows.flatMap(({ kind, number }) => (kind === 'sitemap' ? [number] : [])));
  const paths = new Map<number, string>();
  const pages: CrawledPage[] = [];
  const linked = new Set([toKey(new URL(scope.start).pathname)]);
  let unread = 0;
  for (const { number, url: address, kind, foundOn, verdict, snippet, readIn } of rows) {
    const url = new URL(address);
    if (kind === 'sitemap' || !scope.isAtAddress(url)) continue;
    paths.set(number, url.pathname);
    if (foundOn.some(from => !sitemaps.has(from))) linked.add(toKey(url.pathname + url.search));
    if (kind !== 'page' || verdict === 'broken') continue;
    if (readIn < lastCrawl) unread++;
    if (snippet !== null) pages.push({ path: url.pathname + url.search, snippet });
  }
  return {
    scope,
    toKey,
    checkedAt: monitor?.lastCheckAt ?? null,
    pages,
    unread,
    linked,
    pathOf: number => paths.get(number),
  };
}
