/** Deleting sites, and switching them off. Source: api-v1, States and transitions; decisions, section 2. */
import { expect, test } from 'bun:test';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

test('a deleted site answers 204 without a body and is hidden from then on', async () => {
  const site = await server().given.site();
  const path = `/sites/${site.id}`;
  const { status, body } = await server().api('DELETE', path);
  expect([status, body]).toEqual([204, null]);
  for (const [method, at, sent] of [
    ['GET', path, undefined],
    ['PATCH', path, { label: 'x' }],
    ['PUT', `${path}/features`, { uptime: true }],
    ['GET', `${path}/hits`, undefined],
    ['POST', `${path}/hits`, { path: '/' }],
    ['POST', `${path}/hits/batch`, []],
    ['DELETE', path, undefined],
  ] as const) {
    expect([method, at, (await server().api(method, at, { body: sent })).status]).toEqual([method, at, 404]);
  }
  const listed = (await server().get('/sites')).sites;
  expect(listed).not.toContainEqual(expect.objectContaining({ id: site.id }));
});

test('a change that was waiting while its site was deleted is 404, and does not bring it back', async () => {
  const { id, uid } = await server().given.site();
  const { service: sites } = server().services.sites;
  const waiting = sites.find(id);
  if (!waiting) throw new Error('the site is there');
  await server().api('DELETE', `/sites/${id}`);
  expect(() => sites.update(waiting, { label: 'x' })).toThrow('site not found');
  expect([sites.find(id), sites.findByUid(uid)]).toEqual([undefined, undefined]);
});

test('of two changes of which one waited, the one that was made last holds', async () => {
  const { id } = await server().given.site();
  const { service: sites } = server().services.sites;
  const waiting = sites.find(id);
  if (!waiting) throw new Error('the site is there');
  await server().patch(`/sites/${id}`, { active: false });
  expect(sites.update(waiting, { active: true }).active).toBe(true);
  expect((await server().get(`/sites/${id}`)).active).toBe(true);
});

test('a deleted site’s tracker and collector take nothing any more', async () => {
  const site = await server().given.site();
  await server().api('DELETE', `/sites/${site.id}`);
  expect((await fetch(`${server().url}/embed/${site.uid}.js`)).status).toBe(404);
});

test('the hits of a deleted site are removed in the background, and those of others stay', async () => {
  await using own = await startTestServer();
  const gone = await own.given.site();
  const kept = await own.given.site();
  const batch = [{ path: '/a' }, { path: '/b' }, { path: '/c', referrer: 'http://free-traffic..example' }];
  for (const { id } of [gone, kept]) await own.post(`/sites/${id}/hits/batch`, batch);
  await own.api('DELETE', `/sites/${gone.id}`);
  expect((await own.services.stores.hits.facts()).rows.hit).toBe(4);
  await own.job('sites.purge');
  expect((await own.services.stores.hits.facts()).rows).toMatchObject({ hit: 2, spam_hit: 1 });
  expect((await own.get(`/sites/${kept.id}`)).lifetime_hits).toBe(2);
});

test('the purge comes back for what was on its way at the deletion, and is over after ten minutes', async () => {
  await using own = await startTestServer();
  const site = await own.given.site();
  const row = own.services.sites.service.find(site.id);
  if (!row) throw new Error('the site is there');
  await own.api('DELETE', `/sites/${site.id}`);
  const purge = () => own.services.sites.service.purgeDeleted(new AbortController().signal);
  expect(await purge()).toEqual({ sites: 1, hits: 0 });
  const late = { ...own.services.sites.getFacts(row), active: true };
  await own.services.ingest.writer.write('hit', late, { path: '/late' });
  own.clock.advance({ minutes: 10 });
  expect(await purge()).toEqual({ sites: 1, hits: 1 });
  expect(await purge()).toEqual({ sites: 0, hits: 0 });
});

test('ids of sites and hits are never used again, after a purge and a start neither', async () => {
  await using first = await startTestServer();
  const { clock, data, owner, stop } = first;
  const key = owner.full;
  const site = await first.given.site();
  const hit = (await first.post(`/sites/${site.id}/hits`, { path: '/' })).body.hit;
  await first.api('DELETE', `/sites/${site.id}`);
  await first.job('sites.purge');
  await stop();
  await using second = await startTestServer({ data, clock });
  const next = await second.given.site({}, key);
  const nextHit = await second.post(`/sites/${next.id}/hits`, { path: '/' }, key);
  expect(next.id).toBeGreaterThan(site.id);
  expect(nextHit.body.hit.id).toBeGreaterThan(hit.id);
});

test('an inactive site ignores hits with a reason, and counts them again once active', async () => {
  const site = await server().given.site();
  const path = `/sites/${site.id}`;
  const send = () => server().post(`${path}/hits`, { path: '/' });
  await server().patch(path, { active: false });
  const ignored = await send();
  expect([ignored.status, ignored.body]).toEqual([
    202,
    { status: 'ignored', reason: 'the site is not active' },
  ]);
  expect((await server().get(path)).lifetime_hits).toBe(0);
  await server().api('PUT', path, { body: { active: true } });
  expect((await send()).status).toBe(201);
  expect((await server().get(path)).lifetime_hits).toBe(1);
});
