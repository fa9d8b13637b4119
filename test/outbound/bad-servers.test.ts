/** Servers that send too much, too slowly, or what is no HTTP. */
import { expect, test } from 'bun:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import {
  createSiteRequest,
  failureOf,
  LIMITS,
  loopbackOutbound,
  startLoopbackServer,
  startTcpServer,
} from '../support/loopback-servers.ts';

const ask = createSiteRequest();

const encoded = (encoding: string, body: Uint8Array) =>
  startLoopbackServer((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body));

test.each([
  ['gzip', gzipSync('hello')],
  ['X-GZIP', gzipSync('hello')],
  ['deflate', deflateSync('hello')],
  ['deflate', deflateRawSync('hello')],
  ['br', brotliCompressSync('hello')],
  ['identity', Buffer.from('hello')],
  ['UTF-8', Buffer.from('hello')],
  ['none', Buffer.from('hello')],
])('a body in %s is taken apart', async (encoding, body) => {
  await using site = await encoded(encoding, body);
  const answer = await ask(site);
  expect(Buffer.from(answer.body).toString()).toBe('hello');
});

test.each(['gzip', 'deflate', 'br'])('an empty body in %s is empty', async encoding => {
  await using site = await encoded(encoding, Buffer.alloc(0));
  expect((await ask(site)).body).toHaveLength(0);
});

test.each([
  ['gzip', Buffer.from('not gzip at all')],
  ['gzip', gzipSync('x'.repeat(5000)).subarray(0, 20)],
  ['br', Buffer.from([0xff, 0xff, 0xff])],
  ['deflate', Buffer.from([0x78, 0, 0])],
  ['zstd', Buffer.from('hello')],
  ['gzip, gzip', gzipSync(gzipSync('hello'))],
])('a body in %s that is none is a fault', async (encoding, body) => {
  await using site = await encoded(encoding, body);
  expect(await failureOf(ask(site))).toMatchObject({ code: 'protocol' });
});

test.each([
  ['gzip', gzipSync(Buffer.alloc(20_000_000))],
  ['deflate', deflateSync(Buffer.alloc(20_000_000))],
  ['br', brotliCompressSync(Buffer.alloc(20_000_000))],
])('a bomb in %s ends at the limit', async (encoding, body) => {
  await using site = await encoded(encoding, body);
  expect(await failureOf(ask(site))).toMatchObject({
    code: 'too_large',
    message: 'site.test answered more than 100000 bytes',
  });
  const cut = await ask(site, '/', { cutsBody: true });
  expect([cut.body.byteLength, cut.isCut]).toEqual([100_000, true]);
});

test('an endless compressed body that decompresses to nothing is cut off', async () => {
  // A gzip header whose file name goes on and on.
  const header = Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]);
  await using site = await startLoopbackServer((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).write(header);
    pour(response);
  });
  expect(await failureOf(ask(site))).toMatchObject({ code: 'too_large' });
});

test('an endless body is cut off at the limit, and its connection is closed', async () => {
  await using site = await startLoopbackServer((_, response) => pour(response));
  expect(await failureOf(ask(site))).toMatchObject({ code: 'too_large' });
  await site.allClosed();
  const cut = await ask(site, '/', { cutsBody: true });
  expect([cut.body.byteLength, cut.isCut]).toEqual([100_000, true]);
});

test('a body with a content-length over the limit is rejected before it is read', async () => {
  await using site = await startTcpServer(socket =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100001\r\n\r\n'),
  );
  expect(await failureOf(ask(site))).toMatchObject({ code: 'too_large' });
});

test('a body of exactly the maximum size is accepted, and the content-length of a HEAD response is ignored', async () => {
  await using site = await startLoopbackServer((_, response) =>
    response.writeHead(200, { 'content-length': '100' }).end('x'.repeat(100)),
  );
  expect((await ask(site, '/', { maxBytes: 100 })).body).toHaveLength(100);
  expect(await failureOf(ask(site, '/', { maxBytes: 99 }))).toMatchObject({ code: 'too_large' });
  expect((await ask(site, '/', { maxBytes: 10, method: 'HEAD' })).headers.get('content-length')).toBe('100');
});

