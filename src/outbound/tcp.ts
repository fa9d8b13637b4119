/** Plain TCP, for what is no HTTP: whether somebody takes a connection, and services that answer one line of text. */
import { connect } from 'node:net';
import { openConnection } from './connect.ts';
import { startDeadline, within } from './deadline.ts';
import { OutboundError } from './errors.ts';
import { createAddressCheck, type Resolve, readTarget } from './target.ts';

export interface Conversation {
  readonly host: string;
  readonly port: number;
  /** Sent at once. */
  readonly text: string;
  /** For everything. */
  readonly timeoutMs: number;
  /** Of the answer; the rest is cut off. */
  readonly maxBytes: number;
  /** Ends it early; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Sends a text to a host and gives what comes back until the other end closes, in UTF-8. Rejects with an `OutboundError`. */
export type Converse = (conversation: Conversation) => Promise<string>;

/** Conversations with hosts of the open internet (or of an allowed range): the addresses are checked as for `fetchPublic`. */
export function createConverse(options: {
  readonly resolve: Resolve;
  readonly allowPrivate: readonly string[];
}): Converse {
  const findAddresses = createAddressCheck(options);
  return async ({ host, port, text, timeoutMs, maxBytes, signal }) => {
    const target = readTarget(`http://${host}:${port}/`);
    const late = () => new OutboundError('timeout', `${host} did not answer in time`);
    const deadline = startDeadline(timeoutMs, late, signal);
    try {
      const addresses = await findAddresses(target, deadline.signal);
      const { socket } = await openConnection(target, { addresses, signal: deadline.signal, timeoutMs });
      try {
        socket.write(text);
        return await within(deadline.signal, readText(socket, maxBytes));
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

/** Whether a host that the operator named (not a user) takes a TCP connection in time. Nothing is sent. Never rejects. */
export function takesConnection(
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
