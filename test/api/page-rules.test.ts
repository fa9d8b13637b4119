/** Page rules: several paths are one page at every door, and a preview of what is stored. Source: decisions, section 15. */
import { expect, test } from 'bun:test';
import { BROWSER } from '../support/collect-host.ts';
import { givenSite } from '../support/given-site.ts';
import { ended } from '../support/imports.ts';
import { shareServer } from '../support/shared-server.ts';
import { until } from '../support/until.ts';

const server = shareServer();
type Site = Awaited<ReturnType<typeof givenSite>>;

const RULES = [
  { kind: 'index' },
  { kind: 'lower_case' },
  { kind: 'trailing_slash', to: 'none' },
  { kind: 'replace', pattern: '/user/*/orders', with: '/user/:id/orders' },
  { kind: 'query', keep: ['p', 'id'] },
  { kind: 'hash' },
] as const;

async function siteWith(rules: readonly object[] = RULES) {
  const site = await givenSite(server(), { url: 'https://shop.example' });
  expect((await site.call('PUT', '/page_rules', { rules })).body).toEqual({ rules });
  return site;
}

const pagesOf = async ({ get }: Site, report = 'hits') =>
  (await get(`/${report}?group_by=path`))[`grouped_${report}`].map(
    ({ path, views, visits, events, count }: Record<string, unknown>) => [
      path,
      views ?? visits ?? events ?? count,
    ],
  );

const report = ({ site: { uid } }: Site, fields: object) =>
  fetch(`${server().url}/page/${uid}`, {
    ...{ method: 'POST', body: JSON.stringify(fields), headers: { 'user-agent': BROWSER } },
  });

test.each([
  ['/Tea/', '/tea'],
  ['/tea/Index.HTML', '/tea'],
  ['/', '/'],
  ['/User/42/Orders/', '/user/:id/orders'],
  ['/?utm_source=x&id=7&p=5', '/?p=5&id=7'],
  ['/app?token=x#/Settings?secret=1', '/app#/Settings'],
  ['/tea#comments', '/tea'],
  ['/%C3%9Cber/', '/über'],
])('%s is the page %s, from the API and from pages', async (path, page) => {
  const site = await siteWith();
  await site.post('/hits', { path });
  await report(site, { url: `https://shop.example${path}` });
  expect(await pagesOf(site)).toEqual([[page, 2]]);
});

test('the url keeps what came', async () => {
  const site = await siteWith();
  const { body } = await site.post('/hits', { path: '/Tea/?utm_source=mail&p=5' });
  expect(body.hit).toMatchObject({
    path: '/tea?p=5',
    url: 'https://shop.example/Tea/?utm_source=mail&p=5',
    source: 'mail',
  });
});

test('events, agent visits, engagement and kudos are of the same page', async () => {
  const site = await siteWith();
  await site.post('/events', { path: '/Tea/', event: 'a.b' });
  await site.post('/agent_visits', { path: '/Tea/', user_agent: 'GPTBot/1.2' });
  const kudo = await site.post('/kudos', { path: '/Tea/' });
  expect(kudo.body.kudo.path).toBe('/tea');
  expect((await site.get('/events')).events[0].path).toBe('/tea');
  expect((await site.get('/agent_visits')).agent_visits[0].path).toBe('/tea');
});

test('ignore rules, goals and funnels find a page by either path', async () => {
  const site = await siteWith();
  await site.set({ ignore_rules: { paths: ['/Secret/*', '/User/7/orders/'] } });
  expect((await site.post('/hits', { path: '/user/7/orders' })).status).toBe(202);
  expect((await site.post('/hits', { path: '/Secret/A' })).status).toBe(202);
  for (const path of ['/Thanks/', '/User/*/orders', '/thanks'])
    await site.post('/goals', { name: path, path });
  await site.post('/funnels', {
    name: 'Buy',
    steps: [{ path: '/Tea/' }, { path: '/Thanks/' }],
  });
  await site.hits([
    { path: '/tea', visitor_id: 'a' },
    { path: '/thanks', visitor_id: 'a' },
    { path: '/user/1/orders', visitor_id: 'b' },
  ]);
  const { goals } = await site.get('/goals/report');
  expect(goals.map(({ conversions }: { conversions: number }) => conversions)).toEqual([1, 1, 1]);
});

