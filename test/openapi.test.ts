/** The OpenAPI document is valid, complete, and true of the answers. Source: api-v1, Versioning 1. */
import { beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate as validateWithParser } from '@readme/openapi-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import {
  createSchemaCheck,
  faultOf,
  type OpenApiDocument,
  operationsOf,
  resolved,
} from './support/openapi-document.ts';
import { shareServer } from './support/shared-server.ts';
import { root } from './support/source-tree.ts';

const server = shareServer();
let document: OpenApiDocument;
beforeAll(async () => {
  document = (await server().api('GET', '/openapi.json', { key: null })).body;
});

/** The document as it came: validators may write into what they are given. */
const copy = (): Record<string, unknown> => structuredClone({ ...document });

test('it is OpenAPI 3.1, titled for API v1 with the version v1', () => {
  expect(document.openapi).toMatch(/^3\.1\.\d+$/);
  expect(document.info.title).toContain('API v1');
  expect(document.info.version).toBe('v1');
});

test('the schema of OpenAPI itself finds nothing wrong with it', async () => {
  expect(await new Validator().validate(copy())).toMatchObject({ valid: true });
});

test('a parser that follows every reference finds nothing wrong with it', async () => {
  expect(await validateWithParser(copy() as never)).toMatchObject({ valid: true, warnings: [] });
});

test('a linter finds no error and nothing to warn of', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-openapi-'));
  try {
    // The address of a test server is no public one; everything else is as it came.
    const text = JSON.stringify(document).replaceAll(server().url, 'https://stats.example.org');
    await Bun.write(join(folder, 'openapi.json'), text);
    const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js');
    const linter = Bun.spawn([process.execPath, '--bun', cli, 'lint', 'openapi.json', '--format=json'], {
      cwd: folder,
      // Without these it would ask the network for news of itself.
      env: {
        PATH: '/usr/bin:/bin',
        HOME: folder,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        CI: 'true',
      },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'ignore',
    });
    const { totals, problems } = JSON.parse(await new Response(linter.stdout).text());
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

test('every operation has a name of its own, a summary, and every answer that its checks may give', () => {
  const operations = operationsOf(document);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { operationId, method, security, summary, bodySchema, responses } of operations) {
    expect([operationId, summary?.length ?? 0]).not.toContain(0);
    const expected = [403, 500];
    if (security === undefined) expected.push(401, 429);
    if (method !== 'GET') expected.push(413, 422);
    for (const status of expected)
      expect([operationId, Object.keys(responses)]).toEqual([
        operationId,
        expect.arrayContaining([String(status)]),
      ]);
    expect([operationId, bodySchema !== undefined]).toEqual([
      operationId,
      ['POST', 'PATCH', 'PUT'].includes(method),
    ]);
  }
});

test('each body has an example that its own schema takes', () => {
  const check = createSchemaCheck(document);
  for (const { operationId, bodySchema } of operationsOf(document)) {
    if (!bodySchema) continue;
    const { examples = [] } = resolved(bodySchema, document);
    expect([operationId, examples.length]).not.toEqual([operationId, 0]);
    for (const example of examples)
      expect([operationId, check(bodySchema, example)]).toEqual([operationId, null]);
  }
});

test('each example is taken by the server', async () => {
  const { id } = await server().given.site();
  for (const operation of operationsOf(document)) {
    const { method, path, bodySchema } = operation;
    if (!bodySchema) continue;
    for (const example of resolved(bodySchema, document).examples ?? []) {
      const answer = await server().api(method, path.replace('{id}', String(id)), { body: example });
      expect([method, path, answer.status]).toEqual([method, path, expect.any(Number)]);
      expect(answer.status).toBeLessThan(300);
    }
  }
});

test('answers of every kind are what the document promises', async () => {
  const check = createSchemaCheck(document);
  const operations = operationsOf(document);
  const { id } = await server().given.site({ display_root_path: '/en' });
  const call = async (
    method: string,
    path: string,
    options: { query?: string; body?: unknown; key?: string | null } = {},
  ) => {
    const { query = '', ...sent } = options;
    const answer = await server().api(method, path.replace('{id}', String(id)) + query, sent);
    const operation = operations.find(one => one.method === method && one.path === path);
    if (!operation) throw new Error(`the document has no ${method} ${path}`);
    expect([method, path, query, faultOf(operation, answer, check)]).toEqual([method, path, query, null]);
  };
  for (const body of [
    { path: '/a', visitor_id: 'v', referrer: 'https://x.example/' },
    { path: '/' },
    {},
    '{',
    { path: '/', user_agent: 'GPTBot' },
  ])
    await call('POST', '/sites/{id}/hits', { body });
  await call('POST', '/sites/{id}/hits/batch', {
    body: [{ path: '/a' }, {}, { path: '/', user_agent: 'GPTBot' }],
  });
  await call('POST', '/sites/{id}/hits/batch', { body: {} });
  for (const query of [
    '',
    '?group_by=path',
    '?group_by=country',
    '?group_by=source',
    '?group_by=date&interval=week',
    '?page=9',
    '?page=0',
    '?time_zone=user',
  ])
    await call('GET', '/sites/{id}/hits', { query });
  for (const query of ['', '?start_date=2026-03-01', '?start_date=x', '?account_id=99', '?account_id=x'])
    await call('GET', '/sites', { query });
  for (const path of ['/', '/openapi.json', '/me', '/accounts', '/sites', '/sites/{id}'])
    await call('GET', path);
  for (const path of ['/me', '/sites', '/sites/{id}', '/sites/{id}/hits'])
    await call('GET', path, { key: null });
  for (const method of ['PATCH', 'PUT']) {
    for (const body of [{}, { label: 'x' }, { label: 1 }]) await call(method, '/sites/{id}', { body });
    for (const body of [{ uptime: true }, {}]) await call(method, '/sites/{id}/features', { body });
    await call(method, '/sites/{id}', { body: {}, key: server().owner.readOnly });
  }
  await call('POST', '/sites', { body: { url: 'https://a.example' } });
  await call('POST', '/sites', { body: { url: 'https://a.example', label: 'x'.repeat(11 * 1024 * 1024) } });
  await call('DELETE', '/sites/{id}');
  await call('DELETE', '/sites/{id}');
});
