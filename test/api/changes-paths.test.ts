/** Changes of the pages that stored rows are of: by page rules, and taken apart. Source: decisions, section 15, Changes. */
import { expect, test } from 'bun:test';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type GivenSite, givenSite } from '../support/given-site.ts';
import { aHit } from '../support/hit-rows.ts';
import { createMovableClock, startTestServer } from '../support/server.ts';
import { forTest } from '../support/share.ts';
import { shareServer } from '../support/shared-server.ts';
import { until } from '../support/until.ts';

const server = shareServer();
const RULES = [
  { kind: 'trailing_slash', to: 'none' },
  { kind: 'replace', pattern: '/user/*', with: '/user/:id' },
];

const settled = async (site: GivenSite, id: number) => {
  await until(async () => !['running', 'undoing'].includes((await site.get(`/changes/${id}`)).change.status));
  return (await site.get(`/changes/${id}`)).change;
};
async function change(site: GivenSite, body: object) {
  const made = await site.post('/changes', body);
  expect(made).toMatchObject({ status: 202, body: { change: { status: 'running' } } });
  return settled(site, made.body.change.id);
}
async function undo(site: GivenSite, id: number) {
  expect((await site.call('DELETE', `/changes/${id}`)).status).toBe(202);
  return settled(site, id);
}

const pages = async (site: GivenSite) =>
  (await site.get('/hits?group_by=path')).grouped_hits.map(
    ({ path, views, unique_views: unique }: { path: string; views: number; unique_views: number }) => [
      path,
      views,
      unique,
    ],
  );
const kudos = async (site: GivenSite) =>
  (await site.get('/kudos')).kudos.map(({ path }: { path: string }) => path).sort();
const read = async (site: GivenSite) => ({
  overview: await site.get('/overview?include_changes=false'),
  pages: await site.get('/hits?group_by=path&include_visitors=true'),
  hits: await site.get('/hits'),
  events: await site.get('/events'),
  kudos: await kudos(site),
  board: await site.get('/leaderboard'),
});

async function siteWithUsers(given = server()) {
  const site = await givenSite(given, { url: 'https://shop.example' });
  await site.hits([
    { path: '/tea', visitor_id: 'ann' },
    { path: '/tea/', visitor_id: 'ann' },
    { path: '/user/1', visitor_id: 'ann' },
    { path: '/user/2', visitor_id: 'ann' },
    { path: '/user/1', visitor_id: 'bob' },
    { path: '/cake', visitor_id: 'bob' },
  ]);
  await site.events([{ event: 'user.saved', path: '/user/2', visitor_id: 'ann' }]);
  await site.post('/kudos', { path: '/user/1' });
  await site.post('/kudos', { path: '/user/2' });
  await site.post('/kudos', { path: '/cake' });
  return site;
}

test('page rules are applied to all that is stored, and undone', async () => {
  const site = await siteWithUsers();
  const before = await read(site);
  await site.call('PUT', '/page_rules', { rules: RULES });
  const counts = { hits: 4, events: 1, visitors: 2, days: 1 };
  expect(await site.post('/changes', { kind: 'page_rules', dry_run: true })).toMatchObject({
    status: 200,
    body: counts,
  });
  const made = await change(site, { kind: 'page_rules' });
  expect(made).toMatchObject({ kind: 'page_rules', status: 'done', filters: null, counts });
  expect(await pages(site)).toEqual([
    ['/user/:id', 3, 2],
    ['/tea', 2, 1],
    ['/cake', 1, 1],
  ]);
  expect(await kudos(site)).toEqual(['/cake', '/user/:id', '/user/:id']);
  expect((await site.get('/hits')).hits.map(({ url }: { url: string }) => url)).toContain(
    'https://shop.example/user/2',
  );
  expect((await site.get('/events')).events[0]).toMatchObject({
    path: '/user/:id',
    url: 'https://shop.example/user/2',
  });
  expect(await undo(site, made.id)).toMatchObject({ status: 'undone' });
  expect(await read(site)).toEqual(before);
  expect((await site.get('/page_rules')).rules).toHaveLength(2);
});

test('stored paths with a query, and whole addresses of the site, become their page', async () => {
  const site = await givenSite(server(), { url: 'https://shop.example' });
  const rows = [
    '/a?token=1',
    '/a?token=2',
    '/a#top',
    '/https://shop.example/a?x=1',
    '/https://other.example/a',
    '/b',
  ];
  // As earlier versions stored them.
  const at = '2026-03-10T08:00:00Z';
  await server().services.stores.hits.append(rows.map(path => aHit({ siteId: site.id, path, at })));
  const before = await read(site);
  expect(before.pages.grouped_hits).toHaveLength(6);
  const made = await change(site, { kind: 'clean_paths' });
  expect(made.counts.hits).toBe(4);
  expect(await pages(site)).toEqual([
    ['/a', 4, 0],
    ['/b', 1, 0],
    ['/https://other.example/a', 1, 0],
  ]);
  const urls = (await site.get('/hits')).hits.map(({ url }: { url: string }) => url);
  expect(urls).toEqual(
    expect.arrayContaining(['https://shop.example/a?token=1', 'https://shop.example/a?x=1']),
  );
  await undo(site, made.id);
  expect(await read(site)).toEqual(before);
});

