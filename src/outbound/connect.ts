import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type CertificateFacts, formatCertificateFault, readCertificate } from './certificate.ts';
import { raceSignal, startDeadline } from './deadline.ts';
import { OutboundError } from './errors.ts';
import type { Target } from './target.ts';

/** An open connection to a checked address, over TLS for https. */
export interface Connection {
  readonly socket: Socket;
  readonly remoteAddress: string;
  /** Null for http. */
  readonly certificate: CertificateFacts | null;
  readonly connectMs: number;
  /** Null for http. */
  readonly tlsMs: number | null;
}

export interface ConnectOptions {
  /** Checked addresses; they are tried in this order. */
  readonly addresses: readonly string[];
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Certificates of authorities trusted instead of the usual ones, in PEM. */
  readonly trust?: readonly string[];
}

/** Limit of the addresses that are tried. */
const MAX_ADDRESSES = 6;

/**
 * Connects to the checked addresses, without another DNS lookup. For https the certificate must be valid for the target's
 * host before the request is sent. The caller destroys the connection. Throws `connect`,
 * `tls` or `timeout`.
 */
export async function openConnection(target: Target, options: ConnectOptions): Promise<Connection> {
  const startedMs = performance.now();
  const socket = await connectToAny(target, options);
  const connectMs = performance.now() - startedMs;
  const remoteAddress = socket.remoteAddress ?? '';
  if (!target.isSecure) return { socket, remoteAddress, certificate: null, connectMs, tlsMs: null };
  const secured = await secure(socket, target, options);
  return { ...secured, remoteAddress, connectMs, tlsMs: performance.now() - startedMs - connectMs };
}

/** Tries the addresses in order, each with its share of the remaining time, so that one that is down does not hide another. */
async function connectToAny(target: Target, { addresses, signal, timeoutMs }: ConnectOptions) {
  const untilMs = performance.now() + timeoutMs;
  const candidates = addresses.slice(0, MAX_ADDRESSES);
  let failure: unknown;
  for (const [index, address] of candidates.entries()) {
    const shareMs = (untilMs - performance.now()) / (candidates.length - index);
    const share = startDeadline(Math.max(0, shareMs), () => lateConnect(target.host), signal);
    try {
      return await connectTo(address, target.port, share.signal);
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    } finally {
      share.clear();
    }
  }
  throw failure instanceof OutboundError
    ? failure
    : new OutboundError('connect', `${target.host} takes no connection on port ${target.port}`);
}

async function connectTo(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connectTcp({ host, port });
  try {
    await raceSignal(signal, firstEvent(socket, 'connect'));
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function secure(plain: Socket, { host }: Target, { signal, trust }: ConnectOptions) {
  const socket = connectTls({
    socket: plain,
    host,
    // SNI does not allow IP addresses.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(trust ? { ca: [...trust] } : {}),
    ALPNProtocols: ['http/1.1'],
    // Checked below, so that an invalid certificate can be reported.
    rejectUnauthorized: false,
  });
  try {
    await raceSignal(signal, firstEvent(socket, 'secureConnect'));
    const certificate = readCertificate(socket, host);
    if (!certificate?.isAuthorized)
      throw new OutboundError('tls', formatCertificateFault(host, certificate), certificate);
    return { socket, certificate };
  } catch (error) {
    socket.destroy();
    plain.destroy();
    signal.throwIfAborted();
    throw error instanceof OutboundError
      ? error
      : new OutboundError('tls', `${host} does not speak TLS as it should`);
  }
}

function firstEvent(socket: Socket, name: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(name, () => resolve());
    // Never removed: a later error must not end the process.
    socket.on('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed')));
  });
}

export const lateConnect = (host: string): OutboundError =>
  new OutboundError('timeout', `${host} did not take the connection in time`);
