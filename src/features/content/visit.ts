import { VERSION } from '../../core/version.ts';
import { OutboundError } from '../../outbound/errors.ts';
import type { Outbound, OutboundResponse } from '../../outbound/fetch.ts';
import type { Outcome } from './verdict.ts';

/** What came of a request, and the answer itself when there was one. */
export interface Visit {
  readonly outcome: Outcome;
  readonly response: OutboundResponse | null;
}

/** Larger pages are read as far as this. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;
/** Enough to see that a server sends something. */
const MAX_PROBE_BYTES = 4096;
const TIMEOUT_MS = 10_000;
const REDIRECTS = 10;
const USER_AGENT = `Mozilla/5.0 (compatible; Footfall/${VERSION}; link check)`;
const HTML = 'text/html, application/xhtml+xml, */*;q=0.8';

/** The requests of a crawl, all through the door that knows what may be called. */
export function createVisits({
  fetchPublic,
  signal,
}: {
  readonly fetchPublic: Outbound['fetchPublic'];
  readonly signal: AbortSignal;
}) {
  async function visit(
    url: string,
    method: 'GET' | 'HEAD',
    maxBytes: number,
    accept: string,
  ): Promise<Visit> {
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
    /** A page with its body. */
    page: (url: string): Promise<Visit> => visit(url, 'GET', MAX_PAGE_BYTES, HTML),
    /** Only whether there is something. */
    probe: (url: string, method: 'GET' | 'HEAD'): Promise<Visit> =>
      visit(url, method, MAX_PROBE_BYTES, '*/*'),
    /** A file, such as a sitemap, cut at so many bytes. */
    file: (url: string, maxBytes: number): Promise<Visit> => visit(url, 'GET', maxBytes, '*/*'),
  };
}

export type Visits = ReturnType<typeof createVisits>;

/** Whether an answer is a page in HTML. */
export const isHtml = ({ headers }: OutboundResponse): boolean =>
  /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(headers.get('content-type') ?? '');

/** How long a server wishes to be left alone, in milliseconds; undefined when it does not say. */
export function retryAfterMs({ headers }: OutboundResponse): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) * 1000 : undefined;
}
