/** How the pages ask the API. */
import { expect, test } from 'bun:test';

/** A server that is busy for some answers, and the module that asks it. */
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
    ask: (method: string) => callPage<{ count: number }>(method, new URL('/x', server.url).href),
    asked: () => count,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

test.each([429, 503])(
  'a reading that is answered %d is asked for again when the server says so',
  async status => {
    using server = await busy(status, { 'retry-after': '0' }, 2);
    expect(await server.ask('GET')).toEqual({ count: 3 });
  },
);

test('queries give up after some retries', async () => {
  using server = await busy(503, { 'retry-after': '0' }, 9);
  expect(server.ask('GET')).rejects.toMatchObject({ status: 503, message: 'busy' });
  await server.ask('GET').catch(() => {});
  expect(server.asked()).toBe(6);
});

test('writes are not retried, nor is a refusal with a long retry time', async () => {
  using server = await busy(429, { 'retry-after': '3600' }, 9);
  for (const method of ['POST', 'GET']) await server.ask(method).catch(() => {});
  expect(server.asked()).toBe(2);
});
