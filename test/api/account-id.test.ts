/** On which account a request acts, and what each role may do there. Source: api-v1, Authentication, rules 7 and 8; decisions, section 2. */
import { expect, test } from 'bun:test';
import { filledPath } from '../support/filled-path.ts';
import { type OpenApiDocument, operationsOf } from '../support/openapi-document.ts';
import { refused } from '../support/refused.ts';
import { aMember, shareServer } from '../support/shared-server.ts';

const server = shareServer();
const ownerId = () => server().owner.id;

test('without account_id the key acts on its owner’s personal account', async () => {
  const admin = await aMember(server(), 'admin');
  await server().given.site({ url: 'https://own.example' });
  expect((await server().api('GET', '/sites', { key: admin.full })).status).toBe(403);
});

test('account_id in the query acts on the team of that owner', async () => {
  const viewer = await aMember(server(), 'viewer');
  const site = await server().given.site({ url: 'https://team.example' });
  const { status, body } = await server().api('GET', `/sites?account_id=${ownerId()}`, { key: viewer.full });
  expect(status).toBe(200);
  expect(body.sites).toContainEqual(site);
});

test('account_id in the body does so too', async () => {
  const admin = await aMember(server(), 'admin');
  const body = { url: 'https://made-by-admin.example', account_id: ownerId() };
  const { status, body: made } = await server().post('/sites', body, admin.full);
  expect(status).toBe(201);
  expect((await server().api('GET', `/sites/${made.site.id}`)).status).toBe(200);
});

test('one’s own id as account_id is the personal account', async () => {
  expect((await server().api('GET', `/sites?account_id=${ownerId()}`)).status).toBe(200);
});

test('the same account_id in query and body is fine, two that disagree are 400', async () => {
  const write = (inBody: unknown) =>
    server().post(`/sites?account_id=${ownerId()}`, { url: 'https://both.example', account_id: inBody });
  expect((await write(ownerId())).status).toBe(201);
  expect((await write(null)).status).toBe(201);
  expect(await write(77)).toEqual(
    refused(400, `account_id is ${ownerId()} in the query and 77 in the body: send one of them`),
  );
});

test('an account without an active membership is 404, existing or not', async () => {
  const stranger = await server().given.user('stranger@example.org');
  const mine = await server().given.site({ url: 'https://not-yours.example' });
  for (const id of [ownerId(), 999_999]) {
    const list = await server().api('GET', `/sites?account_id=${id}`, { key: stranger.full });
    expect([list.status, list.body]).toEqual([404, { error: `account ${id} not found` }]);
    const body = { url: 'https://x.example', account_id: id };
    expect((await server().post('/sites', body, stranger.full)).status).toBe(404);
  }
  expect((await server().api('GET', `/sites/${mine.id}`, { key: stranger.full })).status).toBe(404);
});

test('a malformed account_id is 400 in the query and 422 in the body', async () => {
  for (const text of ['x', '1.5', '-1', '1e3', '9'.repeat(30)]) {
    const { status, body } = await server().api('GET', `/sites?account_id=${text}`);
    expect([text, status]).toEqual([text, 400]);
    expect(body.error).toStartWith('account_id must be an integer, got ');
  }
  for (const value of ['1', 1.5, true, [1], {}, 2 ** 60]) {
    const body = { url: 'https://x.example', account_id: value };
    expect([value, (await server().post('/sites', body)).status]).toEqual([value, 422]);
  }
});

test('a site of another account is 404, also to a member of both', async () => {
  const admin = await aMember(server(), 'admin');
  await server().setUser(admin.email, { plan: 'zen' });
  const site = await server().given.site({ url: 'https://of-the-team.example' });
  const ask = (query: string) => server().api('GET', `/sites/${site.id}${query}`, { key: admin.full });
  expect((await ask(`?account_id=${ownerId()}`)).status).toBe(200);
  expect((await ask('')).status).toBe(404);
});

test('an admin creates, updates and deletes sites and writes hits', async () => {
  const { full: key } = await aMember(server(), 'admin');
  const on = `?account_id=${ownerId()}`;
  const made = await server().post(`/sites${on}`, { url: 'https://admin.example' }, key);
  const path = `/sites/${made.body.site.id}`;
  expect((await server().patch(`${path}${on}`, { label: 'x' }, key)).status).toBe(200);
  expect((await server().post(`${path}/hits${on}`, { path: '/' }, key)).status).toBe(201);
  expect((await server().api('DELETE', `${path}${on}`, { key })).status).toBe(204);
});

