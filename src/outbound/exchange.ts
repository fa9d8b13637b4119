import { type IncomingMessage, request as startRequest } from 'node:http';
import type { Socket } from 'node:net';
import { VERSION } from '../core/version.ts';
import { ACCEPTED_ENCODINGS, readBody } from './body.ts';
import { limitTraffic } from './chunks.ts';
import { raceSignal } from './deadline.ts';
import { OutboundError } from './errors.ts';
import type { Target } from './target.ts';

export interface ExchangeOptions {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: Uint8Array;
  readonly maxBytes: number;
  readonly cutsBody: boolean;
  readonly signal: AbortSignal;
}

/** Limit of interim responses such as `103 Early Hints`. */
const MAX_INTERIM = 20;

/** A response. */
export interface Exchange {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly isCut: boolean;
  /** From sending the request to the end of the response's headers. */
  readonly firstByteMs: number;
}

/** Sends one request over an open connection and reads its response. Throws `protocol`, `too_large` or the signal's reason. */
export async function exchange(socket: Socket, target: Target, options: ExchangeOptions): Promise<Exchange> {
  const { maxBytes, cutsBody, signal } = options;
  const startedMs = performance.now();
  const traffic = limitTraffic(socket, maxBytes);
  try {
    const answer = await raceSignal(signal, send(socket, target, options));
    const firstByteMs = performance.now() - startedMs;
    const status = answer.statusCode ?? 0;
    const headers = toHeaders(answer);
    const limits = {
      encoding: headers.get('content-encoding') ?? '',
      declaredBytes: options.method === 'HEAD' ? 0 : Number(headers.get('content-length') ?? 0),
      maxBytes,
      // The body of a redirect is not read.
      cutsBody: cutsBody || (status >= 300 && status < 400),
      host: target.host,
      traffic,
    };
    const { body, isCut } = await raceSignal(signal, readBody(answer, limits));
    return { status, headers, body, isCut, firstByteMs };
  } catch (error) {
    signal.throwIfAborted();
    if (traffic.isExceeded)
      throw new OutboundError('too_large', `${target.host} sends far more around its answer than in it`);
    throw error instanceof OutboundError
      ? error
      : new OutboundError('protocol', `${target.host} broke off or did not answer in proper HTTP`);
  } finally {
    socket.destroy();
  }
}

function send(socket: Socket, target: Target, options: ExchangeOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = startRequest({
      createConnection: () => socket,
      path: target.url.pathname + target.url.search,
      method: options.method,
      headers: requestHeaders(target, options),
    });
    request.once('response', resolve);
    let interim = 0;
    const onInterim = () => {
      if (++interim <= MAX_INTERIM) return;
      socket.destroy();
      reject(new Error('there are only interim answers'));
    };
    request.on('continue', onInterim).on('information', onInterim);
    // Never removed: later failures are reported by the response.
    request.on('error', reject);
    request.once('close', () => reject(new Error('the connection was closed')));
    request.end(options.body);
  });
}

/** Returns the request's headers: those of the connection override the caller's. */
function requestHeaders({ url, isSecure, host, port }: Target, { headers, body }: ExchangeOptions) {
  const name = url.hostname.startsWith('[') ? url.hostname : host;
  return {
    accept: '*/*',
    'user-agent': `Footfall/${VERSION}`,
    ...Object.fromEntries(headers),
    host: port === (isSecure ? 443 : 80) ? name : `${name}:${port}`,
    connection: 'close',
    'accept-encoding': ACCEPTED_ENCODINGS,
    ...(body ? { 'content-length': String(body.byteLength) } : {}),
  };
}

function toHeaders(answer: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const text of [value ?? []].flat()) headers.append(name, text);
  }
  return headers;
}
