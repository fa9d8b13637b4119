/** Goals: what visitors of a site are to do, and how many did. Source: decisions, section 10. */
import { expect, test } from 'bun:test';
import { type GivenSite, givenSite } from '../support/given-site.ts';
import { aMember, shareServer } from '../support/shared-server.ts';

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
  const { status, body } = await site.post('/goals', {
    name: ' Pro ',
    event: 'order.paid',
    properties: { seats: 3 },
  });
  const goal = {
    id: expect.any(Number),
    name: 'Pro',
    path: null,
    event: 'order.paid',
    value: null,
    properties: { seats: 3 },
    scroll_depth: null,
    created_at: '2026-03-10T12:00:00.000Z',
    updated_at: '2026-03-10T12:00:00.000Z',
  };
  expect([status, body]).toEqual([201, { goal }]);
  expect(await site.get('/goals')).toEqual({ goals: [goal] });
  const at = `${site.path}/goals/${body.goal.id}`;
  const renamed = (await server().api('PATCH', at, { body: { name: 'Paid' } })).body;
  expect(renamed.goal).toEqual({ ...goal, name: 'Paid' });
  // Sent back as it was answered, with a new condition.
  const changed = (
    await server().api('PATCH', at, { body: { ...renamed.goal, event: null, properties: null, path: '/a' } })
  ).body;
  expect(changed.goal).toEqual({ ...goal, name: 'Paid', event: null, properties: null, path: '/a' });
  expect((await server().api('GET', at)).body).toEqual(changed);
  expect((await server().api('DELETE', at)).status).toBe(204);
  expect((await server().api('GET', at)).status).toBe(404);
});

test.each<[object, number, number, number, unknown[]]>([
  [{ path: '/thanks' }, 4, 2, 66.7, []],
  [{ path: '/docs/*' }, 1, 1, 33.3, []],
  [{ path: '/**docs**' }, 3, 3, 100, []],
  [
    { event: 'order.paid' },
    3,
    2,
    66.7,
    [
      { amount: 20, currency: 'EUR' },
      { amount: 1.5, currency: 'USD' },
    ],
  ],
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
  expect(body).toMatchObject({
    goals: [{ conversions: 1 }],
    unique_visitors: 1,
    filters: { segment: segment.id },
  });
  expect(body.comparison).toMatchObject({
    goals: [{ conversions: 0, conversion_rate: null }],
    unique_visitors: 0,
  });
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

test('a site has at most a hundred goals, all of which a report works out', async () => {
  const site = await aSite();
  for (let number = 0; number < 100; number++) await aGoal(site, { path: `/**${number}**thanks` });
  expect(await site.post('/goals', { name: 'A', path: '/a' })).toMatchObject({
    status: 422,
    body: { error: 'a site may have 100 goals: delete those not needed' },
  });
  expect((await site.get('/goals/report')).goals).toHaveLength(100);
});

test('a viewer reads goals and cannot write them', async () => {
  const { path } = await givenSite(server());
  const { full: key } = await aMember(server(), 'viewer');
  const at = `${path}/goals?account_id=${server().owner.id}`;
  expect((await server().api('GET', at, { key })).status).toBe(200);
  expect((await server().api('POST', at, { key, body: { name: 'A', path: '/a' } })).status).toBe(403);
});

test('a goal of another site is not found', async () => {
  const [one, other] = [await aSite(), await aSite()];
  const { id } = await aGoal(one, { path: '/a' });
  expect((await other.ask(`/goals/${id}`)).status).toBe(404);
});
