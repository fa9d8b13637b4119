/** Normalized paths: every endpoint that stores or filters a path, and rows of earlier versions. Source: decisions, section 15. */
import { expect, test } from 'bun:test';
import { temporaryPath } from '../stores/durability-folder.ts';
import { forgetRules } from '../stores/normalized-values-contract.ts';
import { BROWSER } from '../support/collect-host.ts';
import { openDuckHitStore } from '../support/duck-hit-store.ts';
import { givenSite } from '../support/given-site.ts';
import { aHit } from '../support/hit-rows.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const SPELLINGS = ['/%C3%BCber-uns', '/%c3%bcber%2duns', '/u\u0308ber-uns', '/x/../über-uns', '/über-uns'];
const PAGE = '/über-uns';

const site = () => givenSite(server(), { url: 'https://shop.example' });
type Site = Awaited<ReturnType<typeof site>>;

const report = ({ site: { uid } }: Site, fields: object) =>
  fetch(`${server().url}/page/${uid}`, {
    ...{ method: 'POST', body: JSON.stringify(fields), headers: { 'user-agent': BROWSER } },
  });

/** Each way in which views come from pages. */
const DOORS: Readonly<Record<string, (site: Site, path: string) => Promise<unknown>>> = {
  'the address of a page': (site, path) => report(site, { url: `https://shop.example${path}` }),
  'a path of a page': (site, path) => report(site, { url: 'https://shop.example/', path }),
  'a whole address as the path of a page': (site, path) =>
    report(site, { path: `https://shop.example${path}?a=b#c` }),
  'a pixel': ({ site: { uid } }, path) =>
    fetch(`${server().url}/pixel/${uid}.gif?path=${encodeURIComponent(path)}`, {
      headers: { 'user-agent': BROWSER, referer: 'https://shop.example/' },
    }),
  'the API': (site, path) => site.post('/hits', { path }),
  'a batch': (site, path) => site.hits([{ path }]),
};

test.each(Object.entries(DOORS))('%s: each spelling is one page', async (_, open) => {
  const given = await site();
  for (const path of SPELLINGS) await open(given, path);
  expect((await given.get('/hits?group_by=path')).grouped_hits).toMatchObject([
    { path: PAGE, views: SPELLINGS.length },
  ]);
});

test('a view is counted on no other host than its own', async () => {
  const given = await site();
  await report(given, { path: 'https://other.example/a' });
  await report(given, { url: 'https://shop.example/', path: 'https://other.example/a' });
  expect((await given.get('/hits')).summary.total_hits).toBe(0);
});

test('kudos and agent visits are of the same page', async () => {
  const given = await site();
  for (const path of SPELLINGS) {
    await given.post('/kudos', { path });
    await given.post('/agent_visits', { path, user_agent: 'GPTBot/1.2' });
  }
  for (const path of SPELLINGS)
    for (const list of ['kudos', 'agent_visits'])
      expect((await given.get(`/${list}?${new URLSearchParams({ path })}`)).pagination.total_count).toBe(
        SPELLINGS.length,
      );
});

test('each spelling finds the page: filters, searches, goals, funnels, paths and ignore rules', async () => {
  const given = await site();
  await given.hits([
    { path: PAGE, visitor_id: 'a' },
    { path: '/', visitor_id: 'b' },
  ]);
  for (const path of SPELLINGS) {
    const query = new URLSearchParams({ path });
    expect((await given.get(`/hits?${query}`)).summary.total_hits).toBe(1);
    expect((await given.get(`/hits?not_${query}`)).summary.total_hits).toBe(1);
    expect((await given.get(`/hits?${new URLSearchParams({ entry_page: path })}`)).summary.total_hits).toBe(
      1,
    );
    expect((await given.get(`/paths?start_${query}`)).visits).toBe(1);
    expect((await given.get(`/goals/preview?${query}`)).preview).toMatchObject({ conversions: 1 });
  }
  for (const part of ['/%C3%BCber', 'u\u0308BER', 'Über-']) {
    const search = new URLSearchParams({ group_by: 'path', search: part });
    expect((await given.get(`/hits?${search}`)).grouped_hits).toMatchObject([{ path: PAGE }]);
    expect((await given.get(`/leaderboard?${new URLSearchParams({ path: part })}`)).leaderboard).toHaveLength(
      1,
    );
  }
  const pattern = new URLSearchParams({ path: '/%C3%BC*' });
  expect((await given.get(`/goals/preview?${pattern}`)).preview).toMatchObject({ conversions: 1 });
  for (const rule of [...SPELLINGS, '/%C3%BCber*']) {
    await given.set({ ignore_rules: { paths: [rule] } });
    for (const path of SPELLINGS) expect((await given.post('/hits', { path })).status).toBe(202);
    const tried = await given.get(
      `/settings/ignore_test?${new URLSearchParams({ path: SPELLINGS[0] ?? '' })}`,
    );
    expect(tried.rule).toEqual({ list: 'paths', value: rule });
  }
});

test('what an earlier version stored gets the spelling, kudos and their counts too', async () => {
  using place = temporaryPath();
  const before = await startTestServer({ data: place.path });
  const { id } = await before.given.site();
  const createdAt = new Date('2026-03-10T11:00:00Z');
  await before.services.stores.hits.append(
    SPELLINGS.map(path => aHit({ siteId: id, path, createdAt, visitor: 1n })),
  );
  before.services.kudos.store.insertAll(SPELLINGS.map(path => ({ siteId: id, path, createdAt, uid: path })));
  await before.stop();
  const store = await openDuckHitStore(place.path, '2026-03-10T12:00:00Z');
  await forgetRules(store.engine);
  await store.close();
  await using server = await startTestServer({ data: place.path });
  const get = (list: string) => server.get(`/sites/${id}/${list}?group_by=path`, before.owner.readOnly);
  expect((await get('hits')).grouped_hits).toHaveLength(SPELLINGS.length);
  await server.job('hits.normalize');
  expect((await get('hits')).grouped_hits).toMatchObject([
    { path: PAGE, views: SPELLINGS.length, unique_views: 1 },
  ]);
  expect((await get('kudos')).grouped_kudos).toMatchObject([{ path: PAGE, kudo_count: SPELLINGS.length }]);
  const { kudos } = server.services;
  expect(kudos.store.countForPage(id, PAGE)).toBe(SPELLINGS.length);
  expect(kudos.store.countBySite([id]).get(id)).toBe(SPELLINGS.length);
});
