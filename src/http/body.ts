import { AppError, invalidBody } from '../core/errors.ts';
import { isNestedDeeper } from '../lib/json-scan.ts';
import { bodyBudgetBytes, createBodyBudget, type Lease, PUBLIC, SMALL_BODY_BYTES } from './body-budget.ts';

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
/** A body of more than 64 KiB arrives at this pace at least, on average once the first seconds are over. */
const MIN_BYTES_PER_SECOND = 8 * KIB;
const PACED_AFTER_SECONDS = 5;
const SWEEP_MS = 1000;
/** Of a body that is too large so much is read and thrown away. */
const MAX_DISCARDED_BYTES = 4 * KIB ** 2;
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
 * Receives a body of at most `limit` bytes, counted in the budget of `owner`; undefined when there is none. Throws 413 when
 * `Content-Length` is over the limit, 503 when the budget is exhausted. `bytes` rejects with the same, with 429 when the share of the owner is exhausted, with 408 when the body takes
 * longer than 10 seconds (30 for one over 64 KiB, which also has a least pace), and with 422 for very many tiny chunks.
 */
export function receiveBody(request: Request, limit: number, owner = PUBLIC): Reception | undefined {
  const length = declaredLength(request, limit);
  if (length === 0) return undefined;
  const { promise: bytes, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const isSmall = (length ?? limit) <= SMALL_BODY_BYTES;
  // Small bodies are paid for when they are announced: reading them in chunks would cost more than they hold.
  const isReadAtOnce = isSmall && length !== undefined;
  const lease = budget.reserve(isReadAtOnce ? length : 0, isSmall, { owner, evict: reject });
  const open: OpenRead = { startedMs: performance.now(), isSmall, receivedBytes: 0, fail: reject };
  const end = watchArrival(open);
  if (isReadAtOnce) request.bytes().then(resolve, reject);
  else {
    const chunks = readChunks(request, limit, { lease, open });
    chunks.bytes.then(resolve, reject);
    bytes.catch(chunks.cancel);
  }
  bytes.then(lease.settle, lease.release).finally(end);
  return { bytes, release: lease.release };
}

/** Receives a body and converts it; undefined when there is none. Fails as `receiveBody` does. */
async function readWith<Value>(
  reception: Reception | undefined,
  read: (bytes: Uint8Array) => Value,
): Promise<Value | undefined> {
  if (!reception) return undefined;
  try {
    return read(await reception.bytes);
  } finally {
    reception.release();
  }
}

/** Reads a body as text; empty when there is none. Fails as `receiveBody` does. */
export const readBody = async (request: Request, limit: number): Promise<string> =>
  (await readWith(receiveBody(request, limit), bytes => decoder.decode(bytes))) ?? '';

/** Reads a body with `parseJsonBytes`; undefined when there is none. Fails as `receiveBody` does. */
export const readJson = async (request: Request, limit: number, owner?: string): Promise<unknown> =>
  readWith(receiveBody(request, limit, owner), parseJsonBytes);

/** Returns the `Content-Length`, 0 without a body, undefined for a chunked one. Throws 413 over the limit. */
function declaredLength(request: Request, limit: number): number | undefined {
  const declared = request.headers.get('content-length');
  if (declared === null)
    return request.headers.has('transfer-encoding') && request.body !== null ? undefined : 0;
  if (Number(declared) > limit) throw tooLarge(limit);
  return Number(declared);
}

interface Arrival {
  readonly lease: Lease;
  readonly open: OpenRead;
}

/** Starts to read a body chunk by chunk, each of which is reserved. */
function readChunks(request: Request, limit: number, { lease, open }: Arrival) {
  const reader = (request.body as ReadableStream<Uint8Array>).getReader();
  const read = async (): Promise<Uint8Array> => {
    const chunks: Uint8Array[] = [];
    let reads = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      open.receivedBytes += next.value.byteLength;
      reads += 1;
      if (reads > MAX_TINY_CHUNKS && open.receivedBytes < reads * MIN_AVERAGE_BYTES)
        throw invalidBody(
          `body must not come in tiny chunks: more than ${MAX_TINY_CHUNKS} of them must have ${MIN_AVERAGE_BYTES} bytes on average`,
        );
      if (open.receivedBytes > limit + MAX_DISCARDED_BYTES) break;
      // Read on: a connection that is closed before everything has been read is reset, and the client never sees the answer.
      if (open.receivedBytes > limit) {
        chunks.length = 0;
        continue;
      }
      lease.grow(next.value.byteLength);
      chunks.push(next.value);
    }
    if (open.receivedBytes > limit) throw tooLarge(limit);
    return Buffer.concat(chunks);
  };
  return { bytes: read(), cancel: () => reader.cancel().catch(() => undefined) };
}

/** A body that is arriving. */
interface OpenRead {
  readonly startedMs: number;
  readonly isSmall: boolean;
  receivedBytes: number;
  readonly fail: (error: AppError) => void;
}

/** Bodies that are arriving. One interval checks them all: a timer for each would cost more than reading a small body. */
const openReads = new Set<OpenRead>();
let sweep: Timer | undefined;

/** Fails the body with 408 when it takes too long; returns the function that ends the watch. */
function watchArrival(open: OpenRead): () => void {
  openReads.add(open);
  sweep ??= setInterval(failLate, SWEEP_MS).unref();
  return () => openReads.delete(open);
}

/** Returns why a body is given up; undefined while it arrives fast enough. */
export function findDelay(
  { isSmall, receivedBytes }: Pick<OpenRead, 'isSmall' | 'receivedBytes'>,
  seconds: number,
): string | undefined {
  const deadline = isSmall ? DEADLINE_SECONDS.small : DEADLINE_SECONDS.large;
  if (seconds >= deadline) return `body did not arrive within ${deadline} seconds`;
  if (isSmall || seconds < PACED_AFTER_SECONDS || receivedBytes >= seconds * MIN_BYTES_PER_SECOND)
    return undefined;
  return `body arrives too slowly: at least ${MIN_BYTES_PER_SECOND / KIB} KiB a second, after ${PACED_AFTER_SECONDS} seconds`;
}

function failLate(): void {
  const nowMs = performance.now();
  for (const open of openReads) {
    const delay = findDelay(open, (nowMs - open.startedMs) / 1000);
    if (delay === undefined) continue;
    openReads.delete(open);
    open.fail(new AppError('timeout', delay));
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
