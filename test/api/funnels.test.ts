/** Funnels: how far visitors come, step by step. Source: decisions, section 10. */
import { expect, test } from 'bun:test';
import { type GivenSite, givenSite } from '../support/given-site.ts';
import { aMember, shareServer } from '../support/shared-server.ts';

const server = shareServer();

const STEPS = [{ path: '/' }, { path: '/price', name: 'Price list' }, { event: 'order.paid' }];
/** Ann buys, Bob sees the price and leaves, Cem reads the blog, Dan never saw the first page. */
const WALKS: Readonly<Record<string, readonly string[]>> = {
  ann: ['/', '/price', 'order.paid'],
  bob: ['/', '/blog', '/price'],
  cem: ['/', '/blog'],
  dan: ['/price'],
};

/** Creates a site with those visitors; their rows are half a minute apart. */
async function aSite() {
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
  const site = await aSite();
  const now = server().clock.now().toISOString();
  const { status, body } = await site.post('/funnels', { name: ' Order ', steps: STEPS, within_minutes: 60 });
  const none = { path: null, event: null, value: null, properties: null, scroll_depth: null };
  const funnel = {
    id: expect.any(Number),
    name: 'Order',
    order: 'loose',
    within_minutes: 60,
    steps: [
      { ...none, name: null, path: '/' },
      { ...none, name: 'Price list', path: '/price' },
      { ...none, name: null, event: 'order.paid' },
    ],
    created_at: now,
    updated_at: now,
  };
  expect([status, body]).toEqual([201, { funnel }]);
  expect(await site.get('/funnels')).toEqual({ funnels: [funnel] });
  const at = `${site.path}/funnels/${body.funnel.id}`;
  const change = { order: 'strict', within_minutes: null };
  const changed = (await server().api('PATCH', at, { body: change })).body;
  expect(changed.funnel).toEqual({ ...funnel, ...change });
  // Sent back as it was answered.
  expect((await server().api('PATCH', at, { body: changed.funnel })).body).toEqual(changed);
  expect((await server().api('GET', at)).body).toEqual(changed);
  expect((await server().api('DELETE', at)).status).toBe(204);
  expect((await server().api('GET', at)).status).toBe(404);
});

test('the report says how many came to each step, how fast, and where the others went', async () => {
  const site = await aSite();
  const funnel = await aFunnel(site);
  const body = await site.get(`/funnels/${funnel.id}/report`);
  expect(body).toMatchObject({ funnel, visitors: 4, filters: { start_date: '2026-02-08' } });
  expect(body.steps).toEqual([
    {
      ...{ name: '/', visitors: 3, share_of_first: 100, share_of_previous: 100, median_seconds: null },
      left_to: [{ path: '/blog', visitors: 1 }],
    },
    {
      ...{
        name: 'Price list',
        visitors: 2,
        share_of_first: 66.7,
        share_of_previous: 66.7,
        median_seconds: 45,
      },
      left_to: [{ path: null, visitors: 1 }],
    },
    {
      ...{ name: 'order.paid', visitors: 1, share_of_first: 33.3, share_of_previous: 50, median_seconds: 30 },
      left_to: [],
    },
  ]);
});

test.each([
  [{ order: 'strict' }, [3, 1, 1]],
  [{ within_minutes: 1 }, [3, 2, 1]],
  [{ steps: [{ path: '/**' }, { path: '/**' }, { path: '/**' }] }, [4, 3, 1]],
  [{ steps: [{ path: '/' }, { path: '/' }] }, [3, 0]],
  [{ steps: [{ path: '/**a**a**a**a**a**a**a**a**a**a' }, { event: 'never.sent' }] }, [0, 0]],
])('a funnel of %j', async (more, visitors) => {
  const site = await aSite();
  const { id } = await aFunnel(site, more);
  const { steps } = await site.get(`/funnels/${id}/report`);
  expect(steps.map((step: { visitors: number }) => step.visitors)).toEqual(visitors);
});

test('filters, a segment and a comparison', async () => {
  const site = await aSite();
  const { id } = await aFunnel(site);
  const filters = { not_country: 'DE' };
  const { segment } = (await site.post('/segments', { name: 'A', filters })).body;
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
  const site = await aSite();
  const { id } = await aFunnel(site);
  const csv = await site.ask(`/funnels/${id}/report.csv`);
  expect(csv.headers.get('content-disposition')).toContain('-funnel-2026-02-08-2026-03-10.csv');
  expect(csv.body).toBe(
    [
      'step,name,visitors,share_of_first,share_of_previous,median_seconds',
      '1,/,3,100,100,',
      '2,Price list,2,66.7,66.7,45',
      '3,order.paid,1,33.3,50,30',
      '',
    ].join('\r\n'),
  );
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

test('a site has at most a hundred funnels', async () => {
  const site = await givenSite(server());
  for (let number = 0; number < 100; number++) await aFunnel(site);
  expect((await site.post('/funnels', { name: 'A', steps: STEPS })).body.error).toBe(
    'a site may have 100 funnels: delete those not needed',
  );
});

test('a funnel of another site is not found, nor is its report', async () => {
  const [one, other] = [await givenSite(server()), await givenSite(server())];
  const { id } = await aFunnel(one);
  for (const path of [`${id}`, `${id}/report`, `${id}/report.csv`, '999/report'])
    expect((await other.ask(`/funnels/${path}`)).status).toBe(404);
});

test('a viewer reads funnels and cannot write them', async () => {
  const { path } = await givenSite(server());
  const { full: key } = await aMember(server(), 'viewer');
  const at = `${path}/funnels?account_id=${server().owner.id}`;
  expect((await server().api('GET', at, { key })).status).toBe(200);
  expect((await server().api('POST', at, { key, body: { name: 'A', steps: STEPS } })).status).toBe(403);
});
