import { expect, test } from 'bun:test';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { fetchOperatorJson, fetchOperatorText } from '../../src/outbound/operator.ts';
import { type Answer, startLoopbackServer } from '../support/loopback-servers.ts';

const LIMITS = { timeoutMs: 20_000, maxBytes: 100 };

test('a URL of the operator is fetched as JSON or text', async () => {
  await using service = await startLoopbackServer((request, response) =>
    response.end(`{"path":"${request.url}"}`),
  );
  const address = `http://127.0.0.1:${service.port}/list`;
  expect(await fetchOperatorJson(address, LIMITS)).toEqual({ path: '/list' });
  expect(await fetchOperatorText(address, LIMITS)).toBe('{"path":"/list"}');
  expect(service.requests[0]?.headers['user-agent']).toBe('Footfall');
});

test.each([
  [404, {}, 'x', 'the service answered 404'],
  [302, { location: '/elsewhere' }, '', 'the service answered 302'],
  [200, {}, 'x'.repeat(101), 'the service answered too much'],
])('what is answered with %d %p is not taken', async (status, headers, body, message) => {
  await using service = await startLoopbackServer((_, response) =>
    response.writeHead(status, headers).end(body),
  );
  const request = fetchOperatorText(`http://127.0.0.1:${service.port}/key=secret`, LIMITS);
  await expect(request).rejects.toThrow(new RegExp(`^${message}$`));
  expect(service.requests).toHaveLength(1);
});

test.each<readonly [what: string, answer: Answer]>([
  ['nothing', () => {}],
  ['a byte now and then', (_, response) => void dripInto(response)],
])('a service that answers %s does not answer in time', async (_, answer) => {
  await using service = await startLoopbackServer(answer);
  const request = fetchOperatorJson(`http://127.0.0.1:${service.port}/`, { ...LIMITS, timeoutMs: 200 });
  await expect(request).rejects.toThrow('the service did not answer in time');
  await service.allClosed();
});

test.each<readonly [what: string, answer: Answer, error: string]>([
  [
    'half an object',
    (_, response) => response.setHeader('connection', 'close').end('{"half":'),
    'the service answered no JSON',
  ],
  ['an endless refusal', (_, response) => pumpInto(response.writeHead(500)), 'the service answered 500'],
  ['an endless answer', (_, response) => pumpInto(response), 'the service answered too much'],
  [
    'a packed answer, which was not asked for',
    (_, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip', connection: 'close' })
        .end(gzipSync(Buffer.alloc(50_000))),
    'the service answered no JSON',
  ],
])('a service that answers %s', async (_, answer, error) => {
  await using service = await startLoopbackServer(answer);
  await expect(fetchOperatorJson(`http://127.0.0.1:${service.port}/`, LIMITS)).rejects.toThrow(error);
  await service.allClosed();
});

function pumpInto(response: ServerResponse): void {
  while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
  if (!response.destroyed) response.once('drain', () => pumpInto(response));
}
async function dripInto(response: ServerResponse): Promise<void> {
  for (; !response.destroyed; await Bun.sleep(20)) response.write(' ');
}

test('a refused or reset connection is named in the error, without the URL', async () => {
  await using cutting = await startLoopbackServer((_, response) => response.destroy());
  await using halfway = await startLoopbackServer((_, response) => {
    response.writeHead(200, { 'content-length': '50' });
    response.write('half', () => response.destroy());
  });
  const ports = [1, cutting.port, halfway.port];
  for (const port of ports) {
    const error = await fetchOperatorText(`http://127.0.0.1:${port}/key=secret`, LIMITS).catch(
      cause => cause,
    );
    expect(error).toBeInstanceOf(Error);
    expect(Bun.inspect(error)).not.toContain('secret');
  }
});
