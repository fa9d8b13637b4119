/** Sends one delivery: composes, signs and posts it, and returns the outcome. */

import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Site } from '../../../core/site.ts';
import { OutboundError } from '../../../outbound/errors.ts';
import type { Outbound, OutboundResponse } from '../../../outbound/fetch.ts';
import type { WebhookRow } from '../store.ts';
import { buildBody, buildHeaders, buildPayload } from './delivery-request.ts';
import { parseRetryAfter } from './retry-schedule.ts';
import type { DeliveryRow } from './store.ts';

/** The outcome of an attempt. */
export interface Outcome {
  readonly statusCode: number | null;
  /** Null: delivered. */
  readonly error: string | null;
  /** Retry-After of a failure. */
  readonly retryAfterMs: number | null;
}

/** Input of an attempt. */
export interface AttemptInput {
  readonly webhook: WebhookRow;
  readonly delivery: DeliveryRow;
  readonly site: Site | undefined;
  readonly signal: AbortSignal;
}

/** Source: decisions, section 4, Webhooks. */
const TIMEOUTS = { connectTimeoutMs: 10_000, timeoutMs: 30_000 } as const;
const MAX_ANSWER_BYTES = 16 * 1024;
/** Characters of a response shown to the owner: enough for an error message, too few to read internal pages with. */
const MAX_SHOWN_LENGTH = 500;

export type Attempt = (task: AttemptInput) => Promise<Outcome>;

/** Creates the function that sends a delivery. It rejects only with the signal's reason. */
export const createAttempt =
  (deps: {
    readonly fetchPublic: Outbound['fetchPublic'];
    readonly clock: Clock;
    readonly log: Log;
    /** Origin of the links in payloads. */
    readonly baseUrl: () => string;
  }): Attempt =>
  async ({ webhook, delivery, site, signal }) => {
    const { fetchPublic, clock, log, baseUrl } = deps;
    const body = buildBody(webhook, buildPayload(delivery, site, baseUrl()));
    try {
      const answer = await fetchPublic(webhook.url, {
        method: 'POST',
        headers: buildHeaders({ secret: webhook.secret, body, delivery, now: clock.now() }),
        body,
        ...TIMEOUTS,
        maxBytes: MAX_ANSWER_BYTES,
        cutsBody: true,
        signal,
      });
      const { status } = answer;
      if (status >= 200 && status < 300) return { statusCode: status, error: null, retryAfterMs: null };
      const retryAfterMs = parseRetryAfter(answer.headers.get('retry-after'), clock.now());
      return { statusCode: status, error: toErrorText(answer), retryAfterMs };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof OutboundError)
        return { statusCode: null, error: error.message, retryAfterMs: null };
      log.error({ err: error, webhook: webhook.id, delivery: delivery.id }, 'a delivery could not be sent');
      return {
        statusCode: null,
        error: 'the server could not send it: its log says why',
        retryAfterMs: null,
      };
    }
  };

function toErrorText({ status, body }: OutboundResponse): string {
  if (status >= 300 && status < 400) return `the target redirects (${status}), which is not followed`;
  const answerText = Buffer.from(body)
    .toString('utf8')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are to be removed
    .replaceAll(/[\u0000-\u0020\u007f-\u009f]+/g, ' ')
    .trim();
  const shown = [...answerText].slice(0, MAX_SHOWN_LENGTH).join('');
  return shown === '' ? `the target answered ${status}` : `the target answered ${status}: ${shown}`;
}
