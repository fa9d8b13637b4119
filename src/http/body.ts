import { AppError } from '../core/errors.ts';

/** Largest body of the API. Source: decisions, section 2. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** A body that trickles in longer than this is given up, so that slow senders cannot hold the server. */
const BODY_DEADLINE_MS = 30_000;
const SWEEP_MS = 1000;

const tooLarge = (limit: number): AppError =>
  new AppError(
    'too_large',
    `body must be at most ${limit >= 1024 ** 2 ? `${limit / 1024 ** 2} MiB` : `${limit / 1024} KiB`}`,
  );

/** A body as text; empty when there is none. 413 over the limit, 408 when it does not arrive within 30 seconds. */
export function readBody(request: Request, limit = MAX_BODY_BYTES): Promise<string> | string {
  const declared = request.headers.get('content-length');
  if (declared === null) {
    const isChunked = request.headers.has('transfer-encoding') && request.body !== null;
    return isChunked ? withDeadline(readCapped(request.body, limit)) : '';
  }
  if (Number(declared) > limit) throw tooLarge(limit);
  return declared === '0' ? '' : withDeadline(request.text());
}

async function readCapped(stream: ReadableStream<Uint8Array>, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

interface OpenRead {
  readonly untilMs: number;
  readonly fail: (error: AppError) => void;
}

/** Bodies being read. One sweep for all of them: a timer for each would cost more than reading a small body does. */
const openReads = new Set<OpenRead>();
let sweep: Timer | undefined;

function withDeadline(reading: Promise<string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const open: OpenRead = { untilMs: performance.now() + BODY_DEADLINE_MS, fail: reject };
    openReads.add(open);
    sweep ??= setInterval(failLate, SWEEP_MS).unref();
    reading.then(
      text => {
        openReads.delete(open);
        resolve(text);
      },
      error => {
        openReads.delete(open);
        reject(error);
      },
    );
  });
}

function failLate(): void {
  const nowMs = performance.now();
  for (const open of openReads) {
    if (open.untilMs > nowMs) continue;
    openReads.delete(open);
    open.fail(new AppError('timeout', 'body did not arrive within 30 seconds'));
  }
  if (openReads.size > 0) return;
  clearInterval(sweep);
  sweep = undefined;
}

/** A body as JSON; undefined when there is none, `malformed` when it is no JSON. */
export function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return malformed;
  }
}

/** Stands for a body that is no JSON: reported only after access has been checked. */
export const malformed: unique symbol = Symbol('malformed body');
