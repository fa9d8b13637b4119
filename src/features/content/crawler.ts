import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Outbound } from '../../outbound/fetch.ts';
import type { SiteRow } from '../sites/store.ts';
import { createScope } from './addresses.ts';
import type { Asking } from './ask.ts';
import { type Book, createBook } from './book.ts';
import { crawlSite } from './crawl.ts';
import { recheckIssue } from './recheck.ts';
import type { ContentStore, IssueRow, MonitorRow } from './store.ts';
import { createTurns } from './turns.ts';
import { createVisits } from './visit.ts';

export interface CrawlerDeps {
  readonly store: ContentStore;
  /** The site, when it still wants to be watched and its owner's plan has it; else undefined. */
  readonly findWatched: (siteId: number) => SiteRow | undefined;
  readonly fetchPublic: Outbound['fetchPublic'];
  /** Tells of what is new; called within the transaction that ends a crawl. */
  readonly report: (site: SiteRow, now: Date) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Sites whose crawl is going on at a time. */
const MAX_CRAWLS = 16;
const MAX_RECHECKS = 32;
/** Source: decisions, section 7, Content. */
const MAX_CRAWL_MS = 20 * 60_000;
const DAY_MS = 86_400_000;
const SAVE_EVERY_MS = 5000;
/** A crawl that our own fault has ended begins again after this. */
const RETRY_MS = 10 * 60_000;
/** A site whose owner's plan has no monitoring is looked after again after this. */
const UNWATCHED_MS = 60 * 60_000;

interface OpenBook {
  readonly book: Book;
  isCrawling: boolean;
  users: number;
}

/** Crawls sites and looks at issues again, many side by side. Nothing happens before `begin` is called. */
export function createCrawler(deps: CrawlerDeps) {
  const { store, findWatched, report, clock, log } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const turns = createTurns({ clock, signal });
  const visits = createVisits({ fetchPublic: deps.fetchPublic, signal });
  const books = new Map<number, OpenBook>();
  const rechecking = new Set<number>();
  const running = new Set<Promise<void>>();
  const nowMs = () => clock.now().getTime();

  const askingFor = (site: SiteRow): Asking => ({ scope: createScope(site.url), turns, visits, clock });

  function openBook(siteId: number, crawl: number): OpenBook {
    let open = books.get(siteId);
    if (!open) {
      const rows = { links: store.listLinks(siteId), issues: store.listAllIssues(siteId) };
      open = { book: createBook(rows, crawl), isCrawling: false, users: 0 };
      books.set(siteId, open);
    }
    open.users++;
    return open;
  }

  function closeBook(siteId: number, open: OpenBook): void {
    if (--open.users === 0) books.delete(siteId);
  }

  function track(work: Promise<void>): void {
    const one = work.finally(() => running.delete(one));
    running.add(one);
  }

  async function crawl(site: SiteRow, due: MonitorRow): Promise<void> {
    const monitor = beginCrawl(due);
    const open = openBook(site.id, monitor.crawl);
    const { book } = open;
    open.isCrawling = true;
    const beganMs = nowMs();
    let savedMs = beganMs;
    const spentMs = () => monitor.spentMs + nowMs() - beganMs;
    let isWantedStill = true;
    // Once unwanted it has left out addresses: wanted again, the site is crawled anew.
    const isWanted = () => {
      isWantedStill &&= findWatched(site.id)?.url === site.url;
      return isWantedStill;
    };
    const save = () =>
      store.transaction(() => {
        store.saveChanges(site.id, book.takeChanges(), clock.now());
        store.saveMonitor(site.id, { spentMs: spentMs() });
      });
    try {
      const lastError = await crawlSite({
        asking: askingFor(site),
        book,
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
      else endCrawl(monitor, book, lastError);
    } catch (error) {
      if (!isWanted()) giveUp(site.id);
      else if (signal.aborted) save();
      else postpone(site.id, error);
    } finally {
      open.isCrawling = false;
      closeBook(site.id, open);
    }
  }

  /** The monitor with its crawl: the one that a stop of the server has left open, or a new one. */
  function beginCrawl(due: MonitorRow): MonitorRow {
    if (due.crawlStartedAt !== null) return due;
    const monitor = { ...due, crawl: due.crawl + 1, crawlStartedAt: clock.now(), spentMs: 0 };
    store.saveMonitor(due.siteId, monitor);
    return monitor;
  }

  function endCrawl(monitor: MonitorRow, book: Book, lastError: string | null): void {
    const now = clock.now();
    const { siteId, crawlStartedAt } = monitor;
    const progress = book.progress();
    book.sweep();
    store.transaction(() => {
      store.saveChanges(siteId, book.takeChanges(), now);
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

  /** A site that is watched still, under another address, is crawled anew. */
  function giveUp(siteId: number): void {
    if (findWatched(siteId)) store.saveMonitor(siteId, { crawlStartedAt: null });
  }

  function postpone(siteId: number, error: unknown): void {
    log.error({ err: error, site: siteId }, 'a crawl broke off and is tried again later');
    store.saveMonitor(siteId, { crawlStartedAt: null, nextCrawlAt: new Date(nowMs() + RETRY_MS) });
  }

  async function recheck(site: SiteRow, issue: IssueRow): Promise<void> {
    const open = openBook(site.id, store.findMonitor(site.id)?.crawl ?? 0);
    try {
      const asking = { ...askingFor(site), isUrgent: true };
      await recheckIssue(asking, open.book, { type: issue.issueType, url: issue.url });
      store.transaction(() => {
        if (findWatched(site.id)) store.saveChanges(site.id, open.book.takeChanges(), clock.now());
        store.updateIssue(issue.id, { recheckAt: null });
      });
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error, site: site.id }, 'an issue could not be looked at again');
      store.updateIssue(issue.id, { recheckAt: null });
    } finally {
      closeBook(site.id, open);
      rechecking.delete(issue.id);
    }
  }

  function beginCrawls(): number {
    const now = clock.now();
    let begun = 0;
    for (const monitor of store.listDue(now, 2 * MAX_CRAWLS)) {
      const { siteId } = monitor;
      const crawls = [...books.values()].filter(({ isCrawling }) => isCrawling).length;
      if (crawls >= MAX_CRAWLS) break;
      // One that is looked at again has a book with the number of the last crawl.
      if (books.has(siteId)) continue;
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
    /** Begins every crawl and every new look that is due, and goes on with those that wait for their turn. Says how many it has begun. */
    begin(): number {
      if (signal.aborted) return 0;
      const begun = beginCrawls() + beginRechecks();
      turns.wake();
      return begun;
    },
    /** How far the crawl of a site is; null when none is going on. */
    progressOf(siteId: number): { readonly checked: number; readonly queued: number } | null {
      const open = books.get(siteId);
      return open?.isCrawling ? open.book.progress() : null;
    },
    /** Resolves once everything waits for the clock, with the instant it waits for; undefined when nothing is left. */
    async settled(): Promise<Date | undefined> {
      await turns.settled();
      const nextMs = turns.findNextAt();
      return nextMs === undefined ? undefined : new Date(nextMs);
    },
    /** Leaves off; what was begun goes on after the next start. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

export type Crawler = ReturnType<typeof createCrawler>;
