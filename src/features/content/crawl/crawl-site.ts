import PQueue from 'p-queue';
import type { OutboundResponse } from '../../../outbound/fetch.ts';
import { MIN_DELAY_MS } from '../limits.ts';
import { createExternalLinkChecker } from '../links/external-links.ts';
import type { Link } from '../links/link.ts';
import { createLinkQueue } from '../links/link-queue.ts';
import { classify, isSuccess, type Outcome } from '../links/link-status.ts';
import { type ParseContext, parsePage, parseSitemap } from '../links/page-parser.ts';
import type { SnippetFacts } from '../snippet/scan.ts';
import { batched } from './batched.ts';
import type { CrawlState } from './crawl-state.ts';
import { NO_ROBOTS, parseRobots, type Robots } from './robots.ts';
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
const MAX_ROBOTS_BYTES = 1024 * 1024;
/** Consecutive failures after which a site counts as down; the rest is left for the next crawl. */
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
  const { scope, clock } = options.fetchContext;
  const nowMs = () => clock.now().getTime();
  const resumed = state.listOpen();
  const start = state.discover(scope.start, 'page', null) ?? state.find(scope.start);
  if (!start) return null;
  const { robots, fault } = await fetchRobots(options.fetchContext, scope.start);
  const fetchContext = robots.delayMs
    ? { ...options.fetchContext, delayMs: Math.max(MIN_DELAY_MS, robots.delayMs) }
    : options.fetchContext;

  const pages = createLinkQueue();
  const nonPages = createLinkQueue();
  const externalLinks = createExternalLinkChecker({ fetchContext, state, isOver, onStep });
  let consecutiveFailures = 0;
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
    if (!scope.isOwn(url)) {
      externalLinks.add(link, throttleKey(url, scope));
      return;
    }
    if (fault !== null || !robots.isAllowed(url)) {
      skipDisallowed(link);
      return;
    }
    (link.kind === 'link' ? nonPages : pages).add(link);
    void own.add(checkNext);
  }

  /** Skips a link that robots.txt disallows. When robots.txt could not be read, nothing is known about it. */
  function skipDisallowed(link: Link): void {
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

  function record(link: Link, outcome: Outcome): void {
    consecutiveFailures = outcome.kind === 'failure' || outcome.status >= 500 ? consecutiveFailures + 1 : 0;
    const before = { verdict: link.verdict, failingSince: link.failingSince };
    if (outcome.kind === 'answer' && outcome.status === 429) state.skip(link);
    else state.recordResult(link, classify(outcome, before, { isOwn: true, nowMs: nowMs() }), nowMs());
    // A page that is gone has no links.
    if (link.verdict === 'broken' && (link.statusCode === 404 || link.statusCode === 410))
      state.markParsed(link);
    onStep();
  }

  async function check(link: Link): Promise<void> {
    if (link.kind === 'sitemap') {
      await checkSitemap(fetchContext, context, link);
      onStep();
      return;
    }
    const { outcome } =
      link.kind === 'link'
        ? await probe(fetchContext, link.url)
        : await fetchPage(fetchContext, link.url, response => {
            if (link === start) movedTo = externalHost(response.finalUrl, scope);
            return parsePage(context, link, response);
          });
    record(link, outcome);
  }

  const isGivenUp = () => consecutiveFailures >= MAX_CONSECUTIVE_FAILURES;
  const isStopped = () => isOver() || failures.length > 0 || isGivenUp();
  const takeNext = (): Link | undefined =>
    ++taken % NON_PAGE_INTERVAL === 0 ? (nonPages.take() ?? pages.take()) : (pages.take() ?? nonPages.take());
  const failures: unknown[] = [];
  const own = new PQueue({ concurrency: OWN_WORKERS });

  async function checkNext(): Promise<void> {
    const link = isStopped() ? undefined : takeNext();
    if (!link || link.checkedIn === state.crawl) return;
    await check(link).catch(error => failures.push(error));
  }

  if (!robots.isAllowed(new URL(scope.start))) skipDisallowed(start);
  else if (start.checkedIn !== state.crawl && !isOver()) await check(start);
  const isDown = start.verdict === 'broken' && start.readIn !== state.crawl;
  if (!isDown) {
    const others = resumed.filter(link => link !== start);
    await batched(others, enqueue);
    for (const address of listSitemaps(robots, scope.start)) {
      const link = scope.isOwn(new URL(address)) ? state.discover(address, 'sitemap', null) : undefined;
      if (link) enqueue(link);
    }
    await own.onIdle();
  }
  await externalLinks.settled();
  const [failure] = [...failures, ...externalLinks.failures];
  if (failure !== undefined) throw failure;
  if (isDown || start.verdict === 'skipped') return start.errorMessage;
  if (movedTo !== null) return `${scope.host} redirects to ${movedTo}: make that the site's address`;
  return fault ?? (isGivenUp() ? GIVEN_UP : null);
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

/** Fetches robots.txt. The fault says why it could not be read. Source: RFC 9309, section 2.3.1. */
async function fetchRobots(
  fetchContext: FetchContext,
  start: string,
): Promise<{ robots: Robots; fault: string | null }> {
  const url = new URL('/robots.txt', start);
  const { outcome, response } = await throttled({ ...fetchContext, delayMs: 0 }, url, () =>
    fetchContext.fetcher.file(url.href, MAX_ROBOTS_BYTES),
  );
  if (response && isSuccess(outcome)) return { robots: parseRobots(decode(response)), fault: null };
  if (outcome.kind === 'answer' && outcome.status < 500) return { robots: NO_ROBOTS, fault: null };
  const why = outcome.kind === 'answer' ? `answered ${outcome.status}` : outcome.message;
  return {
    robots: NO_ROBOTS,
    fault: `robots.txt could not be read (${why}), so only the address of the site itself was requested`,
  };
}

const decode = ({ body }: OutboundResponse): string => new TextDecoder().decode(body);

const listSitemaps = ({ sitemaps }: Robots, start: string): string[] => {
  const declared = sitemaps.flatMap(text => URL.parse(text, start)?.href ?? []);
  return declared.length > 0 ? declared : [new URL('/sitemap.xml', start).href];
};
