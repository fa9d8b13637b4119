/** One look at a site. */
import { hostOf } from '../../lib/url.ts';
import type { CertificateFacts } from '../../outbound/certificate.ts';
import { OutboundError } from '../../outbound/errors.ts';
import type { Outbound } from '../../outbound/fetch.ts';

/** What a look at a site found. */
export interface Look {
  readonly isUp: boolean;
  /** Null when no answer came. */
  readonly statusCode: number | null;
  /** A sentence for the site's owner; null when it is up. */
  readonly error: string | null;
  /** Until the answer was there; null when none came. */
  readonly responseMs: number | null;
  /** The certificate that the site's own host showed on the way, also one that does not hold. */
  readonly certificate: CertificateFacts | null;
  /** True: this server was too busy to tell, and the look counts for nothing. */
  readonly isInconclusive: boolean;
}

/** Looks at an address. Rejects only when the signal is raised. */
export type LookAt = (url: string, signal: AbortSignal) => Promise<Look>;

/** Source: decisions, section 7. */
const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 5;
/** A page is read so far; what comes after it says nothing more about being up. */
const MAX_BYTES = 64 * 1024;
/** A timer that fires later than this says more about this machine than about the site. */
const MAX_LATENESS_MS = 2000;

/** Checks as a browser would come: GET, with redirects. 2xx is up. */
export function createLookAt({ fetchPublic }: Pick<Outbound, 'fetchPublic'>): LookAt {
  return async (url, signal) => {
    const ownHost = hostOf(url)?.replace(/^\[|\]$/g, '');
    const startedMs = performance.now();
    let certificate: CertificateFacts | null = null;
    try {
      const answer = await fetchPublic(url, {
        timeoutMs: TIMEOUT_MS,
        redirects: MAX_REDIRECTS,
        maxBytes: MAX_BYTES,
        cutsBody: true,
        signal,
        onCertificate(host, facts) {
          if (host === ownHost) certificate ??= facts;
        },
      });
      const isUp = answer.status >= 200 && answer.status < 300;
      return {
        isUp,
        statusCode: answer.status,
        error: isUp ? null : `${hostOf(answer.finalUrl)} answered with status ${answer.status}`,
        responseMs: answer.timings.totalMs,
        certificate,
        isInconclusive: false,
      };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof OutboundError)) throw error;
      const isLate = performance.now() - startedMs > TIMEOUT_MS + MAX_LATENESS_MS;
      return {
        isUp: false,
        statusCode: null,
        error: error.message,
        responseMs: null,
        certificate,
        isInconclusive: error.code === 'timeout' && isLate,
      };
    }
  };
}
