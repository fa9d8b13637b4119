/** Reports that a user chooses to be mailed: listed, added, stopped, sent on request. */
import { expect, test } from 'bun:test';
import { refusedWith } from '../support/refused.ts';
import { aReport } from '../support/reporting.ts';
import { startTestServer } from '../support/server.ts';
import { aMember, shareServer } from '../support/shared-server.ts';

const server = shareServer();
const PATH = '/me/reports';
const add = (body: unknown, key?: string) =>
  server().api('POST', PATH, key === undefined ? { body } : { body, key });
const list = async (key?: string) => (await server().api('GET', PATH, key === undefined ? {} : { key })).body;
const newUser = (plan?: 'none' | 'zen' | 'pro' | 'ultra') =>
  server().given.user(`reader-${crypto.randomUUID()}@example.org`, plan);

test('a report is added, listed with when it comes next, and stopped', async () => {
  const { full: key } = await newUser();
  const site = await server().given.site({ label: 'Shop' }, key);
  const { status, body } = await add({ scope: 'site', site_id: site.id, every: 'week' }, key);
  expect([status, body.report]).toEqual([
    201,
    {
      id: expect.any(Number),
      scope: 'site',
      site_id: site.id,
      group_id: null,
      name: 'Shop',
      every: 'week',
      created_at: '2026-03-10T12:00:00.000Z',
      last_sent_at: null,
      next_at: '2026-03-16T07:00:00.000Z',
    },
  ]);
  expect(await list(key)).toEqual({ reports: [body.report], is_mailed: false });
  const gone = await server().api('DELETE', `${PATH}/${body.report.id}`, { key });
  expect([gone.status, gone.body, (await list(key)).reports]).toEqual([204, null, []]);
  expect((await server().api('DELETE', `${PATH}/${body.report.id}`, { key })).status).toBe(404);
});

test('the same once more is the one that is there; another rhythm is another report', async () => {
  const { full: key } = await newUser();
  const site = await server().given.site({}, key);
  const first = await add({ scope: 'site', site_id: site.id, group_id: null, every: 'week' }, key);
  const again = await add({ scope: 'site', site_id: site.id, every: 'week' }, key);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect((await add({ scope: 'site', site_id: site.id, every: 'month' }, key)).status).toBe(201);
  expect((await list(key)).reports).toHaveLength(2);
});

test('when the next one comes follows the user’s zone and the first day of their week', async () => {
  const { full: key } = await newUser();
  const site = await server().given.site({}, key);
  await add({ scope: 'site', site_id: site.id, every: 'week' }, key);
  const body = { time_zone: 'Asia/Kolkata', week_start: 'sunday' };
  await server().patch('/me/settings', body, key);
  expect((await list(key)).reports[0].next_at).toBe('2026-03-15T01:30:00.000Z');
});

test('a group is reported where the plan has groups', async () => {
  const { full: key } = await newUser('ultra');
  const site = await server().given.site({}, key);
  const made = await server().post('/groups', { name: 'Shops', site_ids: [site.id] }, key);
  const { id } = made.body.group;
  const { status, body } = await add({ scope: 'group', group_id: id, every: 'month' }, key);
  expect([status, body.report]).toMatchObject([
    201,
    { scope: 'group', site_id: null, group_id: id, name: 'Shops' },
  ]);
  await server().api('DELETE', `/groups/${id}`, { key });
  expect((await list(key)).reports).toEqual([]);
});

test('members of a team choose what they can read there, and have nothing left of it when they leave', async () => {
  const site = await server().given.site({ label: 'The team’s' });
  const group = (await server().post('/groups', { name: 'Teamwork' })).body.group;
  const member = await aMember(server(), 'viewer');
  const added = await add({ scope: 'site', site_id: site.id, every: 'week' }, member.full);
  await add({ scope: 'group', group_id: group.id, every: 'week' }, member.full);
  expect((await list(member.full)).reports.map(({ name }: { name: string }) => name)).toEqual([
    'The team’s',
    'Teamwork',
  ]);
  server().services.access.accounts.removeMember(server().owner.id, member.id);
  expect((await list(member.full)).reports).toEqual([]);
  const at = `${PATH}/${added.body.report.id}`;
  for (const [method, path] of [
    ['DELETE', at],
    ['POST', `${at}/test`],
  ] as const)
    expect((await server().api(method, path, { key: member.full })).status).toBe(404);
});

