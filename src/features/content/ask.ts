import type { Clock } from '../../core/clock.ts';
import type { OutboundResponse } from '../../outbound/fetch.ts';
import { askedHost, type SiteScope } from './addresses.ts';
import type { Turns } from './turns.ts';
import { isFine } from './verdict.ts';
import { retryAfterMs, type Visit, type Visits } from './visit.ts';

/** How a site's addresses are asked for, each in its turn. */
export interface Asking {
  readonly scope: SiteScope;
  readonly turns: Turns;
  readonly visits: Visits;
  readonly clock: Clock;
  /** Between own pages, when the site wishes for more than the usual second. */
  readonly gapMs?: number;
  readonly isUrgent?: boolean;
}

const THROTTLED: ReadonlySet<number> = new Set([429, 503]);
const MIN_HOLD_MS = 2000;
const MAX_HOLD_MS = 60_000;

/** One request in its turn; what is done with the answer belongs to the turn, too. */
export function inTurn(asking: Asking, url: URL, work: () => Promise<Visit>): Promise<Visit> {
  const { scope, turns, clock, gapMs, isUrgent = false } = asking;
  const isOwn = scope.isOwn(url);
  const host = askedHost(url, scope);
  const gap = isOwn && gapMs !== undefined ? { gapMs } : {};
  return turns.run({ host, isOwn, isUrgent, ...gap }, async () => {
    const visit = await work();
    const holdMs = visit.response ? wishedPauseMs(visit.response) : undefined;
    if (holdMs !== undefined) turns.hold(host, clock.now().getTime() + holdMs);
    return visit;
  });
}

/** Whether an address leads anywhere: HEAD, and GET when that gives anything but a good answer. Source: decisions, section 7. */
export async function probe(asking: Asking, address: string): Promise<Visit> {
  const url = new URL(address);
  const visit = await inTurn(asking, url, () => asking.visits.probe(address, 'HEAD'));
  return isFine(visit.outcome) ? visit : inTurn(asking, url, () => asking.visits.probe(address, 'GET'));
}

/** A page, which is asked for a second time when it is not there at first. What `take` does with a page belongs to its turn. */
export async function readPage(
  asking: Asking,
  address: string,
  take: (response: OutboundResponse) => Promise<void>,
): Promise<Visit> {
  const url = new URL(address);
  const once = () =>
    inTurn(asking, url, async () => {
      const visit = await asking.visits.page(address);
      if (visit.response && isFine(visit.outcome)) await take(visit.response);
      return visit;
    });
  const visit = await once();
  return isFine(visit.outcome) ? visit : once();
}

/** How long a server that is asked too much wants to be left alone, within reason; undefined for every other answer. */
function wishedPauseMs(response: OutboundResponse): number | undefined {
  if (!THROTTLED.has(response.status)) return undefined;
  const wishedMs = retryAfterMs(response) ?? (response.status === 429 ? MIN_HOLD_MS : 0);
  return Math.min(Math.max(wishedMs, 0), MAX_HOLD_MS);
}
