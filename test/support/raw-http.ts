/** HTTP as bytes, for what no client sends by itself: no user agent, bodies in pieces, bodies that never end. */
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A connection to a server's origin. */
export function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((settle, reject) => {
    const socket = connect(Number(port), hostname, () => settle(socket));
    socket.on('error', reject);
  });
}

/** Sends pieces one after the other and reads the answer until the server closes; ask for `connection: close`. */
export async function sendRaw(url: string, ...pieces: readonly (string | Uint8Array)[]): Promise<RawAnswer> {
  const socket = await openSocket(url);
  const received = readToEnd(socket);
  for (const piece of pieces) {
    if (socket.destroyed) break;
    if (!socket.write(piece)) await new Promise(settle => socket.once('drain', settle).once('close', settle));
  }
  return parseAnswer(await received);
}

/** Sends the same request many times over one connection, without waiting for answers. Returns the status of each. */
export async function sendMany(url: string, count: number, toRequest: (connection: string) => string) {
  const socket = await openSocket(url);
  const received = readToEnd(socket);
  socket.write(toRequest('keep-alive').repeat(count - 1) + toRequest('close'));
  return [...(await received).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
}

/** Head of a request, ready for a body. */
export const requestHead = (method: string, path: string, headers: Record<string, string>): string =>
  [
    `${method} ${path} HTTP/1.1`,
    ...Object.entries({ host: 'localhost', connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '\r\n',
  ].join('\r\n');

function readToEnd(socket: Socket): Promise<string> {
  return new Promise(settle => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => {
      text += piece;
    });
    // A server that has answered may cut off what it does not want to read.
    socket.on('error', () => settle(text));
    socket.on('close', () => settle(text));
  });
}

function parseAnswer(received: string): RawAnswer {
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map(line => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    text: rest.join('\r\n\r\n'),
  };
}
