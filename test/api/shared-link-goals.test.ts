/** Goals and funnels of shared links, of the public page and of members: names and figures, never what they count. Source: decisions, section 10. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const AGENT = { 'user-agent': 'tests' };
const RANGE = 'start_date=2026-03-01&end_date=2026-03-31';

/** A site with a goal that brings in money, and a funnel one of whose steps has a name. */
async function aSite(fields = {}) {
  const { events, hits, post, site } = await givenSite(server(), fields);
  const secret = { event: 'order.paid', properties: { plan: 'secret-plan' } };
  const { goal } = (await post('/goals', { name: 'Order', ...secret })).body;
  const steps = [{ path: '/secret-path' }, { ...secret, name: 'Paid' }];
  const { funnel } = (await post('/funnels', { name: 'Buying', steps })).body;
  const pages = ['/secret-path', '/next'];
  const visit = (visitor_id: string) => pages.map(path => ({ path, visitor_id }));
  await hits([...visit('one'), ...visit('two')]);
  await events([{ ...secret, visitor_id: 'one', revenue: { amount: 5, currency: 'EUR' } }]);
  return { ...site, goal, funnel };
}

async function link(id: number, sections: string[], more = {}) {
  const made = await server().post(`/sites/${id}/shared_links`, { name: 'Client', sections, ...more });
  const address = `${server().url}${new URL(made.body.url).pathname}`;
  const get = async (path: string) => {
    const response = await fetch(`${address}${path}`, { headers: AGENT });
    const text = await response.text();
    expect(text).not.toContain('secret');
    // biome-ignore lint/suspicious/noExplicitAny: bodies of any endpoint
    return { status: response.status, text, body: (text.startsWith('{') ? JSON.parse(text) : null) as any };
  };
  return { get, ask: (path: string) => get(`/api/v1/sites/${id}/${path}`) };
}

test('a link shows names and figures of goals, not what they count, and revenue only with its section', async () => {
  const { id, goal } = await aSite();
  const { ask } = await link(id, ['goals', 'pages']);
  const nothing = { path: null, event: null, value: null, properties: null, scroll_depth: null };
  const shown = { id: goal.id, name: 'Order', ...nothing };
  expect((await ask('goals?')).body.goals).toMatchObject([shown]);
  const { body } = await ask(`goals/report?${RANGE}`);
  expect(body.goals).toMatchObject([
    { goal: shown, conversions: 1, visitors: 1, conversion_rate: 50, revenue: [] },
  ]);
  expect((await ask(`goals/report.csv?${RANGE}`)).text).toContain('Order,1,1,50');
  expect(
    (await ask(`hits?group_by=path&path=/next&goal=${goal.id}&${RANGE}`)).body.grouped_hits,
  ).toMatchObject([{ path: '/next', conversions: 1 }]);
  for (const path of [
    'goals/preview?event=order.paid',
    `goals/${goal.id}?`,
    'goals/report?country=DE',
    'funnels?',
  ])
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  const paid = await link(id, ['goals', 'revenue']);
  expect((await paid.get('/stats?period=30d')).body).toMatchObject({
    goals: [{ name: 'Order', conversions: 1, visitors: 1, conversion_rate: 50 }],
  });
  expect((await paid.ask(`goals/report?${RANGE}`)).body.goals[0].revenue).toEqual([
    { amount: 5, currency: 'EUR' },
  ]);
});

test('a link shows how far visitors came in funnels, and next pages only with the section of pages', async () => {
  const { id, funnel } = await aSite();
  const report = `funnels/${funnel.id}/report?${RANGE}`;
  const { ask, get } = await link(id, ['funnels']);
  const steps = [
    { name: 'Step 1', visitors: 2, share_of_first: 100, left_to: [] as object[] },
    { name: 'Paid', visitors: 1, share_of_first: 50, left_to: [] },
  ];
  expect((await ask(report)).body).toMatchObject({ funnel: { name: 'Buying' }, steps });
  expect((await ask('funnels?')).body.funnels).toMatchObject([
    { steps: [{ name: 'Step 1', path: null }, {}] },
  ]);
  for (const path of [`funnels/${funnel.id}?`, `${report}&country=DE`, 'paths?', 'goals?'])
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  const pages = await link(id, ['funnels', 'pages']);
  expect((await pages.ask(report)).body.steps[0].left_to).toEqual([{ path: '/next', visitors: 1 }]);
  expect((await get('/stats?period=30d')).body.funnels).toEqual([
    {
      name: 'Buying',
      steps: [
        { name: null, visitors: 2, share_of_first: 100 },
        { name: 'Paid', visitors: 1, share_of_first: 50 },
      ],
    },
  ]);
});

test('a segment of a link holds for goals and funnels', async () => {
  const { id, funnel } = await aSite();
  const segment = { name: 'None', visibility: 'site', filters: { path: ['/nowhere'] } };
  const segment_id = (await server().post(`/sites/${id}/segments`, segment)).body.segment.id;
  const { ask, get } = await link(id, ['goals', 'funnels'], { segment_id });
  expect((await ask(`goals/report?${RANGE}`)).body.goals).toMatchObject([{ conversions: 0 }]);
  expect((await ask(`funnels/${funnel.id}/report?${RANGE}`)).body.steps[0]).toMatchObject({ visitors: 0 });
  const { body } = await get('/stats?period=30d');
  expect([body.goals[0].conversions, body.funnels[0].steps[0].visitors]).toEqual([0, 0]);
});

test('the public page has neither until its owner chooses them', async () => {
  const { id, uid } = await aSite({ public: true });
  const stats = async () => await server().get(`/public/${uid}`);
  const hidden = await stats();
  expect([hidden.goals, hidden.funnels]).toEqual([undefined, undefined]);
  const sections = ['visitors', 'goals', 'funnels'];
  const { status } = await server().patch(`/sites/${id}/settings`, { public_page: { sections } });
  expect(status).toBe(200);
  const shown = await stats();
  expect([shown.goals[0].name, shown.funnels[0].name]).toEqual(['Order', 'Buying']);
  expect(JSON.stringify(shown)).not.toContain('secret');
});
