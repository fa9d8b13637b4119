import type { OutboundCode } from '../../outbound/errors.ts';
import type { Verdict } from './tables.ts';

/** What came of asking for an address. */
export type Outcome =
  | { readonly kind: 'answer'; readonly status: number; readonly isChallenge: boolean }
  | { readonly kind: 'failure'; readonly code: OutboundCode; readonly message: string };

/** What is known of an address, and what a new outcome makes of it. Instants are milliseconds since 1970. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly statusCode: number | null;
  /** A sentence without a full stop; null when nothing is wrong. */
  readonly errorMessage: string | null;
  readonly failingSince: number | null;
}

/** Between the two rounds that it takes to call an address elsewhere broken because nobody answers well. */
const CONFIRM_AFTER_MS = 6 * 60 * 60_000;
/** Answers to machines that say nothing about what people get. Source: decisions, section 7, Content. */
const TELLS_NOTHING: ReadonlySet<number> = new Set([401, 403, 405, 406, 407, 429, 451, 999]);
const WORDS: Readonly<Record<number, string>> = {
  404: 'Not Found',
  410: 'Gone',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Whether an outcome is one of a server that works: then a failure is asked for once more, with GET. */
export const isFine = (outcome: Outcome): boolean =>
  outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 400;

/** Whether nobody answered, so that other addresses of the host need not be tried. */
export const isUnanswered = (outcome: Outcome): boolean =>
  outcome.kind === 'failure' &&
  (outcome.code === 'dns' || outcome.code === 'connect' || outcome.code === 'timeout');

/** What a confirmed outcome says of an address. Source: decisions, section 7, Content. */
export function judge(
  outcome: Outcome,
  before: Pick<Judgement, 'failingSince'> & { readonly verdict: Verdict | null },
  { isOwn, nowMs }: { readonly isOwn: boolean; readonly nowMs: number },
): Judgement {
  const statusCode = outcome.kind === 'answer' ? outcome.status : null;
  const settled = (verdict: Verdict, errorMessage: string | null = null): Judgement => ({
    verdict,
    statusCode,
    errorMessage,
    failingSince: null,
  });
  if (outcome.kind === 'failure' && outcome.code === 'refused_target')
    return settled('skipped', outcome.message);
  const errorMessage = outcome.kind === 'answer' ? sentenceOf(outcome.status) : outcome.message;
  if (outcome.kind === 'answer') {
    const { status, isChallenge } = outcome;
    if (isFine(outcome)) return settled('ok');
    if (status === 404 || status === 410) return settled('broken', errorMessage);
    if (TELLS_NOTHING.has(status) || status < 500 || isChallenge) return settled('unknown', errorMessage);
  }
  const failingSince = before.failingSince ?? nowMs;
  const isBroken = isOwn || before.verdict === 'broken' || nowMs - failingSince >= CONFIRM_AFTER_MS;
  return { verdict: isBroken ? 'broken' : 'failing', statusCode, errorMessage, failingSince };
}

const sentenceOf = (status: number): string =>
  `answered ${[status, WORDS[status]].filter(Boolean).join(' ')}`;
