/** A reverse proxy with TLS, as operators put one in front of the server. */
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { startTlsServer } from './loopback-servers.ts';

/** Returns the flag with which Chromium takes the proxy's certificate for a good one. */
export function trustTlsProxy(): string {
  const { publicKey } = new X509Certificate(readFileSync(join(import.meta.dir, 'tls', 'valid.pem')));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`;
}

/** Starts a proxy at `https://stats.valid.test`; it answers 502 until its target is set. */
export async function startTlsProxy() {
  const target = { port: 0 };
  const forward = (incoming: IncomingMessage, answer: ServerResponse, isRepeated = false): void => {
    const outgoing = requestOf(
      {
        host: '127.0.0.1',
        port: target.port,
        method: incoming.method,
        path: incoming.url,
        headers: {
          ...incoming.headers,
          'x-forwarded-for': incoming.socket.remoteAddress ?? '',
          'x-forwarded-proto': 'https',
        },
      },
      response => {
        answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
        response.pipe(answer);
      },
    );
    outgoing.on('error', error => {
      if (answer.destroyed) return;
      // The server may close a kept connection just as a request is sent on it; proxies repeat what changes nothing.
      if (incoming.method === 'GET' && !isRepeated && !answer.headersSent)
        return forward(incoming, answer, true);
      if (!answer.headersSent) answer.writeHead(502).end(error.message);
    });
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  };
  const proxy = await startTlsServer('valid', (incoming, answer) => forward(incoming, answer));
  return {
    url: `https://stats.valid.test:${proxy.port}`,
    forwardTo(url: string): void {
      target.port = Number(new URL(url).port);
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}
