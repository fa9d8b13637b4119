/** Visits of AI agents: written, listed, and taken from pages. Source: api-v1, AI agent visits; decisions, section 4. */
import { expect, test } from 'bun:test';
import { normalizePath } from '../../src/lib/normalize-path.ts';
import { AI_AGENTS } from '../../src/reference/ai-agents.ts';
import { givenSite } from '../support/given-site.ts';
import { expectRefusals, HARMLESS_TEXTS, TEXT_FIELDS } from '../support/hostile-fields.ts';
import { refused } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const GPTBOT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';
const CLAUDE = 'Mozilla/5.0 (compatible; Claude-User/1.0; +Claude-User@anthropic.com)';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

async function aSite(fields: Record<string, unknown> = {}) {
  const { site, ask, get, post } = await givenSite(server(), fields);
  return {
    ...{ site, get },
    send: (body: unknown) => post('/agent_visits', body),
    ask: (query: Record<string, string> = {}) => ask(`/agent_visits?${new URLSearchParams(query)}`),
  };
}

/** A site with two visits for training and one for an answer. */
async function aVisitedSite() {
  const given = await aSite();
  await given.send({ path: '/a', user_agent: GPTBOT });
  await given.send({ path: '/b', user_agent: GPTBOT });
  await given.send({ path: '/a', user_agent: CLAUDE, country: 'US' });
  return given;
}

test('a known agent’s visit is classified by its user agent', async () => {
  const { send } = await aSite();
  const { status, body } = await send({
    path: 'pricing',
    user_agent: GPTBOT,
    ip_address: '8.8.8.8',
    referrer: 'https://www.google.com/',
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    status: 'created',
    agent_visit: {
      id: expect.any(Number),
      agent_name: 'GPTBot',
      provider: 'OpenAI',
      category: 'training',
      url: 'https://shop.example/pricing',
      path: '/pricing',
      country: 'US',
      referrer: 'https://www.google.com/',
      source: 'Google',
      status_code: null,
      created_at: '2026-03-10T12:00:00.000Z',
    },
  });
});

test('one that only the public list of crawlers knows is an ai_crawler of an unknown provider', async () => {
  const { send } = await aSite();
  expect((await send({ path: '/', user_agent: 'The Knowledge AI' })).body.agent_visit).toMatchObject({
    agent_name: 'The Knowledge AI',
    provider: 'unknown',
    category: 'ai_crawler',
  });
});

test.each([
  ['a browser', CHROME],
  ['an ordinary bot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['a program', 'curl/8.5.0'],
  ['nobody', null],
  ['a blank', '  '],
])('%s is not a known AI crawler and is not stored', async (_, user_agent) => {
  const { send, ask } = await aSite();
  const { status, body } = await send({ path: '/', user_agent });
  expect([status, body]).toEqual([202, { status: 'ignored', reason: 'not a known AI crawler' }]);
  expect((await ask()).body.agent_visits).toEqual([]);
});

test('an agent’s token decides, however much of a browser surrounds it', async () => {
  const { send } = await aSite();
  const user_agent = `${CHROME}; compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot`;
  expect((await send({ path: '/', user_agent })).body.agent_visit).toMatchObject({
    agent_name: 'OAI-SearchBot',
    category: 'search_index',
  });
});

test('our own table knows at least 60 agents, in every category', () => {
  const tokens = Object.values(AI_AGENTS).map(providers =>
    Object.values(providers).flatMap(text => text.split(', ')),
  );
  expect(tokens.every(ofCategory => ofCategory.length >= 10)).toBe(true);
  expect(tokens.flat().length).toBeGreaterThanOrEqual(60);
});

test('a list is visits, pagination, filters and a summary that names every category', async () => {
  const { ask } = await aVisitedSite();
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['agent_visits', 'pagination', 'filters', 'summary']);
  expect(body.agent_visits.map((visit: { path: string }) => visit.path)).toEqual(['/a', '/b', '/a']);
  expect(body.pagination).toEqual({ current_page: 1, per_page: 100, total_count: 3, total_pages: 1 });
  const { start_date, end_date, time_zone, zone, ...others } = body.filters;
  expect([start_date, end_date, time_zone, zone]).toEqual(['2026-02-08', '2026-03-10', 'utc', 'UTC']);
  for (const name of ['path', 'agent_name', 'provider', 'category'])
    expect([name, others[name]]).toEqual([name, null]);
  expect(body.summary).toEqual({
    total_visits: 3,
    by_category: { answer_fetch: 1, search_index: 0, training: 2, ai_crawler: 0 },
  });
});

test.each([
  [{ path: '/a' }, 2],
  [{ path: '/' }, 0],
  [{ agent_name: 'GPTBot' }, 2],
  [{ agent_name: 'gptbot' }, 0],
  [{ provider: 'Anthropic' }, 1],
  [{ category: 'training' }, 2],
  [{ category: 'search_index' }, 0],
  [{ category: 'training', path: '/b' }, 1],
  [{ end_date: '2026-03-09' }, 0],
])('%j matches exactly, is echoed and is summed up', async (query: Record<string, string>, count) => {
  const { ask } = await aVisitedSite();
  const { body } = await ask(query);
  expect([body.agent_visits.length, body.summary.total_visits]).toEqual([count, count]);
  expect(body.filters).toMatchObject(query);
});

