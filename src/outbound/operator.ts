/** Requests to addresses that the operator set, which are trusted. */
import { AppError } from '../core/errors.ts';

const MAX_JSON_BYTES = 64 * 1024;
/** Answers are small: one that is packed could be anything. */
const OWN_HEADERS = { 'user-agent': 'Footfall', 'accept-encoding': 'identity' };
const UNFOLLOWED = { redirect: 'manual', decompress: false } as const;

/**
 * Fetches JSON of at most 64 KiB from an address that the operator set (not a user), without redirects. Rejects on a
 * timeout, an error status or invalid JSON. The message never contains the address, which may contain a visitor's
 * address or a key.
 */
export async function fetchOperatorJson(
  url: string,
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<unknown> {
  return parseJson(
    await readOperator(url, { timeoutMs, maxBytes: MAX_JSON_BYTES, accept: 'application/json' }),
  );
}

/**
 * Fetches a text of at most `maxBytes` from an address that the operator set (not a user), without redirects. Rejects on
 * a timeout or an error status. The message never contains the address.
 */
export const fetchOperatorText = (
  url: string,
  limits: { readonly timeoutMs: number; readonly maxBytes: number },
): Promise<string> => readOperator(url, { ...limits, accept: 'text/plain, */*;q=0.1' });

/** Headers and limits of a request. */
export interface PostOptions {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** In addition to those for JSON. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/**
 * Posts JSON to an address that the operator set (not a user), without redirects, and returns the JSON response. Rejects
 * on a timeout, an error status, a response that is too long or invalid JSON. The message never contains the address.
 */
export async function postOperatorJson(url: string, body: unknown, options: PostOptions): Promise<unknown> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const text = await readOperator(url, {
    ...options,
    accept: 'application/json',
    signal: options.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
    sent: { method: 'POST', body: JSON.stringify(body) },
  });
  return parseJson(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('unavailable', 'the service answered no JSON');
  }
}

/** A request to a service whose answers have a meaning in their status and headers. */
export interface OperatorRequest {
  /** Default: GET. */
  readonly method?: 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  /** Certificates of authorities trusted instead of the usual ones, in PEM. */
  readonly trust?: readonly string[];
}

export interface OperatorAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Requests an address that the operator set (not a user), without redirects, and returns the answer whatever its status is. Rejects
 * on a timeout and for an answer that is too long. The message never contains the address.
 */
export async function requestOperator(
  url: string,
  { method, headers, body, timeoutMs, maxBytes, signal, trust }: OperatorRequest,
): Promise<OperatorAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await withoutAddress(() =>
    fetch(url, {
      ...(method ? { method } : {}),
      ...(body === undefined ? {} : { body }),
      headers: { ...headers, ...OWN_HEADERS },
      ...UNFOLLOWED,
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      ...(trust ? { tls: { ca: [...trust] } } : {}),
    }),
  );
  const { body: content } = response;
  const text = content ? await withoutAddress(() => readText(content, maxBytes)) : '';
  return { status: response.status, headers: response.headers, text };
}

async function readOperator(
  url: string,
  options: {
    readonly timeoutMs: number;
    readonly maxBytes: number;
    readonly accept: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
    readonly sent?: { readonly method: 'POST'; readonly body: string };
  },
): Promise<string> {
  const response = await withoutAddress(() =>
    fetch(url, {
      ...options.sent,
      headers: {
        ...options.headers,
        ...(options.sent ? { 'content-type': 'application/json' } : {}),
        accept: options.accept,
        ...OWN_HEADERS,
      },
      ...UNFOLLOWED,
      signal: options.signal ?? AbortSignal.timeout(options.timeoutMs),
    }),
  );
  const { body } = response;
  if (!response.ok || !body) {
    await body?.cancel().catch(() => undefined);
    throw new AppError('unavailable', `the service answered ${response.status}`);
  }
  return withoutAddress(() => readText(body, options.maxBytes));
}

async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new AppError('unavailable', 'the service answered too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Removes the address from errors of a connection, since logs contain every property of an error. */
async function withoutAddress<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw new AppError('unavailable', 'the service did not answer in time');
    if (error instanceof AppError || error instanceof DOMException) throw error;
    const code = (error as { readonly code?: unknown }).code;
    throw new AppError(
      'unavailable',
      `the service could not be reached${typeof code === 'string' ? ` (${code})` : ''}`,
    );
  }
}
