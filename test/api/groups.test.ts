/** Groups of sites. Source: api-v1, Group; api-v1, Endpoints, Groups; api-v1, Authentication, rule 8. */
import { expect, test } from 'bun:test';
import { answered, refused } from '../support/refused.ts';
import { aMember, shareServer } from '../support/shared-server.ts';

const server = shareServer();

const create = (body: unknown, key = server().owner.full) => server().post('/groups', body, key);
const patch = (id: number, body: unknown) => server().patch(`/groups/${id}`, body);
const get = async (id: number) => (await server().get(`/groups/${id}`)).group;
const aGroup = async (fields: Record<string, unknown> = {}) =>
  (await create({ name: 'Shops', ...fields })).body.group;
const aSite = async (label: string) => (await server().given.site({ label })).id as number;

test('a new group has every field, with its defaults', async () => {
  const { full: key } = await server().given.user('groups-first@example.org', 'ultra');
  const { status, body } = await create({ name: 'Shops' }, key);
  expect(status).toBe(201);
  const now = '2026-03-10T12:00:00.000Z';
  const accent_color = expect.stringMatching(/^#[0-9A-Fa-f]{6}$/);
  const shown = { name: 'Shops', description: '', icon: null, accent_color, default_chart_view: 'separate' };
  const placed = { pinned: false, position: 1, site_ids: [], sites: [] };
  const group = { id: expect.any(Number), ...shown, ...placed, created_at: now, updated_at: now };
  expect(body).toEqual({ group });
});

test('every field can be given, and GET shows the group as it was written', async () => {
  const site = await server().given.site({ label: 'One' });
  const fields = {
    name: 'Ünïcödé 💩 <b>"\'; drop table site_groups --',
    description: 'two\nlines',
    icon: 'cart',
    accent_color: '#aBcDeF',
    pinned: true,
    default_chart_view: 'combined',
    site_ids: [site.id],
  };
  const { group } = (await create(fields)).body;
  const sites = [{ id: site.id, uid: site.uid, url: site.url, label: 'One' }];
  expect(group).toMatchObject({ ...fields, sites });
  const { status, body } = await server().api('GET', `/groups/${group.id}`, { key: server().owner.readOnly });
  expect([status, body]).toEqual([200, { group }]);
});

test('each field can be changed with PATCH and PUT, and what is not sent stays', async () => {
  const look = { description: 'd', icon: 'pen', accent_color: '#000000', default_chart_view: 'combined' };
  const fields = { name: 'Blogs', ...look, pinned: true, position: 7, site_ids: [await aSite('a')] };
  for (const method of ['PATCH', 'PUT']) {
    let group = await aGroup();
    for (const [name, value] of Object.entries(fields)) {
      const { status, body } = await server().api(method, `/groups/${group.id}`, { body: { [name]: value } });
      expect(status).toBe(200);
      expect(body.group).toEqual({ ...group, sites: body.group.sites, [name]: value });
      group = body.group;
    }
    expect(await get(group.id)).toEqual(group);
  }
});

test('null resets description, icon and colour to their defaults', async () => {
  const plain = await aGroup();
  const group = await aGroup({ description: 'd', icon: 'pen', accent_color: '#000000' });
  const { body } = await patch(group.id, { description: null, icon: null, accent_color: null });
  expect(body.group).toMatchObject({ description: '', icon: null, accent_color: plain.accent_color });
});

test('a name is kept without the blanks around it', async () => {
  expect((await aGroup({ name: '  Shops ' })).name).toBe('Shops');
});

test('site_ids replaces the members and keeps the order, each site once', async () => {
  const [a, b, c] = [await aSite('a'), await aSite('b'), await aSite('c')];
  const group = await aGroup({ site_ids: [c, a, c] });
  expect(group.site_ids).toEqual([c, a]);
  for (const ids of [[b, a, b, a], [], [a, b, c]]) {
    const { body } = await patch(group.id, { site_ids: ids });
    const kept = [...new Set(ids)];
    expect(body.group.site_ids).toEqual(kept);
    expect(body.group.sites.map((site: { id: number }) => site.id)).toEqual(kept);
    expect((await get(group.id)).site_ids).toEqual(kept);
  }
});

test('ids that are unknown, another’s or deleted are ignored', async () => {
  const stranger = await server().given.user('groups-foreign@example.org', 'ultra');
  const foreign = await server().given.site({}, stranger.full);
  const mine = await aSite('mine');
  const gone = await aSite('gone');
  await server().api('DELETE', `/sites/${gone}`);
  const ids = [0, -1, 999_999, 2 ** 53, -(2 ** 63), 1e300, foreign.id, gone, mine];
  const group = await aGroup({ site_ids: ids });
  expect(group.site_ids).toEqual([mine]);
  expect((await patch(group.id, { site_ids: ids })).body.group.sites).toMatchObject([{ id: mine }]);
});

test('a site may be in several groups', async () => {
  const site = await aSite('shared');
  for (const group of [await aGroup({ site_ids: [site] }), await aGroup({ site_ids: [site] })])
    expect((await get(group.id)).site_ids).toEqual([site]);
});

test('a group shows its sites as they are now', async () => {
  const site = await aSite('before');
  const group = await aGroup({ site_ids: [site] });
  await server().patch(`/sites/${site}`, { label: 'after' });
  expect((await get(group.id)).sites).toMatchObject([{ label: 'after' }]);
});

test('deleting a site removes it from its groups at once', async () => {
  const [gone, stays] = [await aSite('gone'), await aSite('stays')];
  const group = await aGroup({ site_ids: [gone, stays] });
  await server().api('DELETE', `/sites/${gone}`);
  expect(await get(group.id)).toMatchObject({ site_ids: [stays], sites: [{ id: stays }] });
  await server().job('sites.purge');
  expect(await get(group.id)).toMatchObject({ site_ids: [stays], sites: [{ id: stays }] });
});

test('deleting a group leaves its sites', async () => {
  const site = await aSite('stays');
  const group = await aGroup({ site_ids: [site] });
  expect(await server().api('DELETE', `/groups/${group.id}`)).toEqual(answered(204, null));
  expect((await server().api('GET', `/sites/${site}`)).status).toBe(200);
  for (const [method, body] of [['GET'], ['PATCH', {}], ['PUT', {}], ['DELETE']] as const) {
    const answer = await server().api(method, `/groups/${group.id}`, { body });
    expect([method, answer.status, answer.body]).toEqual([method, 404, { error: 'group not found' }]);
  }
});

test('the id of a deleted group is not used again', async () => {
  const { id } = await aGroup();
  await server().api('DELETE', `/groups/${id}`);
  expect((await aGroup()).id).toBeGreaterThan(id);
});

test('groups are listed by position, new ones last, and one that is moved to another’s place stands before it', async () => {
  const { full: key } = await server().given.user('groups-order@example.org', 'ultra');
  const [a, b, c] = await Promise.all(
    ['a', 'b', 'c'].map(async name => (await create({ name, pinned: name === 'b' }, key)).body.group),
  );
  const names = async () =>
    (await server().get('/groups', key)).groups.map(({ name }: { name: string }) => name);
  const move = (id: number, position: number) => server().patch(`/groups/${id}`, { position }, key);
  expect([a.position, b.position, c.position].sort()).toEqual([1, 2, 3]);
  await move(c.id, 0);
  expect(await names()).toEqual(['c', 'a', 'b']);
  await move(a.id, 9);
  await move(c.id, 9);
  const { groups } = await server().get('/groups', key);
  expect(groups.map((group: { name: string; position: number }) => [group.name, group.position])).toEqual([
    ['b', b.position],
    ['c', 9],
    ['a', 10],
  ]);
  expect((await create({ name: 'd' }, key)).body.group.position).toBe(11);
  await server().api('DELETE', `/groups/${b.id}`, { key });
  expect(await names()).toEqual(['c', 'a', 'd']);
});

test('an account without groups has an empty list', async () => {
  const { readOnly: key } = await server().given.user('groups-none@example.org', 'ultra');
  expect(await server().get('/groups', key)).toEqual({ groups: [] });
});

test('updated_at moves when the group changes, and only then', async () => {
  const site = await server().given.site();
  const body = { name: 'Shops', site_ids: [site.id], pinned: true };
  const { group } = (await server().post('/groups', body)).body;
  server().clock.advance({ hours: 1 });
  const change = async (fields: unknown) => (await server().patch(`/groups/${group.id}`, fields)).body.group;
  const { position } = group;
  for (const same of [{}, body, { site_ids: [site.id, site.id, 999] }, { position }, { nonsense: 1 }])
    expect(await change(same)).toEqual(group);
  expect((await change({ site_ids: [] })).updated_at).toBe('2026-03-10T13:00:00.000Z');
  expect((await change({})).created_at).toBe(group.created_at);
});

const CHARACTERS = 'characters, without control characters or null';
const LINE = 'a line of at most 200 characters, not blank, without control characters';
const BAD: readonly (readonly [field: string, allowed: string, values: readonly unknown[]])[] = [
  ['name', LINE, [null, 7, {}, '', ' ', '\u2003', 'a\nb', 'a\u0000', '\ud800']],
  ['name', LINE, ['x'.repeat(201), '💩'.repeat(201), 'x'.repeat(70_000)]],
  ['description', `a text of at most 5000 ${CHARACTERS}`, [7, [], 'x'.repeat(5001), 'a\u0000', '\udfff']],
  ['icon', `a line of at most 64 ${CHARACTERS}`, [7, {}, 'x'.repeat(65), 'a\nb', '\ud800']],
  [
    'accent_color',
    'a colour in the form #RRGGBB or null',
    [7, '', 'red', '#fff', '#12345g', '#1234567', '123456', '#123456\n', '#１２３４５６', ' #123456'],
  ],
  ['pinned', 'true or false', [null, 0, 1, 'true', [], {}]],
  ['default_chart_view', 'one of separate, combined', [null, 7, '', 'Combined', '__proto__', ['combined']]],
  ['site_ids', 'an array of at most 10000', [null, 7, '1', {}, '__proto__', Array(10_001).fill(1)]],
  ['site_ids.0', 'an integer', [[null], ['1'], [1.5], [[]], [{}], [true], [['__proto__']]]],
];

test.each(BAD)('a bad %s is 422 and named, with what is allowed', async (field, allowed, values) => {
  const group = await aGroup();
  const name = field.replace('.0', '');
  for (const value of values) {
    const fields = { [name]: value };
    for (const answer of [await create({ name: 'Shops', ...fields }), await patch(group.id, fields)]) {
      expect([value, answer.status]).toEqual([value, 422]);
      expect(answer.body.error).toStartWith(`${field} must be ${allowed}, got `);
      expect(answer.body.error.length).toBeLessThan(300);
    }
  }
  expect(await get(group.id)).toEqual(group);
});

test('a bad position is 422, and a new group is not given one', async () => {
  const group = await aGroup();
  for (const position of [null, '1', 1.5, -1, 1_000_001, [], {}, 1e300]) {
    const { status, body } = await patch(group.id, { position });
    expect([position, status]).toEqual([position, 422]);
    expect(body.error).toStartWith('position must be an integer from 0 to 1000000, got ');
  }
  expect((await aGroup({ position: 0 })).position).toBeGreaterThan(group.position);
});

test('a body that is no group is 422', async () => {
  const texts = ['x', 'null', '{', '[{"name":"x"}]', '{"__proto__":{"name":"x"}}'];
  for (const body of [{}, { name: undefined }, [], ...texts]) {
    const { status, body: answer } = await create(body);
    expect([body, status]).toEqual([body, 422]);
    expect(answer.error).toBeString();
  }
  expect((await create({})).body.error).toStartWith('name is required: ');
});

test('the longest texts are taken, and any other text comes back as it was', async () => {
  const long = { name: '💩'.repeat(200), description: '💩'.repeat(5000), icon: '💩'.repeat(64) };
  expect(await aGroup(long)).toMatchObject(long);
  for (const text of ['__proto__', "' or 1=1; --", '<script>alert(1)</script>', '$1 %s {{7*7}}'])
    expect(await aGroup({ name: text, icon: text })).toMatchObject({ name: text, icon: text });
});

test('an unknown group is 404 before its body is validated', async () => {
  const other = await server().given.user('groups-other@example.org', 'ultra');
  const { group } = (await create({ name: 'theirs' }, other.full)).body;
  for (const id of [group.id, 999_999, '9'.repeat(30)]) {
    for (const [method, body] of [['GET'], ['PATCH', { name: 7 }], ['PUT', '{'], ['DELETE']] as const)
      expect([id, method, await server().api(method, `/groups/${id}`, { body })]).toEqual([
        id,
        method,
        refused(404, 'group not found'),
      ]);
  }
  for (const id of [0, -1, 'x', '1e3', '1.0', '%00', '__proto__', `${group.id}%20`])
    expect([id, (await server().patch(`/groups/${id}`, '{')).status]).toEqual([id, 400]);
});

test('members of a team read its groups, and only the owner writes them', async () => {
  const group = await aGroup();
  const { id: ownerId } = server().owner;
  for (const role of ['viewer', 'admin'] as const) {
    const { full: key } = await aMember(server(), role);
    const on = `?account_id=${ownerId}`;
    expect((await server().get(`/groups${on}`, key)).groups).toContainEqual(group);
    expect(await server().get(`/groups/${group.id}${on}`, key)).toEqual({ group });
    for (const [method, path, body] of [
      ['POST', '/groups', { name: 'x', account_id: ownerId }],
      ['PATCH', `/groups/${group.id}`, { name: 'x', account_id: ownerId }],
      ['PUT', `/groups/${group.id}`, { name: 'x', account_id: ownerId }],
      ['DELETE', `/groups/${group.id}`, { account_id: ownerId }],
    ] as const)
      expect([method, await server().api(method, path, { key, body })]).toEqual([
        method,
        refused(403, `this needs the role owner in the account, and yours is ${role}`),
      ]);
  }
  expect(await get(group.id)).toEqual(group);
});
