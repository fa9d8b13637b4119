/** How large bodies may be, and how many at once. Source: decisions, section 2. */
import { expect, test } from 'bun:test';
import type { Socket } from 'node:net';
import { givenSite } from '../support/given-site.ts';
import { openSocket, requestHead, sendRaw } from '../support/raw-http.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const KIB = 1024;
const MIB = KIB * KIB;
const headers = () => ({ authorization: `Bearer ${server().owner.full}`, 'user-agent': 'test' });
const tooLarge = (limit: string) => ({ error: `body must be at most ${limit}` });

/** A batch of one row, padded to so many bytes with an ignored field. */
const padded = (bytes: number, rows = 1): string => {
  const row = (padding: number) => `{"path":"/a","padding":"${'x'.repeat(padding)}"}`;
  const each = Math.floor((bytes - 2 - (rows - 1)) / rows) - row(0).length;
  const text = `[${Array.from({ length: rows }, () => row(each)).join(',')}]`;
  return text.replace(/\]$/, `${' '.repeat(bytes - text.length)}]`);
};

async function aBatch() {
  const site = await server().given.site();
  const path = `/sites/${site.id}/hits/batch`;
  return { path: `/api/v1${path}`, send: (body: unknown) => server().post(path, body) };
}

test('a batch of exactly 10 MiB is read, and one byte more is 413', async () => {
  const { send } = await aBatch();
  const text = padded(10 * MIB, 20);
  expect(text.length).toBe(10 * MIB);
  expect(await send(text)).toMatchObject({ status: 200, body: { created_count: 20 } });
  expect(await send(`${text} `)).toMatchObject({ status: 413, body: tooLarge('10 MiB') });
});

test('a single write of exactly 1 MiB is read, and one byte more is 413', async () => {
  const body = `{"url":"https://large.example","padding":"`;
  const text = `${body}${'x'.repeat(MIB - body.length - 2)}"}`;
  expect(text.length).toBe(MIB);
  expect((await server().post('/sites', text)).status).toBe(201);
  expect(await server().post('/sites', `${text} `)).toMatchObject({ status: 413, body: tooLarge('1 MiB') });
});

test.each([
  ['/api/v1/agent_signups', 'application/json', 16],
  ['/session', 'application/json', 16],
  ['/session/reset', 'application/json', 16],
  ['/session/reset/confirm', 'application/json', 16],
  ['/session/join', 'application/json', 16],
  ['/session/activate', 'application/json', 16],
  ['/setup', 'application/json', 16],
  ['/webmention/aaaaaaaaaaaaaaaaaaaa', 'application/x-www-form-urlencoded', 16],
])('without a key %s takes 16 KiB', async (path, type, limit) => {
  const send = (size: number) =>
    fetch(server().url + path, {
      method: 'POST',
      headers: { 'content-type': type, origin: server().url, 'user-agent': 'test' },
      body: 'x'.repeat(size),
    });
  expect((await send(limit * KIB)).status).not.toBe(413);
  const refused = await send(limit * KIB + 1);
  expect([refused.status, await refused.json()]).toEqual([413, tooLarge('16 KiB')]);
});

test('a page may report its longest addresses, every sign escaped', async () => {
  const site = await server().given.site();
  const longest = (start: string) => start + '💩'.repeat(2048 - [...start].length);
  const body = JSON.stringify({
    url: longest('https://shop.example/?q='),
    referrer: longest('https://a.example/'),
  });
  const escaped = body.replace(/[^\x20-\x7e]/g, sign => `\\u${sign.charCodeAt(0).toString(16)}`);
  expect(escaped.length).toBeGreaterThan(47 * KIB);
  const taken = await fetch(`${server().url}/collector/${site.uid}`, {
    method: 'POST',
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    body: escaped,
  });
  expect(taken.status).toBe(202);
  expect((await server().get(`/sites/${site.id}/hits`)).hits).toHaveLength(1);
});

test.each([11, 900])('a content-length of %d MiB is refused before the body is received', async size => {
  const { path } = await aBatch();
  const head = requestHead('POST', path, { ...headers(), 'content-length': String(size * MIB) });
  const { status, text } = await sendRaw(server().url, head);
  expect([status, JSON.parse(text)]).toEqual([413, tooLarge('10 MiB')]);
});

test('a body that does not say its length is 413 when it grows too large', async () => {
  const { path } = await aBatch();
  const head = requestHead('POST', path, { ...headers(), 'transfer-encoding': 'chunked' });
  const chunk = `100000\r\n${'x'.repeat(MIB)}\r\n`;
  const pieces = [head, ...Array<string>(12).fill(chunk), '0\r\n\r\n'];
  // A connection that was reset now and then would lose its answer.
  for (let time = 0; time < 20; time++) {
    const { status, text } = await sendRaw(server().url, ...pieces);
    expect([status, JSON.parse(text)]).toEqual([413, tooLarge('10 MiB')]);
  }
});

test('a body in pieces without a length is read', async () => {
  const head = requestHead('POST', '/api/v1/sites', { ...headers(), 'transfer-encoding': 'chunked' });
  const pieces = ['{"url":"https:', '//pieces.ex', 'ample"}'].map(
    piece => `${piece.length.toString(16)}\r\n${piece}\r\n`,
  );
  expect((await sendRaw(server().url, head, ...pieces, '0\r\n\r\n')).status).toBe(201);
});

test('a body in very many tiny chunks is refused', async () => {
  const head = requestHead('POST', '/api/v1/sites', { ...headers(), 'transfer-encoding': 'chunked' });
  const { status, text } = await sendRaw(server().url, head, '1\r\n \r\n'.repeat(50_000), '0\r\n\r\n');
  expect([status, JSON.parse(text).error]).toEqual([422, expect.stringContaining('tiny chunks')]);
});

test('a body too large on a connection does not hold up the next request', async () => {
  await server().post('/sites', 'x'.repeat(11 * MIB));
  expect((await server().api('GET', '/me')).status).toBe(200);
});

/** Opens a connection that announces a body and sends nearly all of it. */
async function sendNearly(path: string, size: number): Promise<Socket> {
  const head = requestHead('POST', path, { ...headers(), 'content-length': String(size) });
  const socket = await openSocket(server().url);
  await new Promise(settle => socket.write(head + ' '.repeat(size - 1), () => settle(null)));
  return socket;
}

test('bodies beyond the share of a user are 429, all others are still taken, and room comes back', async () => {
  const { path, send } = await aBatch();
  const site = await server().given.site();
  const other = await givenSite(server(), {}, await server().given.user('room@example.org'));
  const socket = await sendNearly(path, 10 * MIB);
  const large = padded(9 * MIB, 18);
  const refused = await sendUntil(() => send(large), 429);
  expect([refused.headers.get('retry-after'), refused.body.error]).toEqual([
    '10',
    expect.stringContaining('too many request bodies of this user at once: at most'),
  ]);
  const report = () =>
    fetch(`${server().url}/collector/${site.uid}`, { method: 'POST', body: '{"path":"/a"}' });
  expect((await report()).status).toBe(202);
  expect((await other.post('/hits/batch', large)).status).toBe(200);
  socket.destroy();
  expect((await sendUntil(() => send(large), 200)).body.created_count).toBe(18);
});

/** Sends until the answer is as expected: the server may still be taking notice of what other connections did. */
async function sendUntil<Answer extends { readonly status: number }>(
  send: () => Promise<Answer>,
  status: number,
) {
  let answer = await send();
  for (let tries = 0; tries < 100 && answer.status !== status; tries++) answer = await send();
  expect(answer.status).toBe(status);
  return answer;
}
