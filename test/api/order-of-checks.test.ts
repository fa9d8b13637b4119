/** Which error is answered first when a request has several. Source: decisions, section 2. */
import { expect, test } from 'bun:test';
import { isRead } from '../support/is-read.ts';
import { startTestServer } from '../support/server.ts';
import { aMember, shareServer } from '../support/shared-server.ts';

const server = shareServer();
const NO_SITE = '/sites/999999';
const TOO_LARGE = `"${'x'.repeat(11 * 1024 * 1024)}"`;

test('without a key a bad body is 401', async () => {
  const { status, body, headers } = await server().post('/sites', '{', null);
  expect(status).toBe(401);
  expect(body).toEqual({ error: 'a valid API key is required: Authorization: Bearer <API_KEY>' });
  expect(headers.get('www-authenticate')).toBe('Bearer');
});

test('an unknown key is 401, whatever its form', async () => {
  const forms = ['x', 'ff-fa-x', `ff-fa-${'A'.repeat(44)}`, `${server().owner.full}x`, "' or 1=1 --"];
  for (const key of forms) expect((await server().api('GET', '/me', { key })).status).toBe(401);
});

test('another scheme than Bearer is 401', async () => {
  const headers = { authorization: `Basic ${btoa(`x:${server().owner.full}`)}` };
  expect((await server().api('GET', '/me', { key: null, headers })).status).toBe(401);
});

test('the scheme is read whatever its case', async () => {
  const headers = { authorization: `bearer ${server().owner.full}` };
  expect((await server().api('GET', '/me', { key: null, headers })).status).toBe(200);
});

test('a used-up key is 429 before 403, 404, 400 and 422', async () => {
  await using limited = await startTestServer({ settings: { FOOTFALL_RATE_LIMIT: '1' } });
  const { owner, api } = limited;
  await api('GET', '/me');
  await api('GET', '/me', { key: owner.readOnly });
  expect((await api('POST', '/sites', { key: owner.readOnly, body: {} })).status).toBe(429);
  expect((await api('GET', NO_SITE)).status).toBe(429);
  expect((await api('GET', '/sites?start_date=x')).status).toBe(429);
  expect((await api('POST', '/sites', { body: '{' })).status).toBe(429);
});

test('a revoked key that is used up is 401', async () => {
  await using limited = await startTestServer({ settings: { FOOTFALL_RATE_LIMIT: '1' } });
  const { keys } = limited.services.access;
  const { key, secret } = keys.create({ userId: limited.owner.id, name: 'gone', access: 'full_access' });
  await limited.api('GET', '/me', { key: secret });
  keys.revoke(key.id);
  expect((await limited.api('GET', '/me', { key: secret })).status).toBe(401);
});

test('a write with a read-only key is 403 before its body is too large', async () => {
  const key = server().owner.readOnly;
  expect((await server().post('/sites', TOO_LARGE, key)).status).toBe(403);
});

test('an account that is not there is 404 before 400 and 422', async () => {
  expect((await server().api('GET', '/sites?account_id=999&start_date=x')).status).toBe(404);
  expect((await server().post('/sites', { account_id: 999, url: 7 })).status).toBe(404);
});

interface Operation {
  readonly method: string;
  /** With ids that nothing has. */
  readonly path: string;
  readonly template: string;
}

/** Every documented operation behind a key. */
async function listOperations(): Promise<Operation[]> {
  const { body } = await server().api('GET', '/openapi.json');
  return Object.entries<Record<string, { security?: unknown[] }>>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, { security }]) => method !== 'parameters' && security?.length !== 0)
      .map(([method]) => {
        const template = path.replace(/^\/api\/v1/, '');
        return { method: method.toUpperCase(), template, path: template.replace(/\{\w+\}/g, '999999') };
      }),
  );
}

/** What a request with a bad body and a bad query is answered by each operation, where it is not as expected. */
async function listDeviations(key: string | null, expected: (operation: Operation) => number) {
  const deviations: string[] = [];
  for (const operation of await listOperations()) {
    const { method, path, template } = operation;
    const bad = method === 'GET' ? {} : { body: '{' };
    const { status } = await server().api(method, `${path}?page=x`, { key, ...bad });
    // A query is bad only where there is one.
    const isFine = status === expected(operation) || (method === 'GET' && status === 200);
    if (!isFine) deviations.push(`${method} ${template}: ${status} instead of ${expected(operation)}`);
  }
  return deviations;
}

/** What is a user's own, whatever the plan. */
const isOwn = ({ template }: Operation) => /^\/(me|keys|accounts)(\/|$)/.test(template);
/** What only Ultra has, or the operator. */
const isOfUltra = ({ template }: Operation) => /^\/(groups|team|operator)/.test(template);
/** What comes last: a resource that is not there, a bad query, a bad body. */
const lastOf = ({ method, template }: Operation) =>
  template.includes('{') ? 404 : method === 'GET' ? 400 : 422;

test('every operation without a key is 401, whatever else is wrong', async () => {
  expect((await listOperations()).length).toBeGreaterThan(80);
  expect(await listDeviations(null, () => 401)).toEqual([]);
});

test('every write with a read-only key is 403, whatever else is wrong', async () => {
  const key = server().owner.readOnly;
  const deviations = await listDeviations(key, operation =>
    isRead(operation.method, operation.template) ? lastOf(operation) : 403,
  );
  expect(deviations).toEqual([]);
});

test.each<['none' | 'zen' | 'pro', (operation: Operation) => boolean]>([
  ['none', operation => !isOwn(operation)],
  ['zen', isOfUltra],
  ['pro', isOfUltra],
])(
  'every operation that a user of plan %s has no right to is 403, whatever else is wrong',
  async (plan, isMissing) => {
    const { full } = await server().given.user(`no-right-${plan}@example.org`, plan);
    expect(await listDeviations(full, each => (isMissing(each) ? 403 : lastOf(each)))).toEqual([]);
  },
);

test('every write of a viewer is 403, whatever else is wrong, also to the place of another member', async () => {
  const viewer = await aMember(server(), 'viewer');
  const other = await aMember(server(), 'viewer');
  for (const { method, template, path } of await listOperations()) {
    // Everybody orders the sites as they like.
    // An order and segments of their own are everybody's.
    const isAllowed = isOwn({ method, template, path }) || /order$|\/segments/.test(template);
    if (isRead(method, template) || isAllowed) continue;
    const target = template === '/team/{member_id}' ? `/team/${other.id}` : path;
    const call = { key: viewer.full, body: '{' };
    const { status } = await server().api(method, `${target}?account_id=${server().owner.id}`, call);
    expect([method, template, status]).toEqual([method, template, 403]);
  }
});

test('every operation on what is not there is 404 before its query or body is looked at', async () => {
  expect(await listDeviations(server().owner.full, lastOf)).toEqual([]);
});
