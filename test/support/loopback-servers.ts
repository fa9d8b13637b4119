/** HTTP, TLS and TCP servers on loopback that stand for other hosts, and names that resolve to them. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
import { createOutbound, type FetchOptions, type OutboundOptions } from '../../src/outbound/fetch.ts';

/** How such a server answers. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A running server: its port, and the requests it received. */
export interface LoopbackServer extends AsyncDisposable {
  readonly port: number;
  readonly requests: {
    readonly method: string;
    readonly url: string;
    readonly headers: IncomingMessage['headers'];
  }[];
  /** Resolves once it holds no connection. */
  allClosed(): Promise<void>;
}

const file = (name: string): string => readFileSync(join(import.meta.dir, 'tls', name), 'utf8');

/** Certificate of the authority that has signed those of `startTlsServer`, except the self-signed one. */
export const AUTHORITY = file('authority.pem');

/** An HTTP server on loopback. */
export const startLoopbackServer = (answer: Answer): Promise<LoopbackServer> =>
  start(requests => createServer(recording(requests, answer)));

/** The same over TLS, for the name `valid.test`, `expired.test` or `self.test`. */
export const startTlsServer = (
  certificate: 'valid' | 'expired' | 'self-signed',
  answer: Answer,
): Promise<LoopbackServer> =>
  start(requests =>
    createSecureServer(
      { cert: file(`${certificate}.pem`), key: file(`${certificate}.key`) },
      recording(requests, answer),
    ),
  );

/** Starts a TCP server that answers with arbitrary bytes. */
export const startTcpServer = (onConnection: (socket: Socket) => void): Promise<LoopbackServer> =>
  start(() =>
    createTcpServer(socket => {
      socket.on('error', () => {});
      onConnection(socket);
      // A socket that is not read does not notice that the other end has closed.
      socket.resume();
    }),
  );

function recording(requests: LoopbackServer['requests'], answer: Answer): Answer {
  return (request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers });
    answer(request, response);
  };
}

async function start(create: (requests: LoopbackServer['requests']) => Server): Promise<LoopbackServer> {
  const requests: LoopbackServer['requests'] = [];
  const open = new Set<Socket>();
  const server = create(requests);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    async allClosed() {
      for (const socket of open) await new Promise(resolve => socket.once('close', resolve));
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

/** A door out for tests: loopback is allowed, and every name leads there. */
export const loopbackOutbound = (options: Partial<OutboundOptions> = {}) =>
  createOutbound({ resolve: async () => ['127.0.0.1'], allowPrivate: ['127.0.0.0/8'], ...options });

/** Limits of a request that no usual answer reaches. */
export const LIMITS = { timeoutMs: 20_000, maxBytes: 100_000 };

/** Returns a function that requests a path of a server under the name `site.test`, through such a door out. */
export function createSiteRequest(options: Partial<OutboundOptions> = {}) {
  const { fetchPublic } = loopbackOutbound(options);
  return ({ port }: LoopbackServer, path = '/', more: Partial<FetchOptions> = {}) =>
    fetchPublic(`http://site.test:${port}${path}`, { ...LIMITS, ...more });
}

/** Returns the error of a request that fails. */
export const failureOf = (request: Promise<unknown>) =>
  request.then(
    () => 'an answer',
    error => error,
  );

/** Returns the certificate that a new connection gets, whether it is trusted or not. */
export function certificateAt(url: string, servername?: string): Promise<PeerCertificate> {
  const { hostname: host, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const options = {
      host,
      port: Number(port),
      rejectUnauthorized: false,
      ...(servername && { servername }),
    };
    const socket = connect(options, () => {
      resolve(socket.getPeerCertificate());
      socket.end();
    });
    socket.on('error', reject);
  });
}
