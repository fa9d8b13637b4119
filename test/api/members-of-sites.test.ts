/** Members of single sites, with a role and sections: what they may act on and read. */
import { expect, test } from 'bun:test';
import { filledPath } from '../support/filled-path.ts';
import { type OpenApiDocument, operationsOf } from '../support/openapi-document.ts';
import { refused, refusedWith } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';
import { aSiteMember } from '../support/site-members.ts';

const server = shareServer();
const aMember = (fields: Parameters<typeof aSiteMember>[1]) => aSiteMember(server(), fields);

async function aSite() {
  const { id } = await server().given.site();
  await server().given.hits(
    id,
    ['/a', '/b'].map(path => ({ path, country: 'DE', visitor_id: path })),
  );
  return id as number;
}

test('an admin of one site writes there, and has no other site nor anything of the account', async () => {
  const [own, other] = [await aSite(), await aSite()];
  const admin = await aMember({ role: 'admin', site_ids: [own] });
  expect(admin.invitation).toMatchObject({ role: 'admin', site_ids: [own], sections: null });
  const status = async (method: string, path: string, body?: unknown) =>
    (await admin.call(method, path, body)).status;
  expect(await status('GET', `/sites/${own}/user_journeys`)).toBe(200);
  expect(await status('PATCH', `/sites/${own}`, { label: 'Mine' })).toBe(200);
  expect(await status('POST', `/sites/${own}/shared_links`, { name: 'For a client' })).toBe(201);
  expect(await status('DELETE', `/sites/${own}`)).toBe(403);
  for (const [method, path] of [
    ['GET', `/sites/${other}`],
    ['GET', `/sites/${other}/hits`],
    ['PATCH', `/sites/${other}`],
    ['POST', `/sites/${other}/hits`],
  ] as const)
    expect([
      path,
      await status(method, path, method === 'GET' ? undefined : { label: 'x', path: '/' }),
    ]).toEqual([path, 404]);
  expect(await status('POST', '/sites', { url: 'https://new.example' })).toBe(403);
  expect(await status('GET', '/webhooks')).toBe(403);
  expect(await status('GET', '/team')).toBe(403);
  expect((await admin.call('GET', '/groups')).body.groups).toEqual([]);
  const { sites } = (await admin.call('GET', '/sites')).body;
  expect(sites.map(({ id }: { id: number }) => id)).toEqual([own]);
  const { accounts } = await server().get('/accounts', admin.full);
  expect(accounts.at(-1)).toMatchObject({ id: server().owner.id, role: 'admin', site_ids: [own] });
  const report = { scope: 'site', every: 'week', site_id: other };
  expect((await server().post('/me/reports', report, admin.full)).status).toBe(422);
  const ofOwn = { ...report, site_id: own };
  expect((await server().post('/me/reports', ofOwn, admin.full)).status).toBe(201);
});

test('a viewer with the section pages gets 404 for every other endpoint of a site, 403 for those of the account', async () => {
  const site = await aSite();
  const viewer = await aMember({ role: 'viewer', site_ids: [site], sections: ['pages'] });
  const document: OpenApiDocument = await server().get('/openapi.json');
  const opened: string[] = [];
  for (const { method, path } of operationsOf(document)) {
    if (!path.startsWith('/sites/{id}')) continue;
    const filled = await filledPath(server(), path);
    const at = filled.replace(/^\/sites\/\d+/, `/sites/${site}`);
    const { status } = await viewer.call(method, at, method === 'GET' ? undefined : {});
    if (status === 200) opened.push(path);
    else expect([method, at, [403, 404].includes(status)]).toEqual([method, at, true]);
  }
  expect(opened.sort()).toEqual(['/sites/{id}', '/sites/{id}/leaderboard']);
  const ask = async (report: string) => (await viewer.call('GET', `/sites/${site}/${report}`)).status;
  expect(await ask('hits?group_by=path')).toBe(200);
  for (const report of ['hits?group_by=date', 'hits?group_by=path&country=DE', 'hits?', 'overview?', 'live?'])
    expect([report, await ask(report)]).toEqual([report, 404]);
  const [listed] = (await viewer.call('GET', '/sites?include=status')).body.sites;
  expect(listed).toMatchObject({ id: site, lifetime_hits: 0 });
  expect(listed.status).toBeUndefined();
  const report = { scope: 'site', every: 'week', site_id: site };
  expect((await server().post('/me/reports', report, viewer.full)).status).toBe(422);
});

