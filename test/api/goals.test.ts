/** Goals and funnels: what visitors of a site are to do, how many did, and how far the others came. Source: decisions, section 10. */
import { expect, test } from 'bun:test';
import { type GivenSite, givenSite } from '../support/given-site.ts';
import { refused } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';

const server = shareServer();

/** Ann came by a campaign and bought for 20 EUR, Bob read and left, Cem ordered twice. */
const HITS = [
  { path: '/', country: 'DE', visitor_id: 'ann', url: 'https://shop.example/?utm_campaign=spring' },
  { path: '/docs/start', country: 'DE', visitor_id: 'ann' },
  { path: '/thanks', country: 'DE', visitor_id: 'ann' },
  { path: '/docs', country: 'FR', visitor_id: 'bob' },
  { path: '/de/docs/a', country: 'US', visitor_id: 'cem' },
  { path: '/thanks', country: 'US', visitor_id: 'cem' },
  { path: '/thanks', country: 'US', visitor_id: 'cem' },
  { path: '/thanks', country: 'XX' },
];
const EVENTS = [
  { event: 'order.paid', value: 'card', visitor_id: 'ann', revenue: { amount: 20, currency: 'EUR' } },
  { event: 'order.paid', visitor_id: 'cem', properties: { plan: 'pro', seats: 3 } },
  { event: 'order.paid', visitor_id: 'cem', revenue: { amount: 1.5, currency: 'USD' } },
];

async function aSite() {
  const site = await givenSite(server());
  await site.hits(HITS);
  await site.events(EVENTS);
  return site;
}
const aGoal = async ({ post }: Pick<GivenSite, 'post'>, condition: object) =>
  (await post('/goals', { name: 'One', ...condition })).body.goal;

test('a goal is created, listed, shown, changed and deleted', async () => {
  const site = await aSite();
  const condition = { event: 'order.paid', properties: { seats: 3 } };
  const { status, body } = await site.post('/goals', { name: ' Pro ', ...condition });
  const now = server().clock.now().toISOString();
  const of = { id: expect.any(Number), created_at: now, updated_at: now };
  const goal = { ...of, name: 'Pro', path: null, value: null, scroll_depth: null, ...condition };
  expect([status, body]).toEqual([201, { goal }]);
  expect(await site.get('/goals')).toEqual({ goals: [goal] });
  const at = `${site.path}/goals/${body.goal.id}`;
  const renamed = (await server().patch(at, { name: 'Paid' })).body;
  expect(renamed.goal).toEqual({ ...goal, name: 'Paid' });
  // Sent back as it was answered, with a new condition.
  const changed = (await server().patch(at, { ...renamed.goal, event: null, properties: null, path: '/a' }))
    .body;
  expect(changed.goal).toEqual({ ...goal, name: 'Paid', event: null, properties: null, path: '/a' });
  expect(await server().get(at)).toEqual(changed);
  expect((await server().api('DELETE', at)).status).toBe(204);
  expect((await server().api('GET', at)).status).toBe(404);
});

test.each<[object, number, number, number, unknown[]]>([
  [{ path: '/thanks' }, 4, 2, 66.7, []],
  [{ path: '/docs/*' }, 1, 1, 33.3, []],
  [{ path: '/**docs**' }, 3, 3, 100, []],
  [{ event: 'order.paid' }, 3, 2, 66.7, table('amount currency', [20, 'EUR'], [1.5, 'USD'])],
  [{ event: 'order.paid', value: 'card' }, 1, 1, 33.3, [{ amount: 20, currency: 'EUR' }]],
  [{ event: 'order.paid', properties: { plan: 'pro', seats: '3' } }, 1, 1, 33.3, []],
  [{ event: 'never.sent' }, 0, 0, 0, []],
  [{ scroll_depth: 50 }, 0, 0, 0, []],
])(
  '%j is counted by rows and visitors, in the report and before it is saved',
  async (condition, ...figures) => {
    const site = await aSite();
    const [conversions, visitors, conversion_rate, revenue] = figures;
    const counted = { conversions, visitors, conversion_rate, revenue };
    const goal = await aGoal(site, condition);
    const { body } = await site.ask('/goals/report');
    expect(body).toMatchObject({ goals: [{ goal, ...counted }], unique_visitors: 3 });
    const { properties = {}, ...others } = condition as Record<string, string | number | object>;
    const parameters = new URLSearchParams(others as Record<string, string>);
    for (const [name, value] of Object.entries(properties)) parameters.set(`property:${name}`, String(value));
    const { preview } = await site.get(`/goals/preview?${parameters}`);
    expect(preview).toMatchObject({ ...counted, unique_visitors: 3 });
  },
);

