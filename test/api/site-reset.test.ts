/** Reset of a site: what was counted goes, and the site stays. Source: decisions, section 15, Reset. */
import { expect, test } from 'bun:test';
import { PLAUSIBLE } from '../support/day-fixtures.ts';
import { type GivenSite, givenSite } from '../support/given-site.ts';
import { ended } from '../support/imports.ts';
import { answered, refused } from '../support/refused.ts';
import { createMovableClock, startTestServer } from '../support/server.ts';
import { aMember, shareServer } from '../support/shared-server.ts';
import { until } from '../support/until.ts';
import { zip } from '../support/zip.ts';

const server = shareServer();

const OLD = [
  { type: 'hit', path: '/old', visitor_id: 'ann', created_at: '2026-03-01T10:00:00Z' },
  { type: 'agent_visit', path: '/old', user_agent: 'GPTBot/1.2', created_at: '2026-03-01T10:02:00Z' },
];

async function importRows(site: GivenSite, rows: readonly object[], given = server()) {
  const { body } = await given.api('POST', `${site.path}/imports?file_name=a.ndjson`, {
    body: rows.map(row => JSON.stringify(row)).join('\n'),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(await ended(given, `${site.path}/imports/${body.import.id}`)).toMatchObject({ status: 'completed' });
}

async function aSite(given = server()) {
  const site = await givenSite(given, { url: 'https://www.shop.example' });
  await importRows(site, OLD, given);
  await site.hits([
    { path: '/', visitor_id: 'ann' },
    { path: '/', visitor_id: 'bob', referrer: 'https://www.google.com/' },
  ]);
  await site.events([{ event: 'cart.sale', path: '/', visitor_id: 'ann' }]);
  await site.post('/kudos', { path: '/' });
  return site;
}

const reset = (site: GivenSite, confirm = 'shop.example') => site.post('/reset', { confirm });
const settled = (site: GivenSite, id: number) =>
  until(async () => (await site.get(`/changes/${id}`)).change.status !== 'running');

/** Everything that was counted. */
const figures = async (site: GivenSite, given = server()) => ({
  hits: (await site.get('/hits?start_date=2025-06-01')).pagination.total_count,
  events: (await site.get('/events?start_date=2025-06-01')).events.length,
  agents: (await site.get('/agent_visits?start_date=2025-06-01')).agent_visits.length,
  kudos: (await site.get('/kudos')).kudos.length,
  imports: (await site.get('/imports')).imports.length,
  lifetime: await given
    .get(site.path)
    .then(({ lifetime_hits: hits, lifetime_kudos: kudos }) => [hits, kudos]),
});
const NONE = { hits: 0, events: 0, agents: 0, kudos: 0, imports: 0, lifetime: [0, 0] };

test('a reset removes all that was counted, and keeps the site with its settings', async () => {
  const site = await aSite();
  await site.post('/goals', { name: 'Thanks', path: '/thanks' });
  await site.set({ time_zone: 'Asia/Kolkata' });
  expect(await figures(site)).toEqual({
    hits: 3,
    events: 1,
    agents: 1,
    kudos: 1,
    imports: 1,
    lifetime: [3, 1],
  });
  const { status, body } = await reset(site, ' WWW.Shop.Example ');
  expect([status, body.change]).toEqual([
    202,
    expect.objectContaining({
      ...{ kind: 'reset', status: 'running', undo_until: null },
      counts: { hits: 3, events: 1, visitors: 2, days: 2 },
    }),
  ]);
  await settled(site, body.change.id);
  expect(await figures(site)).toEqual(NONE);
  expect((await site.get('/goals')).goals).toHaveLength(1);
  expect((await site.get('/settings')).settings.time_zone).toBe('Asia/Kolkata');
  const visitors = await server().api('GET', `${site.path}/hits?group_by=path&include_visitors=true`);
  expect(visitors.body.grouped_hits).toEqual([]);
});

test('what comes after it is counted as on a new site, at once', async () => {
  const site = await aSite();
  const { body } = await reset(site);
  await site.hits([{ path: '/', visitor_id: 'ann' }]);
  await site.post('/kudos', { path: '/' });
  expect((await site.get('/hits?grouped=true&group_by=path')).grouped_hits).toMatchObject([
    { path: '/', views: 1, unique_views: 1 },
  ]);
  await settled(site, body.change.id);
  await importRows(site, OLD);
  expect(await figures(site)).toEqual({
    hits: 2,
    events: 0,
    agents: 1,
    kudos: 1,
    imports: 1,
    lifetime: [2, 1],
  });
});

test('imported days and what a log shows go, too, and can be imported again', async () => {
  const site = await givenSite(server(), { url: 'https://shop.example' });
  const upload = async (name: string, body: string | Uint8Array) => {
    const headers = { 'content-type': 'application/octet-stream' };
    const sent = await server().api('POST', `${site.path}/imports?file_name=${name}`, { body, headers });
    await ended(server(), `${site.path}/imports/${sent.body.import.id}`);
  };
  const lines = '203.0.113.7 - - [02/Mar/2026:10:00:00 +0000] "GET /lost HTTP/1.1" 404 5 "-" "Mozilla/5.0"\n';
  const counted = async () => {
    const { grouped_hits: pages } = await site.get('/hits?group_by=browser_name&start_date=2026-03-01');
    const { access_log: log } = await site.get('/access_log?start_date=2026-03-01');
    return JSON.stringify([pages, log]);
  };
  const empty = await counted();
  await upload('example_com.zip', zip(PLAUSIBLE));
  await upload('access.log', lines);
  const full = await counted();
  expect(full.length).toBeGreaterThan(empty.length + 100);
  const { body } = await reset(site);
  expect(await counted()).toBe(empty);
  await settled(site, body.change.id);
  expect(await counted()).toBe(empty);
  await upload('example_com.zip', zip(PLAUSIBLE));
  await upload('access.log', lines);
  expect(await counted()).toBe(full);
});

test.each(['', 'shop', 'other.example', 'https://shop.example'])('%p does not confirm it', async confirm => {
  const site = await givenSite(server(), { url: 'https://shop.example' });
  expect(await reset(site, confirm)).toEqual(
    refused(422, `confirm must be the host of the site, shop.example, got "${confirm}"`),
  );
});

test('a reset cannot be undone, takes what changes hold, and can be repeated', async () => {
  const site = await aSite();
  const removal = await site.post('/changes', { kind: 'remove_hits', filters: ['is', 'path', ['/old']] });
  expect(await reset(site)).toEqual(
    refused(422, `change ${removal.body.change.id} is running: wait until it is done`),
  );
  await settled(site, removal.body.change.id);
  for (const hits of [2, 0]) {
    const { body } = await reset(site);
    expect(body.change.counts.hits).toBe(hits);
    await settled(site, body.change.id);
    expect(await site.call('DELETE', `/changes/${body.change.id}`)).toEqual(
      refused(422, `change ${body.change.id} cannot be undone: a reset holds nothing`),
    );
  }
  expect(await site.call('DELETE', `/changes/${removal.body.change.id}`)).toEqual(
    refused(422, `change ${removal.body.change.id} can no longer be undone`),
  );
  expect(await figures(site)).toEqual(NONE);
});

test('members of single sites and viewers do not reset a site', async () => {
  const site = await givenSite(server(), { url: 'https://shop.example' });
  const viewer = await aMember(server(), 'viewer');
  const as = (key: string) =>
    server().api('POST', `${site.path}/reset?account_id=${server().owner.id}`, {
      key,
      body: { confirm: 'shop.example' },
    });
  expect((await as(viewer.full)).status).toBe(403);
  expect(
    (
      await server().api('POST', `${site.path}/reset`, {
        key: server().owner.readOnly,
        body: { confirm: 'shop.example' },
      })
    ).status,
  ).toBe(403);
  const admin = await aMember(server(), 'admin');
  await server().patch(`/team/${admin.id}`, { site_ids: [site.id] });
  expect(await as(admin.full)).toEqual(
    answered(403, {
      error: 'resetting a site needs membership in the whole account, and yours is of single sites',
    }),
  );
});

test('a reset that a stop of the server interrupts is completed by the next start', async () => {
  const clock = createMovableClock();
  await using first = await startTestServer({ clock });
  const site = await aSite(first);
  await site.post('/reset', { confirm: 'shop.example' });
  await first.stop();
  await using again = await startTestServer({ clock, data: first.data });
  const get = (below: string) => again.get(site.path + below, first.owner.full);
  const newest = async () => (await get('/changes')).changes[0];
  await until(async () => (await newest()).status !== 'running');
  expect((await get('/hits')).hits).toEqual([]);
  expect((await get('/kudos')).kudos).toEqual([]);
  clock.advance({ minutes: 11 });
  await again.job('changes.settle');
  expect(await newest()).toMatchObject({ status: 'permanent', undo_until: null });
});
