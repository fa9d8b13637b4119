/** Tries a page before it is watched. */
import type { LeftOutReason } from '../../../core/monitors.ts';
import type { Outbound } from '../../../outbound/fetch.ts';
import { CHECK_TIMEOUT_MS, failedResult, isUpStatus } from '../check/check-result.ts';
import { isElsewhere } from './choose.ts';

/** Result of a trial: the fault is null if the page can be watched. `isAnswered` is false if the whole server may be at fault. */
export interface Trial {
  readonly fault: Extract<LeftOutReason, 'not_found' | 'failing' | 'redirected'> | null;
  readonly isAnswered: boolean;
}

export type TryPage = (url: string, signal: AbortSignal) => Promise<Trial>;

const MAX_REDIRECTS = 5;
const MAX_BYTES = 64 * 1024;
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Creates the function that requests a page as its monitor will. */
export const createTryPage =
  ({ fetchPublic }: Pick<Outbound, 'fetchPublic'>): TryPage =>
  async (url, signal) => {
    const startedMs = performance.now();
    try {
      const { status, finalUrl } = await fetchPublic(url, {
        timeoutMs: CHECK_TIMEOUT_MS,
        redirects: MAX_REDIRECTS,
        maxBytes: MAX_BYTES,
        cutsBody: true,
        signal,
      });
      if (isElsewhere(url, finalUrl)) return { fault: 'redirected', isAnswered: true };
      if (GONE.has(status)) return { fault: 'not_found', isAnswered: true };
      return { fault: isUpStatus(status) ? null : 'failing', isAnswered: status < 500 };
    } catch (error) {
      signal.throwIfAborted();
      // Rethrows what is no failure of a request.
      failedResult(error, { startedMs });
      return { fault: 'failing', isAnswered: false };
    }
  };
