import type { OutboundResponse } from '../../outbound/fetch.ts';
import { readAddress } from './addresses.ts';
import type { CrawlState } from './crawl-state.ts';
import type { Issue, Link } from './link.ts';
import { classify, isFine } from './link-status.ts';
import { isHtml } from './page-fetcher.ts';
import { isUpgrading, readPageLinks } from './page-links.ts';
import { textOfPage } from './page-text.ts';
import { type FetchContext, probe, readPage } from './throttled-fetch.ts';

/**
 * Rechecks an issue, before all waiting requests: checks a broken link, and when it is still broken (or for mixed content)
 * parses the pages it was found on to see whether they still have it.
 */
export async function recheckIssue(
  fetchContext: FetchContext,
  state: CrawlState,
  { type, url }: Pick<Issue, 'type' | 'url'>,
): Promise<void> {
  const issue = state.findIssue(type, url);
  if (!issue) return;
  const nowMs = () => fetchContext.clock.now().getTime();
  const link = state.find(url);
  if (type === 'broken_link' && link) {
    const { outcome } = await ask(fetchContext, link);
    const isOwn = fetchContext.scope.isOwn(new URL(url));
    const before = { verdict: link.verdict, failingSince: link.failingSince };
    state.recordResult(link, classify(outcome, before, { isOwn, nowMs: nowMs() }), nowMs());
    if (link.verdict !== 'broken') return;
  }
  if (issue.foundOn.length > 0 && !(await isOnAnyPage(fetchContext, issue))) state.fix(type, url);
  else if (type === 'mixed_content') state.record(Object.assign(issue, { checkedAt: nowMs() }));
}

const ask = (fetchContext: FetchContext, { url, kind }: Link) =>
  kind === 'page' ? readPage(fetchContext, url, async () => {}) : probe(fetchContext, url);

async function isOnAnyPage(fetchContext: FetchContext, { type, url, foundOn }: Issue): Promise<boolean> {
  for (const page of foundOn) {
    let isThere = false;
    const { outcome } = await readPage(fetchContext, page.url, async response => {
      isThere = await isOnPage(response, type, url);
    });
    const isGone = outcome.kind === 'answer' && (outcome.status === 404 || outcome.status === 410);
    // A page that cannot be read may still have it.
    if (isThere || !(isFine(outcome) || isGone)) return true;
  }
  return false;
}

async function isOnPage(response: OutboundResponse, type: Issue['type'], url: string): Promise<boolean> {
  const final = readAddress(response.finalUrl, response.finalUrl);
  // A sitemap lists the URL as text.
  if (!isHtml(response)) return Buffer.from(response.body).includes(url);
  if (!final) return false;
  const { links, mixed } = await readPageLinks(
    textOfPage(response.body, response.headers.get('content-type') ?? ''),
    final.href,
    { upgradesRequests: isUpgrading(response.headers.get('content-security-policy')) },
  );
  return type === 'mixed_content' ? mixed.has(url) : links.has(url);
}
