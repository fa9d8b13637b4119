/** Transfers of sites between accounts. Source: decisions, section 15, Transfer. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { answered, refused } from '../support/refused.ts';
import { createMovableClock, startTestServer } from '../support/server.ts';
import { aMember, shareServer } from '../support/shared-server.ts';

const server = shareServer({
  settings: { FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' },
  resolve: async () => ['127.0.0.1'],
});
type User = Awaited<ReturnType<typeof aMember>>;

let users = 0;
const aUser = () => server().given.user(`user-${++users}@example.org`, 'ultra');
const ask = (user: User | { readonly full: string }, method: string, path: string, body?: object) =>
  server().api(method, path, { key: user.full, ...(body && { body }) });

/** A site of the owner's with a hit, and a request to transfer it. */
async function offered(to: User) {
  const site = await givenSite(server(), { url: 'https://shop.example', label: 'Shop' });
  await site.hits([{ path: '/', visitor_id: 'ann' }]);
  const { status, body } = await site.post('/transfer', { account_id: to.id });
  return { site, status, transfer: body.transfer };
}

test('a transfer waits for the owner of the other account, and takes all that was counted along', async () => {
  const to = await aUser();
  const { site, status, transfer } = await offered(to);
  expect([status, transfer]).toEqual([
    202,
    {
      ...{ id: expect.any(Number), status: 'pending' },
      ...{ site_id: site.id, site_label: 'Shop', site_url: 'https://shop.example' },
      from: { account_id: server().owner.id, email: server().owner.email },
      to: { account_id: to.id, email: to.email },
      ...{ awaits: to.id, created_at: expect.any(String), expires_at: expect.any(String) },
    },
  ]);
  expect((await ask(to, 'GET', site.path)).status).toBe(404);
  for (const user of [to, server().owner])
    expect((await ask(user, 'GET', '/transfers')).body.transfers).toContainEqual(transfer);
  expect((await ask(server().owner, 'POST', `/transfers/${transfer.id}/accept`)).body.error).toBe(
    `this transfer waits for ${to.email}`,
  );
  expect(await ask(to, 'POST', `/transfers/${transfer.id}/accept`)).toEqual(
    answered(202, { transfer: { ...transfer, status: 'done', awaits: null, expires_at: null } }),
  );
  expect((await ask(server().owner, 'GET', site.path)).status).toBe(404);
  expect((await ask(to, 'GET', `${site.path}/hits`)).body.hits).toHaveLength(1);
  expect((await ask(to, 'POST', `/transfers/${transfer.id}/accept`)).status).toBe(404);
});

test('it is withdrawn by the one side, and declined by the other', async () => {
  const to = await aUser();
  for (const by of [server().owner, to]) {
    const { site, transfer } = await offered(to);
    expect((await ask(await aUser(), 'DELETE', `/transfers/${transfer.id}`)).status).toBe(404);
    expect((await ask(by, 'DELETE', `/transfers/${transfer.id}`)).status).toBe(204);
    expect((await ask(to, 'POST', `/transfers/${transfer.id}/accept`)).status).toBe(404);
    expect((await ask(server().owner, 'GET', site.path)).status).toBe(200);
  }
});

test('it is done at once to an account that the owner may add sites to', async () => {
  const to = await aUser();
  server().addToTeam(to, server().owner, 'admin');
  const { site, transfer } = await offered(to);
  expect(transfer).toMatchObject({ id: expect.any(Number), status: 'done', awaits: null });
  expect((await ask(to, 'GET', site.path)).status).toBe(200);
});

test('an account has 20 open transfers at most, which one that is done at once does not count among', async () => {
  const [from, to, known] = [await aUser(), await aUser(), await aUser()];
  server().addToTeam(known, from, 'admin');
  const transfer = async (receiver: User) => {
    const site = await givenSite(server(), {}, from);
    return (await site.post('/transfer', { account_id: receiver.id })).status;
  };
  const statuses: number[] = [];
  for (let open = 0; open < 20; open++) statuses.push(await transfer(to));
  expect(new Set(statuses)).toEqual(new Set([202]));
  expect([await transfer(to), await transfer(known)]).toEqual([422, 202]);
});

