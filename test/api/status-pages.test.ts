/** Settings of status pages, and who may use them. Source: decisions, section 10, Status pages. */
import { expect, test } from 'bun:test';
import { refused, refusedWith } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';
import { makePage } from '../support/status-pages.ts';

const shared = shareServer();

async function aMonitor(siteId: number): Promise<number> {
  const body = { name: 'Cart', kind: 'http', url: 'https://93.184.215.14/' };
  return (await shared().post(`/sites/${siteId}/monitors`, body)).body.monitor.id;
}

test('a page is private until it is enabled, and every field is answered', async () => {
  const site = await shared().given.site();
  const monitorId = await aMonitor(site.id);
  const page = await makePage(shared(), {
    site_id: site.id,
    title: ' Status ',
    slug: 'one-page',
    description: 'All\nof it',
    monitors: [{ monitor_id: monitorId, name: 'Cart' }],
  });
  expect(page).toEqual({
    id: page.id,
    site_id: site.id,
    group_id: null,
    title: 'Status',
    description: 'All\nof it',
    slug: 'one-page',
    url: `${shared().url}/status/one-page`,
    enabled: false,
    noindex: true,
    shows_impact: false,
    monitors: [{ monitor_id: monitorId, name: 'Cart', shows_host: false }],
    subscriber_count: 0,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  expect((await fetch(page.url)).status).toBe(404);
  const path = `/status_pages/${page.id}`;
  const body = { enabled: true, noindex: false, slug: 'renamed', monitors: [] };
  const changed = (await shared().patch(path, body)).body.status_page;
  expect(changed).toMatchObject({ ...body, title: 'Status', site_id: site.id });
  expect([(await fetch(page.url)).status, (await fetch(changed.url)).status]).toEqual([404, 200]);
  expect((await shared().api('DELETE', path)).status).toBe(204);
  expect([(await fetch(changed.url)).status, (await shared().api('GET', path)).status]).toEqual([404, 404]);
});

test('without a slug its address cannot be guessed', async () => {
  const { id } = await shared().given.site();
  expect((await makePage(shared(), { site_id: id })).slug).toMatch(/^[a-z0-9]{20}$/);
});

test('a site has one page, an address is of one page', async () => {
  const [first, second] = [await shared().given.site(), await shared().given.site()];
  const page = await makePage(shared(), { site_id: first.id, slug: 'taken' });
  expect(await shared().post('/status_pages', { site_id: first.id, title: 'a' })).toEqual(
    refused(422, `the site has a status page already: change ${page.id}`),
  );
  const body = { site_id: second.id, title: 'a', slug: 'taken' };
  expect(await shared().post('/status_pages', body)).toEqual(
    refused(422, 'slug is taken, got taken: choose another'),
  );
});

test.each([
  [{ title: 'a' }, 'exactly one of site_id and group_id'],
  [{ title: 'a', site_id: 1, group_id: 1 }, 'exactly one of site_id and group_id'],
  [{ title: 'a', site_id: 999_999 }, 'site_id must be the id of a site of the account, got 999999'],
  [{ title: 'a', group_id: 999_999 }, 'group_id must be the id of a group of the account, got 999999'],
  [{ site_id: 1 }, 'title is required'],
  [{ title: 'a\u0007', site_id: 1 }, 'title must be a line'],
  [{ title: 'x'.repeat(201), site_id: 1 }, 'title must be a line of at most 200'],
  [{ title: 'a', site_id: 1, slug: 'A' }, 'slug must be lower-case letters'],
  [{ title: 'a', site_id: 1, slug: '../x' }, 'slug must be lower-case letters'],
  [{ title: 'a', site_id: 1, slug: '-abc' }, 'slug must be lower-case letters'],
  [{ title: 'a', site_id: 1, monitors: [{ monitor_id: 1 }] }, 'monitors.0.name is required'],
  [{ title: 'a', site_id: 1, monitors: Array(101).fill({ monitor_id: 1, name: 'a' }) }, 'at most 100'],
])('a body with a fault is 422 and named (%#)', async (body, message) => {
  expect(await shared().post('/status_pages', body)).toEqual(refusedWith(422, message));
});

test('monitors are those of the site, each once', async () => {
  const [site, other] = [await shared().given.site(), await shared().given.site()];
  const [own, foreign] = [await aMonitor(site.id), await aMonitor(other.id)];
  const page = await makePage(shared(), { site_id: site.id });
  const put = async (...ids: number[]) => {
    const body = { monitors: ids.map(id => ({ monitor_id: id, name: 'a' })) };
    return shared().patch(`/status_pages/${page.id}`, body);
  };
  expect(await put(foreign)).toEqual(refused(422, `monitors must be of the site, got monitor_id ${foreign}`));
  expect(await put(own, own)).toEqual(refused(422, 'monitors must name each monitor once'));
  expect(await put(own)).toMatchObject({ status: 200, body: { status_page: { id: page.id } } });
});

test('a page of a group shows monitors of its sites, and goes with the group', async () => {
  const { api, given } = shared();
  const [inside, outside] = [await given.site(), await given.site()];
  const [shown, foreign] = [await aMonitor(inside.id), await aMonitor(outside.id)];
  const { group } = (await api('POST', '/groups', { body: { name: 'Shops', site_ids: [inside.id] } })).body;
  const monitors = [{ monitor_id: shown, name: 'Cart' }];
  const page = await makePage(shared(), { group_id: group.id, enabled: true, monitors });
  const body = { monitors: [{ monitor_id: foreign, name: 'a' }] };
  expect((await api('PATCH', `/status_pages/${page.id}`, { body })).body.error).toContain(
    'of sites of the group',
  );
  const names = async () =>
    (await api('GET', `/status_pages/${page.id}/status`)).body.monitors.map(
      (row: { name: string }) => row.name,
    );
  expect(await names()).toEqual(['Cart']);
  await api('PATCH', `/groups/${group.id}`, { body: { site_ids: [outside.id] } });
  expect(await names()).toEqual([]);
  await api('DELETE', `/groups/${group.id}`);
  expect([(await fetch(page.url)).status, (await api('GET', `/status_pages/${page.id}`)).status]).toEqual([
    404, 404,
  ]);
});

test('a page of a deleted site is gone at once', async () => {
  const site = await shared().given.site();
  const page = await makePage(shared(), { site_id: site.id, enabled: true });
  expect((await fetch(page.url)).status).toBe(200);
  await shared().api('DELETE', `/sites/${site.id}`);
  expect([
    (await fetch(page.url)).status,
    (await fetch(`${page.url}/status.json`)).status,
    (await fetch(`${page.url}/feed.xml`)).status,
    (await shared().api('GET', `/status_pages/${page.id}`)).status,
  ]).toEqual([404, 404, 404, 404]);
});

test('another account neither reads nor names it; a group of another account is none', async () => {
  const { api, given } = shared();
  const page = await makePage(shared(), { site_id: (await given.site()).id });
  const { full: key } = await given.user('stranger@example.org', 'ultra');
  for (const below of ['', '/status', '/incidents'])
    expect((await api('GET', `/status_pages/${page.id}${below}`, { key })).status).toBe(404);
  expect((await api('PATCH', `/status_pages/${page.id}`, { key, body: { enabled: true } })).status).toBe(404);
  expect((await api('GET', '/status_pages', { key })).body.status_pages).toEqual([]);
  const { group } = (await api('POST', '/groups', { body: { name: 'Shops' } })).body;
  expect(await api('POST', '/status_pages', { key, body: { group_id: group.id, title: 'a' } })).toEqual(
    refusedWith(422, 'group of the account'),
  );
});

test('a member of single sites has the pages of those, one with sections none', async () => {
  const { api, given, services } = shared();
  const { accounts } = services.access;
  const [own, other] = [await given.site(), await given.site()];
  const [shown, hidden] = [
    await makePage(shared(), { site_id: own.id }),
    await makePage(shared(), { site_id: other.id }),
  ];
  const owner = accounts.getUserByEmail(shared().owner.email);
  const join = async (email: string, role: 'admin' | 'viewer', sections: readonly string[] | null) => {
    const { full: key } = await given.user(email, 'none');
    const member = accounts.getUserByEmail(email);
    accounts.addToTeam(owner, member, role);
    const body = { site_ids: [own.id], ...(sections && { sections }) };
    expect((await api('PATCH', `/team/${member.id}`, { body })).status).toBe(200);
    return key;
  };
  const at = `account_id=${owner.id}`;
  const admin = await join('single@example.org', 'admin', null);
  const listed = (await api('GET', `/status_pages?${at}`, { key: admin })).body.status_pages;
  expect(listed.map((page: { id: number }) => page.id)).toEqual([shown.id]);
  const patch = (id: number, key: string) =>
    api('PATCH', `/status_pages/${id}?${at}`, { key, body: { title: 'New' } });
  expect([(await patch(shown.id, admin)).status, (await patch(hidden.id, admin)).status]).toEqual([200, 404]);
  const post = await api('POST', `/status_pages?${at}`, {
    key: admin,
    body: { site_id: other.id, title: 'a' },
  });
  expect(post.status).toBe(422);
  const viewer = await join('sections@example.org', 'viewer', ['pages']);
  expect((await api('GET', `/status_pages/${shown.id}?${at}`, { key: viewer })).status).toBe(404);
  expect((await api('GET', `/status_pages?${at}`, { key: viewer })).body.status_pages).toEqual([]);
});
