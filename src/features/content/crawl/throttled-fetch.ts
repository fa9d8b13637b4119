import type { Clock } from '../../../core/clock.ts';
import { MINUTE_MS } from '../../../lib/time-units.ts';
import type { OutboundResponse } from '../../../outbound/fetch.ts';
import { isSuccess } from '../links/link-status.ts';
import type { HostThrottle } from './host-throttle.ts';
import { type FetchResult, type PageFetcher, parseRetryAfterMs } from './page-fetcher.ts';
import { type SiteScope, throttleKey } from './site-scope.ts';

/** Context of all requests of a crawl. */
export interface FetchContext {
  readonly scope: SiteScope;
  readonly throttle: HostThrottle;
  readonly fetcher: PageFetcher;
  readonly clock: Clock;
  /** Crawl-delay of the site, when it is more than one second. */
  readonly delayMs?: number;
  readonly isUrgent?: boolean;
}

const THROTTLED: ReadonlySet<number> = new Set([429, 503]);
const MIN_PAUSE_MS = 2000;
const MAX_PAUSE_MS = MINUTE_MS;

/** Runs one request, with the work on its response, in a slot of its host. */
export function throttled(
  fetchContext: FetchContext,
  url: URL,
  work: () => Promise<FetchResult>,
): Promise<FetchResult> {
  const { scope, throttle, clock, delayMs, isUrgent = false } = fetchContext;
  const isOwn = scope.isOwn(url);
  const host = throttleKey(url, scope);
  const delay = isOwn && delayMs !== undefined ? { delayMs } : {};
  return throttle.run({ host, isOwn, isUrgent, ...delay }, async () => {
    const result = await work();
    const holdMs = result.response ? holdMsFor(result.response) : undefined;
    if (holdMs !== undefined) throttle.pause(host, clock.now().getTime() + holdMs);
    return result;
  });
}

/** Checks a link with HEAD, and with GET when that fails. Source: decisions, section 7. */
export async function probe(fetchContext: FetchContext, address: string): Promise<FetchResult> {
  const url = new URL(address);
  const result = await throttled(fetchContext, url, () => fetchContext.fetcher.probe(address, 'HEAD'));
  return isSuccess(result.outcome)
    ? result
    : throttled(fetchContext, url, () => fetchContext.fetcher.probe(address, 'GET'));
}

/** Fetches a page and passes it to `handle`, in one slot of the host. Tries a second time when the first fails. */
export async function fetchPage(
  fetchContext: FetchContext,
  address: string,
  handle: (response: OutboundResponse) => Promise<void>,
): Promise<FetchResult> {
  const url = new URL(address);
  const once = () =>
    throttled(fetchContext, url, async () => {
      const result = await fetchContext.fetcher.page(address);
      if (result.response && isSuccess(result.outcome)) await handle(result.response);
      return result;
    });
  const result = await once();
  return isSuccess(result.outcome) ? result : once();
}

/** Returns how long to pause after the response of an overloaded server; undefined for every other response. */
function holdMsFor(response: OutboundResponse): number | undefined {
  if (!THROTTLED.has(response.status)) return undefined;
  const requestedMs = parseRetryAfterMs(response) ?? (response.status === 429 ? MIN_PAUSE_MS : 0);
  return Math.min(Math.max(requestedMs, 0), MAX_PAUSE_MS);
}
