import { HOUR_MS } from '../../../lib/time-units.ts';
import type { OutboundCode } from '../../../outbound/errors.ts';
import type { LinkStatus } from '../tables.ts';

/** The outcome of a request. */
export type Outcome =
  | { readonly kind: 'answer'; readonly status: number; readonly isChallenge: boolean }
  | { readonly kind: 'failure'; readonly code: OutboundCode; readonly message: string };

/** The status of a link. Instants are milliseconds since 1970. */
export interface LinkResult {
  readonly verdict: LinkStatus;
  readonly statusCode: number | null;
  /** A sentence without a full stop; null when nothing is wrong. */
  readonly errorMessage: string | null;
  readonly failingSince: number | null;
}

/** Time between two failed checks after which an external link counts as broken. */
const CONFIRM_AFTER_MS = 6 * HOUR_MS;
/** Statuses that servers send to bots and that say nothing about what people get. Source: decisions, section 7, Content. */
const INCONCLUSIVE: ReadonlySet<number> = new Set([401, 403, 405, 406, 407, 429, 451, 999]);
const REASON_PHRASES: Readonly<Record<number, string>> = {
  404: 'Not Found',
  410: 'Gone',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Returns whether an outcome is a success or a redirect. */
export const isSuccess = (outcome: Outcome): boolean =>
  outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 400;

/** Returns whether the host did not answer, so that its other links need not be tried. */
export const isUnanswered = (outcome: Outcome): boolean =>
  outcome.kind === 'failure' &&
  (outcome.code === 'dns' || outcome.code === 'connect' || outcome.code === 'timeout');

/** Classifies the outcome of a check, given the status before. Source: decisions, section 7, Content. */
export function classify(
  outcome: Outcome,
  before: Pick<LinkResult, 'failingSince'> & { readonly verdict: LinkStatus | null },
  { isOwn, nowMs }: { readonly isOwn: boolean; readonly nowMs: number },
): LinkResult {
  const statusCode = outcome.kind === 'answer' ? outcome.status : null;
  const settled = (verdict: LinkStatus, errorMessage: string | null = null): LinkResult => ({
    verdict,
    statusCode,
    errorMessage,
    failingSince: null,
  });
  if (outcome.kind === 'failure' && outcome.code === 'refused_target')
    return settled('skipped', outcome.message);
  const errorMessage = outcome.kind === 'answer' ? describeStatus(outcome.status) : outcome.message;
  if (outcome.kind === 'answer') {
    const { status, isChallenge } = outcome;
    if (isSuccess(outcome)) return settled('ok');
    if (status === 404 || status === 410) return settled('broken', errorMessage);
    if (INCONCLUSIVE.has(status) || status < 500 || isChallenge) return settled('unknown', errorMessage);
  }
  const failingSince = before.failingSince ?? nowMs;
  const isBroken = isOwn || before.verdict === 'broken' || nowMs - failingSince >= CONFIRM_AFTER_MS;
  return { verdict: isBroken ? 'broken' : 'failing', statusCode, errorMessage, failingSince };
}

const describeStatus = (status: number): string =>
  `answered ${[status, REASON_PHRASES[status]].filter(Boolean).join(' ')}`;
