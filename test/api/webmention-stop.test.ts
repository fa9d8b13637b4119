import { expect, test } from 'bun:test';
import { startLoopbackServer } from '../support/loopback-servers.ts';
import { startTestServer } from '../support/server.ts';

test('a server that stops does not wait for pages that never answer', async () => {
  await using silent = await startLoopbackServer(() => requested.resolve());
  const requested = Promise.withResolvers<void>();
  const server = await startTestServer({
    settings: { FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' },
    resolve: async () => ['127.0.0.1'],
  });
  const site = await server.given.site();
  const body = new URLSearchParams({
    source: `http://blog.test:${silent.port}/`,
    target: 'https://shop.example/',
  });
  const { status } = await fetch(`${server.url}/webmention/${site.uid}`, { method: 'POST', body });
  await requested.promise;
  await server[Symbol.asyncDispose]();
  await silent.allClosed();
  expect(status).toBe(202);
});

test('without the operator’s permission no private address is requested', async () => {
  await using silent = await startLoopbackServer((_, response) => response.end());
  await using server = await startTestServer();
  const site = await server.given.site();
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433']) {
    const body = new URLSearchParams({
      source: `http://${host}:${silent.port}/`,
      target: 'https://shop.example/',
    });
    const { status } = await fetch(`${server.url}/webmention/${site.uid}`, { method: 'POST', body });
    expect(status).toBe(202);
  }
  await server.services.webmentions.settled();
  expect(silent.requests).toEqual([]);
});