test.each([
  ['country=DE', 1, 1, 100],
  ['campaign=spring', 1, 1, 100],
  ['not_country=DE', 2, 1, 50],
  ['path=/docs', 0, 0, 0],
  ['event=order.paid', 3, 2, 100],
  ['property:plan=pro', 0, 0, null],
])('filters of the report mean visits: %s', async (filter, conversions, visitors, conversion_rate) => {
  const site = await aSite();
  await aGoal(site, { path: '/thanks' });
  const { goals } = await site.get(`/goals/report?${filter}`);
  expect(goals[0]).toMatchObject({ conversions, visitors, conversion_rate });
});

test('a segment, a comparison and a file', async () => {
  const site = await aSite();
  const { id } = await aGoal(site, { event: 'order.paid' });
  const { segment } = (await site.post('/segments', { name: 'DE', filters: { country: 'DE' } })).body;
  const { body } = await site.ask(`/goals/report?segment=${segment.id}&compare=previous_period`);
  const filters = { segment: segment.id };
  expect(body).toMatchObject({ goals: [{ conversions: 1 }], unique_visitors: 1, filters });
  const none = [{ conversions: 0, conversion_rate: null }];
  expect(body.comparison).toMatchObject({ goals: none, unique_visitors: 0 });
  const csv = await site.ask('/goals/report.csv');
  expect(csv.headers.get('content-disposition')).toContain('-goals-2026-02-08-2026-03-10.csv');
  expect(csv.body).toBe(
    `id,name,conversions,visitors,conversion_rate,revenue\r\n${id},One,3,2,66.7,20 EUR; 1.5 USD\r\n`,
  );
  expect(await site.get('/goals/report?format=csv')).toStartWith('id,name,');
});

test.each<[unknown, string]>([
  [{ name: 'A' }, 'exactly one of path, event and scroll_depth is required, got none'],
  [
    { name: 'A', path: '/a', scroll_depth: 50 },
    'exactly one of path, event and scroll_depth is required, got path and scroll_depth',
  ],
  [
    { path: '/a' },
    'name is required: a line of at most 200 characters, not blank, without control characters',
  ],
  [{ name: 'A', path: 'a' }, 'path must begin with / or *, as in /thanks or /docs/**, got "a"'],
  [{ name: 'A', path: `/${'**a'.repeat(11)}` }, 'path must have at most 10 wildcards, got 11'],
  [{ name: 'A', scroll_depth: 101 }, 'scroll_depth must be an integer from 1 to 100 or null, got 101'],
  [{ name: 'A', event: 'a.b', properties: [1] }, 'properties must be a JSON object or null, got [1]'],
  [
    { name: 'A', event: 'a.b', properties: { plan: [1] } },
    'properties.plan must be a text of 1 to 512 characters, a number, true or false',
  ],
  [{ name: 'A', path: '/a', value: 'b' }, 'value goes with event alone, got path'],
])('%j is refused', async (body, error) => {
  const { post } = await givenSite(server());
  expect(await post('/goals', body)).toMatchObject({ status: 422, body: { error } });
});

test('a condition that a preview cannot have is refused', async () => {
  const { ask, get } = await givenSite(server());
  expect((await get('/goals/preview')).preview).toBe(null);
  expect(await ask('/goals/preview?path=a')).toMatchObject({ status: 400 });
  expect(await ask('/goals/preview?property:a=b')).toMatchObject({ status: 400 });
  expect((await get('/goals/preview?scroll_depth=0')).error).toStartWith(
    'scroll_depth must be an integer from 1',
  );
});

