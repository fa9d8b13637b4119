/** Crawls sites and rechecks issues, many concurrently. */
import type { Site } from '../../../core/site.ts';
import { HOUR_MS } from '../../../lib/time-units.ts';
import type { Outbound } from '../../../outbound/fetch.ts';
import { recheckIssue } from '../issues/recheck.ts';
import type { IssueRow } from '../tables.ts';
import { createCrawlStateCache } from './crawl-state-cache.ts';
import { createHostThrottle } from './host-throttle.ts';
import { createPageFetcher } from './page-fetcher.ts';
import { createRunCrawl, type RunCrawlDeps } from './run-crawl.ts';
import { createScope } from './site-scope.ts';
import type { FetchContext } from './throttled-fetch.ts';

export interface CrawlerDeps
  extends Pick<RunCrawlDeps, 'store' | 'findMonitored' | 'publishIssues' | 'getSnippet' | 'clock' | 'log'> {
  readonly fetchPublic: Outbound['fetchPublic'];
}

/** Concurrent crawls. */
const MAX_CRAWLS = 16;
const MAX_RECHECKS = 32;
/** Delay before a site that is not monitored, such as for its owner's plan, is due again. */
const UNMONITORED_RETRY_MS = HOUR_MS;

/** Creates the crawler. It starts nothing before `startDue` is called. */
export function createCrawler(deps: CrawlerDeps) {
  const { store, findMonitored, clock, log } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const throttle = createHostThrottle({ clock, signal });
  const fetcher = createPageFetcher({ fetchPublic: deps.fetchPublic, signal });
  const states = createCrawlStateCache(store);
  const createFetchContext = (site: Site): FetchContext => ({
    scope: createScope(site),
    throttle,
    fetcher,
    clock,
  });
  const crawl = createRunCrawl({ ...deps, states, createFetchContext, signal });
  const rechecking = new Set<number>();
  const running = new Set<Promise<void>>();

  function track(work: Promise<void>): void {
    const one = work.finally(() => running.delete(one));
    running.add(one);
  }

  async function recheck(site: Site, issue: IssueRow): Promise<void> {
    const shared = states.acquire(site.id, store.findMonitor(site.id)?.crawl ?? 0);
    try {
      const fetchContext = { ...createFetchContext(site), isUrgent: true };
      await recheckIssue(fetchContext, shared.state, { type: issue.issueType, url: issue.url });
      store.transaction(() => {
        if (findMonitored(site.id)) store.saveChanges(site.id, shared.state.takeChanges(), clock.now());
        store.updateIssue(issue.id, { recheckAt: null });
      });
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error, site: site.id }, 'an issue could not be rechecked');
      store.updateIssue(issue.id, { recheckAt: null });
    } finally {
      states.release(site.id, shared);
      rechecking.delete(issue.id);
    }
  }

  function startCrawls(): number {
    const now = clock.now();
    let started = 0;
    for (const monitor of store.listDue(now, 2 * MAX_CRAWLS)) {
      const { siteId } = monitor;
      if (states.countCrawls() >= MAX_CRAWLS) break;
      // A recheck holds a state with the number of the last crawl.
      if (states.find(siteId)) continue;
      const site = findMonitored(siteId);
      if (!site) {
        store.saveMonitor(siteId, { nextCrawlAt: new Date(now.getTime() + UNMONITORED_RETRY_MS) });
        continue;
      }
      track(crawl(site, monitor));
      started++;
    }
    return started;
  }

  function startRechecks(): number {
    let started = 0;
    for (const issue of store.listRechecks(MAX_RECHECKS)) {
      if (rechecking.has(issue.id)) continue;
      const site = findMonitored(issue.siteId);
      if (!site) {
        store.updateIssue(issue.id, { recheckAt: null });
        continue;
      }
      rechecking.add(issue.id);
      track(recheck(site, issue));
      started++;
    }
    return started;
  }

  return {
    /** Starts every crawl and recheck that is due, and wakes requests that wait for their host. Returns how many it started. */
    startDue(): number {
      if (signal.aborted) return 0;
      const started = startCrawls() + startRechecks();
      throttle.wake();
      return started;
    },
    /** Returns the progress of a site's crawl; null when none is running. */
    findProgress(siteId: number): { readonly checked: number; readonly queued: number } | null {
      const shared = states.find(siteId);
      return shared?.isCrawling ? shared.state.progress() : null;
    },
    /** Resolves once all work waits for the clock, with the next instant; undefined when nothing is left. */
    async settled(): Promise<Date | undefined> {
      await throttle.settled();
      const nextMs = throttle.findNextAt();
      return nextMs === undefined ? undefined : new Date(nextMs);
    },
    /** Stops. Crawls resume after the next start. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

export type Crawler = ReturnType<typeof createCrawler>;