test('pages cut the list, and the summary stays that of the whole', async () => {
  const { ask } = await aVisitedSite();
  const { body } = await ask({ page: '2', per_page: '2' });
  expect(body.agent_visits).toHaveLength(1);
  expect(body.pagination).toEqual({ current_page: 2, per_page: 2, total_count: 3, total_pages: 2 });
  expect(body.summary.total_visits).toBe(3);
  expect((await ask({ page: '3', per_page: '2' })).body.agent_visits).toEqual([]);
});

test('a bad parameter is 400 and names the allowed values', async () => {
  const { ask } = await aSite();
  const cases: [Record<string, string>, string][] = [
    [
      { category: 'crawler' },
      'category must be one of answer_fetch, search_index, training, ai_crawler, got "crawler"',
    ],
    [{ per_page: '0' }, 'per_page must be an integer from 1 to 1000, got 0'],
    [{ time_zone: 'CET' }, 'time_zone must be one of utc, user, site, got "CET"'],
    [{ attribution: 'visit', group_by: 'path' }, 'attribution must be hit, got "visit"'],
  ];
  for (const [query, error] of cases) expect([query, await ask(query)]).toEqual([query, refused(400, error)]);
});

test('a body at fault is 422 with every fault, agent or not', async () => {
  const { send } = await aSite();
  expect(await send({ country: 'de', user_agent: 7 })).toMatchObject({
    status: 422,
    body: {
      status: 'error',
      errors: [
        "path can't be blank",
        'country must be two capital letters, got "de"',
        'user_agent must be a string, got 7',
      ],
    },
  });
  for (const body of ['[]', 'null', '"x"', '{', ''])
    expect([body, (await send(body)).status]).toEqual([body, 422]);
});

test('a hostile text is 422 and its field is named', async () => {
  const { send } = await aSite();
  await expectRefusals(send, { path: '/', user_agent: GPTBOT }, TEXT_FIELDS);
});

test('texts that mean something elsewhere are kept as they are and found again', async () => {
  const { send, ask } = await aSite();
  for (const text of HARMLESS_TEXTS) {
    const { agent_visit: visit } = (await send({ path: `/${text}`, user_agent: `${text} GPTBot` })).body;
    expect(visit).toMatchObject({ path: normalizePath(`/${text}`), agent_name: 'GPTBot' });
    expect((await ask({ path: `/${text}` })).body.summary.total_visits).toBe(1);
    for (const name of ['agent_name', 'provider'])
      expect((await ask({ [name]: text })).body.summary.total_visits).toBe(0);
  }
});

test('a site that is switched off ignores visits, and a read-only key writes none', async () => {
  const { site, send } = await aSite({ active: false });
  expect(await send({ path: '/', user_agent: GPTBOT })).toMatchObject({
    status: 202,
    body: { status: 'ignored', reason: 'the site is not active' },
  });
  const body = { path: '/', user_agent: GPTBOT };
  const { readOnly: key } = server().owner;
  expect((await server().post(`/sites/${site.id}/agent_visits`, body, key)).status).toBe(403);
});

test('agents that open pages, and the pixel, are agent visits and no hits', async () => {
  const { site, ask, get } = await aSite();
  const { url } = server();
  const from = { origin: 'https://shop.example' };
  const collected = await fetch(`${url}/collector/${site.uid}`, {
    method: 'POST',
    headers: { ...from, 'user-agent': GPTBOT },
    body: JSON.stringify({ url: 'https://shop.example/a' }),
  });
  const shown = await fetch(`${url}/pixel/${site.uid}.gif?path=/b`, { headers: { 'user-agent': CLAUDE } });
  await fetch(`${url}/pixel/${site.uid}.gif?path=/c`, { headers: { 'user-agent': CHROME } });
  expect([collected.status, shown.status]).toEqual([202, 200]);
  expect((await ask()).body.agent_visits).toMatchObject([
    { agent_name: 'Claude-User', path: '/b' },
    { agent_name: 'GPTBot', path: '/a' },
  ]);
  expect((await get('/hits')).hits.map((hit: { path: string }) => hit.path)).toEqual(['/c']);
});

test('an event that an agent’s page reports is dropped: agents visit, they do not act', async () => {
  const { site, ask, get } = await aSite();
  await fetch(`${server().url}/collector/${site.uid}`, {
    method: 'POST',
    headers: { origin: 'https://shop.example', 'user-agent': GPTBOT },
    body: JSON.stringify({ url: 'https://shop.example/a', event: 'a.b' }),
  });
  expect((await ask()).body.summary.total_visits).toBe(0);
  expect((await get('/events')).summary.total_events).toBe(0);
});

test('the days are those of the account on request, and its range has the limits of every report', async () => {
  const { ask } = await aVisitedSite();
  const { body } = await ask({ time_zone: 'user', start_date: '2026-03-10' });
  expect(body.filters).toMatchObject({ time_zone: 'user', start_date: '2026-03-10' });
  expect((await ask({ start_date: '2020-01-01' })).status).toBe(400);
});
