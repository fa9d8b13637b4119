/** Many, slow and broken clients, and those that ask or write while others do. */
import { expect, test } from 'bun:test';
import type { Socket } from 'node:net';
import { READ_LIMITS } from '../../src/stores/read-limits.ts';
import { givenSite } from '../support/given-site.ts';
import { openSocket, requestHead, sendRaw } from '../support/raw-http.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const headers = () => ({ authorization: `Bearer ${server().owner.full}`, 'user-agent': 'test' });

test('2,000 concurrent connections are all answered, and their hits are stored', async () => {
  const { id } = await server().given.site();
  const body = '{"path":"/"}';
  const request = `${requestHead('POST', `/api/v1/sites/${id}/hits`, { ...headers(), 'content-length': String(body.length) })}${body}`;
  const answers = await Promise.all(Array.from({ length: 2000 }, () => sendRaw(server().url, request)));
  const stored = answers.filter(({ status }) => status === 201).length;
  expect(stored).toBe(2000);
  expect((await server().get(`/sites/${id}`)).lifetime_hits).toBe(2000);
});

test('endless bodies do not block other clients', async () => {
  const head = requestHead('POST', '/api/v1/sites', { ...headers(), 'content-length': '1000' });
  const slow: Socket[] = await Promise.all(Array.from({ length: 500 }, () => openSocket(server().url)));
  for (const socket of slow) socket.write(`${head}{"url":`);
  const site = await server().given.site();
  expect((await server().post(`/sites/${site.id}/hits`, { path: '/' })).status).toBe(201);
  for (const socket of slow) socket.destroy();
  expect((await server().api('GET', '/me')).status).toBe(200);
});

test.each([
  ['batches', '/api/v1/sites/:id/hits/batch', 12, 4 * 1024 ** 2],
  ['writes of 1 MiB', '/api/v1/sites', 64, 1024 ** 2],
  ['messages of assistants', '/mcp', 64, 1024 ** 2],
])('%s that are announced and not sent do not block other users', async (name, path, count, bytes) => {
  const other = await server().given.user(`without-${count}-${name.length}@example.org`);
  const site = await givenSite(server(), {}, other);
  const { id } = await server().given.site();
  const head = requestHead('POST', path.replace(':id', id), {
    ...headers(),
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'content-length': String(bytes),
  });
  const slow = await Promise.all(Array.from({ length: count }, () => openSocket(server().url)));
  for (const socket of slow) socket.write(`${head}[`);
  expect((await site.post('/hits', { path: '/' })).status).toBe(201);
  await site.hits(Array.from({ length: 1000 }, (_, n) => ({ path: `/${n}${'x'.repeat(500)}` })));
  for (const socket of slow) socket.destroy();
});

test('a client that disconnects in the middle of its body writes nothing', async () => {
  const { id } = await server().given.site();
  const head = requestHead('POST', `/api/v1/sites/${id}/hits`, { ...headers(), 'content-length': '1000' });
  for (let n = 0; n < 20; n++) {
    const socket = await openSocket(server().url);
    await new Promise(settle => socket.end(`${head}{"path":"/cut"`, () => settle(null)));
    socket.destroy();
  }
  expect((await server().get(`/sites/${id}`)).lifetime_hits).toBe(0);
});

test('invalid HTTP is refused and breaks nothing', async () => {
  for (const bytes of [
    '\r\n\r\n',
    'GET\r\n\r\n',
    '\u0000\u0001\u0002\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET /${'x'.repeat(40_000)} HTTP/1.1\r\n\r\n`,
  ]) {
    const socket = await openSocket(server().url);
    const closed = new Promise(settle => socket.once('close', settle).once('data', settle));
    socket.on('error', () => undefined);
    socket.end(bytes);
    await closed;
    socket.destroy();
  }
  expect((await server().api('GET', '/me')).status).toBe(200);
});

test('a report is aborted when its client disconnects, and the next one is answered', async () => {
  const { id } = await server().given.site();
  await server().post(
    `/sites/${id}/hits/batch`,
    Array.from({ length: 5000 }, (_, n) => ({ path: `/${n}` })),
  );
  const url = `${server().url}/api/v1/sites/${id}/hits?group_by=path`;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const leaving = new AbortController();
      const pending = fetch(url, { headers: headers(), signal: leaving.signal }).catch(() => undefined);
      leaving.abort();
      await pending;
    }),
  );
  expect((await server().get(`/sites/${id}/hits?group_by=path`)).pagination.total_count).toBe(5000);
});

// Nothing waits: what does not get a reader at once is refused.
const hurried = shareServer({
  readLimits: { ...READ_LIMITS, maxWaiting: 0, maxWaitMs: 0, maxTotalMs: 20_000 },
});

test('what is over the limit of an account is 429 with Retry-After, and other accounts do not feel it', async () => {
  const { api, given } = hurried();
  const site = await given.site();
  const other = await given.user('other@example.org');
  const theirs = await given.site({ url: 'https://other.example' }, other.full);
  // Three readings at once, of which an account may hold two.
  const large = api('GET', `/sites/${site.id}/overview`);
  const small = api('GET', `/sites/${theirs.id}`, { key: other.readOnly });
  expect(await large).toMatchObject({
    status: 429,
    body: { error: expect.stringContaining('too many reports of this account at once') },
  });
  expect((await large).headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await small).status).toBe(200);
});

test('the insights status is queried in the queue of the account', async () => {
  const { api, given, services } = server();
  const { id } = await given.site();
  await api('PATCH', `/sites/${id}/settings`, { body: { insights_enabled: true } });
  const { ask } = services.stores.hits;
  const queues: unknown[] = [];
  services.stores.hits.ask = (question, options) => {
    queues.push(options?.queue);
    return ask(question, options);
  };
  try {
    expect((await api('GET', `/sites/${id}/insights`)).status).toBe(200);
  } finally {
    services.stores.hits.ask = ask;
  }
  expect(queues).toEqual([`account ${services.sites.service.find(id)?.ownerId}`]);
});

test('hits are answered between changes, however many are made at once', async () => {
  await using server = await startTestServer();
  const { id } = await server.given.site();
  let isChanging = true;
  const change = async () => {
    for (let n = 0; n < 25; n += 1)
      expect((await server.post('/sites', { url: 'https://a.example' })).status).toBe(201);
  };
  const changes = Promise.all(Array.from({ length: 8 }, change)).then(() => {
    isChanging = false;
  });
  let hits = 0;
  while (isChanging) {
    expect((await server.post(`/sites/${id}/hits`, { path: '/' })).status).toBe(201);
    hits += 1;
  }
  await changes;
  // Held until no change was under way, hardly one was answered.
  expect(hits).toBeGreaterThan(5);
});
