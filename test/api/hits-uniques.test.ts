/** Unique hits and visitors. Source: decisions, section 5, Visitor and uniqueness. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { startTestServer } from '../support/server.ts';

setDefaultTimeout(300_000);

async function aServer() {
  const server = await startTestServer();
  const { id } = await server.given.site();
  const send = async (fields: Record<string, string>) =>
    (await server.api('POST', `/sites/${id}/hits`, { body: { path: '/', ...fields } })).body.hit;
  const report = async (query = '') =>
    (await server.api('GET', `/sites/${id}/hits?group_by=path&${query}`)).body;
  return { server, send, report, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const ADDRESS = { ip_address: '192.0.2.1', user_agent: 'Mozilla/5.0' };

test('the first hit of a visitor on a path and UTC day is unique, the next are not', async () => {
  await using given = await aServer();
  for (const path of ['/', '/', '/b']) await given.send({ path, visitor_id: 'ann' });
  expect((await given.report()).grouped_hits).toEqual([
    { path: '/', views: 2, unique_views: 1 },
    { path: '/b', views: 1, unique_views: 1 },
  ]);
});

test('unique hits add up over days, visitors are counted once', async () => {
  await using given = await aServer();
  for (let day = 0; day < 3; day++) {
    await given.send({ visitor_id: 'ann' });
    await given.send({ visitor_id: 'ann' });
    given.server.clock.advance({ days: 1 });
  }
  const { grouped_hits: rows, summary } = await given.report();
  expect(rows).toEqual([{ path: '/', views: 6, unique_views: 3 }]);
  expect(summary).toEqual({ total_hits: 6, unique_visitors: 1, distinct_paths: 1 });
});

test('an anonymous write is a hit, no unique hit and no visitor', async () => {
  await using given = await aServer();
  expect(await given.send({})).toMatchObject({ visitor_hash: null, unique_hash: null });
  const { grouped_hits: rows, summary } = await given.report();
  expect(rows).toEqual([{ path: '/', views: 1, unique_views: 0 }]);
  expect(summary.unique_visitors).toBe(0);
});

test('an address is another visitor on the next UTC day, so that days cannot be linked', async () => {
  await using given = await aServer();
  given.server.clock.set('2026-03-10T23:59:59Z');
  const today = await given.send(ADDRESS);
  given.server.clock.set('2026-03-11T00:00:00Z');
  const tomorrow = await given.send(ADDRESS);
  expect(tomorrow.visitor_hash).not.toBe(today.visitor_hash);
  expect((await given.report()).summary.unique_visitors).toBe(2);
});

test('a visitor id is one visitor on all days, with another unique hash on each', async () => {
  await using given = await aServer();
  const today = await given.send({ visitor_id: 'ann' });
  given.server.clock.advance({ days: 1 });
  const tomorrow = await given.send({ visitor_id: 'ann' });
  expect(tomorrow.visitor_hash).toBe(today.visitor_hash);
  expect(tomorrow.unique_hash).not.toBe(today.unique_hash);
});

test('a user agent alone or an address alone makes a visitor', async () => {
  await using given = await aServer();
  for (const fields of [{ user_agent: ADDRESS.user_agent }, { ip_address: ADDRESS.ip_address }])
    expect((await given.send(fields)).visitor_hash).toMatch(/^[0-9a-f]{16}$/);
  expect((await given.report()).summary.unique_visitors).toBe(2);
});

test('a hundred hits of one visitor at the same time are one unique hit', async () => {
  await using given = await aServer();
  await Promise.all(Array.from({ length: 100 }, () => given.send({ visitor_id: 'ann' })));
  expect((await given.report()).grouped_hits).toEqual([{ path: '/', views: 100, unique_views: 1 }]);
});

test('unique views count within the requested range', async () => {
  await using given = await aServer();
  await given.send({ visitor_id: 'ann' });
  given.server.clock.advance({ days: 1 });
  for (const visitor_id of ['ann', 'bob']) await given.send({ visitor_id });
  const { grouped_hits: rows, summary } = await given.report('start_date=2026-03-11');
  expect(rows).toEqual([{ path: '/', views: 2, unique_views: 2 }]);
  expect(summary.unique_visitors).toBe(2);
});
