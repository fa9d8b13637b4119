import { startWorkQueue } from '../../lib/work-queue.ts';
import type { OutboundResponse } from '../../outbound/fetch.ts';
import { askedHost, type SiteScope } from './addresses.ts';
import { type Asking, inTurn, probe, readPage } from './ask.ts';
import type { Book } from './book.ts';
import { createElsewhere } from './elsewhere.ts';
import { type Intake, takePage, takeSitemap } from './intake.ts';
import type { Link } from './link.ts';
import { createLinkQueue } from './queue.ts';
import { NO_ROBOTS, parseRobots, type Robots } from './robots.ts';
import { MAX_SITEMAP_BYTES } from './sitemap.ts';
import { inSteps } from './steps.ts';
import { isFine, judge, type Outcome } from './verdict.ts';

export interface CrawlOptions {
  readonly asking: Asking;
  readonly book: Book;
  readonly isRestricted: boolean;
  /** Whether it is to end: its time is up, or nobody wants it any more. */
  readonly isOver: () => boolean;
  /** Called after every step. */
  readonly onStep: () => void;
}

const OWN_WORKERS = 2;
const MAX_ROBOTS_BYTES = 1024 * 1024;
/** A site that fails so often in a row is down: what is left of it is for another day. */
const MAX_FAILURES_IN_A_ROW = 10;
/** Every so many requests one is for what pages load, so that a large site's pages do not take all of the time. */
const LEAF_EVERY = 4;

/**
 * Goes through a site: its pages from its address and its sitemaps, and everything they lead to. Rejects when the
 * signal of the turns is raised. The answer says why the site could not be read, null when it could.
 * Source: decisions, section 7, Content.
 */
