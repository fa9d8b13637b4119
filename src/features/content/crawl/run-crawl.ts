/** Runs the crawl of a site, and stores its progress and its end. */
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Site } from '../../../core/site.ts';
import { MINUTE_MS } from '../../../lib/time-units.ts';
import { CRAWL_INTERVAL_MS, MAX_CRAWL_MS } from '../limits.ts';
import type { SnippetFacts } from '../snippet/scan.ts';
import type { ContentStore, MonitorRow } from '../store.ts';
import { crawlSite } from './crawl-site.ts';
import type { CrawlState } from './crawl-state.ts';
import type { CrawlStateCache } from './crawl-state-cache.ts';
import type { FetchContext } from './throttled-fetch.ts';

const SAVE_INTERVAL_MS = 5000;
/** Delay before a crawl that failed with an internal error starts again. */
const RETRY_MS = 10 * MINUTE_MS;

export interface RunCrawlDeps {
  readonly store: ContentStore;
  /** Returns the site while content monitoring is on and the owner's plan includes it; otherwise undefined. */
  readonly findMonitored: (siteId: number) => Site | undefined;
  /** Publishes new issues; called within the transaction that ends a crawl. */
  readonly publishIssues: (site: Site, now: Date) => void;
  /** Returns what is known of a site's script. */
  readonly getSnippet: (site: Site) => SnippetFacts;
  readonly states: CrawlStateCache;
  readonly createFetchContext: (site: Site) => FetchContext;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Creates the function that runs the crawl of a due monitor. */
export function createRunCrawl(deps: RunCrawlDeps) {
  const { store, findMonitored, publishIssues, states, createFetchContext, clock, log, signal } = deps;
  const nowMs = () => clock.now().getTime();

  /** Resumes the crawl that a stop of the server interrupted, or starts a new one. */
  function startCrawl(due: MonitorRow): MonitorRow {
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
        nextCrawlAt: new Date((crawlStartedAt ?? now).getTime() + CRAWL_INTERVAL_MS),
      });
      const site = findMonitored(siteId);
      if (site) publishIssues(site, now);
    });
    log.debug({ site: siteId, ...progress }, 'content crawled');
  }

  /** Abandons a crawl. A site that is still monitored, under another address, is crawled again from the start. */
  function abandon(siteId: number): void {
    if (findMonitored(siteId)) store.saveMonitor(siteId, { crawlStartedAt: null });
  }

  function postpone(siteId: number, error: unknown): void {
    log.error({ err: error, site: siteId }, 'a crawl broke off and is tried again later');
    store.saveMonitor(siteId, { crawlStartedAt: null, nextCrawlAt: new Date(nowMs() + RETRY_MS) });
  }

  return async (site: Site, due: MonitorRow): Promise<void> => {
    const monitor = startCrawl(due);
    const shared = states.acquire(site.id, monitor.crawl);
    const { state } = shared;
    shared.isCrawling = true;
    const startedMs = nowMs();
    let savedMs = startedMs;
    const spentMs = () => monitor.spentMs + nowMs() - startedMs;
    let isStillMonitored = true;
    // A crawl during which monitoring was off has skipped links: the site is then crawled again from the start.
    const isMonitored = () => {
      isStillMonitored &&= findMonitored(site.id)?.url === site.url;
      return isStillMonitored;
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
        isRestrictedToSite: site.restrictToSite,
        snippet: deps.getSnippet(site),
        isOver: () => signal.aborted || !isMonitored() || spentMs() >= MAX_CRAWL_MS,
        onStep: () => {
          if (nowMs() - savedMs < SAVE_INTERVAL_MS || !isMonitored()) return;
          savedMs = nowMs();
          save();
        },
      });
      if (!isMonitored()) abandon(site.id);
      else if (signal.aborted) save();
      else endCrawl(monitor, state, lastError);
    } catch (error) {
      if (!isMonitored()) abandon(site.id);
      else if (signal.aborted) save();
      else postpone(site.id, error);
    } finally {
      shared.isCrawling = false;
      states.release(site.id, shared);
    }
  };
}
