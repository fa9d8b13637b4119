/** Checks a site. */
import { parseHost } from '../../../lib/url.ts';
import type { CertificateFacts } from '../../../outbound/certificate.ts';
import { OutboundError } from '../../../outbound/errors.ts';
import type { Outbound } from '../../../outbound/fetch.ts';
import { type FailureCode, toFailureCode } from './failure-code.ts';

/** Result of a check. */
export interface CheckResult {
  readonly isUp: boolean;
  /** Null when no answer came. */
  readonly statusCode: number | null;
  /** A sentence for the site's owner; null when the site is up. */
  readonly error: string | null;
  /** Why it is not up; null when it is. */
  readonly errorCode: FailureCode | null;
  /** Time until the answer was complete; null without an answer. */
  readonly responseMs: number | null;
  /** The certificate that the site's own host presented, even an invalid one. */
  readonly certificate: CertificateFacts | null;
  /** True: this server was too busy to decide, and the result is ignored. */
  readonly isInconclusive: boolean;
}

/** Checks a URL. Rejects only when the signal aborts. */
export type RunCheck = (url: string, signal: AbortSignal) => Promise<CheckResult>;

/** Source: decisions, section 7. */
const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 5;
/** The body is read up to this size. */
const MAX_BYTES = 64 * 1024;
/** A timer that fires later than this shows a busy machine, not a slow site. */
const MAX_LATENESS_MS = 2000;

/** Returns whether a status means that the site is up. */
export const isUpStatus = (status: number): boolean => status >= 200 && status < 300;

/** Creates the function that checks a URL: GET with redirects, as a browser does. 2xx is up. */
export function createRunCheck({ fetchPublic }: Pick<Outbound, 'fetchPublic'>): RunCheck {
  return async (url, signal) => {
    const ownHost = parseHost(url)?.replace(/^\[|\]$/g, '');
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
      const isUp = isUpStatus(answer.status);
      return {
        isUp,
        statusCode: answer.status,
        error: isUp ? null : `${parseHost(answer.finalUrl)} answered with status ${answer.status}`,
        errorCode: isUp ? null : 'status',
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
        errorCode: toFailureCode(error),
        responseMs: null,
        certificate,
        isInconclusive: error.code === 'timeout' && isLate,
      };
    }
  };
}
