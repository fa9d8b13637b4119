import PQueue from 'p-queue';
import type { CrawlState } from '../crawl/crawl-state.ts';
import { type FetchContext, probe } from '../crawl/throttled-fetch.ts';
import type { Link } from './link.ts';
import { createLinkQueue, type LinkQueue } from './link-queue.ts';
import { classify, isUnanswered, type Outcome } from './link-status.ts';

/** An external host that the site links to. */
interface Host {
  readonly name: string;
  readonly links: LinkQueue;
  /** Whether it is queued or being checked. */
  isBusy: boolean;
  /** Consecutive links without an answer, and with 429. */
  unanswered: number;
  throttled: number;
  lastOutcome: Outcome | null;
}

/** Concurrent hosts of one crawl. */
const WORKERS = 16;
/** Consecutive equal failures after which the other links of a host get the same result without a request. */
const MAX_EQUAL_FAILURES = 2;

/** Creates the checker of external links. Each host has a queue of its own, so that a slow one does not delay the others. */
export function createExternalLinkChecker({
  fetchContext,
  state,
  isOver,
  onStep,
}: {
  readonly fetchContext: FetchContext;
  readonly state: CrawlState;
  readonly isOver: () => boolean;
  readonly onStep: () => void;
}) {
  const hosts = new Map<string, Host>();
  const failures: unknown[] = [];

  /** Returns whether the result of the host's other links is known without a request. */
  const isKnown = ({ unanswered, throttled }: Host): boolean =>
    unanswered >= MAX_EQUAL_FAILURES || throttled >= MAX_EQUAL_FAILURES;

  function record(host: Host, link: Link, outcome: Outcome): void {
    host.lastOutcome = outcome;
    host.unanswered = isUnanswered(outcome) ? host.unanswered + 1 : 0;
    const isThrottled = outcome.kind === 'answer' && outcome.status === 429;
    host.throttled = isThrottled ? host.throttled + 1 : 0;
    recordOutcome(link, outcome);
    onStep();
  }

  function recordOutcome(link: Link, outcome: Outcome): void {
    // 429 says nothing about the link itself.
    if (outcome.kind === 'answer' && outcome.status === 429) {
      state.skip(link);
      return;
    }
    const nowMs = fetchContext.clock.now().getTime();
    const before = { verdict: link.verdict, failingSince: link.failingSince };
    state.recordResult(link, classify(outcome, before, { isOwn: false, nowMs }), nowMs);
  }

  const queue = new PQueue({ concurrency: WORKERS });

  async function checkNext(host: Host): Promise<void> {
    const link = isOver() || failures.length > 0 ? undefined : host.links.take();
    if (link) await check(host, link).catch(error => failures.push(error));
    host.isBusy = false;
    if (link && host.links.size > 0) enqueue(host);
  }

  async function check(host: Host, link: Link): Promise<void> {
    if (host.lastOutcome && isKnown(host)) recordOutcome(link, host.lastOutcome);
    else if (link.checkedIn !== state.crawl)
      record(host, link, (await probe(fetchContext, link.url)).outcome);
  }

  function enqueue(host: Host): void {
    if (host.isBusy) return;
    host.isBusy = true;
    void queue.add(() => checkNext(host));
  }

  return {
    add(link: Link, name: string): void {
      let host = hosts.get(name);
      if (!host) {
        host = {
          name,
          links: createLinkQueue(),
          isBusy: false,
          unanswered: 0,
          throttled: 0,
          lastOutcome: null,
        };
        hosts.set(name, host);
      }
      host.links.add(link);
      enqueue(host);
    },
    settled: () => queue.onIdle(),
    failures,
  };
}
