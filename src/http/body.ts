import { AppError, invalidBody } from '../core/errors.ts';
import { isNestedDeeper } from '../lib/json-scan.ts';
import { bodyBudgetBytes, createBodyBudget, type Lease } from './body-budget.ts';

const KIB = 1024;

/** Size limits of bodies in bytes, by kind of endpoint. Source: decisions, section 2. */
export const MAX_BODY_BYTES = {
  /** A form with a field or two. */
  form: 4 * KIB,
  /** JSON without a key. */
  public: 16 * KIB,
  /** A page's hit: url and referrer at their longest, each character escaped as a surrogate pair. */
  report: 64 * KIB,
  /** JSON behind a key. */
  standard: KIB ** 2,
  /** Rows behind a key. */
  batch: 10 * KIB ** 2,
} as const;

export type BodySize = keyof typeof MAX_BODY_BYTES;

/** Limit of nested objects and arrays, since deep ones are expensive to parse. */
export const MAX_DEPTH = 64;
/** Deadlines for receiving a body, against slow senders (slowloris). */
const DEADLINE_SECONDS = { small: 10, large: 30 } as const;
const SWEEP_MS = 1000;
/** Every chunk has a fixed cost: beyond this number they must have a minimum size on average. */
const MAX_TINY_CHUNKS = 1000;
const MIN_AVERAGE_BYTES = 64;

const budget = createBodyBudget(bodyBudgetBytes());
const decoder = new TextDecoder();
const strictDecoder = new TextDecoder('utf-8', { fatal: true });

const sizeText = (bytes: number): string =>
  bytes >= KIB ** 2 ? `${bytes / KIB ** 2} MiB` : `${bytes / KIB} KiB`;

const tooLarge = (limit: number): AppError =>
  new AppError('too_large', `body must be at most ${sizeText(limit)}`);

/** A body that is being received, and its share of the budget. */
export interface Reception {
  readonly bytes: Promise<Uint8Array>;
  /** Releases the budget. Must always be called. */
  release(): void;
}

/**
 * Receives a body; undefined when there is none. Throws 413 when `Content-Length` is over the limit, 503 when the budget
 * is exhausted. `bytes` rejects with the same, with 408 when the body takes longer than 10 seconds (30 for limits over
 * 64 KiB), and with 422 for very many tiny chunks.
 */
export function receiveBody(request: Request, limit: number): Reception | undefined {
  const length = declaredLength(request, limit);
  if (length === 0) return undefined;
  const { promise: bytes, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const lease = budget.reserve(length ?? 0, { limit, evict: reject });
  const arriving = length === undefined ? readChunks(request, limit, lease) : request.bytes();
  const end = watchDeadline(limit, reject);
  arriving.then(resolve, reject).finally(end);
  return { bytes, release: lease.release };
}

/** Receives a body and converts it; undefined when there is none. Fails as `receiveBody` does. */
async function readWith<Value>(
  request: Request,
  limit: number,
  read: (bytes: Uint8Array) => Value,
): Promise<Value | undefined> {
  const reception = receiveBody(request, limit);
  if (!reception) return undefined;
  try {
    return read(await reception.bytes);
  } finally {
    reception.release();
  }
}

/** Reads a body as text; empty when there is none. Fails as `receiveBody` does. */
export const readBody = async (request: Request, limit: number): Promise<string> =>
  (await readWith(request, limit, bytes => decoder.decode(bytes))) ?? '';

/** Reads a body with `parseJsonBytes`; undefined when there is none. Fails as `receiveBody` does. */
export const readJson = (request: Request, limit: number): Promise<unknown> =>
  readWith(request, limit, parseJsonBytes);

/** Returns the `Content-Length`, 0 without a body, undefined for a chunked one. Throws 413 over the limit. */
function declaredLength(request: Request, limit: number): number | undefined {
  const declared = request.headers.get('content-length');
  if (declared === null)
    return request.headers.has('transfer-encoding') && request.body !== null ? undefined : 0;
  if (Number(declared) > limit) throw tooLarge(limit);
  return Number(declared);
}

async function readChunks({ body }: Request, limit: number, lease: Lease): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    lease.grow(chunk.byteLength);
    chunks.push(chunk);
    if (chunks.length > MAX_TINY_CHUNKS && size < chunks.length * MIN_AVERAGE_BYTES)
      throw invalidBody(
        `body must not come in tiny chunks: more than ${MAX_TINY_CHUNKS} of them must have ${MIN_AVERAGE_BYTES} bytes on average`,
      );
  }
  return Buffer.concat(chunks);
}

interface OpenRead {
  readonly seconds: number;
  readonly untilMs: number;
  readonly fail: (error: AppError) => void;
}

/** Bodies being read. One interval checks them all: a timer for each would cost more than reading a small body. */
const openReads = new Set<OpenRead>();
let sweep: Timer | undefined;

/** Calls `fail` with 408 when the body takes too long; returns the function that ends the watch. */
function watchDeadline(limit: number, fail: (error: AppError) => void): () => void {
  const seconds = limit <= MAX_BODY_BYTES.report ? DEADLINE_SECONDS.small : DEADLINE_SECONDS.large;
  const open: OpenRead = { seconds, untilMs: performance.now() + seconds * 1000, fail };
  openReads.add(open);
  sweep ??= setInterval(failLate, SWEEP_MS).unref();
  return () => openReads.delete(open);
}

function failLate(): void {
  const nowMs = performance.now();
  for (const open of openReads) {
    if (open.untilMs > nowMs) continue;
    openReads.delete(open);
    open.fail(new AppError('timeout', `body did not arrive within ${open.seconds} seconds`));
  }
  if (openReads.size > 0) return;
  clearInterval(sweep);
  sweep = undefined;
}

/** Parses JSON; undefined for an empty text, `malformed` for invalid JSON, `tooDeep` when it is nested too deep. */
export function parseJson(text: string): unknown {
  if (text === '') return undefined;
  if (isNestedDeeper(text, MAX_DEPTH)) return tooDeep;
  try {
    return JSON.parse(text);
  } catch {
    return malformed;
  }
}

/** Parses JSON from bytes like `parseJson`; `notUtf8` for invalid UTF-8. */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = strictDecoder.decode(bytes);
  } catch {
    return notUtf8;
  }
  return parseJson(text);
}

/** A body that is not JSON: reported only after access has been checked. */
export const malformed: unique symbol = Symbol('malformed body');
/** A body that is nested too deep: reported likewise. */
export const tooDeep: unique symbol = Symbol('too deep a body');

/** A body that is not UTF-8: reported likewise. */
export const notUtf8: unique symbol = Symbol('not UTF-8');

/** Returns the fault of a parsed body; undefined when it is valid or absent. */
export function findJsonFault(body: unknown): string | undefined {
  if (body === malformed) return 'body must be JSON';
  if (body === notUtf8) return 'body must be UTF-8';
  return body === tooDeep ? `body must be nested at most ${MAX_DEPTH} levels deep` : undefined;
}

/** Throws 422 for a body that is not JSON, or nested too deep. */
export function checkJson(body: unknown): void {
  const fault = findJsonFault(body);
  if (fault !== undefined) throw invalidBody(fault);
}
