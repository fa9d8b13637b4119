/** The OpenAPI document is valid, complete, and true of the answers. Source: api-v1, Versioning, rule 1. */
import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { validate as validateWithParser } from '@readme/openapi-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { temporaryFolder } from './support/cli.ts';
import { filledPath } from './support/filled-path.ts';
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
  document = await server().get('/openapi.json', null);
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
  using folder = temporaryFolder();
  // The address of a test server is no public one; everything else is as it came.
  const text = JSON.stringify(document).replaceAll(server().url, 'https://stats.example.org');
  await Bun.write(join(folder.path, 'openapi.json'), text);
  const cli = join(root, 'node_modules/@redocly/cli/bin/cli.js');
  // Without these it would ask the network for news of itself.
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };
  const linter = Bun.spawn([process.execPath, '--bun', cli, 'lint', 'openapi.json', '--format=json'], {
    cwd: folder.path,
    env: { PATH: '/usr/bin:/bin', HOME: folder.path, ...quiet },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  });
  const { totals, problems } = JSON.parse(await new Response(linter.stdout).text());
  expect(problems).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});

test('a choice that may be null has null among its words', () => {
  for (const name of ['NewAgentSignup', 'OperatorSignup'])
    expect(document.components.schemas[name]?.properties?.['intended_plan']).toMatchObject({
      type: ['string', 'null'],
      enum: ['zen', 'pro', 'ultra', null],
    });
});

test('a 202 says whether a write was skipped or work goes on in the background', () => {
  const sentences = operationsOf(document).flatMap(({ path, responses }) =>
    responses[202] ? [[path, responses[202].description]] : [],
  );
  const writes = ['hits', 'events', 'agent_visits', 'kudos'].map(name => `/sites/{id}/${name}`);
  expect(sentences.length).toBeGreaterThan(writes.length);
  for (const [path, sentence] of sentences)
    expect([path, sentence]).toEqual([
      path,
      writes.includes(path ?? '') ? 'Accepted, but skipped' : 'Accepted: it is done in the background',
    ]);
});

test('a body may be left out exactly where no field of it has to be sent', () => {
  const optional = operationsOf(document).flatMap(({ method, path, requestBody }) =>
    requestBody?.required === false ? [`${method} ${path}`] : [],
  );
  expect(optional.toSorted()).toEqual([
    'PATCH /groups/{id}',
    'PATCH /sites/{id}',
    'PATCH /sites/{id}/campaign_links/{link_id}',
    'PATCH /sites/{id}/content/{content_check_id}/ignore',
    'PATCH /webhooks/{id}',
    'PUT /groups/{id}',
    'PUT /sites/order',
    'PUT /sites/{id}',
    'PUT /webhooks/{id}',
  ]);
});

test('an answer is JSON alone or a file alone, but for the live stream and lists with a format', () => {
  const mixed = operationsOf(document).filter(({ responses }) => {
    const media = Object.keys(responses[200]?.content ?? {});
    return media.length > 1 && media.includes('application/json');
  });
  const formatted = operationsOf(document).filter(
    ({ path, parameters = [] }) =>
      !path.endsWith('/export') && parameters.some(({ name }) => name === 'format'),
  );
  expect(mixed.map(({ path }) => path).toSorted()).toEqual(
    [
      '/sites/{id}/live',
      ...formatted.flatMap(({ method, path }) => (method === 'GET' ? [path] : [])),
    ].toSorted(),
  );
  expect(document.info.contact?.url).toEndWith('/docs');
});

test('files, formats and filters by properties are answered as the document says', async () => {
  const check = createSchemaCheck(document);
  const reads = operationsOf(document).filter(
    ({ method, path }) => method === 'GET' && !path.endsWith('/export'),
  );
  for (const operation of reads) {
    const has = (name: string) => operation.parameters?.some(each => each.name === name) === true;
    const queries = [
      ...(operation.path.endsWith('.csv') ? [''] : []),
      ...(has('format') ? ['?format=csv', '?format=json'] : []),
      ...(has('properties') ? ['?property:plan=pro&event=a.b'] : []),
    ];
    if (queries.length === 0) continue;
    const path = await filledPath(server(), operation.path);
    for (const query of queries) {
      const answer = await server().api('GET', path + query);
      const fault = faultOf(operation, answer, check);
      expect([operation.path, query, answer.status, fault]).toEqual([operation.path, query, 200, null]);
    }
  }
});

test('each list with a file has a format or a file of its own, with the same parameters but for pages and format', () => {
  const paths = new Map(
    operationsOf(document)
      .filter(({ method }) => method === 'GET')
      .map(each => [each.path, each]),
  );
  const namesOf = (path: string) => new Set(paths.get(path)?.parameters?.map(({ name }) => name));
  const files = [...paths.keys()].filter(path => path.endsWith('.csv'));
  expect(files).toHaveLength(8);
  for (const file of files) {
    const list = file.slice(0, -'.csv'.length);
    const lacking = namesOf(list).difference(namesOf(file));
    expect([file, [...lacking].filter(name => !['format', 'page', 'per_page'].includes(name))]).toEqual([
      file,
      [],
    ]);
    expect([file, [...namesOf(file).difference(namesOf(list))]]).toEqual([file, []]);
    expect(Object.keys(paths.get(file)?.responses[200]?.content ?? {})).toEqual(['text/csv']);
  }
});

