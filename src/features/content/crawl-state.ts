import {
  blankIssue,
  blankLink,
  getActivationPaths,
  type Issue,
  issueKey,
  isUnread,
  keptLinks,
  type Link,
} from './link.ts';
import type { LinkResult } from './link-status.ts';
import type { IssueRow, LinkRow } from './store.ts';
import type { IssueType, LinkKind } from './tables.ts';

/** Changes to store. */
export interface CrawlStateChanges {
  readonly links: readonly Link[];
  readonly removed: readonly number[];
  readonly issues: readonly Issue[];
  readonly fixed: readonly Pick<Issue, 'url' | 'type'>[];
}

/** Source: decisions, section 7, Content. */
const MAX_LINKS = 10_000;
const MAX_PAGES = 2000;
const MAX_FOUND_ON = 20;

/** Creates the in-memory state of a crawl: a site's links and issues, and what changed since they were last stored. */
export function createCrawlState(
  rows: { readonly links: readonly LinkRow[]; readonly issues: readonly IssueRow[] },
  crawl: number,
) {
  const { links, issues } = getActivationPaths(rows);
  const changedLinks = new Set<Link>();
  const changedIssues = new Set<Issue>();
  const removed = new Set<number>();
  const fixed = new Map<string, Pick<Issue, 'url' | 'type'>>();
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

  function addPage(found: Link | Issue, page: Link | null): boolean {
    // A page that was only partly recorded when the process was killed is parsed again.
    if (page === null || found.foundOn.includes(page)) return false;
    found.foundCount++;
    if (found.foundOn.length >= MAX_FOUND_ON) return false;
    found.foundOn.push(page);
    return true;
  }

  function fix(type: IssueType, url: string): void {
    const key = issueKey(type, url);
    const issue = issues.get(key);
    if (!issue) return;
    issues.delete(key);
    changedIssues.delete(issue);
    fixed.set(key, { url, type });
  }

  function record(issue: Issue): void {
    const key = issueKey(issue.type, issue.url);
    issues.set(key, issue);
    changedIssues.add(issue);
    fixed.delete(key);
  }

  function complete(issue: Issue): void {
    const link = links.get(issue.url);
    if (!link) return;
    const { statusCode, foundOn, foundCount } = link;
    if (issue.type === 'mixed_content') {
      if (issue.seenIn === crawl && issue.statusCode !== statusCode)
        record(Object.assign(issue, { statusCode }));
    } else if (link.verdict === 'broken' && issue.foundCount !== foundCount) {
      record(Object.assign(issue, { foundOn, foundCount }));
    }
  }

  function remove(link: Link): void {
    links.delete(link.url);
    changedLinks.delete(link);
    removed.add(link.number);
    fix('broken_link', link.url);
  }

  return {
    crawl,
    find: (url: string): Link | undefined => links.get(url),
    findIssue: (type: IssueType, url: string): Issue | undefined => issues.get(issueKey(type, url)),
    /** Lists links of this crawl that are not checked yet. */
    listOpen: (): Link[] =>
      [...links.values()].filter(({ seenIn, checkedIn }) => seenIn === crawl && checkedIn !== crawl),
    /** Returns the numbers of checked and queued links. */
    progress: () => ({ checked: counts.checked, queued: Math.max(0, counts.seen - counts.checked) }),
    countSitemaps: (): number => counts.sitemaps,

    /** Records where a link was found. Returns it when it is new in this crawl; undefined for a known one and beyond the limits. */
    discover(url: string, wish: LinkKind, page: Link | null): Link | undefined {
      const known = links.get(url);
      if (known?.seenIn === crawl) {
        if (addPage(known, page)) changedLinks.add(known);
        return undefined;
      }
      if (counts.seen >= MAX_LINKS) return undefined;
      const kind = wish === 'page' && counts.pages >= MAX_PAGES ? 'link' : wish;
      const link = known ?? blankLink(++lastNumber, url);
      Object.assign(link, { kind, seenIn: crawl, foundOn: [], foundCount: 0 });
      addPage(link, page);
      links.set(url, link);
      changedLinks.add(link);
      count(link);
      return link;
    },

    /** Records that an https page loads a URL over http. */
    recordMixedContent(url: string, page: Link, nowMs: number): void {
      const known = issues.get(issueKey('mixed_content', url));
      const isFirst = known?.seenIn !== crawl;
      if (!known && issues.size >= MAX_LINKS) return;
      const issue: Issue = isFirst || !known ? blankIssue(url, 'mixed_content', crawl) : known;
      issue.errorMessage = 'loaded over http by a page that is https';
      issue.statusCode = links.get(url)?.statusCode ?? null;
      issue.checkedAt = nowMs;
      if (addPage(issue, page) || isFirst) record(issue);
    },

    /** Records the result of checking a link, and opens or closes its issue. */
    recordResult(link: Link, result: LinkResult, nowMs: number): void {
      if (link.checkedIn !== crawl) counts.checked++;
      Object.assign(link, result, { checkedAt: nowMs, checkedIn: crawl });
      changedLinks.add(link);
      if (result.verdict !== 'broken') {
        fix('broken_link', link.url);
        return;
      }
      const { url, statusCode, errorMessage, foundOn, foundCount } = link;
      record({
        url,
        type: 'broken_link',
        foundOn,
        foundCount,
        seenIn: crawl,
        statusCode,
        errorMessage,
        checkedAt: nowMs,
      });
    },

    /** Marks a link as done for this crawl without a result; its earlier one stays. */
    skip(link: Link): void {
      if (link.checkedIn !== crawl) counts.checked++;
      link.checkedIn = crawl;
      changedLinks.add(link);
    },

    /** Marks a page as parsed: all its links are recorded. */
    markParsed(page: Link): void {
      page.readIn = crawl;
      changedLinks.add(page);
    },

    fix,
    record,

    /**
     * Removes links and issues that this crawl did not find, except those on pages that it could not parse, which may
     * still have them.
     */
    removeStale(): void {
      const kept = keptLinks([...links.values()], crawl);
      for (const link of [...links.values()]) if (link.seenIn !== crawl && !kept.has(link)) remove(link);
      for (const { type, url, seenIn, foundOn } of [...issues.values()]) {
        const mayStand = foundOn.some(page => kept.has(page) || isUnread(page, crawl));
        if (type === 'mixed_content' && seenIn !== crawl && !mayStand) fix(type, url);
      }
      // The number of pages of a broken link, and the status of mixed content, are complete only now.
      for (const issue of issues.values()) complete(issue);
    },

    /** Returns the changes since the last call. */
    takeChanges(): CrawlStateChanges {
      const changes = {
        links: [...changedLinks],
        removed: [...removed],
        issues: [...changedIssues],
        fixed: [...fixed.values()],
      };
      for (const changed of [changedLinks, removed, changedIssues, fixed]) changed.clear();
      return changes;
    },
  };
}

export type CrawlState = ReturnType<typeof createCrawlState>;
