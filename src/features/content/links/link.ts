import type { IssueRow, IssueType, LinkKind, LinkRow, LinkStatus, SnippetStatus } from '../tables.ts';

/** A link of a site's pages. */
export interface Link {
  readonly number: number;
  readonly url: string;
  kind: LinkKind;
  /** The first pages it was found on, and the number of all. */
  foundOn: Link[];
  foundCount: number;
  /** Numbers of the crawls in which it was last found, checked, and parsed as a page. */
  seenIn: number;
  checkedIn: number;
  readIn: number;
  checkedAt: number | null;
  verdict: LinkStatus | null;
  statusCode: number | null;
  errorMessage: string | null;
  failingSince: number | null;
  /** Of a page; null where it was not read as one. */
  snippet: SnippetStatus | null;
}

/** A problem of a URL. URL and type together identify it. Source: decisions, section 7, Content. */
export interface Issue {
  readonly url: string;
  readonly type: IssueType;
  foundOn: Link[];
  foundCount: number;
  seenIn: number;
  statusCode: number | null;
  errorMessage: string | null;
  checkedAt: number;
}

export const issueKey = (type: IssueType, url: string): string => `${type} ${url}`;

/** Builds links and issues from stored rows: by URL, with references to pages instead of their numbers. */
export function toLinks(rows: { readonly links: readonly LinkRow[]; readonly issues: readonly IssueRow[] }) {
  const byNumber = new Map<number, Link>();
  const links = new Map<string, Link>();
  for (const { siteId: _, ...row } of rows.links) {
    const link: Link = { ...row, foundOn: [] };
    byNumber.set(link.number, link);
    links.set(link.url, link);
  }
  const findLinks = (numbers: readonly number[]): Link[] =>
    numbers.flatMap(number => byNumber.get(number) ?? []);
  for (const { number, foundOn } of rows.links) {
    const link = byNumber.get(number);
    if (link) link.foundOn = findLinks(foundOn);
  }
  const issues = new Map<string, Issue>();
  for (const {
    url,
    issueType: type,
    foundOn,
    foundCount,
    seenIn,
    statusCode,
    errorMessage,
    checkedAt,
  } of rows.issues) {
    const known = { url, type, foundCount, seenIn, statusCode, errorMessage, checkedAt: checkedAt.getTime() };
    issues.set(issueKey(type, url), { ...known, foundOn: findLinks(foundOn) });
  }
  return { links, issues };
}

/** Returns whether a crawl has found a page and not parsed it completely. */
export const isUnparsed = ({ seenIn, readIn }: Link, crawl: number): boolean =>
  seenIn === crawl && readIn !== crawl;

/** Returns links that a crawl did not find but that a page it could not parse has, directly or through other such links. */
export function findRetainedLinks(links: readonly Link[], crawl: number): ReadonlySet<Link> {
  const linksByPage = new Map<Link, Link[]>();
  for (const link of links) {
    if (link.seenIn === crawl) continue;
    for (const page of link.foundOn) {
      const others = linksByPage.get(page);
      if (others) others.push(link);
      else linksByPage.set(page, [link]);
    }
  }
  const kept = new Set<Link>();
  const open = links.filter(link => isUnparsed(link, crawl));
  for (let page = open.pop(); page; page = open.pop()) {
    for (const link of linksByPage.get(page) ?? []) {
      if (kept.has(link)) continue;
      kept.add(link);
      open.push(link);
    }
  }
  return kept;
}

export const createLink = (number: number, url: string): Link => ({
  number,
  url,
  kind: 'link',
  foundOn: [],
  foundCount: 0,
  seenIn: 0,
  checkedIn: 0,
  readIn: 0,
  checkedAt: null,
  verdict: null,
  statusCode: null,
  errorMessage: null,
  failingSince: null,
  snippet: null,
});

export const createIssue = (url: string, type: IssueType, crawl: number): Issue => ({
  url,
  type,
  foundOn: [],
  foundCount: 0,
  seenIn: crawl,
  statusCode: null,
  errorMessage: null,
  checkedAt: 0,
});