test('changes of each kind are undone in the opposite order', async () => {
  const site = await siteWithUsers();
  const before = await read(site);
  await site.call('PUT', '/page_rules', { rules: RULES.slice(0, 1) });
  const first = await change(site, { kind: 'page_rules' });
  const second = await change(site, { kind: 'remove_hits', filters: ['is', 'path', ['/tea']] });
  expect(second.counts.hits).toBe(2);
  await site.call('PUT', '/page_rules', { rules: RULES });
  const third = await change(site, { kind: 'page_rules' });
  const refused = await site.call('DELETE', `/changes/${first.id}`);
  expect([refused.status, refused.body.error]).toEqual([422, `change ${third.id} came later: undo it first`]);
  for (const { id } of [third, second, first]) await undo(site, id);
  expect(await read(site)).toEqual(before);
});

test('a permanent change keeps nothing of before, and old ones keep it for 30 days', async () => {
  const clock = createMovableClock();
  const own = forTest(await startTestServer({ clock }));
  const site = await siteWithUsers(own);
  await site.call('PUT', '/page_rules', { rules: RULES.slice(0, 1) });
  const first = await change(site, { kind: 'page_rules', permanent: true });
  expect(first).toMatchObject({ status: 'permanent', undo_until: null });
  expect((await site.call('DELETE', `/changes/${first.id}`)).body.error).toContain('can no longer be undone');
  await site.call('PUT', '/page_rules', { rules: RULES });
  const second = await change(site, { kind: 'page_rules' });
  clock.advance({ days: 31 });
  await own.job('changes.settle');
  expect((await site.get(`/changes/${second.id}`)).change.status).toBe('permanent');
  const period = 'start_date=2026-03-01&end_date=2026-05-01&group_by=path';
  expect((await site.get(`/hits?${period}`)).grouped_hits).toHaveLength(3);
});

test('a change that fails says why, and is tried again', async () => {
  const own = forTest(await startTestServer({ isEmbedded: true }));
  const site = await siteWithUsers(own);
  await site.call('PUT', '/page_rules', { rules: RULES });
  const before = await read(site);
  const blocked = join(own.data, 'tmp', 'hits.2.duckdb');
  mkdirSync(join(blocked, 'in-the-way'), { recursive: true });
  const { change: made } = (await site.post('/changes', { kind: 'page_rules' })).body;
  const find = async () => (await site.get(`/changes/${made.id}`)).change;
  await until(async () => (await find()).error !== null);
  expect(await find()).toMatchObject({ status: 'running', error: 'The reason is in the server log' });
  expect(await read(site)).toEqual(before);
  rmSync(blocked, { recursive: true });
  await own.job('changes.settle');
  expect(await find()).toMatchObject({ status: 'done', error: null });
  await undo(site, made.id);
  expect(await read(site)).toEqual(before);
});

test('a person who is erased is erased in what a change kept, too', async () => {
  const site = await siteWithUsers();
  await site.call('PUT', '/page_rules', { rules: RULES });
  const made = await change(site, { kind: 'page_rules' });
  await site.call('DELETE', '/visitors/ann');
  await undo(site, made.id);
  expect(await pages(site)).toEqual([
    ['/cake', 1, 1],
    ['/user/1', 1, 1],
  ]);
});

test.each([
  [{ kind: 'page_rules' }, 'kind page_rules needs rules'],
  [{ kind: 'page_rules', filters: ['is', 'path', ['/']] }, 'filters is for remove_hits only'],
  [{ kind: 'clean_paths', start_date: '2026-01-01' }, 'start_date is for remove_hits only'],
  [{ kind: 'clean_paths', events: true }, 'events is for remove_hits only'],
  [{ kind: 'clean_paths' }, 'no stored path has a query'],
  [{ kind: 'merge' }, 'kind must be one of remove_hits, page_rules, clean_paths'],
])('%j is refused: %s', async (body, fault) => {
  const site = await givenSite(server());
  await site.hits([{ path: '/a' }]);
  const answer = await site.post('/changes', body);
  expect([answer.status, answer.body.error]).toEqual([422, expect.stringContaining(fault)]);
});

test('rules that change no stored page make no change', async () => {
  const site = await siteWithUsers();
  await site.call('PUT', '/page_rules', { rules: [{ kind: 'index' }] });
  expect((await site.post('/changes', { kind: 'page_rules', dry_run: true })).body).toEqual({
    ...{ hits: 0, events: 0, visitors: 0, days: 0 },
  });
  const answer = await site.post('/changes', { kind: 'page_rules' });
  expect([answer.status, answer.body.error]).toEqual([422, expect.stringContaining('change no stored page')]);
});
