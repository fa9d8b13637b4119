import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { joinChunks, type Traffic } from './chunks.ts';
import { OutboundError } from './errors.ts';

/** `Accept-Encoding` for what `readBody` decodes. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

export interface BodyOptions {
  /** `Content-Encoding` of the answer. */
  readonly encoding: string;
  /** `Content-Length` of the answer, 0 when there is none. */
  readonly declaredBytes: number;
  /** Counted after decompression. */
  readonly maxBytes: number;
  /** True: a longer body is truncated. False: it is an error. */
  readonly cutsBody: boolean;
  readonly host: string;
  readonly traffic: Traffic;
}

/** How much larger a compressed body may be than the decompressed limit. */
const ENCODING_OVERHEAD_BYTES = 64 * 1024;

/**
 * Reads and decompresses a response's body in little more memory than `maxBytes`: reading ends at the first byte over
 * it. Throws `too_large` for a longer one, `protocol` for very many tiny chunks, and what the stream throws when it
 * breaks off.
 */
export async function readBody(
  answer: Readable,
  options: BodyOptions,
): Promise<{ readonly body: Uint8Array; readonly isCut: boolean }> {
  const { maxBytes, cutsBody, host } = options;
  const tooLarge = () => new OutboundError('too_large', `${host} answered more than ${maxBytes} bytes`);
  if (options.declaredBytes > maxBytes && !cutsBody) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of decode(limitBytes(joinChunks(answer, options), maxBytes, tooLarge), options)) {
    if (size + chunk.byteLength > maxBytes) {
      if (!cutsBody) throw tooLarge();
      chunks.push(chunk.subarray(0, maxBytes - size));
      return { body: Buffer.concat(chunks), isCut: true };
    }
    chunks.push(chunk);
    size += chunk.byteLength;
  }
  return { body: Buffer.concat(chunks), isCut: false };
}

/** Limits the compressed bytes, which may decompress to nothing forever. */
async function* limitBytes(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLarge: () => OutboundError,
) {
  let size = 0;
  for await (const chunk of source) {
    yield chunk;
    size += chunk.byteLength;
    if (size > maxBytes + ENCODING_OVERHEAD_BYTES) throw tooLarge();
  }
}

async function* decode(
  source: AsyncGenerator<Uint8Array>,
  { encoding, host }: BodyOptions,
): AsyncGenerator<Uint8Array> {
  const name = encoding.trim().toLowerCase();
  if (PLAIN.has(name)) return yield* source;
  const createDecoder = DECODERS.get(name);
  if (!createDecoder)
    throw new OutboundError('protocol', `${host} answered in an encoding that was not requested`);
  // An empty body is empty in every encoding: HEAD, 204 and 304 have none.
  const { value: first, done } = await source.next();
  if (done) return;
  async function* whole() {
    yield first as Uint8Array;
    yield* source;
  }
  const decoder = createDecoder(first[0] ?? 0);
  // A failure reaches the reader through the decoder, which it destroys.
  pipeline(Readable.from(whole(), { objectMode: false }), decoder, () => {});
  yield* decoder;
}

/** No encoding, and invalid values that servers send for it: browsers ignore those as well. */
const PLAIN: ReadonlySet<string> = new Set(['', 'identity', 'none', 'binary', 'utf-8', 'utf8']);

/** Decoders by encoding, created from the body's first byte. */
const DECODERS = new Map<string, (firstByte: number) => Transform>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['br', () => createBrotliDecompress()],
  // Servers send zlib or raw deflate; the first byte shows which. Source: RFC 9110, section 8.4.1.2.
  ['deflate', firstByte => ((firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw())],
]);