test('an admin asks for a site, which its owner has to let go', async () => {
  const admin = await aUser();
  server().addToTeam(server().owner, admin, 'admin');
  const site = await givenSite(server(), { url: 'https://shop.example' });
  const as = (to: number) =>
    ask(admin, 'POST', `${site.path}/transfer?account_id=${server().owner.id}`, { account_id: to });
  expect(await as((await aUser()).id)).toEqual(
    refused(403, 'a site is transferred by the owner of its account, or by an admin to their own account'),
  );
  const { transfer } = (await as(admin.id)).body;
  expect(transfer).toMatchObject({ status: 'pending', awaits: server().owner.id });
  expect((await ask(admin, 'POST', `/transfers/${transfer.id}/accept`)).status).toBe(403);
  expect((await ask(server().owner, 'POST', `/transfers/${transfer.id}/accept`)).status).toBe(202);
  expect((await ask(admin, 'GET', site.path)).status).toBe(200);
});

test('an account that is none, the same one, and one without room are refused', async () => {
  const site = await givenSite(server(), { url: 'https://shop.example' });
  const to = (account: unknown) => site.post('/transfer', { account_id: account });
  expect(await to(999_999)).toEqual(refused(422, 'account_id must be the id of another account, got 999999'));
  expect(await to(server().owner.id)).toEqual(
    refused(422, `account_id must be another account: ${server().owner.id} has the site`),
  );
  for (const bad of [null, '7', 0, -1, 1.5]) expect([bad, (await to(bad)).status]).toEqual([bad, 422]);
  const small = await server().given.user('small@example.org', 'none');
  const { transfer } = (await to(small.id)).body;
  expect((await ask(small, 'POST', `/transfers/${transfer.id}/accept`)).status).not.toBe(202);
  expect((await ask(server().owner, 'GET', site.path)).status).toBe(200);
});

test('what others could do with the site ends, and its days stay those that they were', async () => {
  const to = await aUser();
  const site = await givenSite(server(), { url: 'https://shop.example' });
  const other = await givenSite(server(), { url: 'https://other.example' });
  await server().patch('/me/settings', { time_zone: 'Asia/Kolkata' });
  const member = await aMember(server(), 'viewer');
  await server().patch(`/team/${member.id}`, { site_ids: [site.id, other.id] });
  const only = await aMember(server(), 'viewer');
  await server().patch(`/team/${only.id}`, { site_ids: [site.id] });
  await server().post('/team/invitations', { email: 'new@example.org', role: 'viewer', site_ids: [site.id] });
  const { url } = (await site.post('/shared_links', { name: 'All' })).body;
  const shared = server().url + new URL(url).pathname;
  expect((await fetch(shared)).status).toBe(200);
  await site.post('/alerts', { kind: 'spike' });
  const hook = { url: 'https://hooks.example/x', events: ['new_hit'], site_id: site.id };
  expect((await server().post('/webhooks', hook)).status).toBe(201);
  const { transfer } = (await site.post('/transfer', { account_id: to.id })).body;
  expect((await ask(to, 'POST', `/transfers/${transfer.id}/accept`)).status).toBe(202);
  await server().patch('/me/settings', { time_zone: 'UTC' });
  const { members, invitations } = await server().get('/team');
  const ids = members.map(({ id, site_ids }: { id: number; site_ids: unknown }) => [id, site_ids]);
  expect(ids).toContainEqual([member.id, [other.id]]);
  expect(ids.map(([id]: [number]) => id)).not.toContain(only.id);
  expect(invitations.map(({ email }: { email: string }) => email)).not.toContain('new@example.org');
  expect((await fetch(shared)).status).toBe(404);
  expect((await server().get('/webhooks')).webhooks).toEqual([]);
  expect((await ask(to, 'GET', `${site.path}/settings`)).body.settings.time_zone).toBe('Asia/Kolkata');
  expect((await ask(to, 'GET', `${site.path}/alerts`)).body.alerts[0].notification_channel_ids).toBeNull();
});

test('an offer ends after 14 days, and a later one of the same site replaces it', async () => {
  const clock = createMovableClock();
  await using own = await startTestServer({ clock });
  const to = await own.given.user('to@example.org', 'ultra');
  const site = await givenSite(own, { url: 'https://shop.example' });
  const offer = async () => (await site.post('/transfer', { account_id: to.id })).body.transfer.id;
  const [first, second] = [await offer(), await offer()];
  const open = async () =>
    (await own.get('/transfers', to.full)).transfers.map(({ id }: { id: number }) => id);
  expect(await open()).toEqual([second]);
  expect(first).not.toBe(second);
  clock.advance({ days: 15 });
  expect(await open()).toEqual([]);
  expect((await own.api('POST', `/transfers/${second}/accept`, { key: to.full })).status).toBe(404);
});
