import type { OutboundResponse } from '../../outbound/fetch.ts';
import { readAddress } from './addresses.ts';
import { type Asking, probe, readPage } from './ask.ts';
import type { Book } from './book.ts';
import type { Issue, Link } from './link.ts';
import { isUpgrading, readPageLinks } from './page-links.ts';
import { textOfPage } from './page-text.ts';
import { isFine, judge } from './verdict.ts';
import { isHtml } from './visit.ts';

/**
 * Looks at one issue again, before everything else that waits: a broken link is asked for, and when it is still broken
 * (or the issue is mixed content) the pages it was found on are read to see whether it still stands there.
 */
export async function recheckIssue(
  asking: Asking,
  book: Book,
  { type, url }: Pick<Issue, 'type' | 'url'>,
): Promise<void> {
  const issue = book.findIssue(type, url);
  if (!issue) return;
  const nowMs = () => asking.clock.now().getTime();
  const link = book.find(url);
  if (type === 'broken_link' && link) {
    const { outcome } = await ask(asking, link);
    const isOwn = asking.scope.isOwn(new URL(url));
    const before = { verdict: link.verdict, failingSince: link.failingSince };
    book.judged(link, judge(outcome, before, { isOwn, nowMs: nowMs() }), nowMs());
    if (link.verdict !== 'broken') return;
  }
  if (issue.foundOn.length > 0 && !(await standsOnAny(asking, issue))) book.fix(type, url);
  else if (type === 'mixed_content') book.record(Object.assign(issue, { checkedAt: nowMs() }));
}

const ask = (asking: Asking, { url, kind }: Link) =>
  kind === 'page' ? readPage(asking, url, async () => {}) : probe(asking, url);

async function standsOnAny(asking: Asking, { type, url, foundOn }: Issue): Promise<boolean> {
  for (const page of foundOn) {
    let stands = false;
    const { outcome } = await readPage(asking, page.url, async response => {
      stands = await standsOn(response, type, url);
    });
    const isGone = outcome.kind === 'answer' && (outcome.status === 404 || outcome.status === 410);
    // What cannot be read may hold it still.
    if (stands || !(isFine(outcome) || isGone)) return true;
  }
  return false;
}

async function standsOn(response: OutboundResponse, type: Issue['type'], url: string): Promise<boolean> {
  const final = readAddress(response.finalUrl, response.finalUrl);
  // A sitemap lists it as a text.
  if (!isHtml(response)) return Buffer.from(response.body).includes(url);
  if (!final) return false;
  const { links, mixed } = await readPageLinks(
    textOfPage(response.body, response.headers.get('content-type') ?? ''),
    final.href,
    { upgradesRequests: isUpgrading(response.headers.get('content-security-policy')) },
  );
  return type === 'mixed_content' ? mixed.has(url) : links.has(url);
}