test('reports of a deleted site are not listed, and its purge deletes them', async () => {
  await using own = await startTestServer();
  const [kept, gone] = [await own.given.site(), await own.given.site()];
  const { id } = await aReport(own, kept.id);
  const purged = await aReport(own, gone.id);
  const held = { id: purged.id, createdAt: new Date(purged.created_at) };
  await own.api('DELETE', `/sites/${gone.id}`);
  const ids = (await own.get(PATH)).reports.map((report: { id: number }) => report.id);
  expect(ids).toEqual([id]);
  expect(own.services.mailReports.service.findByLink(held)).toBeDefined();
  await own.job('sites.purge');
  expect(own.services.mailReports.service.findByLink(held)).toBeUndefined();
});

test('what is somebody else’s, or not there, is refused by the name of its field', async () => {
  const other = await newUser();
  const site = await server().given.site();
  const group = (await server().post('/groups', { name: 'Mine' })).body.group;
  for (const [body, message] of [
    [
      { scope: 'site', site_id: site.id, every: 'week' },
      `site_id must be a site that you can read, got ${site.id}`,
    ],
    [
      { scope: 'site', site_id: 999_999, every: 'week' },
      'site_id must be a site that you can read, got 999999',
    ],
    [{ scope: 'group', group_id: group.id, every: 'week' }, 'group_id must be a group that you can read'],
    [{ scope: 'site', every: 'week' }, 'site_id is required for the scope site'],
    [{ scope: 'group', site_id: null, every: 'week' }, 'group_id is required for the scope group'],
    [{ scope: 'site', site_id: 1, group_id: 2, every: 'week' }, 'group_id must be left out or null'],
    [{ scope: 'site', site_id: site.id }, 'every is required'],
    [{ site_id: site.id, every: 'week' }, 'scope is required'],
  ] as const)
    expect(await add(body, other.full)).toEqual(refusedWith(422, message));
});

test('hostile values are refused, and never fail', async () => {
  const good = { scope: 'site', site_id: 1, group_id: null, every: 'week' };
  const numbers = [0, -1, 1.5, 2 ** 53];
  const texts = ['', ' ', '1', 'x\u0000', '\ud800', '<b>', '__proto__'];
  for (const field of Object.keys(good))
    for (const value of [...numbers, ...texts, true, [], {}, ['week']])
      expect([value, await add({ ...good, [field]: value })]).toEqual([value, refusedWith(422, field)]);
});

test('it takes a key that may write, and a plan for one’s own sites', async () => {
  const user = await newUser('zen');
  const site = await server().given.site({}, user.full);
  const body = { scope: 'site', site_id: site.id, every: 'week' };
  expect((await add(body, user.readOnly)).status).toBe(403);
  expect((await add(body, user.full)).status).toBe(201);
  await server().setUser(user.email, { plan: 'none' });
  expect(await list(user.full)).toEqual({ reports: [], is_mailed: false });
  const refused = await add({ ...body, every: 'month' }, user.full);
  expect([refused.status, refused.body]).toEqual([403, { error: 'an active subscription is required' }]);
  await server().setUser(user.email, { plan: 'zen' });
  expect((await list(user.full)).reports).toHaveLength(1);
});

test('a user has 100 of them at most', async () => {
  const { full: key } = await newUser();
  const ids = await Promise.all(
    Array.from({ length: 51 }, async () => (await server().given.site({}, key)).id),
  );
  const statuses = [];
  for (const id of ids)
    for (const every of ['week', 'month'])
      statuses.push((await add({ scope: 'site', site_id: id, every }, key)).status);
  expect(statuses.map(String).join()).toBe([...Array(100).fill('201'), '422', '422'].join());
});

test('reports of other users cannot be read, stopped or tested', async () => {
  const other = await newUser();
  const { id } = await aReport(server(), (await server().given.site()).id);
  expect((await list(other.full)).reports).toEqual([]);
  expect((await server().api('DELETE', `${PATH}/${id}`, { key: other.full })).status).toBe(404);
  expect((await server().api('POST', `${PATH}/${id}/test`, { key: other.full })).status).toBe(404);
});

test('without a mail relay a test mail is refused with what to do', async () => {
  const { id } = await aReport(server(), (await server().given.site()).id);
  expect(await server().api('POST', `${PATH}/${id}/test`)).toEqual(refusedWith(422, 'FOOTFALL_SMTP_URL'));
});
