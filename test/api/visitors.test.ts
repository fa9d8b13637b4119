/** What one person left. Source: decisions, section 8, One person. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';
import { until } from '../support/until.ts';

setDefaultTimeout(TIME_LIMIT_MS);

const server = shareServer();

const visitorAt = (siteId: number, visitorId: string): string =>
  `/sites/${siteId}/visitors/${encodeURIComponent(visitorId)}`;

/** A site with two hits, an event and a suppressed hit of one visitor, and a hit of another and of nobody. */
const aVisitedSite = async (visitorId: string, { given, api } = server()) => {
  const { id } = await given.site();
  const theirs = { visitor_id: visitorId };
  await api('POST', `/sites/${id}/hits/batch`, {
    body: [
      { path: '/only-theirs', ...theirs },
      { path: '/a', ...theirs },
      { path: '/a', visitor_id: 'other' },
      { path: '/a' },
      { path: '/a', ...theirs, referrer: 'https://semalt.com/' },
    ],
  });
  await api('POST', `/sites/${id}/events`, { body: { event: 'cart.add', ...theirs } });
  return id as number;
};

test.each(['u1', 'a/b ü?#%', 'x'.repeat(128)])('all rows of %j are found and removed', async visitorId => {
  const { api } = server();
  const id = await aVisitedSite(visitorId);
  const found = await api('GET', visitorAt(id, visitorId), { key: server().owner.readOnly });
  expect(found.status).toBe(200);
  expect(found.body).toMatchObject({
    visitor_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
    hits: [{ path: '/only-theirs', url: 'https://shop.example/only-theirs' }, { path: '/a' }],
    events: [{ event: 'cart.add' }],
    spam_hits: [{ path: '/a', reason: expect.stringContaining('semalt.com') }],
  });
  const gone = await api('DELETE', visitorAt(id, visitorId));
  expect([gone.status, gone.body]).toEqual([200, { status: 'deleted', deleted_count: 4 }]);
  expect((await api('GET', visitorAt(id, visitorId))).body).toMatchObject({ hits: [], events: [] });
  const { summary } = (await api('GET', `/sites/${id}/hits?include_visitors=true`)).body;
  expect(summary).toMatchObject({ total_hits: 2, unique_visitors: 1 });
  expect((await api('DELETE', visitorAt(id, visitorId))).body.deleted_count).toBe(0);
});

test('an id that no write can have is refused, and another site has another visitor', async () => {
  const { api } = server();
  const id = await aVisitedSite('u1');
  const other = (await server().given.site()).id;
  expect((await api('GET', visitorAt(id, 'x'.repeat(129)))).body).toEqual({
    error: 'visitor_id in the path must have 1 to 128 characters, got 129',
  });
  expect((await api('GET', visitorAt(other, 'u1'))).body.hits).toEqual([]);
  expect((await api('DELETE', visitorAt(id, 'u1'), { key: server().owner.readOnly })).status).toBe(403);
});

test('a removed row is in no file of hits but those that the next night removes', async () => {
  await using own = await startTestServer();
  const folder = (): string[] => readdirSync(own.data).filter(name => name.startsWith('hits.'));
  const holders = () => folder().filter(name => readFileSync(join(own.data, name)).includes('/only-theirs'));
  const id = await aVisitedSite('u1', own);
  await own.services.stores.hits.maintain({ force: true });
  expect(holders().length).toBeGreaterThan(1);
  await own.api('DELETE', visitorAt(id, 'u1'));
  const newest = () => Number(folder().toSorted().at(-1)?.slice(5, 11));
  await until(() => newest() >= 4);
  await own.services.stores.hits.maintain({ force: true });
  const kept = folder().toSorted().slice(-4);
  expect(holders().filter(name => kept.includes(name))).toEqual([]);
  own.clock.advance({ minutes: 11 });
  await own.services.stores.hits.maintain({ force: true });
  await until(() => holders().length === 0);
  expect((await own.get(`/sites/${id}/hits`)).summary.total_hits).toBe(2);
});
