import { decodePage } from '../../../lib/page-encoding.ts';
import type { OutboundResponse } from '../../../outbound/fetch.ts';
import type { CrawlState } from '../crawl/crawl-state.ts';
import { isHtml } from '../crawl/page-fetcher.ts';
import { parseLinkUrl } from '../crawl/site-scope.ts';
import { type FetchContext, fetchPage, probe } from '../crawl/throttled-fetch.ts';
import type { Issue, Link } from '../links/link.ts';
import { classify, isSuccess } from '../links/link-status.ts';
import { parsePageLinks, upgradesInsecureRequests } from '../links/page-links.ts';

/**
 * Rechecks an issue, before all waiting requests: checks a broken link, and when it is still broken (or for mixed content)
 * parses the pages it was found on to see whether they still have it.
 */
export async function recheckIssue(
  fetchContext: FetchContext,
  state: CrawlState,
  { type, url }: Pick<Issue, 'type' | 'url'>,
): Promise<void> {
  const issue = state.issues.find(type, url);
  if (!issue) return;
  const nowMs = () => fetchContext.clock.now().getTime();
  const link = state.find(url);
  if (type === 'broken_link' && link) {
    const { outcome } = await fetchLink(fetchContext, link);
    const isOwn = fetchContext.scope.isOwn(new URL(url));
    const before = { verdict: link.verdict, failingSince: link.failingSince };
    state.recordResult(link, classify(outcome, before, { isOwn, nowMs: nowMs() }), nowMs());
    if (link.verdict !== 'broken') return;
  }
  if (issue.foundOn.length > 0 && !(await isOnAnyPage(fetchContext, issue))) state.issues.fix(type, url);
  else if (type === 'mixed_content') state.issues.record(Object.assign(issue, { checkedAt: nowMs() }));
}

const fetchLink = (fetchContext: FetchContext, { url, kind }: Link) =>
  kind === 'page' ? fetchPage(fetchContext, url, async () => {}) : probe(fetchContext, url);

async function isOnAnyPage(fetchContext: FetchContext, { type, url, foundOn }: Issue): Promise<boolean> {
  for (const page of foundOn) {
    let isThere = false;
    const { outcome } = await fetchPage(fetchContext, page.url, async response => {
      isThere = await isOnPage(response, type, url);
    });
    const isGone = outcome.kind === 'answer' && (outcome.status === 404 || outcome.status === 410);
    // A page that cannot be read may still have it.
    if (isThere || !(isSuccess(outcome) || isGone)) return true;
  }
  return false;
}

async function isOnPage(response: OutboundResponse, type: Issue['type'], url: string): Promise<boolean> {
  const final = parseLinkUrl(response.finalUrl, response.finalUrl);
  // A sitemap lists the URL as text.
  if (!isHtml(response)) return Buffer.from(response.body).includes(url);
  if (!final) return false;
  const { links, mixed } = await parsePageLinks(
    decodePage(response.body, response.headers.get('content-type') ?? ''),
    final.href,
    { upgradesRequests: upgradesInsecureRequests(response.headers.get('content-security-policy')) },
  );
  return type === 'mixed_content' ? mixed.has(url) : links.has(url);
}
