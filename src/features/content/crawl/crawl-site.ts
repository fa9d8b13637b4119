import PQueue from 'p-queue';
import { createExternalLinkChecker } from '../links/external-links.ts';
import type { Link } from '../links/link.ts';
import { createLinkQueue } from '../links/link-queue.ts';
import { classify, isSuccess, type Outcome } from '../links/link-status.ts';
import { type ParseContext, parsePage, parseSitemap } from '../links/page-parser.ts';
import type { SnippetFacts } from '../snippet/scan.ts';
import { batched } from './batched.ts';
import type { CrawlState } from './crawl-state.ts';
import { createOwnHosts, listSitemaps, type OwnHost, readOwnHost } from './own-host.ts';
import { type SiteScope, throttleKey } from './site-scope.ts';
import { MAX_SITEMAP_BYTES } from './sitemap.ts';
import { type FetchContext, fetchPage, probe, throttled } from './throttled-fetch.ts';

export interface CrawlOptions {
  readonly fetchContext: FetchContext;
  readonly state: CrawlState;
  readonly isRestrictedToSite: boolean;
  readonly snippet: SnippetFacts;
  /** Returns whether to stop: the time is up, or monitoring was switched off. */
  readonly isOver: () => boolean;
  /** Called after every step. */
  readonly onStep: () => void;
}

const OWN_WORKERS = 2;
/** Consecutive failures after which a host counts as down; the rest is left for the next crawl. */
const MAX_CONSECUTIVE_FAILURES = 10;
const GIVEN_UP = `stopped after ${MAX_CONSECUTIVE_FAILURES} addresses of the site in a row that did not answer or failed; the rest is left for the next crawl`;
/** Every fourth request is for a link that is not a page, so that the pages of a large site do not take all the time. */
const NON_PAGE_INTERVAL = 4;

/**
 * Crawls a site from its URL and its sitemaps, and checks all links. Rejects when the signal of the throttle aborts.
 * Returns why the site could not be read; null when it could.
 * Source: decisions, section 7, Content.
 */
