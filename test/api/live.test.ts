/** Live figures of a site: as one answer, and as a stream of events. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { BROWSER } from '../support/collect-host.ts';
import { type EventReader, openEvents } from '../support/event-reader.ts';
import type { TestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

setDefaultTimeout(TIME_LIMIT_MS);

const shared = shareServer();
/** A site of the shared server, at noon. */
async function aSite() {
  const server = shared();
  server.clock.set('2026-03-10T12:00:00Z');
  const { id, uid } = await server.given.site();
  return { server, id, uid };
}

const readers: EventReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

const hit = (server: TestServer, id: number, body: Record<string, unknown> = {}) =>
  server.post(`/sites/${id}/hits`, { path: '/', ...body });
const live = async (server: TestServer, id: number) => await server.get(`/sites/${id}/live`);
async function watch(server: TestServer, id: number): Promise<EventReader> {
  const authorization = `Bearer ${server.owner.readOnly}`;
  const reader = await openEvents(`${server.url}/api/v1/sites/${id}/live`, { authorization });
  readers.push(reader);
  return reader;
}
async function beatAfter(server: TestServer, time: { minutes?: number; seconds?: number }) {
  server.clock.advance(time);
  await server.job('live.beat');
}
/** A site whose stream has begun. */
async function watched() {
  const site = await aSite();
  const events = await watch(site.server, site.id);
  await events.next();
  return { ...site, events };
}

test('visitors, pages and countries are those of the last five minutes', async () => {
  const { server, id } = await aSite();
  await hit(server, id, { path: '/old', visitor_id: 'ann' });
  server.clock.advance({ minutes: 5, ms: 1 });
  await server.given.hits(
    id,
    table('path visitor_id country', ['/a', 'ann', 'DE'], ['/a', 'bob', 'DE'], ['/b', 'bob', 'FR']),
  );
  const { recent, last_30_minutes: _, ...figures } = await live(server, id);
  expect(figures).toEqual({
    visitors: 2,
    hits: 3,
    since: '2026-03-10T12:00:00.001Z',
    pages: table('path hits', ['/a', 2], ['/b', 1]),
    countries: table('country hits', ['DE', 2], ['FR', 1]),
  });
  expect(recent.map((row: { path: string }) => row.path)).toEqual(['/b', '/a', '/a', '/old']);
});

test('the last half hour has every minute, and its pages, referrers of visits and countries by visitors', async () => {
  const { server, id } = await aSite();
  await hit(server, id, { path: '/early', visitor_id: 'ann' });
  server.clock.advance({ minutes: 1 });
  const search = 'https://search.example/';
  await hit(server, id, { path: '/a', visitor_id: 'bob', country: 'DE', referrer: search });
  await hit(server, id, { path: '/a', visitor_id: 'cid', country: 'FR' });
  server.clock.advance({ minutes: 29, seconds: 59 });
  await hit(server, id, { path: '/b', visitor_id: 'bob', country: 'DE' });
  await hit(server, id, { path: '/b', visitor_id: 'bob', country: 'DE' });
  const { minutes, ...half } = (await live(server, id)).last_30_minutes;
  expect(half).toEqual({
    visitors: 2,
    hits: 4,
    pages: table('path visitors hits', ['/a', 2, 2], ['/b', 1, 2]),
    referrers: table('referrer_host visitors hits', ['search.example', 1, 3], [null, 1, 1]),
    countries: table('country visitors hits', ['DE', 1, 3], ['FR', 1, 1]),
  });
  expect(minutes).toHaveLength(30);
  expect(minutes[0]).toEqual({ started_at: '2026-03-10T12:01:00.000Z', visitors: 2, hits: 2 });
  expect(minutes[1]).toEqual({ started_at: '2026-03-10T12:02:00.000Z', visitors: 0, hits: 0 });
  expect(minutes[29]).toEqual({ started_at: '2026-03-10T12:30:00.000Z', visitors: 1, hits: 2 });
});

test('the newest rows of every kind are listed, of the last 24 hours, at most 20', async () => {
  const { server, id } = await aSite();
  await hit(server, id);
  server.clock.advance({ hours: 24, ms: 1 });
  await server.post(`/sites/${id}/events`, { event: 'a.b' });
  server.clock.advance({ seconds: 1 });
  await server.post(`/sites/${id}/kudos`, { path: '/k' });
  server.clock.advance({ seconds: 1 });
  await server.post(`/sites/${id}/agent_visits`, { path: '/g', user_agent: 'GPTBot/1.2' });
  expect((await live(server, id)).recent).toMatchObject([
    { type: 'agent_visit', path: '/g', provider: 'OpenAI' },
    { type: 'kudo', path: '/k' },
    { type: 'event', event: 'a.b' },
  ]);
  await server.given.hits(id, Array(30).fill({ path: '/' }));
  expect((await live(server, id)).recent).toHaveLength(20);
});

