import { startWorkQueue } from '../../lib/work-queue.ts';
import { type Asking, probe } from './ask.ts';
import type { Book } from './book.ts';
import type { Link } from './link.ts';
import { createLinkQueue, type LinkQueue } from './queue.ts';
import { isUnanswered, judge, type Outcome } from './verdict.ts';

/** One other host that the site links to. */
interface Host {
  readonly name: string;
  readonly links: LinkQueue;
  /** It waits for its turn, or has it. */
  isAtWork: boolean;
  /** In a row, so many of its addresses went unanswered, or were answered with a wish for fewer requests. */
  unanswered: number;
  throttled: number;
  last: Outcome | null;
}

/** Hosts that one crawl has on its hands at a time. */
const WORKERS = 16;
/** What so many of its addresses in a row have come to, a host's others come to as well: they are not waited for. */
const ENOUGH = 2;

/** Asks for the addresses of other hosts: each host for itself, so that a slow one does not hold the others. */
export function createElsewhere({
  asking,
  book,
  isOver,
  onStep,
}: {
  readonly asking: Asking;
  readonly book: Book;
  readonly isOver: () => boolean;
  readonly onStep: () => void;
}) {
  const hosts = new Map<string, Host>();
  const failures: unknown[] = [];

  /** Whether it has shown what the rest of its addresses come to, without a request. */
  const isKnown = ({ unanswered, throttled }: Host): boolean => unanswered >= ENOUGH || throttled >= ENOUGH;

  function conclude(host: Host, link: Link, outcome: Outcome): void {
    host.last = outcome;
    host.unanswered = isUnanswered(outcome) ? host.unanswered + 1 : 0;
    const isThrottled = outcome.kind === 'answer' && outcome.status === 429;
    host.throttled = isThrottled ? host.throttled + 1 : 0;
    keep(link, outcome);
    onStep();
  }

  function keep(link: Link, outcome: Outcome): void {
    // Asked too much, it says nothing of the address.
    if (outcome.kind === 'answer' && outcome.status === 429) {
      book.passedOver(link);
      return;
    }
    const nowMs = asking.clock.now().getTime();
    const before = { verdict: link.verdict, failingSince: link.failingSince };
    book.judged(link, judge(outcome, before, { isOwn: false, nowMs }), nowMs);
  }

  const queue = startWorkQueue<Host>({
    workers: WORKERS,
    maxWaiting: Number.POSITIVE_INFINITY,
    async work(host) {
      const link = isOver() || failures.length > 0 ? undefined : host.links.take();
      if (link) await askFor(host, link).catch(error => failures.push(error));
      host.isAtWork = false;
      if (link && host.links.size > 0) wait(host);
    },
  });

  async function askFor(host: Host, link: Link): Promise<void> {
    if (host.last && isKnown(host)) keep(link, host.last);
    else if (link.checkedIn !== book.crawl) conclude(host, link, (await probe(asking, link.url)).outcome);
  }

  function wait(host: Host): void {
    if (host.isAtWork) return;
    host.isAtWork = true;
    queue.offer(host);
  }

  return {
    add(link: Link, name: string): void {
      let host = hosts.get(name);
      if (!host) {
        host = { name, links: createLinkQueue(), isAtWork: false, unanswered: 0, throttled: 0, last: null };
        hosts.set(name, host);
      }
      host.links.add(link);
      wait(host);
    },
    settled: queue.settled,
    failures,
  };
}