/** Their path says everything. */
const BODILESS = [
  ...['createDeployHook', 'rotateWebhookSecret', 'redeliver', 'recheckContentIssue'],
  ...['testWebhook', 'testNotificationChannel', 'testMailReport', 'testMail', 'runJob', 'approveSignup'],
  'acceptTransfer',
];

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
      // Which spam hits are to go is said in a body, as they may be thousands.
      // The body of an import is a file.
      (['POST', 'PATCH', 'PUT'].includes(method) && ![...BODILESS, 'createImport'].includes(operationId)) ||
        operationId === 'deleteSpamHits',
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
  // Examples name the first of each.
  await server().given.site();
  await server().post('/groups', { name: 'Shops' });
  await server().given.user('second@example.org');
  for (const operation of operationsOf(document)) {
    const { method, path, bodySchema } = operation;
    if (!bodySchema) continue;
    for (const example of resolved(bodySchema, document).examples ?? []) {
      const answer = await server().api(method, await filledPath(server(), path), { body: example });
      expect([method, path, answer.status]).toEqual([method, path, expect.any(Number)]);
      expect(answer.status).toBeLessThan(300);
    }
  }
});

const DATES = '?group_by=date&interval=hour&compare=previous_period';

test('answers of every kind are what the document promises', async () => {
  const check = createSchemaCheck(document);
  const operations = operationsOf(document);
  const { id } = await server().given.site({ display_root_path: '/en' });
  const call = async (
    method: string,
    path: string,
    options: { query?: string; body?: unknown; key?: string | null; at?: number } = {},
  ) => {
    const { query = '', at = id, ...sent } = options;
    const answer = await server().api(method, path.replace('{id}', String(at)) + query, sent);
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
    '?group_by=date&interval=hour&include_visitors=true&compare=previous_period',
    '?group_by=entry_page',
    '?group_by=entry_page&attribution=visit&order_by=visits&compare=previous_period',
    '?group_by=path&include_uniques=true&compare=previous_year&search=a',
    '?path=/a&path=/b&not_source=&not_device=mobile',
    '?page=9',
    '?page=0',
    '?time_zone=user',
  ])
    await call('GET', '/sites/{id}/hits', { query });
  for (const body of [{ event: 'a.b', path: '/a', visitor_id: 'v' }, { event: 'a.b' }, { event: 'a' }, '{'])
    await call('POST', '/sites/{id}/events', { body });
  await call('POST', '/sites/{id}/events/batch', { body: [{ event: 'a.b' }, {}] });
  for (const body of [{ path: '/', user_agent: 'GPTBot' }, { path: '/' }, {}])
    await call('POST', '/sites/{id}/agent_visits', { body });
  for (const query of [
    '',
    '?grouped=true',
    '?group_by=path',
    '?group_by=date&include_visitors=true',
    '?group_by=campaign&attribution=visit&include_visitors=true',
    '?campaign=x',
    '?page=9',
    '?country=x',
  ])
    await call('GET', '/sites/{id}/events', { query });
  for (const query of ['', '?category=training', '?category=x', '?agent_name=GPTBot', '?grouped=true', DATES])
    await call('GET', '/sites/{id}/agent_visits', { query });
  for (const query of ['', '?path=/&path=/a', '?grouped=true', DATES, '?interval=x'])
    await call('GET', '/sites/{id}/kudos', { query });
  for (const query of ['', '?group_by=path', '?page=x']) await call('GET', '/sites/{id}/hits.csv', { query });
  for (const query of ['', '?include_engagement=true&compare=previous_year', '?path=/&path=/a', '?compare=x'])
    await call('GET', '/sites/{id}/overview', { query });
  for (const query of ['', '?path=A', '?page=9', '?per_page=1001', `?path=${'x'.repeat(1025)}`])
    await call('GET', '/sites/{id}/leaderboard', { query });
  for (const query of ['', '?time_zone=user', '?page=9', '?per_page=51', '?start_date=x'])
    await call('GET', '/sites/{id}/user_journeys', { query });
  const signal = { occurred_at: '2026-03-09T08:00:00Z', title: 'x', external_id: 'x', metadata: { a: 1 } };
  for (const body of [
    { signal },
    { signal: { title: 'x', external_id: 'x', metadata: null } },
    { signal: {} },
  ])
    await call('POST', '/sites/{id}/signals', { body });
  for (const query of ['', '?category=other', '?category=x', '?page=9'])
    await call('GET', '/sites/{id}/signals', { query });
  const { group } = (await server().post('/groups', { name: 'x', site_ids: [id] })).body;
  for (const body of [{ name: 'y' }, {}]) await call('POST', '/groups', { body });
  await call('GET', '/groups');
  for (const at of [group.id, 999_999]) {
    await call('GET', '/groups/{id}', { at });
    for (const method of ['PATCH', 'PUT']) await call(method, '/groups/{id}', { at, body: { icon: 'cart' } });
    await call('DELETE', '/groups/{id}', { at });
  }
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

test('a filter that is empty for rows without a value has the empty value in its list', () => {
  const lists = operationsOf(document).flatMap(({ parameters = [] }) =>
    parameters.flatMap(({ schema: { description = '', items } }) =>
      description.includes('empty: rows without one') && items?.enum ? [items.enum] : [],
    ),
  );
  expect(lists.length).toBeGreaterThan(0);
  for (const list of lists) expect(list).toContain('');
});
