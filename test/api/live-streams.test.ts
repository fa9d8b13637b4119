/** Who may watch a site live, for how long, and what a stream may cost. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { createConnection, type Socket } from 'node:net';
import { openBrowser } from '../support/cookie-jar.ts';
import { type EventReader, openEvents } from '../support/event-reader.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

setDefaultTimeout(TIME_LIMIT_MS);

const shared = shareServer();
const readers: EventReader[] = [];
const sockets: Socket[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function watchWith(server: TestServer, id: number, headers: Record<string, string>) {
  const reader = await openEvents(`${server.url}/api/v1/sites/${id}/live`, headers);
  readers.push(reader);
  await reader.next();
  return reader;
}
const watch = (server: TestServer, id: number, key = server.owner.readOnly) =>
  watchWith(server, id, { authorization: `Bearer ${key}` });

async function beat(server: TestServer): Promise<void> {
  server.clock.advance({ seconds: 15 });
  await server.job('live.beat');
}

/** A client that asks for a stream and never reads an answer. */
async function watchBlindly(server: TestServer, id: number): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const socket = createConnection({ host: hostname, port: Number(port) });
  sockets.push(socket);
  socket.on('error', () => {});
  socket.pause();
  await new Promise<void>(done => socket.once('connect', done));
  socket.write(
    `GET /api/v1/sites/${id}/live HTTP/1.1\r\nHost: ${hostname}\r\nUser-Agent: test\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${server.owner.readOnly}\r\n\r\n`,
  );
}

test('a stream ends at the latest at the beat after its key was revoked, and others go on', async () => {
  await using server = await startTestServer();
  const { id } = await server.given.site();
  const [revoked, kept] = [await watch(server, id), await watch(server, id, server.owner.full)];
  const key = server.services.access.keys.findHolder(server.owner.readOnly);
  server.services.access.keys.revoke(key?.keyId ?? 0);
  await beat(server);
  await revoked.ended();
  expect((await kept.next()).event).toBe('live');
});

test('a stream stays open while nothing happens, and another connection does not', async () => {
  await using server = await startTestServer({ idleTimeoutSeconds: 1 });
  const { id } = await server.given.site();
  const reader = await watch(server, id);
  const { hostname, port } = new URL(server.url);
  const younger = createConnection({ host: hostname, port: Number(port) });
  await new Promise(closed => younger.on('close', closed).resume());
  await server.given.hits(id, [{ path: '/a' }]);
  expect((await reader.next()).event).toBeString();
});

test('a session may watch, until it is signed out', async () => {
  const { id } = await shared().given.site();
  const browser = openBrowser(shared());
  await browser.signIn();
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const events = await watchWith(shared(), id, { cookie });
  await browser.ask('DELETE', '/session');
  await beat(shared());
  await events.ended();
});

test('a stream ends when its site is deleted, and when a member leaves the team', async () => {
  const [kept, deleted] = [await shared().given.site(), await shared().given.site()];
  const { accounts } = shared().services.access;
  const member = await shared().given.user('member@example.org', 'none');
  const [owner, viewer] = [shared().owner.email, member.email].map(accounts.getUserByEmail);
  if (!owner || !viewer) throw new Error('both are there');
  accounts.addToTeam(owner, viewer, 'viewer');
  const ofSite = await watch(shared(), deleted.id);
  const ofMember = await openEvents(`${shared().url}/api/v1/sites/${kept.id}/live?account_id=${owner.id}`, {
    authorization: `Bearer ${member.full}`,
  });
  readers.push(ofMember);
  await shared().api('DELETE', `/sites/${deleted.id}`);
  accounts.removeFromTeam(owner, viewer);
  await beat(shared());
  await Promise.all([ofSite.ended(), ofMember.ended()]);
});

test('a user has at most 20 streams, and a place is free again when one has gone', async () => {
  await using server = await startTestServer();
  const { id } = await server.given.site();
  const other = await server.given.user('other@example.org');
  const theirs = await server.given.site({}, other.full);
  const open = await Promise.all(Array.from({ length: 20 }, () => watch(server, id)));
  expect(watch(server, id, server.owner.full)).rejects.toThrow(
    '429 {"error":"at most 20 live streams per user: close one of yours"}',
  );
  await watch(server, theirs.id, other.full);
  expect((await server.api('GET', `/sites/${id}/live`)).status).toBe(200);
  open[0]?.close();
  // The server hears of it through the network.
  for (let isOpen = false; !isOpen; )
    isOpen = await watch(server, id).then(
      () => true,
      () => false,
    );
});

test('a stopping server ends its streams at once', async () => {
  await using server = await startTestServer();
  const { id } = await server.given.site();
  const events = await watch(server, id);
  await watchBlindly(server, id);
  const stopped = server.stop();
  await events.ended();
  await stopped;
});

test('a stream is one request of its key, and needs what every reading needs', async () => {
  await using server = await startTestServer({ settings: { FOOTFALL_RATE_LIMIT: '3' } });
  const { id } = await server.given.site();
  const events = await watch(server, id);
  expect(events.headers.get('ratelimit-remaining')).toBe('2');
  expect(events.headers.get('access-control-allow-origin')).toBe('*');
  for (let turn = 0; turn < 5; turn += 1) await beat(server);
  await watch(server, id);
  await watch(server, id);
  expect(watch(server, id)).rejects.toThrow('429');
  expect(watch(server, id, 'ff-ro-none')).rejects.toThrow('401');
  const other = await server.given.user('other@example.org');
  expect(watch(server, id, other.full)).rejects.toThrow('404');
});

test.each(['text/html, text/event-stream;q=0.9', 'TEXT/EVENT-STREAM'])('%s asks for events', async accept => {
  const { id } = await shared().given.site();
  const events = await watchWith(shared(), id, { accept, authorization: `Bearer ${shared().owner.full}` });
  expect(events.headers.get('content-type')).toBe('text/event-stream');
});

test.each(['', '*/*', 'application/json', 'text/*', 'text/event-streams'])(
  '"%s" asks for JSON',
  async accept => {
    const { id } = await shared().given.site();
    const { headers } = await shared().api('GET', `/sites/${id}/live`, { headers: { accept } });
    expect(headers.get('content-type')).toStartWith('application/json');
  },
);

test('HEAD opens no stream', async () => {
  const { id } = await shared().given.site();
  const response = await fetch(`${shared().url}/api/v1/sites/${id}/live`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${shared().owner.full}`, accept: 'text/event-stream' },
  });
  expect(response.headers.get('content-type')).not.toContain('event-stream');
});
