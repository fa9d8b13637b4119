/** How the pages call the API. */
import { expect, test } from 'bun:test';

/** A server that is busy for some answers, and the module that calls it. */
async function busy(status: number, headers: Record<string, string>, times: number) {
  let count = 0;
  const server = Bun.serve({
    port: 0,
    fetch: () => {
      count++;
      return count > times ? Response.json({ count }) : Response.json({ error: 'busy' }, { status, headers });
    },
  });
  Object.assign(globalThis, { location: new URL(server.url) });
  const { callPage } = await import('../../src/web/api.ts');
  return {
    call: (method: string) => callPage<{ count: number }>(method, new URL('/x', server.url).href),
    requestCount: () => count,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

test.each([429, 503])('a read that is answered %d is retried after its Retry-After', async status => {
  using server = await busy(status, { 'retry-after': '0' }, 2);
  expect(await server.call('GET')).toEqual({ count: 3 });
});

test('queries give up after some retries', async () => {
  using server = await busy(503, { 'retry-after': '0' }, 9);
  expect(server.call('GET')).rejects.toMatchObject({ status: 503, message: 'busy' });
  await server.call('GET').catch(() => {});
  expect(server.requestCount()).toBe(6);
});

test('writes are not retried, nor is a refusal with a long retry time', async () => {
  using server = await busy(429, { 'retry-after': '3600' }, 9);
  for (const method of ['POST', 'GET']) await server.call(method).catch(() => {});
  expect(server.requestCount()).toBe(2);
});
