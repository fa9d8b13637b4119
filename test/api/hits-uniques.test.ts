/** Unique hits and visitors. Source: decisions, section 5, Visitor and uniqueness. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

async function aSite() {
  server().clock.set('2026-03-10T12:00:00Z');
  const site = await givenSite(server());
  const send = async (fields: Record<string, string>) =>
    (await site.post('/hits', { path: '/', ...fields })).body.hit;
  return { ...site, send, report: (query = '') => site.get(`/hits?group_by=path&${query}`) };
}

const ADDRESS = { ip_address: '192.0.2.1', user_agent: 'Mozilla/5.0' };

test('the first hit of a visitor on a path and UTC day is unique, the next are not', async () => {
  const given = await aSite();
  for (const path of ['/', '/', '/b']) await given.send({ path, visitor_id: 'ann' });
  expect((await given.report()).grouped_hits).toEqual([
    { path: '/', views: 2, unique_views: 1 },
    { path: '/b', views: 1, unique_views: 1 },
  ]);
});

test('unique hits add up over days, visitors are counted once', async () => {
  const given = await aSite();
  for (let day = 0; day < 3; day++) {
    for (let hit = 0; hit < 2; hit++) await given.send({ visitor_id: 'ann' });
    server().clock.advance({ days: 1 });
  }
  const { grouped_hits: rows, summary } = await given.report();
  expect(rows).toEqual([{ path: '/', views: 6, unique_views: 3 }]);
  expect(summary).toEqual({ total_hits: 6, unique_visitors: 1, distinct_paths: 1 });
});

test('an anonymous write is a hit, no unique hit and no visitor', async () => {
  const given = await aSite();
  expect(await given.send({})).toMatchObject({ visitor_hash: null, unique_hash: null });
  const { grouped_hits: rows, summary } = await given.report();
  expect(rows).toEqual([{ path: '/', views: 1, unique_views: 0 }]);
  expect(summary.unique_visitors).toBe(0);
});

test('an address is another visitor on the next UTC day, so that days cannot be linked', async () => {
  const given = await aSite();
  server().clock.set('2026-03-10T23:59:59Z');
  const today = await given.send(ADDRESS);
  server().clock.set('2026-03-11T00:00:00Z');
  const tomorrow = await given.send(ADDRESS);
  expect(tomorrow.visitor_hash).not.toBe(today.visitor_hash);
  expect((await given.report()).summary.unique_visitors).toBe(2);
});

test('a visitor id is one visitor on all days, with another unique hash on each', async () => {
  const given = await aSite();
  const today = await given.send({ visitor_id: 'ann' });
  server().clock.advance({ days: 1 });
  const tomorrow = await given.send({ visitor_id: 'ann' });
  expect(tomorrow.visitor_hash).toBe(today.visitor_hash);
  expect(tomorrow.unique_hash).not.toBe(today.unique_hash);
});

test('a user agent alone or an address alone makes a visitor', async () => {
  const given = await aSite();
  for (const fields of [{ user_agent: ADDRESS.user_agent }, { ip_address: ADDRESS.ip_address }])
    expect((await given.send(fields)).visitor_hash).toMatch(/^[0-9a-f]{16}$/);
  expect((await given.report()).summary.unique_visitors).toBe(2);
});

test('a hundred hits of one visitor at the same time are one unique hit', async () => {
  const given = await aSite();
  await Promise.all(Array.from({ length: 100 }, () => given.send({ visitor_id: 'ann' })));
  expect((await given.report()).grouped_hits).toEqual([{ path: '/', views: 100, unique_views: 1 }]);
});

test('unique views count within the requested range', async () => {
  const given = await aSite();
  await given.send({ visitor_id: 'ann' });
  server().clock.advance({ days: 1 });
  for (const visitor_id of ['ann', 'bob']) await given.send({ visitor_id });
  const { grouped_hits: rows, summary } = await given.report('start_date=2026-03-11');
  expect(rows).toEqual([{ path: '/', views: 2, unique_views: 2 }]);
  expect(summary.unique_visitors).toBe(2);
});
