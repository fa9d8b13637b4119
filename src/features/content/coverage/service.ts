/** Compares crawls of a site with its hits: finds pages that are not counted, and links that lead nowhere. */

import { readCapture } from '../../../core/capture.ts';
import type { GroupRow } from '../../../core/hits/answers.ts';
import type { LogPart, LogSumsStore } from '../../../core/hits/log-sums.ts';
import type { Condition, HitQuery } from '../../../core/hits/query.ts';
import type { HitStore } from '../../../core/hits/store.ts';
import { listSiteHosts, type Site } from '../../../core/site.ts';
import type { Day, Span } from '../../../core/span.ts';
import type { ContentStore } from '../store.ts';
import type { IssueRow, SnippetStatus } from '../tables.ts';
import { type CrawledPages, readCrawledPages } from './crawled-pages.ts';
import { addReferrers, combineMissing, type Missing } from './not-found.ts';
import { type ToKey, toPathKey } from './paths.ts';
import { formatRedirects, type RedirectRules } from './redirects.ts';
import { createSuggester } from './suggestion.ts';

/** Maximum number of paths of hits that are compared, the most visited ones. */
const MAX_VISITED = 10_000;
/** Maximum number of missing addresses that are read, and of hits on the listed ones. */
const MAX_MISSING = 1000;
const MAX_MISSING_HITS = 10_000;
const MAX_LOG_ROWS = 2000;
const MAX_ISSUES = 1000;

