import { expect, test } from 'bun:test';
import { loopbackOutbound, startOutside, startRawOutside } from '../support/outside.ts';

const LIMITS = { timeoutMs: 20_000, maxBytes: 100_000 };
const { fetchPublic } = loopbackOutbound();
const textOf = (answer: { readonly body: Uint8Array }): string => Buffer.from(answer.body).toString();
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'an answer',
    error => error,
  );

test('an answer comes with its status, headers, body and where it came from', async () => {
  await using site = await startOutside((request, response) => {
    response.writeHead(418, { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] });
    response.end(`${request.method} ${request.url}`);
  });
  const answer = await fetchPublic(`http://site.test:${site.port}/tea?milk=1#cup`, LIMITS);
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

test('a server is told the name and port that were asked for, and who asks', async () => {
  await using site = await startOutside((_, response) => response.end());
  await fetchPublic(`http://site.test.:${site.port}/`, {
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

test('a body is sent as it is', async () => {
  await using site = await startOutside(async (request, response) => {
    for await (const chunk of request) response.write(chunk);
    response.end();
  });
  const options = { ...LIMITS, method: 'POST', body: '{"a":"ü"}' } as const;
  expect(textOf(await fetchPublic(`http://site.test:${site.port}/`, options))).toBe('{"a":"ü"}');
  expect(site.requests[0]?.headers['content-length']).toBe('10');
});

test('no connection is left behind', async () => {
  await using site = await startOutside((_, response) => response.end('x'.repeat(10)));
  await fetchPublic(`http://site.test:${site.port}/`, LIMITS);
  await failureOf(fetchPublic(`http://site.test:${site.port}/`, { ...LIMITS, maxBytes: 5 }));
  await site.allClosed();
  expect(site.requests).toHaveLength(2);
});

test('a name is asked for once, and its second answer is never seen', async () => {
  await using site = await startOutside((_, response) => response.end('checked'));
  const asked: string[] = [];
  const { fetchPublic } = loopbackOutbound({
    allowPrivate: ['127.0.0.1'],
    resolve: async host => [asked.push(host) === 1 ? '127.0.0.1' : '127.0.0.66'],
  });
  expect(textOf(await fetchPublic(`http://rebinding.test:${site.port}/`, LIMITS))).toBe('checked');
  expect(asked).toEqual(['rebinding.test']);
});

test('a name that leads elsewhere the next time is checked anew', async () => {
  await using site = await startOutside((_, response) => response.end());
  let address = '127.0.0.1';
  const { fetchPublic } = loopbackOutbound({ resolve: async () => [address] });
  await fetchPublic(`http://rebinding.test:${site.port}/`, LIMITS);
  address = '10.0.0.1';
  expect(await failureOf(fetchPublic(`http://rebinding.test:${site.port}/`, LIMITS))).toMatchObject({
    code: 'refused_target',
  });
  expect(site.requests).toHaveLength(1);
});

test('an address that takes no connection gives way to the next one of the name', async () => {
  await using site = await startOutside((_, response) => response.end('here'));
  const { fetchPublic } = loopbackOutbound({ resolve: async () => ['127.0.0.77', '127.0.0.1'] });
  const answer = await fetchPublic(`http://site.test:${site.port}/`, LIMITS);
  expect([textOf(answer), answer.remoteAddress]).toEqual(['here', '127.0.0.1']);
});

test('a port that nobody listens on is told as such, without the rest of the address', async () => {
  const free = await startOutside(() => {});
  await free[Symbol.asyncDispose]();
  const failure = await failureOf(fetchPublic(`http://site.test:${free.port}/secret?key=secret`, LIMITS));
  expect(failure).toMatchObject({
    name: 'OutboundError',
    code: 'connect',
    message: `site.test takes no connection on port ${free.port}`,
  });
});

const redirecting = () =>
  startOutside((request, response) => {
    const [, status, to] = /^\/(\d+)\?to=(.*)$/.exec(request.url ?? '') ?? [];
    if (status === undefined) response.end(`${request.method} ${request.url}`);
    else response.writeHead(Number(status), { location: decodeURIComponent(to ?? '') }).end('moved');
  });

test('a redirect is an answer, unless it may be followed', async () => {
  await using site = await redirecting();
  const address = `http://site.test:${site.port}/302?to=%2Fend`;
  const { status, body, headers } = await fetchPublic(address, LIMITS);
  expect([status, textOf({ body }), headers.get('location')]).toEqual([302, 'moved', '/end']);
  const followed = await fetchPublic(address, { ...LIMITS, redirects: 1 });
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
  const { fetchPublic } = loopbackOutbound({
    resolve: async host => [host === 'intranet.test' ? '10.0.0.1' : '127.0.0.1'],
  });
  const address = `http://site.test:${site.port}/302?to=${encodeURIComponent(target)}`;
  expect(await failureOf(fetchPublic(address, { ...LIMITS, redirects: 5 }))).toMatchObject({
    code: 'refused_target',
  });
});

test('a circle of redirects ends', async () => {
  await using site = await startOutside((_, response) => response.writeHead(302, { location: '/' }).end());
  expect(
    await failureOf(fetchPublic(`http://site.test:${site.port}/`, { ...LIMITS, redirects: 5 })),
  ).toMatchObject({ code: 'protocol', message: 'site.test redirects more than 5 times' });
  expect(site.requests).toHaveLength(6);
});

test('a redirect to what is no address, or to nowhere, is told apart', async () => {
  await using site = await redirecting();
  const ask = (to: string) =>
    fetchPublic(`http://site.test:${site.port}/302?to=${encodeURIComponent(to)}`, {
      ...LIMITS,
      redirects: 5,
    });
  expect(await failureOf(ask('http://['))).toMatchObject({ code: 'protocol' });
  expect(await failureOf(ask('file:///etc/passwd'))).toMatchObject({
    code: 'refused_target',
    message:
      'site.test redirects to where nothing is called: the address must begin with http:// or https:// and name a host',
  });
  await using bare = await startOutside((_, response) => response.writeHead(302).end());
  expect((await fetchPublic(`http://site.test:${bare.port}/`, { ...LIMITS, redirects: 5 })).status).toBe(302);
});

test('an address in a redirect may be written in UTF-8', async () => {
  await using site = await startRawOutside(socket => {
    socket.once('data', request => {
      const isFirst = request.toString().startsWith('GET / ');
      socket.end(
        isFirst
          ? 'HTTP/1.1 302 Found\r\nLocation: /größe\r\nContent-Length: 0\r\n\r\n'
          : `HTTP/1.1 200 OK\r\n\r\n${request.toString().split(' ')[1]}`,
      );
    });
  });
  expect(textOf(await fetchPublic(`http://site.test:${site.port}/`, { ...LIMITS, redirects: 1 }))).toBe(
    '/gr%C3%B6%C3%9Fe',
  );
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
  await fetchPublic(`http://site.test:${site.port}/${status}?to=%2Fend`, {
    ...LIMITS,
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

test('another origin is not told what was meant for the first', async () => {
  await using second = await startOutside((_, response) => response.end());
  await using first = await redirecting();
  const headers = { authorization: 'Bearer secret', 'x-signature': 'secret', accept: 'text/html' };
  const go = (to: string) =>
    fetchPublic(`http://site.test:${first.port}/302?to=${encodeURIComponent(to)}`, {
      ...LIMITS,
      headers,
      redirects: 1,
    });
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

test('a request that its caller gives up ends with the reason', async () => {
  await using site = await startOutside(() => controller.abort(new Error('stopping')));
  const controller = new AbortController();
  const { signal } = controller;
  expect(await failureOf(fetchPublic(`http://site.test:${site.port}/`, { ...LIMITS, signal }))).toMatchObject(
    { message: 'stopping' },
  );
  expect(await failureOf(fetchPublic(`http://site.test:${site.port}/`, { ...LIMITS, signal }))).toMatchObject(
    { message: 'stopping' },
  );
  expect(site.requests).toHaveLength(1);
});
