import type { Clock } from '../../core/clock.ts';
import type { OutboundResponse } from '../../outbound/fetch.ts';
import { type SiteScope, throttleKey } from './addresses.ts';
import type { HostThrottle } from './host-throttle.ts';
import { isFine } from './link-status.ts';
import { type FetchResult, type PageFetcher, retryAfterMs } from './page-fetcher.ts';

/** What requests of a crawl share. */
export interface FetchContext {
  readonly scope: SiteScope;
  readonly throttle: HostThrottle;
  readonly fetcher: PageFetcher;
  readonly clock: Clock;
  /** Crawl-delay of the site, when it is more than one second. */
  readonly gapMs?: number;
  readonly isUrgent?: boolean;
}

const THROTTLED: ReadonlySet<number> = new Set([429, 503]);
const MIN_HOLD_MS = 2000;
const MAX_HOLD_MS = 60_000;

/** Runs one request, with the work on its response, in a slot of its host. */
export function throttled(
  fetchContext: FetchContext,
  url: URL,
  work: () => Promise<FetchResult>,
): Promise<FetchResult> {
  const { scope, throttle, clock, gapMs, isUrgent = false } = fetchContext;
  const isOwn = scope.isOwn(url);
  const host = throttleKey(url, scope);
  const gap = isOwn && gapMs !== undefined ? { gapMs } : {};
  return throttle.run({ host, isOwn, isUrgent, ...gap }, async () => {
    const result = await work();
    const holdMs = result.response ? wishedPauseMs(result.response) : undefined;
    if (holdMs !== undefined) throttle.hold(host, clock.now().getTime() + holdMs);
    return result;
  });
}

/** Checks a link with HEAD, and with GET when that fails. Source: decisions, section 7. */
export async function probe(fetchContext: FetchContext, address: string): Promise<FetchResult> {
  const url = new URL(address);
  const result = await throttled(fetchContext, url, () => fetchContext.fetcher.probe(address, 'HEAD'));
  return isFine(result.outcome)
    ? result
    : throttled(fetchContext, url, () => fetchContext.fetcher.probe(address, 'GET'));
}

/** Fetches a page and hands it to `take`, in one slot of the host. Tries a second time when the first fails. */
export async function readPage(
  fetchContext: FetchContext,
  address: string,
  take: (response: OutboundResponse) => Promise<void>,
): Promise<FetchResult> {
  const url = new URL(address);
  const once = () =>
    throttled(fetchContext, url, async () => {
      const result = await fetchContext.fetcher.page(address);
      if (result.response && isFine(result.outcome)) await take(result.response);
      return result;
    });
  const result = await once();
  return isFine(result.outcome) ? result : once();
}

/** Returns the pause that an overloaded server asks for, within limits; undefined for every other response. */
function wishedPauseMs(response: OutboundResponse): number | undefined {
  if (!THROTTLED.has(response.status)) return undefined;
  const wishedMs = retryAfterMs(response) ?? (response.status === 429 ? MIN_HOLD_MS : 0);
  return Math.min(Math.max(wishedMs, 0), MAX_HOLD_MS);
}
