import { expect, test } from 'bun:test';
import {
  createSiteRequest,
  failureOf,
  LIMITS,
  loopbackOutbound,
  startLoopbackServer,
  startTcpServer,
} from '../support/loopback-servers.ts';

const ask = createSiteRequest();

const textOf = (answer: { readonly body: Uint8Array }): string => Buffer.from(answer.body).toString();

test('a response has its status, headers, body and final URL', async () => {
  await using site = await startLoopbackServer((request, response) => {
    response.writeHead(418, { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] });
    response.end(`${request.method} ${request.url}`);
  });
  const answer = await ask(site, '/tea?milk=1#cup');
  expect(answer.status).toBe(418);
  expect(answer.headers.get('content-type')).toBe('text/plain');
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(textOf(answer)).toBe('GET /tea?milk=1');
  expect(answer).toMatchObject({
    isCut: false,
    remoteAddress: '127.0.0.1',
    certificate: null,
    finalUrl: `http://site.test:${site.port}/tea?milk=1#cup`,
    timings: { tlsMs: null, totalMs: expect.any(Number), dnsMs: expect.any(Number) },
  });
});

test('the request carries the host, the port and the user agent', async () => {
  await using site = await startLoopbackServer((_, response) => response.end());
  await loopbackOutbound().fetchPublic(`http://site.test.:${site.port}/`, {
    ...LIMITS,
    headers: { host: 'other.test', connection: 'keep-alive', 'Accept-Encoding': 'zstd', accept: 'text/html' },
  });
  expect(site.requests[0]?.headers).toEqual({
    host: `site.test:${site.port}`,
    connection: 'close',
    accept: 'text/html',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': expect.stringMatching(/^Footfall\/\d/),
  });
});

test('a body is sent unchanged', async () => {
  await using site = await startLoopbackServer(async (request, response) => {
    for await (const chunk of request) response.write(chunk);
    response.end();
  });
  expect(textOf(await ask(site, '/', { method: 'POST', body: '{"a":"ü"}' }))).toBe('{"a":"ü"}');
  expect(site.requests[0]?.headers['content-length']).toBe('10');
});

test('connections are closed after the response', async () => {
  await using site = await startLoopbackServer((_, response) => response.end('x'.repeat(10)));
  await ask(site);
  await failureOf(ask(site, '/', { maxBytes: 5 }));
  await site.allClosed();
  expect(site.requests).toHaveLength(2);
});

test('a host name is resolved only once (DNS rebinding)', async () => {
  await using site = await startLoopbackServer((_, response) => response.end('checked'));
  const lookups: string[] = [];
  const { fetchPublic } = loopbackOutbound({
    allowPrivate: ['127.0.0.1'],
    resolve: async host => [lookups.push(host) === 1 ? '127.0.0.1' : '127.0.0.66'],
  });
  expect(textOf(await fetchPublic(`http://rebinding.test:${site.port}/`, LIMITS))).toBe('checked');
  expect(lookups).toEqual(['rebinding.test']);
});

test('a host name is checked again for each request', async () => {
  await using site = await startLoopbackServer((_, response) => response.end());
  let address = '127.0.0.1';
  const { fetchPublic } = loopbackOutbound({ resolve: async () => [address] });
  await fetchPublic(`http://rebinding.test:${site.port}/`, LIMITS);
  address = '10.0.0.1';
  expect(await failureOf(fetchPublic(`http://rebinding.test:${site.port}/`, LIMITS))).toMatchObject({
    code: 'refused_target',
  });
  expect(site.requests).toHaveLength(1);
});

test('after a failed connection the next address of the host is tried', async () => {
  await using site = await startLoopbackServer((_, response) => response.end('here'));
  const ask = createSiteRequest({ resolve: async () => ['127.0.0.77', '127.0.0.1'] });
  const answer = await ask(site);
  expect([textOf(answer), answer.remoteAddress]).toEqual(['here', '127.0.0.1']);
});

test('a refused connection is named in the error, without the rest of the URL', async () => {
  const free = await startLoopbackServer(() => {});
  await free[Symbol.asyncDispose]();
  const failure = await failureOf(ask(free, '/secret?key=secret'));
  expect(failure).toMatchObject({
    name: 'OutboundError',
    code: 'connect',
    message: `site.test takes no connection on port ${free.port}`,
  });
});

const redirecting = () =>
  startLoopbackServer((request, response) => {
    const [, status, to] = /^\/(\d+)\?to=(.*)$/.exec(request.url ?? '') ?? [];
    if (status === undefined) response.end(`${request.method} ${request.url}`);
    else response.writeHead(Number(status), { location: decodeURIComponent(to ?? '') }).end('moved');
  });

