/** Protection against responses that are much more expensive to receive than their size. */
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream';
import { OutboundError } from './errors.ts';

/** Size of the blocks into which small chunks are copied. */
const BLOCK_BYTES = 64 * 1024;
/** Every chunk has a fixed cost: beyond this number they must have a minimum size on average. */
const MAX_TINY_CHUNKS = 4096;
const MIN_AVERAGE_BYTES = 16;
/** Limit of headers, chunk sizes and chunk extensions, in addition to three times the body's limit. */
const FRAMING_BYTES = 64 * 1024;

/** Bytes that a connection has received. */
export interface Traffic {
  /** Bytes of the body, still encoded. */
  bodyBytes: number;
  /** Whether it was closed for too much overhead. */
  readonly isExceeded: boolean;
}

/**
 * Counts the bytes of a connection, and closes it once headers, chunk sizes and the like come to more than 3 times
 * `maxBytes` and 64 KiB beside the body.
 */
export function limitTraffic(socket: Socket, maxBytes: number): Traffic {
  const traffic = { bodyBytes: 0, isExceeded: false };
  const allowance = 3 * maxBytes + FRAMING_BYTES;
  let rawBytes = 0;
  socket.on('data', (chunk: Uint8Array) => {
    // Checked before this chunk is counted, since its share of the body is not known yet.
    if (rawBytes - traffic.bodyBytes > allowance) {
      traffic.isExceeded = true;
      socket.destroy();
    }
    rawBytes += chunk.byteLength;
  });
  return traffic;
}

/**
 * Yields the bytes of a response; all chunks of one event loop iteration are joined. Throws `protocol` for very many tiny
 * chunks, and what the stream throws when it is interrupted. Without backpressure: the reader must end it in time.
 */
export async function* joinChunks(
  answer: Readable,
  { host, traffic }: { readonly host: string; readonly traffic: Traffic },
): AsyncGenerator<Uint8Array, void> {
  const pieces = createChunkBuffer();
  let chunks = 0;
  let failure: Error | undefined;
  let isOver = false;
  let arrival = Promise.withResolvers<void>();
  const notice = () => arrival.resolve();
  const onData = (chunk: Uint8Array) => {
    if (isOver) return;
    if (chunks === 0 || pieces.isEmpty()) setImmediate(notice);
    chunks++;
    traffic.bodyBytes += chunk.byteLength;
    pieces.add(chunk);
    if (chunks <= MAX_TINY_CHUNKS || traffic.bodyBytes >= chunks * MIN_AVERAGE_BYTES) return;
    isOver = true;
    failure = new OutboundError('protocol', `${host} sends its answer in too many tiny chunks`);
    answer.destroy();
    notice();
  };
  answer.on('data', onData);
  const unsubscribe = finished(answer, { writable: false }, error => {
    failure ??= error ?? undefined;
    isOver = true;
    notice();
  });
  try {
    for (;;) {
      await arrival.promise;
      arrival = Promise.withResolvers<void>();
      yield* pieces.take();
      if (failure) throw failure;
      if (isOver) return;
    }
  } finally {
    isOver = true;
    answer.off('data', onData);
    unsubscribe();
  }
}

/** Creates a buffer of chunks in order; small ones are copied into blocks. */
function createChunkBuffer() {
  let pieces: Uint8Array[] = [];
  let block = Buffer.allocUnsafe(0);
  let used = 0;

  function seal(): void {
    if (used > 0) pieces.push(block.subarray(0, used));
    block = block.subarray(used);
    used = 0;
  }

  return {
    isEmpty: () => pieces.length === 0 && used === 0,
    add(chunk: Uint8Array): void {
      if (chunk.byteLength >= BLOCK_BYTES / 4) {
        seal();
        pieces.push(chunk);
        return;
      }
      if (used + chunk.byteLength > block.byteLength) {
        seal();
        block = Buffer.allocUnsafe(BLOCK_BYTES);
      }
      block.set(chunk, used);
      used += chunk.byteLength;
    },
    take(): Uint8Array[] {
      seal();
      const taken = pieces;
      pieces = [];
      return taken;
    },
  };
}
