import { createIssueSet } from '../issues/issue-set.ts';
import { MAX_FOUND_ON, MAX_LINKS, MAX_PAGES } from '../limits.ts';
import {
  createIssue,
  createLink,
  findRetainedLinks,
  type Issue,
  isUnparsed,
  type Link,
  toLinks,
} from '../links/link.ts';
import type { LinkResult } from '../links/link-status.ts';
import type { IssueRow, LinkKind, LinkRow, SnippetStatus } from '../tables.ts';

/** Changes to store. */
export interface CrawlStateChanges {
  readonly links: readonly Link[];
  readonly removed: readonly number[];
  readonly issues: readonly Issue[];
  readonly fixed: readonly Pick<Issue, 'url' | 'type'>[];
}

/** Creates the in-memory state of a crawl: a site's links and issues, and what changed since they were last stored. */
export function createCrawlState(
  rows: { readonly links: readonly LinkRow[]; readonly issues: readonly IssueRow[] },
  crawl: number,
) {
  const stored = toLinks(rows);
  const { links } = stored;
  const issues = createIssueSet(stored.issues);
  const changed = new Set<Link>();
  const removed = new Set<number>();
  const counts = { seen: 0, pages: 0, sitemaps: 0, checked: 0 };
  let lastNumber = 0;
  for (const link of links.values()) {
    lastNumber = Math.max(lastNumber, link.number);
    if (link.seenIn === crawl) count(link);
    if (link.checkedIn === crawl) counts.checked++;
  }

  function count({ kind }: Link): void {
    counts.seen++;
    if (kind === 'page') counts.pages++;
    if (kind === 'sitemap') counts.sitemaps++;
  }

  function remove(link: Link): void {
    links.delete(link.url);
    changed.delete(link);
    removed.add(link.number);
    issues.fix('broken_link', link.url);
  }

  return {
    crawl,
    issues,
    find: (url: string): Link | undefined => links.get(url),
    /** Lists links of this crawl that are not checked yet. */
    listOpen: (): Link[] =>
      [...links.values()].filter(({ seenIn, checkedIn }) => seenIn === crawl && checkedIn !== crawl),
    /** Returns the numbers of checked and queued links. */
    progress: () => ({ checked: counts.checked, queued: Math.max(0, counts.seen - counts.checked) }),
    countSitemaps: (): number => counts.sitemaps,

    /** Records where a link was found. Returns it when it is new in this crawl; undefined for a known one and beyond the limits. */
    discover(url: string, requestedKind: LinkKind, page: Link | null): Link | undefined {
      const known = links.get(url);
      if (known?.seenIn === crawl) {
        if (addPage(known, page)) changed.add(known);
        return undefined;
      }
      if (counts.seen >= MAX_LINKS) return undefined;
      const kind = requestedKind === 'page' && counts.pages >= MAX_PAGES ? 'link' : requestedKind;
      const link = known ?? createLink(++lastNumber, url);
      Object.assign(link, { kind, seenIn: crawl, foundOn: [], foundCount: 0 });
      addPage(link, page);
      links.set(url, link);
      changed.add(link);
      count(link);
      return link;
    },

    /** Records that an https page loads a URL over http. */
    recordMixedContent(url: string, page: Link, nowMs: number): void {
      const known = issues.find('mixed_content', url);
      const isFirst = known?.seenIn !== crawl;
      if (!known && issues.size() >= MAX_LINKS) return;
      const issue: Issue = isFirst || !known ? createIssue(url, 'mixed_content', crawl) : known;
      issue.errorMessage = 'loaded over HTTP by an HTTPS page';
      issue.statusCode = links.get(url)?.statusCode ?? null;
      issue.checkedAt = nowMs;
      if (addPage(issue, page) || isFirst) issues.record(issue);
    },

    /** Records the result of checking a link, and opens or closes its issue. */
    recordResult(link: Link, result: LinkResult, nowMs: number): void {
      if (link.checkedIn !== crawl) counts.checked++;
      Object.assign(link, result, { checkedAt: nowMs, checkedIn: crawl });
      changed.add(link);
      if (result.verdict === 'broken') issues.record(toBrokenLinkIssue(link, crawl, nowMs));
      else issues.fix('broken_link', link.url);
    },

    /** Marks a link as done for this crawl without a result; its earlier one stays. */
    skip(link: Link): void {
      if (link.checkedIn !== crawl) counts.checked++;
      link.checkedIn = crawl;
      changed.add(link);
    },

    /** Records what a page has of the site's script; null where that is not known, and for what is no page. */
    recordSnippet(page: Link, snippet: SnippetStatus | null): void {
      page.snippet = snippet;
      changed.add(page);
    },

    /** Marks a page as parsed: all its links are recorded. */
    markParsed(page: Link): void {
      page.readIn = crawl;
      changed.add(page);
    },

    /**
     * Removes links and issues that this crawl did not find, except those on pages that it could not parse, which may
     * still have them.
     */
    removeStale(): void {
      const retained = findRetainedLinks([...links.values()], crawl);
      for (const link of [...links.values()]) if (link.seenIn !== crawl && !retained.has(link)) remove(link);
      for (const { type, url, seenIn, foundOn } of issues.list()) {
        const mayRemain = foundOn.some(page => retained.has(page) || isUnparsed(page, crawl));
        if (type === 'mixed_content' && seenIn !== crawl && !mayRemain) issues.fix(type, url);
      }
      // The number of pages of a broken link, and the status of mixed content, are complete only now.
      for (const issue of issues.list())
        if (completeIssue(issue, links.get(issue.url), crawl)) issues.record(issue);
    },

    /** Returns the changes since the last call. */
    takeChanges(): CrawlStateChanges {
      const changes = { links: [...changed], removed: [...removed], ...issues.takeChanges() };
      changed.clear();
      removed.clear();
      return changes;
    },
  };
}

export type CrawlState = ReturnType<typeof createCrawlState>;

/** Adds a page to those of a link or issue. Returns whether it was added. */
function addPage(found: Link | Issue, page: Link | null): boolean {
  // A page that was only partly recorded when the process was killed is parsed again.
  if (page === null || found.foundOn.includes(page)) return false;
  found.foundCount++;
  if (found.foundOn.length >= MAX_FOUND_ON) return false;
  found.foundOn.push(page);
  return true;
}

const toBrokenLinkIssue = (
  { url, statusCode, errorMessage, foundOn, foundCount }: Link,
  crawl: number,
  nowMs: number,
): Issue => ({
  url,
  type: 'broken_link',
  foundOn,
  foundCount,
  seenIn: crawl,
  statusCode,
  errorMessage,
  checkedAt: nowMs,
});

/** Completes an issue from its link at the end of a crawl. Returns whether it changed. */
function completeIssue(issue: Issue, link: Link | undefined, crawl: number): boolean {
  if (!link) return false;
  const { statusCode, foundOn, foundCount } = link;
  if (issue.type === 'mixed_content') {
    if (issue.seenIn !== crawl || issue.statusCode === statusCode) return false;
    Object.assign(issue, { statusCode });
  } else {
    if (link.verdict !== 'broken' || issue.foundCount === foundCount) return false;
    Object.assign(issue, { foundOn, foundCount });
  }
  return true;
}