export async function crawlSite(options: CrawlOptions): Promise<string | null> {
  const { state, isOver, onStep } = options;
  const { fetchContext } = options;
  const { scope, clock } = fetchContext;
  const nowMs = () => clock.now().getTime();
  const resumed = state.listOpen();
  const start = state.discover(scope.start, 'page', null) ?? state.find(scope.start);
  if (!start) return null;
  const first = await readOwnHost(fetchContext, scope.start);
  const hosts = createOwnHosts(fetchContext, first);

  const pages = createLinkQueue();
  const nonPages = createLinkQueue();
  const externalLinks = createExternalLinkChecker({ fetchContext, state, isOver, onStep });
  let taken = 0;
  let movedTo: string | null = null;

  const context: ParseContext = {
    scope,
    state,
    isRestrictedToSite: options.isRestrictedToSite,
    snippet: options.snippet,
    nowMs,
    onNew: enqueue,
  };

  function enqueue(link: Link): void {
    const url = new URL(link.url);
    const host = hosts.find(url);
    // A further host that does not answer is no reason to leave links to it alone.
    if (!scope.isOwn(url) || (host && host !== first && host.fault !== null)) {
      externalLinks.add(link, throttleKey(url, scope));
      return;
    }
    if (!host) {
      if (hosts.hold(link, url)) void own.add(() => meet(url)).catch(error => failures.push(error));
      return;
    }
    if (host.fault !== null || !host.robots.isAllowed(url)) {
      skipDisallowed(link, host);
      return;
    }
    (link.kind === 'link' ? nonPages : pages).add(link);
    void own.add(checkNext);
  }

  /** Reads a host of the site that a link is the first one to. */
  async function meet(url: URL): Promise<void> {
    if (isStopped()) return;
    const { host, links } = await hosts.read(url);
    enqueueSitemaps(host, url.origin);
    await batched(links, enqueue);
  }

  function enqueueSitemaps(host: OwnHost, address: string): void {
    for (const sitemap of listSitemaps(host, address)) {
      const link = scope.isOwn(new URL(sitemap)) ? state.discover(sitemap, 'sitemap', null) : undefined;
      if (link) enqueue(link);
    }
  }

  /** Skips a link that robots.txt disallows. When robots.txt could not be read, nothing is known about it. */
  function skipDisallowed(link: Link, { fault }: OwnHost): void {
    if (fault !== null) {
      state.skip(link);
      return;
    }
    const errorMessage = 'robots.txt disallows it';
    state.recordResult(
      link,
      { verdict: 'skipped', statusCode: null, errorMessage, failingSince: null },
      nowMs(),
    );
    state.markParsed(link);
  }

  function record(link: Link, outcome: Outcome, host: OwnHost): void {
    host.failures = outcome.kind === 'failure' || outcome.status >= 500 ? host.failures + 1 : 0;
    const before = { verdict: link.verdict, failingSince: link.failingSince };
    if (outcome.kind === 'answer' && outcome.status === 429) state.skip(link);
    else state.recordResult(link, classify(outcome, before, { isOwn: true, nowMs: nowMs() }), nowMs());
    // A page that is gone has no links.
    if (link.verdict === 'broken' && (link.statusCode === 404 || link.statusCode === 410))
      state.markParsed(link);
    onStep();
  }

  async function check(link: Link, host: OwnHost): Promise<void> {
    if (link.kind === 'sitemap') {
      await checkSitemap(host.fetchContext, context, link);
      onStep();
      return;
    }
    const { outcome } =
      link.kind === 'link'
        ? await probe(host.fetchContext, link.url)
        : await fetchPage(host.fetchContext, link.url, response => {
            if (link === start) movedTo = externalHost(response.finalUrl, scope);
            return parsePage(context, link, response);
          });
    record(link, outcome, host);
  }

  const isDownHost = (host: OwnHost) => host.failures >= MAX_CONSECUTIVE_FAILURES;
  const isStopped = () => isOver() || failures.length > 0 || isDownHost(first);
  const takeNext = (): Link | undefined =>
    ++taken % NON_PAGE_INTERVAL === 0 ? (nonPages.take() ?? pages.take()) : (pages.take() ?? nonPages.take());
  const failures: unknown[] = [];
  const own = new PQueue({ concurrency: OWN_WORKERS });

  async function checkNext(): Promise<void> {
    const link = isStopped() ? undefined : takeNext();
    if (!link || link.checkedIn === state.crawl) return;
    const host = hosts.find(new URL(link.url)) ?? first;
    if (isDownHost(host)) state.skip(link);
    else await check(link, host).catch(error => failures.push(error));
  }

  if (!first.robots.isAllowed(new URL(scope.start))) skipDisallowed(start, first);
  else if (start.checkedIn !== state.crawl && !isOver()) await check(start, first);
  const isDown = start.verdict === 'broken' && start.readIn !== state.crawl;
  if (!isDown) {
    const others = resumed.filter(link => link !== start);
    await batched(others, enqueue);
    enqueueSitemaps(first, scope.start);
    await own.onIdle();
  }
  await externalLinks.settled();
  const [failure] = [...failures, ...externalLinks.failures];
  if (failure !== undefined) throw failure;
  if (isDown || start.verdict === 'skipped') return start.errorMessage;
  if (movedTo !== null) return `${scope.host} redirects to ${movedTo}: make that the site's address`;
  return first.fault ?? (isDownHost(first) ? GIVEN_UP : null);
}

/** Fetches a sitemap and records its pages. */
async function checkSitemap(fetchContext: FetchContext, context: ParseContext, link: Link): Promise<void> {
  await throttled(fetchContext, new URL(link.url), async () => {
    const result = await fetchContext.fetcher.file(link.url, MAX_SITEMAP_BYTES);
    const { response } = result;
    if (response && isSuccess(result.outcome)) await parseSitemap(context, link, response);
    else if (response && response.status < 500) context.state.markParsed(link);
    return result;
  });
  context.state.skip(link);
}

/** Returns the host of a URL when it is not the site's; otherwise null. */
const externalHost = (address: string, scope: SiteScope): string | null => {
  const url = new URL(address);
  return scope.isOwn(url) ? null : url.host;
};
