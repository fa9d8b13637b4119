/** Client of the public API, with the session's cookie: the only way to the server. */
import { toSentence } from '../lib/english.ts';
import { takeEarlyAnswer } from './api-early.ts';
import { apiUrl, type Query } from './api-url.ts';
import { toAddress } from './base-path.ts';
import * as labels from './labels/ui.ts';

/** A failed request; its message is the server's where there is one. Status 0: no response. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    message: string,
    /** Each message by itself where the server sent several. */
    readonly errors: readonly string[] = [message],
  ) {
    super(message);
  }
}

/** Returns whether the server gave no answer, or a proxy answered for it. */
export const hasNoAnswer = (error: unknown): boolean =>
  error instanceof ApiError && [0, 502, 504].includes(error.status);

/** Converts an error to a message for people. */
export const toErrorMessage = (error: unknown): string =>
  error instanceof ApiError ? toSentence(error.message) : labels.unknownError;

export interface CallOptions {
  readonly query?: Query;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

const DEADLINE_MS = 30_000;
/** How often a GET is retried while the server is busy. */
const MAX_RETRIES = 2;
/** A rate limit that lasts longer is shown instead of waited for. */
const MAX_RETRY_AFTER_SECONDS = 15;
const RETRY_AFTER_SECONDS = 2;

/** Calls an endpoint of the API and returns its answer. Throws `ApiError`. */
export const call = <Answer>(method: string, path: string, options: CallOptions = {}): Promise<Answer> =>
  send<Answer>(method, apiUrl(path, options.query), options);

/** Calls an endpoint outside the API: signing in and what comes before it, such as `/session`. Throws `ApiError`. */
export const callPage = <Answer>(method: string, path: string, options: CallOptions = {}): Promise<Answer> =>
  send<Answer>(method, toAddress(path), options);

/** Reads a text that the server publishes outside the API. Throws `ApiError`. */
export async function readText(path: string, signal: AbortSignal): Promise<string> {
  const response = await request('GET', toAddress(path), { signal });
  if (!response.ok) throw toApiError(response.status, undefined);
  return await response.text();
}

async function send<Answer>(method: string, address: string, options: CallOptions): Promise<Answer> {
  const early = method === 'GET' ? await takeEarlyAnswer(address) : undefined;
  if (early?.status === 200) return early.answer as Answer;
  if (early && early.status < 429) throw toApiError(early.status, early.answer);
  let response = await request(method, address, options);
  for (let retries = 0; method === 'GET' && retries < MAX_RETRIES; retries++) {
    const delayMs = getRetryDelay(response);
    if (delayMs === undefined) break;
    await new Promise(resolve => setTimeout(resolve, delayMs));
    response = await request(method, address, options);
  }
  const answer: unknown = response.status === 204 ? null : await response.json().catch(() => undefined);
  if (!response.ok) throw toApiError(response.status, answer);
  return answer as Answer;
}

/** Returns the delay in milliseconds before a retry; undefined where a retry would not help. */
function getRetryDelay({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const seconds = Number(headers.get('retry-after') ?? RETRY_AFTER_SECONDS);
  // Jitter: requests that were refused together must not be retried together.
  return seconds <= MAX_RETRY_AFTER_SECONDS ? seconds * 1000 * (1 + Math.random() / 2) : undefined;
}

async function request(method: string, address: string, { body, signal }: CallOptions): Promise<Response> {
  signal?.throwIfAborted();
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const response = await fetch(address, {
    method,
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  signal?.throwIfAborted();
  if (!response) throw new ApiError(0, labels.noAnswer);
  return response;
}

/** Converts the answer to a failed request. */
export function toApiError(status: number, answer: unknown): ApiError {
  const { error, errors } = (answer ?? {}) as { error?: unknown; errors?: unknown };
  if (typeof error === 'string') return new ApiError(status, error, error.split('; '));
  if (Array.isArray(errors)) return new ApiError(status, errors.join('; '), errors.map(String));
  return new ApiError(status, labels.answeredStatus(status));
}

/** Returns whether the server answers, and not only a proxy for it: asked without a session. A server that is not healthy answers, too. */
export const isServerThere = async (): Promise<boolean> => {
  const response = await fetch(toAddress('/healthz'), { cache: 'no-store' }).catch(() => undefined);
  return response?.headers.get('content-type')?.startsWith('application/json') ?? false;
};

/** Returns whether the browser lets a request of a page of a site through: content blockers go by its address. `OPTIONS` counts nothing. */
export const isAnswered = (method: 'GET' | 'OPTIONS', path: string): Promise<boolean> =>
  fetch(toAddress(path), { method, cache: 'no-store', credentials: 'omit' }).then(
    ({ ok }) => ok,
    () => false,
  );