const STEPS = [{ path: '/' }, { path: '/price', name: 'Price list' }, { event: 'order.paid' }];
/** Ann buys, Bob sees the price and leaves, Cem reads the blog, Dan never saw the first page. */
const WALKS: Readonly<Record<string, readonly string[]>> = {
  ann: ['/', '/price', 'order.paid'],
  bob: ['/', '/blog', '/price'],
  cem: ['/', '/blog'],
  dan: ['/price'],
};

/** Creates a site with those visitors; their rows are half a minute apart. */
async function aSiteOfWalks() {
  const site = await givenSite(server());
  for (let index = 0; index < 4; index++) {
    const rows = (isPage: boolean, name: 'path' | 'event') =>
      Object.entries(WALKS)
        .filter(([, walk]) => walk[index]?.startsWith('/') === isPage)
        .map(([visitor_id, walk]) => ({
          ...{ visitor_id, country: visitor_id === 'bob' ? 'FR' : 'DE' },
          [name]: walk[index],
        }));
    await site.hits(rows(true, 'path'));
    await site.events(rows(false, 'event'));
    server().clock.advance({ ms: 30_000 });
  }
  return site;
}

const aFunnel = async ({ post }: Pick<GivenSite, 'post'>, more: object = {}) =>
  (await post('/funnels', { name: 'Order', steps: STEPS, ...more })).body.funnel;

test('a funnel is created, listed, shown, changed and deleted', async () => {
  const site = await aSiteOfWalks();
  const now = server().clock.now().toISOString();
  const { status, body } = await site.post('/funnels', { name: ' Order ', steps: STEPS, within_minutes: 60 });
  const none = { path: null, event: null, value: null, properties: null, scroll_depth: null };
  const steps = STEPS.map(step => ({ ...none, name: null, ...step }));
  const of = { id: expect.any(Number), created_at: now, updated_at: now };
  const funnel = { ...of, name: 'Order', order: 'loose', within_minutes: 60, steps };
  expect([status, body]).toEqual([201, { funnel }]);
  expect(await site.get('/funnels')).toEqual({ funnels: [funnel] });
  const at = `${site.path}/funnels/${body.funnel.id}`;
  const change = { order: 'strict', within_minutes: null };
  const changed = (await server().patch(at, change)).body;
  expect(changed.funnel).toEqual({ ...funnel, ...change });
  // Sent back as it was answered.
  expect((await server().patch(at, changed.funnel)).body).toEqual(changed);
  expect(await server().get(at)).toEqual(changed);
  expect((await server().api('DELETE', at)).status).toBe(204);
  expect((await server().api('GET', at)).status).toBe(404);
});

test('the report says how many came to each step, how fast, and where the others went', async () => {
  const site = await aSiteOfWalks();
  const funnel = await aFunnel(site);
  const body = await site.get(`/funnels/${funnel.id}/report`);
  expect(body).toMatchObject({ funnel, visitors: 4, filters: { start_date: '2026-02-08' } });
  expect(body.steps).toEqual(
    table(
      'name visitors share_of_first share_of_previous median_seconds left_to',
      ['/', 3, 100, 100, null, [{ path: '/blog', visitors: 1 }]],
      ['Price list', 2, 66.7, 66.7, 45, [{ path: null, visitors: 1 }]],
      ['order.paid', 1, 33.3, 50, 30, []],
    ),
  );
});

test.each([
  [{ order: 'strict' }, [3, 1, 1]],
  [{ within_minutes: 1 }, [3, 2, 1]],
  [{ steps: [{ path: '/**' }, { path: '/**' }, { path: '/**' }] }, [4, 3, 1]],
  [{ steps: [{ path: '/' }, { path: '/' }] }, [3, 0]],
  [{ steps: [{ path: '/**a**a**a**a**a**a**a**a**a**a' }, { event: 'never.sent' }] }, [0, 0]],
])('a funnel of %j', async (more, visitors) => {
  const site = await aSiteOfWalks();
  const { id } = await aFunnel(site, more);
  const { steps } = await site.get(`/funnels/${id}/report`);
  expect(steps.map((step: { visitors: number }) => step.visitors)).toEqual(visitors);
});

