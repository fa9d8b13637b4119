import { expect, test } from 'bun:test';
import { fetchOperatorJson, fetchOperatorText } from '../../src/outbound/operator.ts';
import { startLoopbackServer } from '../support/loopback-servers.ts';

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

test('a response that is too late or not JSON is rejected', async () => {
  await using silent = await startLoopbackServer(() => {});
  const late = fetchOperatorText(`http://127.0.0.1:${silent.port}/`, { ...LIMITS, timeoutMs: 20 });
  await expect(late).rejects.toThrow();
  await using service = await startLoopbackServer((_, response) => response.end('{"half":'));
  await expect(fetchOperatorJson(`http://127.0.0.1:${service.port}/`, LIMITS)).rejects.toThrow();
});

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
