/** Plain TCP: connection checks, and protocols of one request and one response (WHOIS). */
import { connect } from 'node:net';
import { openConnection } from './connect.ts';
import { raceSignal, startDeadline } from './deadline.ts';
import { OutboundError } from './errors.ts';
import { createAddressCheck, parseTarget, type Resolve } from './target.ts';

export interface SendTextOptions {
  readonly host: string;
  readonly port: number;
  /** The text to send. */
  readonly text: string;
  /** Timeout of everything. */
  readonly timeoutMs: number;
  /** Limit of the response; the rest is dropped. */
  readonly maxBytes: number;
  /** Aborts; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Sends a text to a host and returns the UTF-8 response until the connection closes. Rejects with an `OutboundError`. */
export type SendText = (conversation: SendTextOptions) => Promise<string>;

/** Creates the function that sends a text to public hosts (or of an allowed range): addresses are checked as for `fetchPublic`. */
export function createSendText(options: {
  readonly resolve: Resolve;
  readonly allowPrivate: readonly string[];
}): SendText {
  const findAddresses = createAddressCheck(options);
  return async ({ host, port, text, timeoutMs, maxBytes, signal }) => {
    const target = parseTarget(`http://${host}:${port}/`);
    const late = () => new OutboundError('timeout', `${host} did not answer in time`);
    const deadline = startDeadline(timeoutMs, late, signal);
    try {
      const addresses = await findAddresses(target, deadline.signal);
      const { socket } = await openConnection(target, { addresses, signal: deadline.signal, timeoutMs });
      try {
        socket.write(text);
        return await raceSignal(deadline.signal, readText(socket, maxBytes));
      } finally {
        socket.destroy();
      }
    } catch (error) {
      deadline.signal.throwIfAborted();
      throw error instanceof OutboundError ? error : new OutboundError('protocol', `${host} broke off`);
    } finally {
      deadline.clear();
    }
  };
}

/** Connects to host and port of an address, sends nothing, and returns the milliseconds that it took. Rejects with an `OutboundError`. */
export type ConnectPublic = (
  address: string,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
) => Promise<number>;

/** Creates the function that connects to public hosts (or of an allowed range): addresses are checked as for `fetchPublic`. */
export function createConnectPublic(options: {
  readonly resolve: Resolve;
  readonly allowPrivate: readonly string[];
}): ConnectPublic {
  const findAddresses = createAddressCheck(options);
  return async (address, { timeoutMs, signal }) => {
    const startedMs = performance.now();
    const target = parseTarget(address);
    const late = () => new OutboundError('timeout', `${target.host} did not take the connection in time`);
    const deadline = startDeadline(timeoutMs, late, signal);
    try {
      const addresses = await findAddresses(target, deadline.signal);
      const { socket } = await openConnection(target, { addresses, signal: deadline.signal, timeoutMs });
      socket.destroy();
      return Math.round(performance.now() - startedMs);
    } finally {
      deadline.clear();
    }
  };
}

async function readText(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
}

/** Returns whether a host that the operator set (not a user) accepts a TCP connection in time. Sends nothing. Never rejects. */
export function canConnect(
  { host, port }: { readonly host: string; readonly port: number },
  timeoutMs: number,
): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ host, port });
    const timer = setTimeout(() => settle(false), timeoutMs);
    const settle = (isTaken: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isTaken);
    };
    socket.once('connect', () => settle(true));
    socket.on('error', () => settle(false));
  });
}