export async function crawlSite(options: CrawlOptions): Promise<string | null> {
  const { book, isOver, onStep } = options;
  const { scope, clock } = options.asking;
  const nowMs = () => clock.now().getTime();
  const resumed = book.listOpen();
  const start = book.see(scope.start, 'page', null) ?? book.find(scope.start);
  if (!start) return null;
  const { robots, fault } = await askRobots(options.asking, scope.start);
  const asking = robots.delayMs
    ? { ...options.asking, gapMs: Math.max(1000, robots.delayMs) }
    : options.asking;

  const pages = createLinkQueue();
  const leaves = createLinkQueue();
  const elsewhere = createElsewhere({ asking, book, isOver, onStep });
  let failuresInARow = 0;
  let taken = 0;
  let movedTo: string | null = null;

  const intake: Intake = { scope, book, isRestricted: options.isRestricted, nowMs, onNew: enqueue };

  function enqueue(link: Link): void {
    const url = new URL(link.url);
    if (!scope.isOwn(url)) {
      elsewhere.add(link, askedHost(url, scope));
      return;
    }
    if (fault !== null || !robots.isAllowed(url)) {
      skip(link);
      return;
    }
    (link.kind === 'link' ? leaves : pages).add(link);
    own.offer(link);
  }

  /** Passed over by the site's own wish; when that wish could not be read, nothing about the address is known. */
  function skip(link: Link): void {
    if (fault !== null) {
      book.passedOver(link);
      return;
    }
    const errorMessage = 'robots.txt asks crawlers to stay away';
    book.judged(link, { verdict: 'skipped', statusCode: null, errorMessage, failingSince: null }, nowMs());
    book.wasRead(link);
  }

  function conclude(link: Link, outcome: Outcome): void {
    failuresInARow = outcome.kind === 'failure' || outcome.status >= 500 ? failuresInARow + 1 : 0;
    const before = { verdict: link.verdict, failingSince: link.failingSince };
    if (outcome.kind === 'answer' && outcome.status === 429) book.passedOver(link);
    else book.judged(link, judge(outcome, before, { isOwn: true, nowMs: nowMs() }), nowMs());
    // A page that is gone leads nowhere.
    if (link.verdict === 'broken' && (link.statusCode === 404 || link.statusCode === 410)) book.wasRead(link);
    onStep();
  }

  async function askFor(link: Link): Promise<void> {
    if (link.kind === 'sitemap') return askForSitemap(link);
    const { outcome } =
      link.kind === 'link'
        ? await probe(asking, link.url)
        : await readPage(asking, link.url, response => {
            if (link === start) movedTo = hostElsewhere(response.finalUrl, scope);
            return takePage(intake, link, response);
          });
    conclude(link, outcome);
  }

  async function askForSitemap(link: Link): Promise<void> {
    await inTurn(asking, new URL(link.url), async () => {
      const visit = await asking.visits.file(link.url, MAX_SITEMAP_BYTES);
      const { response } = visit;
      if (response && isFine(visit.outcome)) await takeSitemap(intake, link, response);
      else if (response && response.status < 500) book.wasRead(link);
      return visit;
    });
    book.passedOver(link);
    onStep();
  }

  const isOwnOver = () => isOver() || failures.length > 0 || failuresInARow >= MAX_FAILURES_IN_A_ROW;
  const takeNext = (): Link | undefined =>
    ++taken % LEAF_EVERY === 0 ? (leaves.take() ?? pages.take()) : (pages.take() ?? leaves.take());
  const failures: unknown[] = [];
  const own = startWorkQueue<Link>({
    workers: OWN_WORKERS,
    maxWaiting: Number.POSITIVE_INFINITY,
    async work() {
      const link = isOwnOver() ? undefined : takeNext();
      if (!link || link.checkedIn === book.crawl) return;
      await askFor(link).catch(error => failures.push(error));
    },
  });

  if (!robots.isAllowed(new URL(scope.start))) skip(start);
  else if (start.checkedIn !== book.crawl && !isOver()) await askFor(start);
  const isDown = start.verdict === 'broken' && start.readIn !== book.crawl;
  if (!isDown) {
    const others = resumed.filter(link => link !== start);
    await inSteps(others, enqueue);
    for (const address of sitemapsOf(robots, scope.start)) {
      const link = scope.isOwn(new URL(address)) ? book.see(address, 'sitemap', null) : undefined;
      if (link) enqueue(link);
    }
    await own.settled();
  }
  await elsewhere.settled();
  const [failure] = [...failures, ...elsewhere.failures];
  if (failure !== undefined) throw failure;
  if (isDown || start.verdict === 'skipped') return start.errorMessage;
  return movedTo === null ? fault : `${scope.host} redirects to ${movedTo}: make that the site's address`;
}

/** The host of an address when it is none of the site's; else null. */
const hostElsewhere = (address: string, scope: SiteScope): string | null => {
  const url = new URL(address);
  return scope.isOwn(url) ? null : url.host;
};

/** What the site asks of crawlers; the fault says why that could not be learned. Source: RFC 9309, section 2.3.1. */
async function askRobots(asking: Asking, start: string): Promise<{ robots: Robots; fault: string | null }> {
  const url = new URL('/robots.txt', start);
  const { outcome, response } = await inTurn({ ...asking, gapMs: 0 }, url, () =>
    asking.visits.file(url.href, MAX_ROBOTS_BYTES),
  );
  if (response && isFine(outcome)) return { robots: parseRobots(textOf(response)), fault: null };
  if (outcome.kind === 'answer' && outcome.status < 500) return { robots: NO_ROBOTS, fault: null };
  const why = outcome.kind === 'answer' ? `answered ${outcome.status}` : outcome.message;
  return {
    robots: NO_ROBOTS,
    fault: `robots.txt could not be read (${why}), so only the address of the site itself was asked for`,
  };
}

const textOf = ({ body }: OutboundResponse): string => new TextDecoder().decode(body);

const sitemapsOf = ({ sitemaps }: Robots, start: string): string[] => {
  const named = sitemaps.flatMap(text => URL.parse(text, start)?.href ?? []);
  return named.length > 0 ? named : [new URL('/sitemap.xml', start).href];
};
