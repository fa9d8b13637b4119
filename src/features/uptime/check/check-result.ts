/** Result of a check, whatever was checked. */
import type { CertificateFacts } from '../../../outbound/certificate.ts';
import { OutboundError } from '../../../outbound/errors.ts';
import { type FailureCode, toFailureCode } from './failure-code.ts';

/** Result of a check. */
export interface CheckResult {
  readonly isUp: boolean;
  /** Null when no answer came, and where answers have none. */
  readonly statusCode: number | null;
  /** A sentence for the site's owner; null when it is up. */
  readonly error: string | null;
  /** Why it is not up; null when it is. */
  readonly errorCode: FailureCode | null;
  /** Time until the answer was complete; null without an answer. */
  readonly responseMs: number | null;
  /** The certificate that the checked host presented, even an invalid one. */
  readonly certificate: CertificateFacts | null;
  /** True: the check decides nothing, and the result is ignored. */
  readonly isInconclusive: boolean;
}

/** Source: decisions, section 7. */
export const CHECK_TIMEOUT_MS = 10_000;
/** A timer that fires later than this shows a busy machine, not a slow site. */
const MAX_LATENESS_MS = 2000;

/** Returns whether a status means that a page is up, where nothing else is expected. */
export const isUpStatus = (status: number): boolean => status >= 200 && status < 300;

const NO_ANSWER = { statusCode: null, responseMs: null, certificate: null, isInconclusive: false };

/** Creates the result of a check that succeeded. */
export const upResult = (facts: Partial<CheckResult> = {}): CheckResult => ({
  ...NO_ANSWER,
  isUp: true,
  error: null,
  errorCode: null,
  ...facts,
});

/** Creates the result of a check that failed. */
export const downResult = (
  errorCode: FailureCode,
  error: string,
  facts: Partial<CheckResult> = {},
): CheckResult => ({ ...NO_ANSWER, isUp: false, error, errorCode, ...facts });

/** Creates the result of a request that failed. Rethrows what is no failure of a request. */
export function failedResult(
  error: unknown,
  {
    startedMs,
    certificate = null,
  }: { readonly startedMs: number; readonly certificate?: CertificateFacts | null },
): CheckResult {
  if (!(error instanceof OutboundError)) throw error;
  const isLate = performance.now() - startedMs > CHECK_TIMEOUT_MS + MAX_LATENESS_MS;
  return downResult(toFailureCode(error), error.message, {
    certificate,
    isInconclusive: error.code === 'timeout' && isLate,
  });
}