test('a new parameter of a report shows nothing of itself before it has a section', async () => {
  const site = await aSite();
  const body = { name: 'Read it', path: '/a' };
  const { goal } = (await server().post(`/sites/${site}/goals`, body)).body;
  const viewer = await aMember({ role: 'viewer', site_ids: [site], sections: ['pages'] });
  const path = `/sites/${site}/hits?group_by=path`;
  expect((await viewer.call('GET', `${path}&goal=${goal.id}`)).status).toBe(404);
  expect((await viewer.call('GET', `${path}&include_visitors=true&per_page=1`)).status).toBe(200);
});

test('whoever may not read goals, funnels or what a segment filters by learns of no id', async () => {
  const site = await aSite();
  const make = async (at: string, body: object) => (await server().post(`/sites/${site}/${at}`, body)).body;
  const { goal } = await make('goals', { name: 'Read it', path: '/a' });
  const { funnel } = await make('funnels', { name: 'All', steps: [{ path: '/a' }, { path: '/b' }] });
  const { segment } = await make('segments', { name: 'Ours', filters: { country: 'DE' } });
  const viewer = await aMember({ role: 'viewer', site_ids: [site], sections: ['pages'] });
  const ask = async (path: string) => {
    const { status, body } = await viewer.call('GET', `/sites/${site}/${path}`);
    return [status, body];
  };
  for (const [id, toPath] of [
    [goal.id, (one: number) => `hits?group_by=path&goal=${one}`],
    [segment.id, (one: number) => `hits?group_by=path&segment=${one}`],
    [funnel.id, (one: number) => `funnels/${one}/report`],
    [funnel.id, (one: number) => `funnels/${one}/report.csv`],
  ] as const)
    expect([toPath(id), await ask(toPath(id))]).toEqual([toPath(id), await ask(toPath(id + 1000))]);
});

test('journeys are a section of their own, and members may be of several sites', async () => {
  const sites = [await aSite(), await aSite()];
  const viewer = await aMember({ role: 'viewer', site_ids: sites, sections: ['journeys'] });
  for (const site of sites) {
    expect((await viewer.call('GET', `/sites/${site}/user_journeys`)).status).toBe(200);
    expect((await viewer.call('GET', `/sites/${site}/hits`)).status).toBe(200);
    expect((await viewer.call('GET', `/sites/${site}/hits?group_by=path`)).status).toBe(404);
  }
});

test('the owner changes what a member may do; what is left out stays, and an admin has no sections', async () => {
  const [one, two] = [await aSite(), await aSite()];
  const viewer = await aMember({ role: 'viewer', site_ids: [one], sections: ['pages', 'visitors'] });
  const change = async (body: unknown) => {
    const answer = await server().patch(`/team/${viewer.id}`, body);
    return answer.body.member ?? answer.body.error;
  };
  const sections = ['visitors', 'pages'];
  expect(await change({ site_ids: [two] })).toMatchObject({ role: 'viewer', site_ids: [two], sections });
  expect((await viewer.call('GET', `/sites/${one}`)).status).toBe(404);
  expect((await viewer.call('GET', `/sites/${two}/hits?group_by=path`)).status).toBe(200);
  expect(await change({ sections: null })).toMatchObject({ site_ids: [two], sections: null });
  expect(await change({ sections: ['pages'] })).toMatchObject({ sections: ['pages'] });
  expect(await change({ role: 'admin' })).toMatchObject({ role: 'admin', site_ids: [two], sections: null });
  expect(await change({ role: 'viewer', site_ids: null })).toMatchObject({ site_ids: null, sections: null });
  expect((await viewer.call('GET', `/sites/${one}/user_journeys`)).status).toBe(200);
  const [listed] = (await server().get('/team')).members.filter(({ id }: { id: number }) => id === viewer.id);
  expect(listed).toMatchObject({ role: 'viewer', site_ids: null, sections: null });
});