export interface CoverageRequest {
  readonly site: Site;
  readonly period: { readonly first: Day; readonly last: Day; readonly span: Span };
  /** Maximum number of entries in each list. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** A truncated list, and its full length. */
interface Listed<Entry> {
  readonly total: number;
  readonly entries: readonly Entry[];
}

export interface Coverage {
  readonly checkedAt: Date | null;
  readonly capturesNotFound: boolean;
  readonly pageCount: number;
  readonly withSnippet: number;
  readonly unread: number;
  readonly withoutSnippet: Listed<{
    readonly path: string;
    readonly reason: Exclude<SnippetStatus, 'ok'>;
    readonly visitors: number;
  }>;
  readonly unlinked: Listed<{ readonly path: string; readonly visitors: number }>;
  readonly brokenLinks: Listed<{
    readonly issue: IssueRow;
    readonly foundOn: string | null;
    readonly visitors: number;
  }>;
  readonly notFound: Listed<Missing & { readonly suggestion: string | null }>;
  readonly redirects: RedirectRules;
}

export type CoverageService = ReturnType<typeof createCoverageService>;

export function createCoverageService({
  store,
  hits,
  logSums,
  listPending,
}: {
  readonly store: Pick<ContentStore, 'findMonitor' | 'listPages' | 'listIssues' | 'countIssues'>;
  readonly hits: Pick<HitStore, 'ask'>;
  readonly logSums: Pick<LogSumsStore, 'read'>;
  /** Returns the log sums of followed logs that are not in the store yet. */
  readonly listPending: (siteId: number) => Promise<readonly LogPart[]>;
}) {
  async function readLogs({ site: { id: siteId }, period: { first, last } }: CoverageRequest) {
    const pending = await listPending(siteId);
    const { sums } = await logSums.read({ siteId, first, last, limit: MAX_LOG_ROWS, pending });
    return sums;
  }

  /** Reads visited paths, and missing addresses from events and logs. */
  async function readVisits(request: CoverageRequest, siteHost: string) {
    const { site, period, signal } = request;
    const about = { siteId: site.id, span: period.span };
    // What is on other hosts belongs to other pages.
    const atAddress: readonly Condition[] =
      site.allowFromAnyDomain || site.hosts !== '[]' ? [{ dimension: 'hostname', is: siteHost }] : [];
    const visits: HitQuery = { ...about, kind: 'hit', filters: atAddress };
    const events: HitQuery = {
      ...about,
      kind: 'event',
      filters: [{ dimension: 'event', is: 'not_found' }, ...atAddress],
    };
    const groups = {
      shape: 'groups',
      offset: 0,
      measures: ['visitors'],
      orderBy: site.trackUniques ? 'visitors' : 'hits',
    } as const;
    const [visited, missing, logs] = await Promise.all([
      hits.ask({ ...groups, ...visits, dimension: 'path', limit: MAX_VISITED }, { signal }),
      hits.ask({ ...groups, ...events, dimension: 'value', limit: MAX_MISSING }, { signal }),
      readLogs(request),
    ]);
    return { visited: visited.rows, missing: missing.rows, logs };
  }

  /** Reads the hits on the pages that showed the missing addresses: events have no referrer. */
  const readMissingHits = ({ site, period, signal }: CoverageRequest, paths: readonly string[]) =>
    paths.length === 0
      ? []
      : hits.ask(
          {
            ...{ shape: 'rows', siteId: site.id, kind: 'hit', span: period.span },
            filters: [{ dimension: 'path', isAnyOf: paths }],
            ...{ offset: 0, limit: MAX_MISSING_HITS },
          },
          { signal },
        );

  return {
    /** Returns the coverage of a site. */
    async getCoverage(request: CoverageRequest): Promise<Coverage> {
      const { site, limit } = request;
      const [siteHost = ''] = listSiteHosts(site);
      const crawled = readCrawledPages(store, site);
      const { visited, missing: events, logs } = await readVisits(request, siteHost);
      const visitorsOf = countVisitors(visited, crawled.toKey);
      const existing = new Set(crawled.pages.map(({ path }) => toPathKey(pathOf(path))));
      const gone = new Set(events.map(({ key }) => toPathKey(key ?? '')));
      const suggester = createSuggester([
        ...[...new Set(crawled.pages.map(({ path }) => pathOf(path)))].sort(byVisitors(visitorsOf)),
        ...visited.flatMap(({ key }) => (key === null || gone.has(toPathKey(key)) ? [] : [key])),
      ]);
      const missing = combineMissing({
        events,
        logs,
        siteHost,
        isPage: path => existing.has(toPathKey(path)),
        suggester,
      });
      const listed = missing.slice(0, limit);
      addReferrers(
        listed,
        await readMissingHits(
          request,
          listed.map(({ path }) => path),
        ),
        siteHost,
      );
      const issues = listIssues(store, { site, crawled, visitorsOf });
      addLinkingPages(listed, issues, crawled);
      const notFound: (Missing & { readonly suggestion: string | null })[] = [];
      for (const one of listed) notFound.push({ ...one, suggestion: await suggester.find(one.path) });
      return {
        checkedAt: crawled.checkedAt,
        capturesNotFound: readCapture(site.capture).not_found,
        pageCount: crawled.pages.length,
        withSnippet: crawled.pages.filter(({ snippet }) => snippet === 'ok').length,
        unread: crawled.unread,
        withoutSnippet: cut(listWithoutSnippet(crawled, visitorsOf), limit),
        unlinked: cut(listUnlinked(crawled, { visited, visitorsOf, missing }), limit),
        brokenLinks: { total: store.countIssues(site.id, 'broken_link'), entries: issues.slice(0, limit) },
        notFound: { total: missing.length, entries: notFound },
        redirects: formatRedirects(
          notFound.flatMap(({ path, suggestion }) =>
            suggestion === null ? [] : [{ from: path, to: suggestion }],
          ),
        ),
      };
    },
  };
}

/** Returns the visitors of a page. */
type VisitorsOf = (address: string) => number;

const pathOf = (address: string): string => address.split('?', 1)[0] ?? '';

const cut = <Entry>(entries: readonly Entry[], limit: number): Listed<Entry> => ({
  total: entries.length,
  entries: entries.slice(0, limit),
});

function countVisitors(visited: readonly GroupRow[], toKey: ToKey): VisitorsOf {
  const visitors = new Map<string, number>();
  for (const { key, visitors: count = 0 } of visited)
    if (key !== null) visitors.set(toKey(key), (visitors.get(toKey(key)) ?? 0) + count);
  return address => visitors.get(toKey(address)) ?? 0;
}

const byVisitors =
  (visitorsOf: VisitorsOf) =>
  (a: string, b: string): number =>
    visitorsOf(b) - visitorsOf(a) || (a < b ? -1 : 1);

interface OfPath {
  readonly path: string;
  readonly visitors: number;
}

const mostVisitedFirst = (a: OfPath, b: OfPath): number =>
  b.visitors - a.visitors || (a.path < b.path ? -1 : 1);

const listWithoutSnippet = ({ pages }: CrawledPages, visitorsOf: VisitorsOf) =>
  pages
    .flatMap(({ path, snippet }) =>
      snippet === 'ok' ? [] : [{ path, reason: snippet, visitors: visitorsOf(path) }],
    )
    .sort(mostVisitedFirst);

/** Lists visited pages without incoming links; none before the first crawl, when no links are known. */
function listUnlinked(
  { checkedAt, linked, scope, toKey }: CrawledPages,
  {
    visited,
    visitorsOf,
    missing,
  }: {
    readonly visited: readonly GroupRow[];
    readonly visitorsOf: VisitorsOf;
    readonly missing: readonly Missing[];
  },
): OfPath[] {
  if (checkedAt === null) return [];
  const known = new Set([...linked, ...missing.map(({ path }) => toKey(path))]);
  const unlinked = new Map<string, OfPath>();
  for (const { key: path } of visited) {
    if (path === null) continue;
    const key = toKey(path);
    const url = URL.parse(path.replace(/^[/\\]+/, '/'), scope.start);
    if (known.has(key) || unlinked.has(key) || !url || !scope.isPage(url)) continue;
    unlinked.set(key, { path, visitors: visitorsOf(path) });
  }
  return [...unlinked.values()].sort(mostVisitedFirst);
}

/** Lists broken links by the visitors of the page that has them; of several pages, the most visited. */
function listIssues(
  store: Pick<ContentStore, 'listIssues'>,
  {
    site,
    crawled,
    visitorsOf,
  }: { readonly site: Site; readonly crawled: CrawledPages; readonly visitorsOf: VisitorsOf },
) {
  return store
    .listIssues(site.id, 'broken_link', MAX_ISSUES)
    .map(issue => {
      const paths = issue.foundOn.flatMap(number => crawled.pathOf(number) ?? []);
      const foundOn = paths.sort(byVisitors(visitorsOf)).at(0) ?? null;
      return { issue, foundOn, visitors: foundOn === null ? 0 : visitorsOf(foundOn) };
    })
    .sort((a, b) => b.visitors - a.visitors || a.issue.id - b.issue.id);
}

/** Adds the page of the site that links to a missing one: hits have no referrers within the site. */
function addLinkingPages(
  missing: readonly Missing[],
  issues: ReturnType<typeof listIssues>,
  { scope, toKey }: CrawledPages,
): void {
  const linking = new Map<string, string>();
  for (const { issue, foundOn } of issues) {
    const url = new URL(issue.url);
    if (foundOn !== null && scope.isAtAddress(url)) linking.set(toKey(url.pathname), foundOn);
  }
  for (const one of missing) one.referrer ??= linking.get(toKey(one.path)) ?? null;
}