test('a member who was taken out is out at once', async () => {
  const admin = await aMember(server(), 'admin');
  const { accounts } = server().services.access;
  const ask = () => server().api('GET', `/sites?account_id=${ownerId()}`, { key: admin.full });
  expect((await ask()).status).toBe(200);
  const of = (email: string) => accounts.getUserByEmail(email);
  accounts.removeFromTeam(of(server().owner.email), of(admin.email));
  expect((await ask()).status).toBe(404);
});

test('a team is active only while its owner has Ultra', async () => {
  const boss = await server().given.user('boss@example.org', 'ultra');
  const member = await server().given.user('hand@example.org', 'zen');
  server().addToTeam(boss, member, 'admin');
  const ask = () => server().api('GET', `/sites?account_id=${boss.id}`, { key: member.full });
  expect((await ask()).status).toBe(200);
  await server().setUser(boss.email, { plan: 'pro' });
  expect((await ask()).status).toBe(404);
  expect((await server().get('/accounts', member.full)).accounts).toHaveLength(1);
});

test('every endpoint that acts on an account reads account_id from query and body, and checks it', async () => {
  const document: OpenApiDocument = await server().get('/openapi.json');
  const operations = operationsOf(document).filter(({ parameters }) =>
    parameters?.some(({ name }) => name === 'account_id'),
  );
  expect(operations.length).toBeGreaterThan(15);
  const id = ownerId();
  for (const { method, path } of operations) {
    const at = await filledPath(server(), path);
    const cases: [query: string, body: unknown, status: number][] = [
      ['?account_id=999999', undefined, 404],
      ['?account_id=x', undefined, 400],
      ['?account_id=1.5', undefined, 400],
    ];
    // A batch's body is a list, an import's a file: they name no account, and are read only once it is known.
    const isImport = method === 'POST' && path.endsWith('/imports');
    // There it is the account that gets the site.
    const isTransfer = path.endsWith('/transfer');
    if (method !== 'GET' && !path.endsWith('/batch') && !isImport && !isTransfer) {
      cases.push(
        ['', { account_id: 999_999 }, 404],
        ['', { account_id: -1 }, 404],
        ['', { account_id: String(id) }, 422],
        ['', { account_id: 1.5 }, 422],
        ['', { account_id: [id] }, 422],
        ['', '{"account_id":1e400}', 422],
        [`?account_id=${id}`, { account_id: 999_999 }, 400],
        ['?account_id=999999', { account_id: id }, 400],
        ['?account_id=999999', [{ account_id: id }], 404],
      );
    }
    for (const [query, body, status] of cases) {
      const answer = await server().api(method, at + query, { body });
      expect([method, path, query, body, answer.status]).toEqual([method, path, query, body, status]);
      expect(JSON.stringify(answer.body)).toContain('account');
    }
  }
});

test('account_id is accepted in the body of every write that has an object as body', async () => {
  const admin = await aMember(server(), 'admin');
  const site = await server().given.site({ url: 'https://body.example' });
  const account_id = ownerId();
  const writes: [method: string, path: string, body: Record<string, unknown>, status: number][] = [
    ['PATCH', '', { label: 'x' }, 200],
    ['PUT', '/features', { uptime: true }, 200],
    ['POST', '/hits', { path: '/' }, 201],
    ['POST', '/events', { event: 'a.b' }, 201],
    ['POST', '/signals', { signal: { occurred_at: '2026-03-10T00:00:00Z', title: 'x' } }, 200],
    ['DELETE', '', {}, 204],
  ];
  for (const [method, path, body, status] of writes) {
    const answer = await server().api(method, `/sites/${site.id}${path}`, {
      key: admin.full,
      body: { ...body, account_id },
    });
    expect([method, path, answer.status]).toEqual([method, path, status]);
  }
});

test('batches name the account in the query, since their body is a list', async () => {
  const admin = await aMember(server(), 'admin');
  const site = await server().given.site({ url: 'https://batch.example' });
  const write = (query: string) =>
    server().post(`/sites/${site.id}/hits/batch${query}`, [{ path: '/', account_id: 999 }], admin.full);
  expect((await write(`?account_id=${ownerId()}`)).body).toMatchObject({ created_count: 1 });
  expect((await write('')).status).toBe(403);
});
