/**
 * Who may do what: every endpoint, tried by every role under every plan. The endpoints are read from the API itself, so
 * that a new one is tried by the rule, too. Source: api-v1, Authentication, rules 6 to 9; decisions, section 3.
 */
import { beforeAll, expect, test } from 'bun:test';
import { run } from '../support/cli.ts';
import { filledPath } from '../support/filled-path.ts';
import { isRead } from '../support/is-read.ts';
import { type OpenApiDocument, type Operation, operationsOf, resolved } from '../support/openapi-document.ts';
import { aMember, shareServer } from '../support/shared-server.ts';

type Role = 'viewer' | 'admin' | 'owner';
type Plan = 'none' | 'zen' | 'pro' | 'ultra';

/** An endpoint that acts on an account. */
interface Tried extends Operation {
  /** As in the answer of `GET /`. */
  readonly access: string;
  readonly example: unknown;
}

const server = shareServer();
let endpoints: readonly Tried[] = [];
beforeAll(async () => {
  const document: OpenApiDocument = await server().get('/openapi.json');
  const listed: { method: string; path: string; access: string }[] = (await server().get('')).endpoints;
  const accessOf = new Map(listed.map(({ method, path, access }) => [`${method} ${path}`, access]));
  endpoints = operationsOf(document)
    .filter(({ parameters }) => parameters?.some(({ name }) => name === 'account_id'))
    .map(operation => ({
      ...operation,
      access: accessOf.get(`${operation.method} ${operation.path.replace(/\{(\w+)\}/g, ':$1')}`) ?? '',
      example: operation.bodySchema && resolved(operation.bodySchema, document).examples?.[0],
    }));
});

const WRITE_ACCESS = 'write access required: this API key is read-only';
const SUBSCRIPTION = 'an active subscription is required';
const ULTRA = 'an Ultra subscription is required';
const isRoleRefusal = (error: unknown): boolean =>
  /^this needs the role \w+ in the account/.test(String(error));

/** The rule: everybody reads, admins write, groups are written by owners alone, and the team and transfers are theirs altogether. */
function needs({ method, path }: Tried): Role {
  if (/^\/(team|transfers)/.test(path)) return 'owner';
  // Everybody has an order of their own.
  if (isRead(method, path) || path === '/sites/order') return 'viewer';
  return path.startsWith('/groups') ? 'owner' : 'admin';
}
const RANK: Readonly<Record<Role, number>> = { viewer: 0, admin: 1, owner: 2 };

/** Why the gates turn a caller away; null when they let it in. */
function refusalOf(answer: { status: number; body: { error?: unknown } | null }): string | null {
  const error = answer.body?.error;
  if (answer.status === 404 && /^account \d+ not found$/.test(String(error))) return 'no account';
  if (answer.status !== 403) return null;
  if (isRoleRefusal(error)) return 'role';
  return [WRITE_ACCESS, SUBSCRIPTION, ULTRA].includes(String(error)) ? String(error) : null;
}

interface Attempt {
  readonly key: string;
  /** The account acted on; undefined for the personal one. */
  readonly accountId?: number;
}

async function attempt(endpoint: Tried, at: string, { key, accountId }: Attempt) {
  const query = accountId === undefined ? '' : `?account_id=${accountId}`;
  const { method, example: body } = endpoint;
  const answer = await server().api(method, at + query, { key, body });
  expect([method, endpoint.path, answer.status < 500]).toEqual([method, endpoint.path, true]);
  return answer;
}

/** Paths of endpoints to resources that nobody has changed yet, by method and path. */
const targets = new Map<string, string>();

