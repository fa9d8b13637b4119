/** Visitors of a site's day: its date by the clocks of its zone. Source: decisions, section 5, Visitor and uniqueness. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { temporaryFolder } from '../support/cli.ts';
import { givenSite } from '../support/given-site.ts';
import { createMovableClock, makeDataFolder, startTestServer } from '../support/server.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const visitor = { ip_address: '203.0.113.7', user_agent: BROWSER };

test('a visitor is the same from midnight to midnight in the zone of the site, through every door', async () => {
  await using server = await startTestServer();
  const site = await givenSite(server, { url: 'https://shop.example' });
  await site.set({ time_zone: 'America/New_York' });
  const headers = { 'user-agent': BROWSER, origin: 'https://shop.example' };
  const pages: [method: string, path: string][] = [
    ['POST', `/collector/${site.site.uid}?url=https%3A%2F%2Fshop.example%2Fa`],
    ['GET', `/pixel/${site.site.uid}.gif?path=/b`],
  ];
  const visit = async (instant: string) => {
    server.clock.set(instant);
    for (const [method, path] of pages) await fetch(server.url + path, { method, headers });
    const own = { ip_address: '127.0.0.1', user_agent: BROWSER };
    const { body } = await site.post('/hits', { path: '/c', ...own });
    await site.hits([{ path: '/d', ...own }]);
    await fetch(`${server.url}/kudos/${site.site.uid}?path=/a`, { method: 'POST', headers });
    return [body.hit.visitor_hash, body.hit.unique_hash];
  };
  const evening = await visit('2026-03-10T23:30:00Z');
  expect(await visit('2026-03-11T03:59:00Z')).toEqual(evening);
  const next = await visit('2026-03-11T04:00:00Z');
  expect(next[0]).not.toBe(evening[0]);
  const { summary } = await site.get('/hits?start_date=2026-03-01&group_by=path');
  expect(summary).toMatchObject({ total_hits: 12, unique_visitors: 2 });
  expect((await site.get('/kudos?start_date=2026-03-01')).pagination.total_count).toBe(2);
});

test('a site whose zone changes has other visitors, and nothing is left of a salt after midnight', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  await makeDataFolder(data);
  const clock = createMovableClock('2026-03-10T12:00:00Z');
  let server = await startTestServer({ data, clock });
  const site = await givenSite(server);
  const hashIn = async (time_zone: string) => {
    await site.set({ time_zone });
    return (await site.post('/hits', { path: '/', ...visitor })).body.hit.visitor_hash;
  };
  const [berlin, tokyo, again] = [
    await hashIn('Europe/Berlin'),
    await hashIn('Asia/Tokyo'),
    await hashIn('europe/berlin'),
  ];
  expect([berlin === tokyo, berlin === again]).toEqual([false, true]);
  const { salts } = server.services.stores;
  const drawn = salts.load();
  clock.set('2026-03-10T15:00:00Z');
  await server.job('visitors.rotate-salt');
  expect(salts.load().map(({ zone, day }) => `${zone} ${day}`)).toEqual([
    'Asia/Tokyo 2026-03-11',
    'Europe/Berlin 2026-03-10',
  ]);
  await server.stop();
  clock.advance({ days: 3 });
  server = await startTestServer({ data, clock });
  expect(
    server.services.stores.salts
      .load()
      .filter(salt => drawn.some(({ bytes }) => Buffer.compare(bytes, salt.bytes) === 0)),
  ).toEqual([]);
  await server.stop();
});

test('visits are cut anew where the zone changes, also across a restart, and reports are exact before and after', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  await makeDataFolder(data);
  const clock = createMovableClock('2026-03-10T12:00:00Z');
  let server = await startTestServer({ data, clock });
  const key = server.owner.readOnly;
  const site = await givenSite(server);
  // Around midnight UTC, when it is seven in the evening in New York, and around midnight there.
  const times = [
    '2026-03-10T23:50:00Z',
    '2026-03-11T00:10:00Z',
    '2026-03-11T03:50:00Z',
    '2026-03-11T04:10:00Z',
  ];
  for (const time of times) {
    clock.set(time);
    await site.hits([{ path: '/', visitor_id: 'ada' }]);
  }
  const figures = async () => {
    const query =
      'start_date=2026-03-10&end_date=2026-03-11&time_zone=site&group_by=date&include_visitors=true';
    const { body } = await server.api('GET', `${site.path}/hits?${query}`, { key });
    return body.grouped_hits.map((day: Record<string, unknown>) => [
      day['date'],
      day['hit_count'],
      day['visits'],
    ]);
  };
  const sums = async () => (await site.get('/settings')).settings.sums;
  expect(await figures()).toEqual([
    ['2026-03-10', 1, 1],
    ['2026-03-11', 3, 2],
  ]);
  await site.set({ time_zone: 'America/New_York' });
  expect(await sums()).toBe('rebuilding');
  await server.job('hits.set-zones');
  expect(await sums()).toBe('ready');
  const inNewYork = [
    ['2026-03-10', 3, 2],
    ['2026-03-11', 1, 1],
  ];
  expect(await figures()).toEqual(inNewYork);
  await server.stop();
  server = await startTestServer({ data, clock });
  expect(await figures()).toEqual(inNewYork);
  await server.stop();
});
