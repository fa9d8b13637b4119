import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Site } from '../../core/site.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/time-units.ts';
import type { Outbound } from '../../outbound/fetch.ts';
import { createScope } from './addresses.ts';
import { crawlSite } from './crawl.ts';
import { type CrawlState, createCrawlState } from './crawl-state.ts';
import { createHostThrottle } from './host-throttle.ts';
import { createPageFetcher } from './page-fetcher.ts';
import { recheckIssue } from './recheck.ts';
import type { ContentStore, IssueRow, MonitorRow } from './store.ts';
import type { FetchContext } from './throttled-fetch.ts';

export interface CrawlerDeps {
  readonly store: ContentStore;
  /** Returns the site while content monitoring is on and the owner's plan includes it; otherwise undefined. */
  readonly findWatched: (siteId: number) => Site | undefined;
  readonly fetchPublic: Outbound['fetchPublic'];
  /** Reports new issues; called within the transaction that ends a crawl. */
  readonly report: (site: Site, now: Date) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Concurrent crawls. */
const MAX_CRAWLS = 16;
const MAX_RECHECKS = 32;
/** Source: decisions, section 7, Content. */
const MAX_CRAWL_MS = 20 * MINUTE_MS;
const SAVE_EVERY_MS = 5000;
/** Delay before a crawl that failed with an error of ours starts again. */
const RETRY_MS = 10 * MINUTE_MS;
/** Delay before a site that is not monitored, such as for its owner's plan, is looked at again. */
const UNWATCHED_MS = HOUR_MS;

interface SharedState {
  readonly state: CrawlState;
  isCrawling: boolean;
  users: number;
}

/** Creates the crawler, which crawls sites and rechecks issues concurrently. It starts nothing before `begin` is called. */
export function createCrawler(deps: CrawlerDeps) {
  const { store, findWatched, report, clock, log } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const throttle = createHostThrottle({ clock, signal });
  const fetcher = createPageFetcher({ fetchPublic: deps.fetchPublic, signal });
  const states = new Map<number, SharedState>();
  const rechecking = new Set<number>();
  const running = new Set<Promise<void>>();
  const nowMs = () => clock.now().getTime();

  const createFetchContext = (site: Site): FetchContext => ({
    scope: createScope(site.url),
    throttle,
    fetcher,
    clock,
  });

  function acquireState(siteId: number, crawl: number): SharedState {
    let shared = states.get(siteId);
    if (!shared) {
      const rows = { links: store.listLinks(siteId), issues: store.listAllIssues(siteId) };
      shared = { state: createCrawlState(rows, crawl), isCrawling: false, users: 0 };
      states.set(siteId, shared);
    }
    shared.users++;
    return shared;
  }

  function releaseState(siteId: number, shared: SharedState): void {
    if (--shared.users === 0) states.delete(siteId);
  }

  function track(work: Promise<void>): void {
    const one = work.finally(() => running.delete(one));
    running.add(one);
  }

  async function crawl(site: Site, due: MonitorRow): Promise<void> {
    const monitor = beginCrawl(due);
    const shared = acquireState(site.id, monitor.crawl);
    const { state } = shared;
    shared.isCrawling = true;
    const beganMs = nowMs();
    let savedMs = beganMs;
    const spentMs = () => monitor.spentMs + nowMs() - beganMs;
    let isWantedStill = true;
    // Monitoring that was off meanwhile has left out addresses: the site is then crawled again from the start.
    const isWanted = () => {
      isWantedStill &&= findWatched(site.id)?.url === site.url;
      return isWantedStill;
    };
    const save = () =>
      store.transaction(() => {
        store.saveChanges(site.id, state.takeChanges(), clock.now());
        store.saveMonitor(site.id, { spentMs: spentMs() });
      });
    try {
      const lastError = await crawlSite({
        fetchContext: createFetchContext(site),
        state,
        isRestricted: site.restrictToSite,
        isOver: () => signal.aborted || !isWanted() || spentMs() >= MAX_CRAWL_MS,
        onStep: () => {
          if (nowMs() - savedMs < SAVE_EVERY_MS || !isWanted()) return;
          savedMs = nowMs();
          save();
        },
      });
      if (!isWanted()) giveUp(site.id);
      else if (signal.aborted) save();
      else endCrawl(monitor, state, lastError);
    } catch (error) {
      if (!isWanted()) giveUp(site.id);
      else if (signal.aborted) save();
      else postpone(site.id, error);
    } finally {
      shared.isCrawling = false;
      releaseState(site.id, shared);
    }
  }

  /** Resumes the crawl that a stop of the server interrupted, or starts a new one. */
  function beginCrawl(due: MonitorRow): MonitorRow {
    if (due.crawlStartedAt !== null) return due;
    const monitor = { ...due, crawl: due.crawl + 1, crawlStartedAt: clock.now(), spentMs: 0 };
    store.saveMonitor(due.siteId, monitor);
    return monitor;
  }

  function endCrawl(monitor: MonitorRow, state: CrawlState, lastError: string | null): void {
    const now = clock.now();
    const { siteId, crawlStartedAt } = monitor;
    const progress = state.progress();
    state.removeStale();
    store.transaction(() => {
      store.saveChanges(siteId, state.takeChanges(), now);
      store.saveMonitor(siteId, {
        crawlStartedAt: null,
        spentMs: 0,
        lastCheckAt: now,
        lastError,
        nextCrawlAt: new Date((crawlStartedAt ?? now).getTime() + DAY_MS),
      });
      const site = findWatched(siteId);
      if (site) report(site, now);
    });
    log.debug({ site: siteId, ...progress }, 'content crawled');
  }

  /** Abandons a crawl. A site that is still monitored, under another address, is crawled again from the start. */
  function giveUp(siteId: number): void {
    if (findWatched(siteId)) store.saveMonitor(siteId, { crawlStartedAt: null });
  }

  function postpone(siteId: number, error: unknown): void {
    log.error({ err: error, site: siteId }, 'a crawl broke off and is tried again later');
    store.saveMonitor(siteId, { crawlStartedAt: null, nextCrawlAt: new Date(nowMs() + RETRY_MS) });
  }

  async function recheck(site: Site, issue: IssueRow): Promise<void> {
    const shared = acquireState(site.id, store.findMonitor(site.id)?.crawl ?? 0);
    try {
      const fetchContext = { ...createFetchContext(site), isUrgent: true };
      await recheckIssue(fetchContext, shared.state, { type: issue.issueType, url: issue.url });
      store.transaction(() => {
        if (findWatched(site.id)) store.saveChanges(site.id, shared.state.takeChanges(), clock.now());
        store.updateIssue(issue.id, { recheckAt: null });
      });
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error, site: site.id }, 'an issue could not be looked at again');
      store.updateIssue(issue.id, { recheckAt: null });
    } finally {
      releaseState(site.id, shared);
      rechecking.delete(issue.id);
    }
  }

  function beginCrawls(): number {
    const now = clock.now();
    let begun = 0;
    for (const monitor of store.listDue(now, 2 * MAX_CRAWLS)) {
      const { siteId } = monitor;
      const crawls = [...states.values()].filter(({ isCrawling }) => isCrawling).length;
      if (crawls >= MAX_CRAWLS) break;
      // A recheck holds a state with the number of the last crawl.
      if (states.has(siteId)) continue;
      const site = findWatched(siteId);
      if (!site) {
        store.saveMonitor(siteId, { nextCrawlAt: new Date(now.getTime() + UNWATCHED_MS) });
        continue;
      }
      track(crawl(site, monitor));
      begun++;
    }
    return begun;
  }

  function beginRechecks(): number {
    let begun = 0;
    for (const issue of store.listRechecks(MAX_RECHECKS)) {
      if (rechecking.has(issue.id)) continue;
      const site = findWatched(issue.siteId);
      if (!site) {
        store.updateIssue(issue.id, { recheckAt: null });
        continue;
      }
      rechecking.add(issue.id);
      track(recheck(site, issue));
      begun++;
    }
    return begun;
  }

  return {
    /** Starts every crawl and recheck that is due, and wakes requests that wait for their host. Returns how many it started. */
    begin(): number {
      if (signal.aborted) return 0;
      const begun = beginCrawls() + beginRechecks();
      throttle.wake();
      return begun;
    },
    /** Returns the progress of a site's crawl; null when none is running. */
    progressOf(siteId: number): { readonly checked: number; readonly queued: number } | null {
      const shared = states.get(siteId);
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