test('a site without visitors has zeros', async () => {
  const { server, id } = await aSite();
  const none = { visitors: 0, hits: 0, pages: [], countries: [], recent: [] };
  expect(await live(server, id)).toMatchObject(none);
});

test('a stream begins with the figures and sends each row that is stored', async () => {
  const { server, id } = await aSite();
  const other = await server.given.site();
  const events = await watch(server, id);
  expect(events.headers.get('content-type')).toBe('text/event-stream');
  expect(await events.next()).toMatchObject({ event: 'live', data: { visitors: 0, hits: 0, recent: [] } });
  server.clock.advance({ seconds: 1 });
  await hit(server, other.id);
  await hit(server, id, { path: '/a', visitor_id: 'ann' });
  expect(await events.next()).toMatchObject({
    event: 'hit',
    data: { type: 'hit', path: '/a', url: 'https://shop.example/a' },
  });
  expect(await events.next()).toMatchObject({
    event: 'live',
    data: { visitors: 1, hits: 1, pages: [{ path: '/a', hits: 1 }], recent: [{ type: 'hit', path: '/a' }] },
  });
  await server.post(`/sites/${id}/events`, { event: 'a.b' });
  await server.post(`/sites/${id}/kudos`, { path: '/k' });
  await server.post(`/sites/${id}/agent_visits`, { path: '/g', user_agent: 'GPTBot/1.2' });
  expect(await events.next()).toMatchObject({ event: 'event', data: { event: 'a.b' } });
  expect(await events.next()).toMatchObject({ event: 'kudo', data: { path: '/k' } });
  expect(await events.next()).toMatchObject({ event: 'agent_visit', data: { path: '/g' } });
});

test('rows of the tracker are streamed too', async () => {
  const { server, uid, events } = await watched();
  await fetch(`${server.url}/collector/${uid}`, {
    method: 'POST',
    headers: { 'user-agent': BROWSER },
    body: JSON.stringify({ url: 'https://shop.example/seen' }),
  });
  const data = { path: '/seen', browser_name: 'Chrome' };
  expect(await events.next()).toMatchObject({ event: 'hit', data });
});

test('the figures are sent at most once a second, and fall when the hits are five minutes old', async () => {
  const { server, id, events } = await watched();
  for (const visitor of ['ann', 'bob']) await hit(server, id, { visitor_id: visitor });
  expect([(await events.next()).event, (await events.next()).event]).toEqual(['hit', 'hit']);
  await beatAfter(server, { seconds: 1 });
  expect(await events.next()).toMatchObject({ event: 'live', data: { visitors: 2, hits: 2 } });
  await beatAfter(server, { minutes: 5 });
  expect(await events.next()).toMatchObject({ event: 'live', data: { visitors: 0, hits: 0, pages: [] } });
  await beatAfter(server, { seconds: 14 });
  await beatAfter(server, { seconds: 1 });
  const { data } = await events.next();
  expect(data.since).toBe('2026-03-10T12:00:16.000Z');
});

test('at most 20 rows a second are sent, and the rest is in the figures', async () => {
  const { server, id, events } = await watched();
  server.clock.advance({ seconds: 1 });
  for (let batch = 0; batch < 2; batch += 1) await server.given.hits(id, Array(300).fill({ path: '/' }));
  await beatAfter(server, { seconds: 1 });
  const received: string[] = [];
  let hits = 0;
  while (hits < 600) {
    const { event, data } = await events.next();
    received.push(event);
    if (event === 'live') hits = data.hits;
  }
  expect(received.filter(name => name === 'hit')).toHaveLength(20);
});

test('of a batch with more rows than the limit the newest are sent', async () => {
  const { server, id, events } = await watched();
  server.clock.advance({ seconds: 1 });
  const rows = (name: string, length: number) =>
    Array.from({ length }, (_, place) => ({ path: `/${name}${place}` }));
  await server.given.hits(id, rows('a', 15));
  await server.given.hits(id, rows('b', 10));
  const received: string[] = [];
  while (received.length < 20) {
    const { event, data } = await events.next();
    if (event === 'hit') received.push(data.path);
  }
  expect(received.slice(15)).toEqual(['/b5', '/b6', '/b7', '/b8', '/b9']);
});

test('suppressed and ignored hits are not sent', async () => {
  const { server, id, events } = await watched();
  const { body } = await hit(server, id, { referrer: 'https://semalt.com/' });
  expect(body.status).toBe('ignored');
  await hit(server, id, { path: '/after' });
  expect(await events.next()).toMatchObject({ event: 'hit', data: { path: '/after' } });
});

test('deleted rows are missing from the next figures', async () => {
  const { server, id } = await aSite();
  await hit(server, id, { path: '/removed' });
  const events = await watch(server, id);
  expect((await events.next()).data.recent).toHaveLength(1);
  await server.services.stores.hits.remove({ siteId: id, kinds: ['hit'], which: 'all' });
  await beatAfter(server, { seconds: 15 });
  expect(await events.next()).toMatchObject({ event: 'live', data: { hits: 0, recent: [] } });
});