/** Writes as fast as it is read, until the other end goes. */
function pour(
  response: {
    readonly destroyed: boolean;
    write(chunk: Uint8Array): boolean;
    once(event: string, then: () => void): unknown;
  },
  chunk = Buffer.alloc(65_536, 'y'),
) {
  const more = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

test.each([
  ['says nothing', ''],
  ['stops in its headers', 'HTTP/1.1 200 OK\r\nServer: sl'],
  ['stops in its body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'],
  ['stops in a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc'],
  ['has only interim answers', 'HTTP/1.1 100 Continue\r\n\r\n'],
])('a server that %s is given up', async (_, bytes) => {
  await using site = await startTcpServer(socket => socket.write(bytes));
  const failure = await failureOf(ask(site, '/secret', { timeoutMs: 50 }));
  expect(failure).toMatchObject({ code: 'timeout', message: 'site.test did not answer in time' });
  await site.allClosed();
});

test('a response may follow interim responses, but only a limited number', async () => {
  const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n';
  await using usual = await startTcpServer(socket =>
    socket.write(`${hint}${hint}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`),
  );
  expect((await ask(usual)).status).toBe(200);
  for (const interim of [hint, 'HTTP/1.1 100 Continue\r\n\r\n']) {
    await using endless = await startTcpServer(socket => socket.write(interim.repeat(200)));
    expect(await failureOf(ask(endless))).toMatchObject({ code: 'protocol' });
    await endless.allClosed();
  }
});

test('DNS lookups and TLS handshakes have shorter timeouts than the whole request', async () => {
  const connectTimeoutMs = 50;
  await using site = await startTcpServer(() => {});
  const lost = createSiteRequest({ resolve: () => new Promise(() => {}) });
  expect(await failureOf(lost(site, '/', { connectTimeoutMs }))).toMatchObject({ code: 'timeout' });
  const { fetchPublic } = loopbackOutbound();
  const limits = { ...LIMITS, connectTimeoutMs };
  expect(await failureOf(fetchPublic(`https://site.test:${site.port}/`, limits))).toMatchObject({
    code: 'timeout',
    message: 'site.test did not take the connection in time',
  });
});

test.each([
  ['what is no HTTP', 'hello there\r\n\r\n'],
  ['nothing', ''],
  ['half a body', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'],
  ['half a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nA\r\nabc'],
  ['a chunk of no size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc'],
  [
    'two lengths',
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
  ],
  ['a header of 200 KB', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(200_000)}\r\n\r\nabc`],
  ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nabc'],
])('a server that answers %s is at fault', async (_, bytes) => {
  await using site = await startTcpServer(socket => socket.once('data', () => socket.end(bytes)));
  expect(await failureOf(ask(site, '/secret'))).toMatchObject({
    code: 'protocol',
    message: 'site.test broke off or did not answer in proper HTTP',
  });
});

test('a connection reset is reported as a fault of the server', async () => {
  await using site = await startTcpServer(socket => socket.once('data', () => socket.resetAndDestroy()));
  expect(await failureOf(ask(site))).toMatchObject({ code: 'protocol' });
});

test('an HTTP/1.0 response without a content-length ends with its connection', async () => {
  await using site = await startTcpServer(socket =>
    socket.once('data', () => socket.end('HTTP/1.0 200 OK\r\n\r\nabc')),
  );
  const answer = await ask(site);
  expect(Buffer.from(answer.body).toString()).toBe('abc');
});

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

test('a body in very many tiny chunks is rejected long before it reaches the maximum size', async () => {
  await using site = await startTcpServer(socket => {
    socket.write(CHUNKED);
    pour(socket, Buffer.from('1\r\na\r\n'.repeat(1000)));
  });
  const request = ask(site, '/', { maxBytes: 50_000_000 });
  expect(await failureOf(request)).toMatchObject({
    code: 'protocol',
    message: 'site.test sends its answer in too many tiny chunks',
  });
  await site.allClosed();
});

test('a long body in small chunks is read completely', async () => {
  const lines = Array.from({ length: 6000 }, (_, n) => `line ${n} of a page\n`);
  await using site = await startTcpServer(socket => {
    const chunks = lines.map(line => `${line.length.toString(16)}\r\n${line}\r\n`);
    socket.end(`${CHUNKED}${chunks.join('')}0\r\n\r\n`);
  });
  const { body } = await ask(site, '/', { maxBytes: 1_000_000 });
  expect(Buffer.from(body).toString()).toBe(lines.join(''));
});

test.each([
  ['an extension of a chunk', `${CHUNKED}5;`],
  ['trailers', `${CHUNKED}1\r\na\r\n0\r\n`],
])('%s that never ends does end', async (_, start) => {
  await using site = await startTcpServer(socket => {
    socket.write(start);
    pour(socket, Buffer.alloc(65_536, 'a'));
  });
  const failure = await failureOf(ask(site));
  expect(['too_large', 'protocol']).toContain(failure.code);
  await site.allClosed();
});