const AT = '2026-03-01T00:00:00Z';
const LOG_LINE = (target: string) =>
  `203.0.113.7 - - [01/Mar/2026:00:00:00 +0000] "GET ${target} HTTP/1.1" 200 5 "-" "${BROWSER}"`;
const PLAUSIBLE = (path: string) =>
  `"date","hostname","page","visits","visitors","pageviews","exits","total_scroll_depth","total_scroll_depth_visits","total_time_on_page","total_time_on_page_visits"\n"2026-03-01","shop.example","${path}",1,1,1,1,0,0,0,0\n`;

/** A file of each kind with one view of a path. */
const FILES: readonly (readonly [kind: string, name: string, toText: (path: string) => string])[] = [
  ['rows', 'rows.ndjson', path => JSON.stringify({ created_at: AT, path })],
  [
    'rows with addresses',
    'rows.ndjson',
    path =>
      JSON.stringify({ created_at: AT, path: path.split(/[?#]/)[0], url: `https://shop.example${path}` }),
  ],
  [
    'rows whose url is too long',
    'rows.ndjson',
    path =>
      JSON.stringify({
        created_at: AT,
        path,
        referrer: `https://a.example/${'x'.repeat(2000)}?${'y'.repeat(2000)}`,
      }),
  ],
  ['a log', 'access.log', path => LOG_LINE(path.split('#')[0] ?? '')],
  ['sums of days', 'imported_pages_20260301_20260301.csv', PLAUSIBLE],
];

test.each(FILES)('%s: imported pages follow the rules', async (kind, name, toText) => {
  for (const [path, page] of [
    ['/Tea/', '/tea'],
    ['/User/42/Orders?x=1', '/user/:id/orders'],
    ['/?p=5&utm_source=x', kind === 'sums of days' ? '/?p=5' : '/?p=5'],
  ] as const) {
    const site = await siteWith();
    const { body, status } = await server().api('POST', `${site.path}/imports?file_name=${name}`, {
      body: toText(path),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(status).toBe(202);
    expect(await ended(server(), `${site.path}/imports/${body.import.id}`)).toMatchObject({
      rows_bad: 0,
      rows_imported: 1,
    });
    const { grouped_hits: pages } = await site.get(
      '/hits?group_by=path&start_date=2026-03-01&end_date=2026-03-01',
    );
    expect(pages).toMatchObject([{ path: page, views: 1 }]);
  }
});

test('an import makes the same pages as live views, and no url that nobody sent', async () => {
  const site = await siteWith([{ kind: 'query', keep: ['id', 'q[]'] }, { kind: 'hash' }]);
  const rows = [
    { path: '/a', url: 'https://shop.example/a?id=1&id=2' },
    { path: '/b', url: 'https://shop.example/b?q[]=1' },
    { path: '/c', url: 'https://shop.example/c#/r?id=5' },
    { path: '/d' },
    { path: '/e?id=1', url: 'https://shop.example/e?id=1#/set' },
    { path: '/f', url: 'https://shop.example/f?%69d=3' },
    { path: '/g', url: 'https://shop.example/g#/access_token=x' },
  ];
  for (const row of rows) await site.post('/hits', row);
  const { body } = await server().api('POST', `${site.path}/imports?file_name=rows.ndjson`, {
    body: rows.map(row => JSON.stringify({ ...row, created_at: AT })).join('\n'),
    headers: { 'content-type': 'application/octet-stream' },
  });
  await ended(server(), `${site.path}/imports/${body.import.id}`);
  const { grouped_hits: pages } = await site.get('/hits?group_by=path&start_date=2026-01-01');
  expect(pages.map(({ path, views }: { path: string; views: number }) => [path, views])).toEqual(
    ['/a?id=1&id=2', '/b?q%5B%5D=1', '/c#/r', '/d', '/e?id=1#/set', '/f?id=3', '/g'].map(path => [path, 2]),
  );
  const { hits } = await site.get('/hits?path=/d&start_date=2026-03-01&end_date=2026-03-01');
  expect(hits[0].url).toBe('https://shop.example/d');
});

test.each([
  [[{ kind: 'trailing_slash', to: 'slash' }], '/blog/*', '/blog/tea'],
  [[{ kind: 'query', keep: ['p'] }], '/checkout', '/checkout?p=2'],
  [[{ kind: 'hash' }], '/app', '/app#/settings'],
  [[{ kind: 'trailing_slash', to: 'none' }], '/blog/*/', '/blog/tea/'],
])('with %j the goal %s counts %s, and no other page', async (rules, path, visited) => {
  const site = await siteWith(rules);
  await site.post('/goals', { name: 'Goal', path });
  await site.post('/hits', { path: visited });
  await site.post('/hits', { path: '/other/page/' });
  expect((await site.get('/goals/report')).goals).toMatchObject([{ conversions: 1 }]);
});

test('rules widen no goal and no ignore rule to everything', async () => {
  const site = await siteWith([{ kind: 'trailing_slash', to: 'none' }, { kind: 'index' }]);
  await site.set({ ignore_rules: { paths: ['*/index.html', '/*/'] } });
  await site.post('/goals', { name: 'Goal', path: '/**/index.html' });
  for (const path of ['/a/index.html', '/a/']) await site.post('/hits', { path });
  expect((await site.post('/hits', { path: '/buy/now' })).status).toBe(201);
  expect((await site.get('/goals/report')).goals).toMatchObject([{ conversions: 0 }]);
});

test.each([
  [[{ kind: 'trailing_slash' }], 'rules.0.to is needed by the kind trailing_slash, got nothing'],
  [[{ kind: 'index', keep: ['p'] }], 'rules.0.keep goes with the kind query alone, got index'],
  [[{ kind: 'replace', pattern: 'x', with: '/y' }], 'rules.0.pattern must begin with / or *'],
  [[{ kind: 'replace', pattern: '/**', with: '/y' }], 'would make one page of all'],
  [
    [{ kind: 'replace', pattern: '/x', with: 'y' }],
    'rules.0.with must be a path that begins with /, got "y"',
  ],
  [[{ kind: 'index' }, { kind: 'index' }], 'rules.1.kind is that of rules.0'],
  [
    [
      { kind: 'replace', pattern: '/a', with: '/b' },
      { kind: 'replace', pattern: '/b', with: '/a' },
    ],
    'rules.0 is taken back by a later rule: "/b" becomes "/a" again',
  ],
  [
    [{ kind: 'lower_case' }, { kind: 'replace', pattern: '/User/*', with: '/u' }],
    'rules.1.pattern must be in lower case',
  ],
  [[{ kind: 'replace', pattern: '/a', with: '/u/*' }], 'rules.0.with must be one page'],
  [
    [
      { kind: 'replace', pattern: '/ü', with: '/a' },
      { kind: 'replace', pattern: '/%C3%BC', with: '/b' },
    ],
    'rules.1.pattern is that of rules.0',
  ],
  [[{ kind: 'query', keep: [] }], 'rules.0.keep'],
  [[{ kind: 'query', keep: ['\ud800'] }], 'a name in rules.0.keep must not contain'],
  [[{ kind: 'replace', pattern: '/a\u0000', with: '/x' }], 'rules.0.pattern must not contain control'],
  [[{ kind: 'replace', pattern: '/a', with: '/x\ud800' }], 'rules.0.with must not contain'],
  [[{ kind: 'other' }], 'rules.0.kind'],
  [Array.from({ length: 51 }, (_, n) => ({ kind: 'replace', pattern: `/${n}`, with: '/x' })), 'rules'],
])('rules %j are refused: %s', async (rules, message) => {
  const site = await siteWith([{ kind: 'index' }]);
  const { status, body } = await site.call('PUT', '/page_rules', { rules });
  expect([status, JSON.stringify(body)]).toEqual([
    422,
    expect.stringContaining(JSON.stringify(message).slice(1, -1)),
  ]);
  expect((await site.get('/page_rules')).rules).toEqual([{ kind: 'index' }]);
});

test('with past, stored pages become what the rules make of them, as a change that can be undone', async () => {
  const site = await givenSite(server());
  await site.hits([{ path: '/a/index.html' }, { path: '/a/' }]);
  const rules = [{ kind: 'index' }];
  const put = (body: object) => site.call('PUT', '/page_rules', body);
  expect(await put({ rules: [], past: true })).toMatchObject({
    status: 200,
    body: { rules: [], change_id: null },
  });
  const { body } = await put({ rules, past: true });
  expect(body).toEqual({ rules, change_id: expect.any(Number) });
  const at = `/changes/${body.change_id}`;
  await until(async () => (await site.get(at)).change.status === 'done');
  const pages = async () =>
    (await site.get('/hits?group_by=path')).grouped_hits.map((row: { path: string }) => row.path).sort();
  expect(await pages()).toEqual(['/a/']);
  // Nothing is left to change.
  expect((await put({ rules, past: true })).body).toEqual({ rules, change_id: null });
  await site.call('DELETE', at);
  await until(async () => (await site.get(at)).change.status === 'undone');
  expect(await pages()).toEqual(['/a/', '/a/index.html']);
  expect((await site.get('/page_rules')).rules).toEqual(rules);
});

test('of several requests with past at once, one is refused and sets nothing', async () => {
  const site = await givenSite(server());
  await site.hits([{ path: '/a/index.html' }, { path: '/Tea' }]);
  const answers = await Promise.all(
    ['none', 'slash', 'none', 'slash'].map((to, index) =>
      site.call('PUT', '/page_rules', {
        rules: [
          { kind: 'index' },
          { kind: 'trailing_slash', to },
          { kind: 'replace', pattern: `/${index}/*`, with: '/x' },
        ],
        past: true,
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  const { body } = answers.find(({ status }) => status === 200) ?? {};
  expect((await site.get('/page_rules')).rules).toEqual(body.rules);
});

test('past is true or false', async () => {
  const site = await siteWith([{ kind: 'index' }]);
  const { status, body } = await site.call('PUT', '/page_rules', { rules: [], past: 'yes' });
  expect([status, body.error]).toEqual([422, expect.stringContaining('past must be')]);
  expect((await site.get('/page_rules')).rules).toHaveLength(1);
});

test('a preview says what stored pages would become, to a read-only key, and changes nothing', async () => {
  const site = await givenSite(server());
  await site.hits([
    ...Array.from({ length: 3 }, () => ({ path: '/tea' })),
    ...[{ path: '/tea/' }, { path: '/tea/' }, { path: '/Tea' }, { path: '/cake' }],
  ]);
  const rules = [{ kind: 'trailing_slash', to: 'none' }, { kind: 'lower_case' }, { kind: 'index' }];
  const { body } = await server().api('POST', `${site.path}/page_rules/preview`, {
    key: server().owner.readOnly,
    body: { rules },
  });
  expect(body).toEqual({
    merges: [
      {
        to: '/tea',
        from: [
          { path: '/tea', hits: 3 },
          { path: '/tea/', hits: 2 },
          { path: '/Tea', hits: 1 },
        ],
        paths: 3,
        hits: 6,
      },
    ],
    pages_before: 4,
    pages_after: 2,
    pages_changed: [1, 1, 0],
    suggestions: [],
  });
  expect((await site.get('/page_rules')).rules).toEqual([]);
});

test('rules are suggested for twins and for pages that differ by an id', async () => {
  const site = await givenSite(server());
  await site.hits([
    { path: '/tea' },
    { path: '/tea/' },
    { path: '/cake/' },
    ...Array.from({ length: 25 }, (_, n) => ({ path: `/user/${100 + n}/orders` })),
    ...Array.from({ length: 25 }, (_, n) => ({ path: `/blog/2024/post-${n}` })),
  ]);
  const { body } = await site.post('/page_rules/preview', { rules: [] });
  expect(body.suggestions).toEqual([
    { rule: { kind: 'replace', pattern: '/user/*/orders', with: '/user/:id/orders' }, pages: 25 },
    { rule: { kind: 'trailing_slash', to: 'none' }, pages: 1 },
  ]);
});