test('a deleted site leaves its member nothing, and does not open the account', async () => {
  const site = await aSite();
  const viewer = await aMember({ role: 'viewer', site_ids: [site] });
  await server().api('DELETE', `/sites/${site}`);
  expect((await viewer.call('GET', '/sites')).body.sites).toEqual([]);
  const { member } = (await server().patch(`/team/${viewer.id}`, { role: 'admin' })).body;
  expect(member).toMatchObject({ role: 'admin', site_ids: [] });
  expect((await viewer.call('GET', '/webhooks')).status).toBe(403);
});

test.each([
  [{ role: 'viewer', site_ids: [] }, 'site_ids must be'],
  [{ role: 'viewer', site_ids: [999_999] }, 'site_ids must be ids of sites of this account, got 999999'],
  [{ role: 'viewer', sections: ['pages'] }, 'sections need site_ids'],
  [{ role: 'viewer', sections: ['secrets'] }, 'sections'],
  [{ role: 'viewer', sections: [] }, 'sections must be'],
])('an invitation with %j is refused', async (fields, message) => {
  const body = { email: 'refused@example.org', ...fields };
  expect(await server().post('/team/invitations', body)).toEqual(refusedWith(422, message));
});

test('sections of an admin, and sites of another account, are refused', async () => {
  const site = await aSite();
  const other = await server().given.user('other-owner@example.org', 'ultra');
  const foreign = await server().given.site({}, other.full);
  const invite = (fields: object) =>
    server().post('/team/invitations', { email: 'refused@example.org', ...fields });
  const fault = 'sections must be left out or null for an admin, who reads all of a site';
  const admin = { role: 'admin', site_ids: [site], sections: ['pages'] };
  expect(await invite(admin)).toEqual(refused(422, fault));
  expect((await invite({ role: 'viewer', site_ids: [foreign.id] })).status).toBe(422);
});

test('a member of single sites leaves', async () => {
  const viewer = await aMember({ role: 'viewer', site_ids: [await aSite()] });
  expect((await viewer.call('DELETE', `/team/${viewer.id}`)).status).toBe(204);
  expect((await viewer.call('GET', '/sites')).status).toBe(404);
});

test('the order of sites that a member of single sites has is of those alone', async () => {
  const [own, other] = [await aSite(), await aSite()];
  const viewer = await aMember({ role: 'viewer', site_ids: [own] });
  expect((await viewer.call('GET', '/sites/order')).body.site_ids).toEqual([own]);
  const put = await viewer.call('PUT', '/sites/order', { pinned_site_ids: [other, own] });
  expect(put.body).toEqual({ site_ids: [own], pinned_site_ids: [own] });
});

test('a role that the command line changes leaves a member the same sites and sections', async () => {
  const site = await aSite();
  const member = await aMember({ role: 'viewer', site_ids: [site], sections: ['pages'] });
  server().addToTeam(server().owner, member, 'admin');
  const { body } = await server().api('GET', '/team');
  expect(body.members.find(({ email }: { email: string }) => email === member.email)).toMatchObject({
    role: 'admin',
    site_ids: [site],
    sections: ['pages'],
  });
});

test('segments of viewers do not take the room of the site', async () => {
  const site = await aSite();
  const viewer = await aMember({ role: 'viewer', site_ids: [site] });
  const { segments } = server().services.sites;
  const writer = { userId: viewer.id, canWriteSite: false };
  const fields = { filters: { country: 'DE' }, visibility: 'personal' } as const;
  for (let n = 0; n < 100; n++) segments.create(site, { name: `Own ${n}`, ...fields }, writer);
  const more = await viewer.call('POST', `/sites/${site}/segments`, { name: 'More', ...fields });
  expect(more).toEqual(
    refused(422, 'a user has at most 100 segments of their own for a site: delete one first'),
  );
  const own = await server().post(`/sites/${site}/segments`, { name: 'x', filters: { path: '/' } });
  expect(own.status).toBe(201);
});
