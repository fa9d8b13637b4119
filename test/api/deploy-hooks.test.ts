/** Deployments that mark themselves by a secret address. Source: decisions, section 10, Deploy hooks. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer({ settings: { FOOTFALL_TRUSTED_PROXIES: '127.0.0.1' } });

/** A site with a hook. */
async function hooked() {
  const site = await givenSite(server());
  const renew = () => site.post('/deploy_hook');
  const address = new URL(new URL((await renew()).body.url).pathname, server().url).href;
  return {
    ...site,
    renew,
    hook: () => site.get('/deploy_hook'),
    address,
    async send(
      body?: unknown,
      { headers = {}, query = '' }: { headers?: Record<string, string>; query?: string } = {},
    ) {
      const answer = await fetch(`${address}${query}`, {
        method: 'POST',
        headers: { ...(typeof body === 'string' ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, string> };
    },
    signals: async () => (await site.get('/signals')).signals,
  };
}

const github = (event: string) => ({ headers: { 'x-github-event': event } });
const gitlab = (event: string) => ({ headers: { 'x-gitlab-event': event } });
const repository = { full_name: 'acme/shop', default_branch: 'main' };
const project = { id: 7, path_with_namespace: 'acme/shop', default_branch: 'main' };
const deployment = { id: 42, environment: 'production', ref: 'v1.2', sha: 'a'.repeat(40) };
const succeeded = { deployment_status: { state: 'success' }, deployment, repository };
/** What GitLab sends of a project. */
const ofProject = (kind: string, fields: object) => ({ object_kind: kind, project, ...fields });
const netlify = {
  id: 'n1',
  site_id: 's',
  state: 'ready',
  context: 'production',
  branch: 'main',
  title: 'Fix cart',
  commit_ref: 'abc',
  name: 'shop',
};
const vercel = (fields: object = {}, target: string | null = 'production') => ({
  id: 'evt1',
  type: 'deployment.succeeded',
  payload: { target, deployment: { id: 'dpl_1', name: 'shop', meta: { githubCommitRef: 'main' } } },
  ...fields,
});

test('one curl marks a deployment; the address is shown once, renewed, and deleted', async () => {
  const { call, hook, renew, send, signals } = await hooked();
  expect((await hook()).deploy_hook).toMatchObject({ last_used_at: null });
  expect(await send(undefined, { query: '?title=v1.2' })).toEqual({
    status: 200,
    body: { status: 'created' },
  });
  expect(await signals()).toMatchObject([
    { title: 'v1.2', category: 'launch', occurred_at: '2026-03-10T12:00:00.000Z', external_id: null },
  ]);
  const { deploy_hook: used } = await hook();
  expect(used.last_used_at).toBe('2026-03-10T12:00:00.000Z');
  const renewed = (await renew()).body;
  expect((await send()).status).toBe(404);
  expect(JSON.stringify(await hook())).not.toContain(renewed.url.split('/').at(-1));
  expect((await call('DELETE', '/deploy_hook')).status).toBe(204);
  expect((await hook()).deploy_hook).toBeNull();
  expect(await signals()).toHaveLength(1);
});

test.each([
  [
    'GitHub deployment',
    succeeded,
    github('deployment_status'),
    'Deploy to production: v1.2',
    'deploy:github-deployment-42',
  ],
  [
    'GitHub push',
    { ref: 'refs/heads/main', after: 'c0ffee', repository, head_commit: { message: 'Fix cart\n\nLong.' } },
    github('push'),
    'Push to main: Fix cart',
    'deploy:github-push-c0ffee',
  ],
  [
    'GitHub release',
    { action: 'published', release: { id: 5, tag_name: 'v2', name: 'Two' }, repository },
    github('release'),
    'Release Two',
    'deploy:github-release-5',
  ],
  [
    'GitLab deployment',
    ofProject('deployment', { status: 'success', deployment_id: 3, environment: 'prod', ref: 'main' }),
    gitlab('Deployment Hook'),
    'Deploy to prod: main',
    'deploy:gitlab-deployment-7-3',
  ],
  [
    'GitLab pipeline',
    ofProject('pipeline', {
      object_attributes: { id: 9, status: 'success', ref: 'main', sha: 'f00' },
      commit: { title: 'Fix cart' },
    }),
    gitlab('Pipeline Hook'),
    'Pipeline of main: Fix cart',
    'deploy:gitlab-pipeline-7-9',
  ],
  [
    'GitLab push',
    ofProject('push', {
      ref: 'refs/heads/main',
      after: 'f00',
      commits: [{ title: 'Old' }, { title: 'Fix cart' }],
    }),
    gitlab('Push Hook'),
    'Push to main: Fix cart',
    'deploy:gitlab-push-7-f00',
  ],
  [
    'GitLab release',
    ofProject('release', { action: 'create', tag: 'v2', name: 'Two' }),
    gitlab('Release Hook'),
    'Release Two',
    'deploy:gitlab-release-7-v2',
  ],
  ['Netlify', netlify, {}, 'Deploy: Fix cart', 'deploy:netlify-n1'],
  ['Vercel', vercel(), {}, 'Deploy: shop', 'deploy:vercel-dpl_1'],
  ['own JSON', { title: 'v3', id: 'build-3', description: 'by hand' }, {}, 'v3', 'deploy:build-3'],
  ['any other JSON', { hello: 'world' }, {}, 'Deploy', null],
] as const)('%s is marked, and once only', async (_, body, options, title, externalId) => {
  const { send, signals } = await hooked();
  expect((await send(body, options)).body).toEqual({ status: 'created' });
  expect(await signals()).toMatchObject([{ title, external_id: externalId, category: 'launch' }]);
  expect((await send(body, options)).body.status).toBe(externalId === null ? 'created' : 'known');
  expect(await signals()).toHaveLength(externalId === null ? 2 : 1);
});

const withState = (state: string) => ({ ...succeeded, deployment_status: { state } });
const withDeployment = (fields: object) => ({ ...succeeded, deployment: { ...deployment, ...fields } });

test.each([
  ['a deployment that failed', withState('failure'), github('deployment_status')],
  ['one that has just begun', withState('in_progress'), github('deployment_status')],
  ['a preview', withDeployment({ environment: 'Preview – shop' }), github('deployment_status')],
  ['a transient one', withDeployment({ transient_environment: true }), github('deployment_status')],
  ['another branch', { ref: 'refs/heads/wip', after: 'c', repository }, github('push')],
  ['a tag', { ref: 'refs/tags/main', after: 'c', repository }, github('push')],
  ['a deleted branch', { ref: 'refs/heads/main', deleted: true, after: '000', repository }, github('push')],
  ['a draft', { action: 'published', release: { id: 1, draft: true } }, github('release')],
  ['a ping', { zen: 'x' }, github('ping')],
  [
    'a failed pipeline',
    ofProject('pipeline', { object_attributes: { id: 9, status: 'failed', ref: 'main' } }),
    gitlab('Pipeline Hook'),
  ],
  [
    'a review app',
    ofProject('deployment', { status: 'success', environment: 'review/x' }),
    gitlab('Deployment Hook'),
  ],
  ['an issue', { object_kind: 'issue' }, gitlab('Issue Hook')],
  ['a failed deploy of Netlify', { ...netlify, state: 'error' }, {}],
  ['a deploy preview of Netlify', { ...netlify, context: 'deploy-preview' }, {}],
  ['a preview of Vercel', vercel({}, null), {}],
  ['an error of Vercel', vercel({ type: 'deployment.error' }), {}],
] as const)('%s is answered, and marks nothing', async (_, body, options) => {
  const { send, signals } = await hooked();
  const answer = await send(body, options);
  expect(answer).toMatchObject({ status: 200, body: { status: 'ignored', reason: expect.any(String) } });
  expect(await signals()).toEqual([]);
});

test('the address chooses environment, branch, title and id', async () => {
  const { send, signals } = await hooked();
  const staged = withDeployment({ environment: 'Staging' });
  const query = '?environment=staging&title=Shop&id=mine';
  expect((await send(staged, { ...github('deployment_status'), query })).body.status).toBe('created');
  expect((await send(succeeded, { ...github('deployment_status'), query })).body.status).toBe('ignored');
  const push = { ref: 'refs/heads/live', after: 'c', repository };
  expect((await send(push, { ...github('push'), query: '?branch=live' })).body.status).toBe('created');
  expect(await signals()).toMatchObject([
    { title: 'Push to live' },
    { title: 'Shop', external_id: 'deploy:mine' },
  ]);
});

test('forms, JSON that curl calls a form, and GitHub’s form of JSON are read', async () => {
  const { send, signals } = await hooked();
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  await send('title=a+b&description=c', { headers: form });
  await send('{"title":"json"}', { headers: form });
  const payload = new URLSearchParams({ payload: JSON.stringify(succeeded) }).toString();
  await send(payload, { headers: { ...form, 'x-github-event': 'deployment_status' } });
  await send('<xml/>', { headers: { 'content-type': 'text/xml' } });
  expect((await signals()).map(({ title }: { title: string }) => title)).toEqual([
    'Deploy',
    'Deploy to production: v1.2',
    'json',
    'a b',
  ]);
});

test('texts are cut and cleaned, wrong types are as if they were missing, and bad bodies are named', async () => {
  const { send, signals } = await hooked();
  const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
  expect((await send({ title: `<script>\u202e${'x'.repeat(5000)}`, description: 'a\u0000b' })).status).toBe(
    200,
  );
  const [{ title, description }] = await signals();
  expect([title.length, title.slice(0, 10), description]).toEqual([200, '<script> x', 'a b']);
  const strange = [{ title: {} }, { title: ['a'], id: {} }, { __proto__: { title: 'p' } }];
  for (const body of [[], 5, 'x', null, ...strange])
    expect((await send(body)).body).toEqual({ status: 'created' });
  for (const event of ['deployment_status', 'push', 'release'])
    for (const body of [{}, [], { deployment_status: 5, release: null, ref: 7, repository: [] }])
      expect((await send(body, github(event))).body.status).toBe('ignored');
  const json = { 'content-type': 'application/json' };
  expect(await send('{"title":', { headers: json })).toMatchObject({
    status: 422,
    body: { error: 'body must be JSON' },
  });
  expect((await send(deep, { headers: json })).body.error).toContain('nested at most');
  expect((await send(`{"title":"${'x'.repeat(1_100_000)}"}`, { headers: json })).status).toBe(413);
});

test('1,000 in a minute leave 60 marks; guesses are limited, and a right address is not shut out by them', async () => {
  const { address, send, signals } = await hooked();
  const statuses: number[] = [];
  for (let n = 0; n < 1000; n++)
    statuses.push(
      (await send(undefined, { headers: { 'x-forwarded-for': `198.51.100.${n % 200}` } })).status,
    );
  expect(statuses.filter(status => status === 200)).toHaveLength(60);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(await signals()).toHaveLength(60);
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const guess = async () => (await fetch(`${server().url}/deploy/wrong`, { method: 'POST', headers })).status;
  for (let n = 0; n < 20; n++) expect(await guess()).toBe(404);
  expect(await guess()).toBe(429);
  server().clock.advance({ hours: 1 });
  for (let n = 0; n < 21; n++) await guess();
  expect((await fetch(address, { method: 'POST', headers })).status).toBe(200);
});

test('a site without insights, and one whose plan lacks them, get no marks and say why', async () => {
  const { renew, send, set } = await hooked();
  await set({ insights_enabled: false });
  expect(await send()).toMatchObject({
    status: 403,
    body: { error: expect.stringContaining('insights are off') },
  });
  expect((await renew()).status).toBe(403);
});

test('the address of a deleted site is none any more', async () => {
  const { call, send } = await hooked();
  await call('DELETE', '');
  expect(await send()).toEqual({ status: 404, body: { error: 'deploy hook not found' } });
});