/** Returns such a path, which the next attempt uses too unless this one changes something. */
async function findTarget({ method, path }: Tried): Promise<string> {
  const key = method === 'GET' ? path : `${method} ${path}`;
  const target = targets.get(key) ?? (await filledPath(server(), path));
  // Webhooks, channels and invitations serve several endpoints, and go with the first that deletes them.
  if (!/^\/(webhooks|notification_channels|team\/invitations)\//.test(path)) targets.set(key, target);
  return target;
}

/** Tries every endpoint, each on resources of its own, and expects the reason of each refusal. */
async function tryAll(by: Attempt, expected: (endpoint: Tried) => string | null) {
  expect(endpoints.length).toBeGreaterThan(15);
  for (const endpoint of endpoints) {
    const answer = await attempt(endpoint, await findTarget(endpoint), by);
    if (endpoint.method !== 'GET' && answer.status < 300)
      targets.delete(`${endpoint.method} ${endpoint.path}`);
    const called = `${endpoint.method} ${endpoint.path}`;
    expect([called, refusalOf(answer)]).toEqual([called, expected(endpoint)]);
  }
}

test.each(['viewer', 'admin'] as const)(
  'a %s with a full key may do in the team what the role allows, whatever their own plan',
  async role => {
    const { full: key } = await aMember(server(), role);
    await tryAll({ key, accountId: server().owner.id }, endpoint =>
      RANK[role] < RANK[needs(endpoint)] ? 'role' : null,
    );
  },
);

test.each(['viewer', 'admin'] as const)(
  'a %s with a read-only key reads the team and writes nothing',
  async role => {
    const { readOnly: key } = await aMember(server(), role);
    await tryAll({ key, accountId: server().owner.id }, endpoint => {
      if (!isRead(endpoint.method, endpoint.path)) return WRITE_ACCESS;
      return RANK[role] < RANK[needs(endpoint)] ? 'role' : null;
    });
  },
);

test('an owner with Ultra may do everything, with and without account_id', async () => {
  const { full: key, id: accountId } = server().owner;
  await tryAll({ key }, () => null);
  await tryAll({ key, accountId }, () => null);
});

test('an owner’s read-only key reads everything and writes nothing', async () => {
  const { readOnly: key } = server().owner;
  await tryAll({ key }, ({ method, path }) => (isRead(method, path) ? null : WRITE_ACCESS));
});

test.each(['zen', 'pro'] as const)('the plan %s opens everything but what needs Ultra', async plan => {
  const { full: key } = await server().given.user(`teams-${plan}@example.org`, plan);
  await tryAll({ key }, ({ access }) => (access.includes('ULTRA') ? ULTRA : null));
});

test('the plan none opens nothing but /me and /accounts', async () => {
  const { full: key } = await server().given.user('teams-none@example.org', 'none');
  await tryAll({ key }, () => SUBSCRIPTION);
  for (const path of ['/me', '/accounts'])
    expect((await server().api('GET', path, { key })).status).toBe(200);
});

test.each(['zen', 'pro', 'none'] as const)(
  'a team whose owner has the plan %s is closed to its members',
  async plan => {
    const boss = await server().given.user(`teams-boss-${plan}@example.org`, 'ultra');
    const member = await server().given.user(`teams-hand-${plan}@example.org`, 'ultra');
    server().addToTeam(boss, member, 'admin');
    await server().setUser(boss.email, { plan });
    await tryAll({ key: member.full, accountId: boss.id }, () => 'no account');
  },
);

test('every request of a stranger to an account is 404', async () => {
  const { full: key } = await server().given.user('teams-stranger@example.org', 'ultra');
  await tryAll({ key, accountId: server().owner.id }, () => 'no account');
});

test('a member without account_id finds nothing of the team', async () => {
  const member = await server().given.user('teams-astray@example.org', 'ultra');
  server().addToTeam(server().owner, member, 'admin');
  for (const endpoint of endpoints.filter(({ path }) => path.includes('{id}'))) {
    const { status } = await attempt(endpoint, await findTarget(endpoint), { key: member.full });
    expect([endpoint.method, endpoint.path, status]).toEqual([endpoint.method, endpoint.path, 404]);
  }
});

test('what a member adds belongs to the owner, and what a viewer was refused is not there', async () => {
  const { id: accountId, full } = server().owner;
  const admin = await aMember(server(), 'admin');
  const viewer = await aMember(server(), 'viewer');
  const add = (key: string, url: string) => server().post(`/sites?account_id=${accountId}`, { url }, key);
  const { site } = (await add(admin.full, 'https://by-admin.example')).body;
  expect((await add(viewer.full, 'https://by-viewer.example')).status).toBe(403);
  const { sites } = await server().get('/sites', full);
  const urls = sites.map(({ url }: { url: string }) => url);
  expect([urls.includes(site.url), urls.includes('https://by-viewer.example')]).toEqual([true, false]);
});

/** Runs a command that is to succeed. */
const footfall = async (words: string) => expect((await run(words, { data: server().data })).code).toBe(0);

test('team add, its roles and team remove take effect at the next request', async () => {
  const { id: accountId, email } = server().owner;
  const member = await server().given.user('teams-cli@example.org', 'none');
  const statuses = async () => {
    const on = `?account_id=${accountId}`;
    const options = { key: member.full, body: { url: 'https://by-cli.example' } };
    const read = await server().api('GET', `/sites${on}`, { key: member.full });
    return [read.status, (await server().api('POST', `/sites${on}`, options)).status];
  };
  const teams = async () => (await server().get('/accounts', member.full)).accounts.length - 1;
  expect([await statuses(), await teams()]).toEqual([[404, 404], 0]);
  await footfall(`team add ${email} ${member.email} --role viewer`);
  expect([await statuses(), await teams()]).toEqual([[200, 403], 1]);
  await footfall(`team add ${email} ${member.email} --role admin`);
  expect([await statuses(), await teams()]).toEqual([[200, 201], 1]);
  await footfall(`team add ${email} ${member.email} --role viewer`);
  expect([await statuses(), await teams()]).toEqual([[200, 403], 1]);
  await footfall(`team remove ${email} ${member.email}`);
  expect([await statuses(), await teams()]).toEqual([[404, 404], 0]);
});

test('a team is closed when its owner’s plan goes, and open again when it is back', async () => {
  const boss = await server().given.user('teams-pause@example.org', 'ultra');
  const member = await server().given.user('teams-paused@example.org', 'none');
  const set = (plan: Plan) => footfall(`user set ${boss.email} --plan ${plan}`);
  await footfall(`team add ${boss.email} ${member.email} --role viewer`);
  const read = async () =>
    (await server().api('GET', `/groups?account_id=${boss.id}`, { key: member.readOnly })).status;
  expect(await read()).toBe(200);
  await set('pro');
  expect(await read()).toBe(404);
  await set('ultra');
  expect(await read()).toBe(200);
});
