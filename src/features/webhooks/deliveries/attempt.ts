/** Sends one delivery: composes, signs and posts it, and returns the outcome. */

import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { secretValues, withFallbacks } from '../../../core/notification-channels.ts';
import type { Site } from '../../../core/site.ts';
import { OutboundError } from '../../../outbound/errors.ts';
import type { Outbound, OutboundResponse } from '../../../outbound/fetch.ts';
import { CHANNELS } from '../notification-channels/kinds.ts';
import type { ChannelMessage } from '../notification-channels/message.ts';
import { toChannelMessage } from '../notification-channels/message.ts';
import type { PushKeys } from '../notification-channels/web-push.ts';
import type { WebhookRow } from '../store.ts';
import { buildBody, buildHeaders } from './delivery-request.ts';
import { buildPayload, type Payload } from './payload.ts';
import { parseRetryAfter } from './retry-schedule.ts';
import type { DeliveryRow } from './store.ts';

/** The outcome of an attempt. */
export interface Outcome {
  readonly statusCode: number | null;
  /** Null: delivered. */
  readonly error: string | null;
  /** Retry-After of a failure. */
  readonly retryAfterMs: number | null;
  /** True: it is not tried again. */
  readonly isFinal?: true;
}

/** Queues the mail of a channel. */
export type SendMail = (mail: {
  readonly ownerId: number;
  readonly email: string;
  readonly siteId: number | null;
  readonly message: ChannelMessage;
}) => Outcome;

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

interface AttemptDeps {
  readonly fetchPublic: Outbound['fetchPublic'];
  readonly sendMail: SendMail;
  readonly pushKeys: PushKeys;
  readonly clock: Clock;
  readonly log: Log;
  /** Origin of the links in payloads. */
  readonly baseUrl: () => string;
}

/** Creates the function that sends a delivery. It rejects only with the signal's reason. */
export const createAttempt =
  (deps: AttemptDeps): Attempt =>
  async ({ webhook, delivery, site, signal }) => {
    const { fetchPublic, sendMail, clock, log } = deps;
    const baseUrl = deps.baseUrl();
    const payload = buildPayload(delivery, site, baseUrl);
    try {
      if (webhook.channel?.kind === 'mail') return sendMail(toMail(webhook, payload, site));
      const { url, ...request } = await buildRequest({ webhook, delivery }, payload, {
        pushKeys: deps.pushKeys,
        baseUrl,
        now: clock.now(),
      });
      const answer = await fetchPublic(url, {
        ...request,
        ...TIMEOUTS,
        maxBytes: MAX_ANSWER_BYTES,
        cutsBody: true,
        signal,
      });
      const { status } = answer;
      if (status >= 200 && status < 300) return { statusCode: status, error: null, retryAfterMs: null };
      return {
        statusCode: status,
        error: toErrorText(answer, webhook),
        retryAfterMs: readRetryAfter(answer, webhook, clock.now()),
        ...(isFinal(status, webhook) ? { isFinal: true as const } : {}),
      };
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

const toMail = ({ ownerId, channel }: WebhookRow, payload: Payload, site: Site | undefined) => ({
  ownerId,
  email: channel?.values['email'] ?? '',
  siteId: site?.id ?? null,
  message: toChannelMessage(payload),
});

/** Builds the request of a webhook, or that of a notification channel. */
async function buildRequest(
  { webhook, delivery }: Pick<AttemptInput, 'webhook' | 'delivery'>,
  payload: Payload,
  { now, ...own }: { readonly pushKeys: PushKeys; readonly baseUrl: string; readonly now: Date },
) {
  const { channel, secret } = webhook;
  const build = channel ? CHANNELS[channel.kind].request : null;
  if (!channel || !build) {
    const body = buildBody(webhook, payload);
    const headers = buildHeaders({ secret, body, delivery, now });
    return { url: webhook.url, method: 'POST', headers, body } as const;
  }
  const values = withFallbacks(channel.kind, channel.values);
  const request = await build({ ...own, values, payload, message: toChannelMessage(payload) });
  if (channel.kind !== 'webhook') return request;
  return { ...request, headers: buildHeaders({ secret, body: Buffer.from(request.body), delivery, now }) };
}

/** Returns whether a channel will never take anything again. */
const isFinal = (status: number, { channel }: WebhookRow): boolean =>
  channel !== null && CHANNELS[channel.kind].finalStatuses?.includes(status) === true;

function readRetryAfter({ headers, body }: OutboundResponse, { channel }: WebhookRow, now: Date) {
  const inHeader = parseRetryAfter(headers.get('retry-after'), now);
  const parse = channel && CHANNELS[channel.kind].parseRetryAfterMs;
  return inHeader ?? parse?.(Buffer.from(body).toString('utf8')) ?? null;
}

/** Parts of an address that are shorter are no secrets: `api`, `webhooks`. */
const MIN_SECRET_LENGTH = 16;

/** Removes the secrets of a channel, and the parts of its secret address, from an answer that quotes them. */
function redact(text: string, { channel }: WebhookRow): string {
  const secrets = (channel ? secretValues(channel.kind, channel.values) : []).flatMap(secret => {
    const url = URL.parse(secret);
    if (!url) return [secret];
    const parts = [...url.pathname.split('/'), ...url.searchParams.values(), url.password];
    return [
      secret,
      url.href,
      ...[url.pathname + url.search, url.pathname].filter(path => path.length > 1),
      ...parts.filter(part => part.length >= MIN_SECRET_LENGTH),
    ];
  });
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}

function toErrorText({ status, body }: OutboundResponse, webhook: WebhookRow): string {
  if (status >= 300 && status < 400) return `the target redirects (${status}), which is not followed`;
  const answerText = redact(Buffer.from(body).toString('utf8'), webhook)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are to be removed
    .replaceAll(/[\u0000-\u0020\u007f-\u009f]+/g, ' ')
    .trim();
  const shown = [...answerText].slice(0, MAX_SHOWN_LENGTH).join('');
  return shown === '' ? `the target answered ${status}` : `the target answered ${status}: ${shown}`;
}
