/** Hits that come while people change things: each change is noted beside the hits before it is answered. */
import { expect, test } from 'bun:test';
import { startTestServer } from '../support/server.ts';

test('hits are answered between changes, however many are made at once', async () => {
  await using server = await startTestServer();
  const { id } = await server.given.site();
  let isChanging = true;
  const change = async () => {
    for (let n = 0; n < 25; n += 1)
      expect((await server.api('POST', '/sites', { body: { url: 'https://a.example' } })).status).toBe(201);
  };
  const changes = Promise.all(Array.from({ length: 8 }, change)).then(() => {
    isChanging = false;
  });
  let hits = 0;
  while (isChanging) {
    expect((await server.api('POST', `/sites/${id}/hits`, { body: { path: '/' } })).status).toBe(201);
    hits += 1;
  }
  await changes;
  // Held until no change was under way, hardly one was answered.
  expect(hits).toBeGreaterThan(5);
});
