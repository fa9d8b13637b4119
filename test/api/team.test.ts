/** Who is in a team and who is invited, as its owner manages it. */
import { expect, test } from 'bun:test';
import { refused, refusedStarting } from '../support/refused.ts';
import { startTestServer } from '../support/server.ts';
import { aMember, shareServer } from '../support/shared-server.ts';

const server = shareServer();
const team = (key?: string) => server().api('GET', '/team', key === undefined ? {} : { key });
const invite = (body: unknown, key?: string) =>
  server().api('POST', '/team/invitations', { body, ...(key === undefined ? {} : { key }) });
let invited = 0;
const newEmail = () => `invited-${++invited}@example.org`;

/** An owner of their own, so that tests do not meet. */
const anOwner = () => server().given.user(`team-owner-${crypto.randomUUID()}@example.org`, 'ultra');

test('a team without members has none, and no invitations', async () => {
  const { full } = await anOwner();
  expect(await team(full)).toMatchObject({ status: 200, body: { members: [], invitations: [] } });
});

test('an invitation has a link shown this once, and is listed for 7 days', async () => {
  const { full } = await anOwner();
  const { status, body } = await invite({ email: 'new@example.org', role: 'viewer' }, full);
  expect(status).toBe(201);
  expect(body.invitation).toEqual({
    id: expect.any(Number),
    site_ids: null,
    sections: null,
    email: 'new@example.org',
    role: 'viewer',
    created_at: '2026-03-10T12:00:00.000Z',
    expires_at: '2026-03-17T12:00:00.000Z',
    mail_status: null,
    mail_error: null,
  });
  expect(body.invitation_url).toMatch(new RegExp(`^${server().url}/join\\?token=[\\w-]{43}$`));
  const listed = (await team(full)).body;
  expect(listed.invitations).toEqual([body.invitation]);
  expect(JSON.stringify(listed)).not.toContain('token');
});

test('an address is invited whatever its capitals, and again makes a new link in place of the old', async () => {
  const { full } = await anOwner();
  const first = (await invite({ email: ' Ann.Lee@Example.ORG ', role: 'viewer' }, full)).body;
  const second = (await invite({ email: 'ann.lee@example.org', role: 'admin' }, full)).body;
  expect(first.invitation.email).toBe('ann.lee@example.org');
  expect(second.invitation.id).toBeGreaterThan(first.invitation.id);
  expect((await team(full)).body.invitations).toEqual([second.invitation]);
});

test('an invitation is taken back once, and only by the account that made it', async () => {
  const { full } = await anOwner();
  const { id } = (await invite({ email: newEmail(), role: 'viewer' }, full)).body.invitation;
  const path = `/team/invitations/${id}`;
  expect((await server().api('DELETE', path)).status).toBe(404);
  expect((await server().api('DELETE', path, { key: full })).status).toBe(204);
  expect((await server().api('DELETE', path, { key: full })).status).toBe(404);
  expect((await team(full)).body.invitations).toEqual([]);
});

test('an invitation that is over is listed no more and cannot be taken back', async () => {
  await using own = await startTestServer();
  const body = { email: 'late@example.org', role: 'viewer' };
  const { id } = (await own.post('/team/invitations', body)).body.invitation;
  own.clock.advance({ days: 7, ms: -1 });
  expect((await own.get('/team')).invitations).toHaveLength(1);
  own.clock.advance({ ms: 1 });
  expect((await own.get('/team')).invitations).toEqual([]);
  expect((await own.api('DELETE', `/team/invitations/${id}`)).status).toBe(404);
});

test('the owner and those who are members are not invited', async () => {
  const owner = await anOwner();
  const member = await server().given.user(newEmail(), 'none');
  server().addToTeam(owner, member, 'viewer');
  expect(await invite({ email: owner.email.toUpperCase(), role: 'viewer' }, owner.full)).toEqual(
    refused(422, 'email must not be your own: the account is yours'),
  );
  expect(await invite({ email: member.email, role: 'viewer' }, owner.full)).toEqual(
    refused(422, `email ${member.email} is a member already: change the role at /team/${member.id}`),
  );
});

test('an account has at most 100 open invitations, and makes at most 60 an hour', async () => {
  await using own = await startTestServer();
  const make = async (count: number) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n++) {
      const body = { email: newEmail(), role: 'viewer' };
      statuses.push((await own.post('/team/invitations', body)).status);
    }
    return statuses.filter(status => status !== 201);
  };
  expect(await make(61)).toEqual([429]);
  own.clock.advance({ hours: 1 });
  expect(await make(41)).toEqual([422]);
  const { headers, status } = await own.post('/team/invitations', {
    email: 'more@example.org',
    role: 'viewer',
  });
  expect([status, headers.get('retry-after')]).toEqual([422, null]);
});

test('members are listed oldest first, with their role', async () => {
  const member = await aMember(server(), 'admin');
  expect((await team()).body.members).toContainEqual({
    id: member.id,
    email: member.email,
    name: member.email.split('@')[0],
    role: 'admin',
    site_ids: null,
    sections: null,
    created_at: '2026-03-10T12:00:00.000Z',
  });
});