const moving = (to: string) => `/302?to=${encodeURIComponent(to)}`;

test('redirects are followed only if allowed', async () => {
  await using site = await redirecting();
  const { status, body, headers } = await ask(site, '/302?to=%2Fend');
  expect([status, textOf({ body }), headers.get('location')]).toEqual([302, 'moved', '/end']);
  const followed = await ask(site, '/302?to=%2Fend', { redirects: 1 });
  expect([textOf(followed), followed.finalUrl]).toEqual(['GET /end', `http://site.test:${site.port}/end`]);
});

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://[::ffff:10.0.0.1]/',
  'http://intranet.test/',
  'http://user:secret@site.test/',
  'file:///etc/passwd',
])('a redirect to %p is refused', async target => {
  await using site = await redirecting();
  const ask = createSiteRequest({
    resolve: async host => [host === 'intranet.test' ? '10.0.0.1' : '127.0.0.1'],
  });
  expect(await failureOf(ask(site, moving(target), { redirects: 5 }))).toMatchObject({
    code: 'refused_target',
  });
});

test('a redirect loop ends', async () => {
  await using site = await startLoopbackServer((_, response) =>
    response.writeHead(302, { location: '/' }).end(),
  );
  expect(await failureOf(ask(site, '/', { redirects: 5 }))).toMatchObject({
    code: 'protocol',
    message: 'site.test redirects more than 5 times',
  });
  expect(site.requests).toHaveLength(6);
});

test('a redirect to an invalid URL or another scheme is an error, and one without a location is the response', async () => {
  await using site = await redirecting();
  const failureAt = (to: string) => failureOf(ask(site, moving(to), { redirects: 5 }));
  expect(await failureAt('http://[')).toMatchObject({ code: 'protocol' });
  expect(await failureAt('file:///etc/passwd')).toMatchObject({
    code: 'refused_target',
    message:
      'site.test redirects to where nothing is called: the address must begin with http:// or https:// and name a host',
  });
  await using bare = await startLoopbackServer((_, response) => response.writeHead(302).end());
  expect((await ask(bare, '/', { redirects: 5 })).status).toBe(302);
});

test('a redirect location may contain UTF-8', async () => {
  await using site = await startTcpServer(socket => {
    socket.once('data', request => {
      const isFirst = request.toString().startsWith('GET / ');
      socket.end(
        isFirst
          ? 'HTTP/1.1 302 Found\r\nLocation: /größe\r\nContent-Length: 0\r\n\r\n'
          : `HTTP/1.1 200 OK\r\n\r\n${request.toString().split(' ')[1]}`,
      );
    });
  });
  expect(textOf(await ask(site, '/', { redirects: 1 }))).toBe('/gr%C3%B6%C3%9Fe');
});

test.each([
  ['POST', 301, 'GET'],
  ['POST', 302, 'GET'],
  ['POST', 303, 'GET'],
  ['POST', 307, 'POST'],
  ['POST', 308, 'POST'],
  ['HEAD', 302, 'HEAD'],
  ['HEAD', 303, 'HEAD'],
] as const)('%s is answered %d and goes on as %s', async (method, status, goesOnAs) => {
  await using site = await redirecting();
  await ask(site, `/${status}?to=%2Fend`, {
    method,
    redirects: 1,
    ...(method === 'POST' ? { body: 'hello' } : {}),
  });
  const last = site.requests.at(-1);
  expect([last?.method, last?.headers['content-length']]).toEqual([
    goesOnAs,
    goesOnAs === 'POST' ? '5' : undefined,
  ]);
});

test('request headers are not forwarded to another origin', async () => {
  await using second = await startLoopbackServer((_, response) => response.end());
  await using first = await redirecting();
  const headers = { authorization: 'Bearer secret', 'x-signature': 'secret', accept: 'text/html' };
  const go = (to: string) => ask(first, moving(to), { headers, redirects: 1 });
  await go('/same');
  expect(first.requests.at(-1)?.headers).toMatchObject(headers);
  await go(`http://site.test:${second.port}/`);
  expect(Object.keys(second.requests[0]?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ]);
});

test('an aborted request rejects with the reason', async () => {
  await using site = await startLoopbackServer(() => controller.abort(new Error('stopping')));
  const controller = new AbortController();
  const { signal } = controller;
  for (let n = 0; n < 2; n++)
    expect(await failureOf(ask(site, '/', { signal }))).toMatchObject({ message: 'stopping' });
  expect(site.requests).toHaveLength(1);
});
