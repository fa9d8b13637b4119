/** Everything that is counted of a site, in one answer. */
import { expect, test } from 'bun:test';
import { refused } from '../support/refused.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

async function aSite(own = server()) {
  const site = await own.given.site();
  const send = (kind: string, body: unknown) => own.post(`/sites/${site.id}/${kind}`, body);
  const ask = (query = '') =>
    own.api('GET', `/sites/${site.id}/overview?${query}`, { key: own.owner.readOnly });
  return { site, send, ask };
}

async function fillSite() {
  const given = await aSite();
  await server().given.hits(given.site.id, [
    { path: '/a', country: 'DE', visitor_id: 'ann', source: 'mail' },
    { path: '/b', country: 'DE', visitor_id: 'ann' },
    { path: '/a', country: 'FR', visitor_id: 'bob' },
  ]);
  await server().given.events(given.site.id, [
    { event: 'a.b', path: '/a', country: 'DE', visitor_id: 'ann' },
    { event: 'c.d', path: '/b', country: 'FR' },
  ]);
  await given.send('agent_visits', { path: '/a', country: 'DE', user_agent: 'GPTBot/1.2' });
  await given.send('agent_visits', { path: '/b', country: 'US', user_agent: 'GPTBot/1.2' });
  for (const path of ['/a', '/a', '/b']) await given.send('kudos', { path });
  return given;
}

let busy: ReturnType<typeof fillSite> | undefined;
/** The same filled site for all tests that only ask. */
const aBusySite = () => {
  busy ??= fillSite();
  return busy;
};

test('it sums up every kind, has engagement only on request, and echoes its filters', async () => {
  const { ask } = await aBusySite();
  const { status, body } = await ask();
  expect([status, body.figures, body.comparison]).toEqual([
    200,
    { hits: 3, unique_hits: 3, visitors: 2, events: 2, kudos: 3, agent_visits: 2 },
    null,
  ]);
  expect(body.filters).toMatchObject({
    start_date: '2026-02-08',
    path: null,
    not_event: null,
    compare: null,
  });
});

test.each([
  ['path=/a', { hits: 2, unique_hits: 2, visitors: 2, events: 1, kudos: 2, agent_visits: 1 }],
  ['not_path=/a', { hits: 1, unique_hits: 1, visitors: 1, events: 1, kudos: 1, agent_visits: 1 }],
  ['country=DE', { hits: 2, unique_hits: 2, visitors: 1, events: 1, kudos: 3, agent_visits: 1 }],
  ['source=mail', { hits: 1, unique_hits: 1, visitors: 1, events: 0, kudos: 3, agent_visits: 2 }],
  ['event=a.b', { hits: 2, unique_hits: 2, visitors: 1, events: 1, kudos: 3, agent_visits: 2 }],
  ['entry_page=/a', { hits: 3, unique_hits: 3, visitors: 2, events: 2, kudos: 3, agent_visits: 2 }],
  ['exit_page=/b', { hits: 2, unique_hits: 2, visitors: 1, events: 2, kudos: 3, agent_visits: 2 }],
  ['end_date=2026-03-09', { hits: 0, unique_hits: 0, visitors: 0, events: 0, kudos: 0, agent_visits: 0 }],
])('%s leaves out of each kind what the kind has', async (query, figures) => {
  const { ask } = await aBusySite();
  expect((await ask(query)).body.figures).toEqual(figures);
});

test('engagement is included on request, and null without a visitor', async () => {
  await using own = await startTestServer({ at: '2026-03-10T12:00:00Z' });
  const { send, ask } = await aSite(own);
  const engaged = async () => (await ask('include_engagement=true')).body.figures;
  expect(await engaged()).toMatchObject({
    visits: 0,
    bounce_rate: null,
    average_duration_seconds: null,
    views_per_visit: null,
    pages_per_visitor: null,
  });
  for (const visitor_id of ['ann', 'bob', 'cid']) await send('hits', { path: '/', visitor_id });
  own.clock.advance({ seconds: 60 });
  await send('hits', { path: '/b', visitor_id: 'ann' });
  expect(await engaged()).toMatchObject({
    bounce_rate: 66.7,
    average_duration_seconds: 20,
    views_per_visit: 1.33,
    pages_per_visitor: 1.33,
  });
});

test('the figures of an earlier period stand beside, up to the same time of day', async () => {
  await using own = await startTestServer({ at: '2026-03-09T10:00:00Z' });
  const { send, ask } = await aSite(own);
  const all = async () => {
    await send('hits', { path: '/' });
    await send('events', { event: 'a.b' });
    await send('kudos', { path: '/' });
    await send('agent_visits', { path: '/', user_agent: 'GPTBot/1.2' });
  };
  await all();
  own.clock.set('2026-03-09T20:00:00Z');
  await all();
  own.clock.set('2026-03-10T12:00:00Z');
  const { body } = await ask('start_date=2026-03-10&compare=previous_period&include_engagement=true');
  expect(body.filters.compare).toBe('previous_period');
  expect(body.figures).toMatchObject({ hits: 0, events: 0, kudos: 0, agent_visits: 0 });
  expect(body.comparison).toMatchObject({
    start_date: '2026-03-09',
    end_date: '2026-03-09',
    is_partial: true,
    figures: { hits: 1, events: 1, kudos: 1, agent_visits: 1, bounce_rate: null },
  });
  own.clock.set('2026-03-11T00:00:00Z');
  const over = await ask('start_date=2026-03-10&end_date=2026-03-10&compare=previous_period');
  expect(over.body.comparison).toMatchObject({ is_partial: false, figures: { hits: 2, kudos: 2 } });
});

test('unique hits are null where the site does not track them', async () => {
  const { site, ask } = await fillSite();
  await server().patch(`/sites/${site.id}/settings`, { track_unique_hits: false });
  expect((await ask('compare=previous_year')).body).toMatchObject({
    figures: { hits: 3, unique_hits: null },
    comparison: { figures: { hits: 0, unique_hits: null } },
  });
});

test.each([
  [
    'compare=yesterday',
    'compare must be one of matching_period, previous_period, previous_year, custom, got "yesterday"',
  ],
  ['include_engagement=2', 'include_engagement must be true or false, got "2"'],
  ['not_country=x', 'not_country must be a two-letter country code, got "x"'],
  [
    'start_date=2026-03-11&end_date=2026-03-10',
    'end_date must not be before start_date: 2026-03-10 is before 2026-03-11',
  ],
])('a bad parameter is 400 and named: %s', async (query, error) => {
  const { ask } = await aSite();
  expect(await ask(query)).toEqual(refused(400, error));
});