test('filters, a segment and a comparison', async () => {
  const site = await aSiteOfWalks();
  const { id } = await aFunnel(site);
  const { segment } = (await site.post('/segments', { name: 'A', filters: { not_country: 'DE' } })).body;
  const report = `/funnels/${id}/report`;
  for (const filter of ['country=FR', `segment=${segment.id}`])
    expect(await site.get(`${report}?${filter}`)).toMatchObject({
      visitors: 1,
      steps: [{ visitors: 1 }, { visitors: 1 }, { visitors: 0, share_of_first: 0, median_seconds: null }],
    });
  const { comparison } = await site.get(`${report}?compare=previous_period`);
  expect(comparison).toMatchObject({ visitors: 0, steps: [{ visitors: 0, share_of_first: null }, {}, {}] });
});

test('a file has a row for each step', async () => {
  const site = await aSiteOfWalks();
  const { id } = await aFunnel(site);
  const csv = await site.ask(`/funnels/${id}/report.csv`);
  expect(csv.headers.get('content-disposition')).toContain('-funnel-2026-02-08-2026-03-10.csv');
  expect(csv.body.split('\r\n')).toEqual([
    'step,name,visitors,share_of_first,share_of_previous,median_seconds',
    ...['1,/,3,100,100,', '2,Price list,2,66.7,66.7,45', '3,order.paid,1,33.3,50,30', ''],
  ]);
});

test.each<[object, string]>([
  [{ steps: [{ path: '/' }] }, 'steps must be an array of 2 to 8, got [{'],
  [{ steps: Array(9).fill({ path: '/' }) }, 'steps must be an array of 2 to 8, got [{'],
  [
    { steps: [{ path: '/' }, {}] },
    'exactly one of steps.1.path, steps.1.event and steps.1.scroll_depth is required, got none',
  ],
  [{ steps: [{ path: 'x' }, { path: '/' }] }, 'steps.0.path must begin with / or *'],
  [
    { steps: [{ path: `/${'**a'.repeat(11)}` }, { path: '/' }] },
    'steps.0.path must have at most 10 wildcards, got 11',
  ],
  [{ within_minutes: 0 }, 'within_minutes must be an integer from 1 to 1051200 or null, got 0'],
  [{ within_minutes: -5 }, 'within_minutes must be an integer from 1 to 1051200 or null, got -5'],
  [
    { within_minutes: 1e12 },
    'within_minutes must be an integer from 1 to 1051200 or null, got 1000000000000',
  ],
  [{ order: 'any' }, 'order must be one of loose, strict'],
  [{ name: ' ' }, 'name must be'],
])('%j is refused', async (given, error) => {
  const { post } = await givenSite(server());
  const { status, body } = await post('/funnels', { name: 'A', steps: STEPS, ...given });
  expect([status, body.error]).toEqual([422, expect.stringContaining(error)]);
});

test('goals and funnels of another site are not found, nor are reports of funnels', async () => {
  const [one, other] = [await givenSite(server()), await givenSite(server())];
  const [goal, { id }] = [await aGoal(one, { path: '/a' }), await aFunnel(one)];
  for (const path of [
    `goals/${goal.id}`,
    ...[`${id}`, `${id}/report`, `${id}/report.csv`, '999/report'].map(rest => `funnels/${rest}`),
  ])
    expect([path, (await other.ask(`/${path}`)).status]).toEqual([path, 404]);
});

test('a site has at most a hundred goals, all of which a report works out, and as many funnels', async () => {
  const site = await aSite();
  for (let number = 0; number < 100; number++) {
    await aGoal(site, { path: `/**${number}**thanks` });
    await aFunnel(site);
  }
  for (const [list, condition] of [
    ['goals', { path: '/a' }],
    ['funnels', { steps: STEPS }],
  ] as const)
    expect(await site.post(`/${list}`, { name: 'A', ...condition })).toEqual(
      refused(422, `a site has at most 100 ${list}: delete one first`),
    );
  expect((await site.get('/goals/report')).goals).toHaveLength(100);
});