test('a new role counts from the next request on', async () => {
  const member = await aMember(server(), 'viewer');
  const write = async () => {
    const body = { url: 'https://by-member.example' };
    const path = `/sites?account_id=${server().owner.id}`;
    return (await server().post(path, body, member.full)).status;
  };
  expect(await write()).toBe(403);
  const { status, body } = await server().patch(`/team/${member.id}`, { role: 'admin' });
  expect([status, body.member.role, body.member.id]).toEqual([200, 'admin', member.id]);
  expect(await write()).toBe(201);
  expect((await server().api('PUT', `/team/${member.id}`, { body: { role: 'viewer' } })).status).toBe(200);
  expect(await write()).toBe(403);
});

test('a member who is removed is out at once, and not found any more', async () => {
  const member = await aMember(server(), 'viewer');
  const accounts = async () => (await server().get('/accounts', member.full)).accounts.length;
  expect(await accounts()).toBe(2);
  expect((await server().api('DELETE', `/team/${member.id}`)).status).toBe(204);
  expect(await accounts()).toBe(1);
  for (const method of ['DELETE', 'PATCH', 'PUT']) {
    const gone = await server().api(method, `/team/${member.id}`, { body: { role: 'viewer' } });
    expect([method, gone]).toEqual([method, refused(404, `member ${member.id} not found`)]);
  }
});

test('a member leaves with their own id, and cannot remove others, not even as an admin', async () => {
  const on = `?account_id=${server().owner.id}`;
  const [admin, other] = [await aMember(server(), 'admin'), await aMember(server(), 'viewer')];
  expect(await server().api('DELETE', `/team/${other.id}${on}`, { key: admin.full })).toEqual(
    refused(403, 'this needs the role owner in the account, and yours is admin'),
  );
  for (const { id, full } of [admin, other]) {
    expect((await server().api('DELETE', `/team/${id}${on}`, { key: full })).status).toBe(204);
    expect((await server().api('GET', `/sites${on}`, { key: full })).status).toBe(404);
  }
});

test('a plan below Ultra has no team', async () => {
  const { full } = await server().given.user('team-pro@example.org', 'pro');
  expect((await team(full)).status).toBe(403);
  expect((await invite({ email: newEmail(), role: 'viewer' }, full)).status).toBe(403);
});

const NO_TEXTS = [undefined, null, 7, true, [], {}, ['a@example.org'], '', ' '];
const NO_ADDRESSES = ['x', '@', 'a@b', 'a@b.c', '__proto__', 'a@@example.org', 'a@example.org,b@example.org'];
const BLANKS = ['a b@example.org', 'a@exam ple.org', 'a@example.org\nbcc:x@example.org'];
const SIGNS = ['a\u0000@example.org', 'a\u0007@example.org', 'a\u0085@example.org', 'a\u202e@example.org'];
const FORMS = ['\ud800@example.org', '<script>@example.org', '"a"@example.org', 'a@[127.0.0.1]'];
const LONG = [`${'x'.repeat(65)}@example.org`, `a@${'x'.repeat(400)}.org`, 'x'.repeat(70_000)];
const NO_EMAILS: readonly unknown[] = [...NO_TEXTS, ...NO_ADDRESSES, ...BLANKS, ...SIGNS, ...FORMS, ...LONG];

test('what is no e-mail address is 422, naming the field and what came', async () => {
  const { full } = await anOwner();
  for (const email of NO_EMAILS) {
    const { status, body } = await invite({ email, role: 'viewer' }, full);
    expect([email, status]).toEqual([email, 422]);
    expect(body.error).toStartWith('email ');
    expect(body.error).toContain('an e-mail address such as name@example.org');
    expect(body.error.length).toBeLessThan(200);
  }
  expect((await team(full)).body.invitations).toEqual([]);
});

const NO_ROLES = [null, 7, '', 'owner', 'Admin', 'viewer ', 'constructor', ['admin'], {}, 'x'.repeat(70_000)];

test('what is no role is 422, naming those there are', async () => {
  const member = await aMember(server(), 'viewer');
  for (const role of NO_ROLES) {
    const body = { role, email: newEmail() };
    for (const answer of [await invite(body), await server().patch(`/team/${member.id}`, body)])
      expect([role, answer]).toEqual([role, refusedStarting(422, 'role must be one of admin, viewer, got ')]);
  }
  for (const body of ['{', '[]', 'null', '"x"', '{"__proto__":{"role":"admin"}}'])
    expect([body, (await server().patch(`/team/${member.id}`, body)).status]).toEqual([body, 422]);
});

test('the owner is no member, and a path written out is not taken for one', async () => {
  expect((await server().api('DELETE', `/team/${server().owner.id}`)).status).toBe(404);
  const answer = await server().patch('/team/invitations', { role: 'admin' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
});
