import { VERSION } from '../../../core/version.ts';
import { isHtmlType } from '../../../lib/html.ts';
import { OutboundError } from '../../../outbound/errors.ts';
import type { Outbound, OutboundResponse } from '../../../outbound/fetch.ts';
import type { Outcome } from '../links/link-status.ts';

/** The outcome of a request, and the response when there was one. */
export interface FetchResult {
  readonly outcome: Outcome;
  readonly response: OutboundResponse | null;
}

/** Larger pages are truncated. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;
/** Enough to see that a server sends a body. */
const MAX_PROBE_BYTES = 4096;
const TIMEOUT_MS = 10_000;
const REDIRECTS = 10;
const USER_AGENT = `Mozilla/5.0 (compatible; Footfall/${VERSION}; link check)`;
const HTML = 'text/html, application/xhtml+xml, */*;q=0.8';

/** Creates the HTTP client of the crawler, on top of the client for public addresses. */
export function createPageFetcher({
  fetchPublic,
  signal,
}: {
  readonly fetchPublic: Outbound['fetchPublic'];
  readonly signal: AbortSignal;
}) {
  async function request(
    url: string,
    {
      method = 'GET',
      maxBytes,
      accept = '*/*',
    }: { readonly method?: 'GET' | 'HEAD'; readonly maxBytes: number; readonly accept?: string },
  ): Promise<FetchResult> {
    try {
      const response = await fetchPublic(url, {
        method,
        headers: { accept, 'user-agent': USER_AGENT },
        timeoutMs: TIMEOUT_MS,
        redirects: REDIRECTS,
        maxBytes,
        cutsBody: true,
        signal,
      });
      const isChallenge = response.headers.get('cf-mitigated') === 'challenge';
      return { outcome: { kind: 'answer', status: response.status, isChallenge }, response };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { outcome: { kind: 'failure', code: error.code, message: error.message }, response: null };
    }
  }

  return {
    /** Fetches a page. */
    page: (url: string): Promise<FetchResult> => request(url, { maxBytes: MAX_PAGE_BYTES, accept: HTML }),
    /** Fetches the status and only the beginning of the body. */
    probe: (url: string, method: 'GET' | 'HEAD'): Promise<FetchResult> =>
      request(url, { method, maxBytes: MAX_PROBE_BYTES }),
    /** Fetches a file, such as a sitemap, truncated at `maxBytes`. */
    file: (url: string, maxBytes: number): Promise<FetchResult> => request(url, { maxBytes }),
  };
}

export type PageFetcher = ReturnType<typeof createPageFetcher>;

/** Returns whether a response is HTML. */
export const isHtml = ({ headers }: OutboundResponse): boolean => isHtmlType(headers.get('content-type'));

/** Parses Retry-After in seconds. Returns milliseconds; undefined when it is absent or a date. */
export function parseRetryAfterMs({ headers }: OutboundResponse): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) * 1000 : undefined;
}
