/** Signs of bots: what visits have, as groups and filters. Source: decisions, section 15. */
import { expect, test } from 'bun:test';
import { BROWSER } from '../support/collect-host.ts';
import { givenSite } from '../support/given-site.ts';
import { refusedWith } from '../support/refused.ts';
import { createMovableClock } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const clock = createMovableClock();
const server = shareServer({ clock });

const RANGE = 'time_zone=utc';
const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const WINDOWS = BROWSER.replace('X11; Linux x86_64', 'Windows NT 10.0; Win64; x64');

/** A site of five visits: a reader's, one of two pages and one of a page without a report, of Windows on a phone's screen, and of a server. */
async function visited(capture: object = { engagement: true }) {
  const given = await givenSite(server());
  await given.set({ capture });
  const send = async (visitor: string, fields: object, userAgent = BROWSER) => {
    const answer = await fetch(`${server().url}/page/${given.site.uid}`, {
      method: 'POST',
      body: JSON.stringify({ url: 'https://shop.example/', width: 1280, ...fields }),
      headers: { 'user-agent': `${userAgent} ${visitor}` },
    });
    expect(answer.status).toBe(202);
  };
  await send('reader', { path: '/read' });
  await send('reader', { path: '/more' });
  await send('walker', { path: '/walk' });
  await send('walker', { path: '/on' });
  await send('fetcher', { path: '/fetch' });
  await send('pretender', { path: '/pretend', width: 412 }, WINDOWS);
  await given.hits([{ path: '/api', visitor_id: 'server' }]);
  clock.advance({ seconds: 60 });
  await send('reader', { path: '/read', view: 1, ms: 20_000, depth: 0.5 });
  const groups = async (more = ''): Promise<unknown[]> =>
    (await given.get(`/hits?${RANGE}&group_by=bot_sign${more}`)).grouped_hits.map(
      (row: Record<string, unknown>) => [row['bot_sign'], row['hit_count']],
    );
  const pages = async (filter: string): Promise<string[]> =>
    (await given.get(`/hits?${RANGE}&${filter}`)).hits.map(({ path }: { path: string }) => path).sort();
  return { ...given, groups, pages };
}

test('hits are found by the signs that their visits have, in history, too', async () => {
  const { groups, pages, get } = await visited();
  for (const attribution of ['hit', 'visit']) {
    expect(await groups(`&attribution=${attribution}`)).toEqual([
      ['no_engagement', 4],
      ['one_page', 3],
      [null, 2],
      ['impossible_screen', 1],
    ]);
    const found = (filter: string) => pages(`${filter}&attribution=${attribution}`);
    expect(await found('bot_sign=impossible_screen')).toEqual(['/pretend']);
    expect(await found('bot_sign=no_engagement')).toEqual(['/fetch', '/on', '/pretend', '/walk']);
    expect(await found('bot_sign=one_page')).toEqual(['/api', '/fetch', '/pretend']);
    expect(await found('bot_sign=')).toEqual(['/more', '/read']);
    expect(await found('bot_sign=impossible_screen&bot_sign=')).toEqual(['/more', '/pretend', '/read']);
    expect(await found('not_bot_sign=one_page')).toEqual(['/more', '/on', '/read', '/walk']);
    expect(await found('not_bot_sign=one_page&not_bot_sign=no_engagement')).toEqual(['/more', '/read']);
    expect(await found('not_bot_sign=')).toEqual(['/api', '/fetch', '/on', '/pretend', '/walk']);
    expect(await found('bot_sign=one_page&screen=laptop')).toEqual(['/fetch']);
  }
  expect(await groups('&search=one')).toEqual([['one_page', 3]]);
  const { figures } = await get(`/overview?${RANGE}&bot_sign=one_page`);
  expect(figures).toMatchObject({ hits: 3, visitors: 3, events: 0 });
  const page = await get(`/hits?${RANGE}&group_by=bot_sign&order_by=visits&per_page=1&page=2`);
  expect(page.grouped_hits).toEqual([{ bot_sign: 'one_page', hit_count: 3, unique_visitors: 3, visits: 3 }]);
  expect(page.pagination).toMatchObject({ total_count: 4 });
});

test('where engagement is not captured, the lack of it is no sign', async () => {
  const { groups, pages, set } = await visited();
  await set({ capture: { engagement: false } });
  expect(await groups()).toEqual([
    [null, 4],
    ['one_page', 3],
    ['impossible_screen', 1],
  ]);
  expect(await pages('bot_sign=no_engagement')).toEqual([]);
});

test('a phone has no screen of a desktop; a page that is read without an event is one page', async () => {
  const { hits, events, pages } = await visited();
  await hits([
    { path: '/phone', visitor_id: 'a', user_agent: PHONE, screen: 'wide' },
    { path: '/tablet', visitor_id: 'b', user_agent: PHONE, screen: 'tablet' },
    { path: '/linux', visitor_id: 'c', user_agent: BROWSER, screen: 'phone' },
  ]);
  await events([{ event: 'cart.add', path: '/tablet', visitor_id: 'b' }]);
  expect(await pages('bot_sign=impossible_screen')).toEqual(['/phone', '/pretend']);
  expect(await pages('bot_sign=one_page&screen=tablet')).toEqual([]);
  expect(await pages('bot_sign=one_page&screen=phone')).toEqual(['/linux', '/pretend']);
});

test('an address with many user agents has them on that day and that site alone, and files keep it', async () => {
  const { hits, get, pages, id } = await visited();
  const other = await givenSite(server());
  const from = (page: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      path: `${page}${index < 100 ? 'first' : index >= 300 ? 'last' : ''}`,
      ip_address: '198.51.100.7',
      user_agent: `${BROWSER} ${index}`,
    }));
  await hits(from('/', 301));
  await other.hits([...from('/', 1), { path: '/same', ip_address: '198.51.100.7', user_agent: BROWSER }]);
  const found = async () => new Set(await pages('bot_sign=many_agents&per_page=500'));
  expect(await found()).toContain('/last');
  expect(await found()).not.toContain('/first');
  expect((await other.get(`/hits?${RANGE}&bot_sign=many_agents`)).hits).toEqual([]);
  clock.advance({ days: 1 });
  await hits([{ path: '/tomorrow', ip_address: '198.51.100.7', user_agent: BROWSER }]);
  expect(await found()).not.toContain('/tomorrow');
  const { hits: rows } = await get(`/hits?${RANGE}&bot_sign=many_agents&per_page=1`);
  expect(rows[0]).not.toHaveProperty('many_agents');
  const file = await fetch(`${server().url}/api/v1/sites/${id}/export?format=csv`, {
    headers: { authorization: `Bearer ${server().owner.full}` },
  });
  expect((await file.text()).split('\n')[0]).toContain(',many_agents,');
});

test('goals, the period before, files, hours, ways and segments know signs', async () => {
  const given = await visited();
  const { id, get, post, groups, ask } = given;
  const goal = (await post('/goals', { name: 'Walk', path: '/walk' })).body.goal.id;
  const { grouped_hits: rows, comparison } = await get(
    `/hits?${RANGE}&group_by=bot_sign&goal=${goal}&compare=previous_period`,
  );
  expect(rows).toMatchObject([
    { bot_sign: 'no_engagement', conversions: 1, conversion_rate: 33.3 },
    { bot_sign: 'one_page', conversions: 0 },
    { bot_sign: null, conversions: 0 },
    { bot_sign: 'impossible_screen', conversions: 0 },
  ]);
  expect(comparison.grouped_hits).toMatchObject([{ hit_count: 0 }, {}, {}, {}]);
  expect((await get(`/user_journeys?${RANGE}&bot_sign=no_engagement`)).pagination.total_count).toBe(3);
  await given.events([
    { event: 'cart.add', path: '/walk', visitor_id: 'server', revenue: { amount: 5, currency: 'EUR' } },
  ]);
  const events = await get(`/events?${RANGE}&attribution=visit&group_by=bot_sign`);
  expect(events.grouped_events).toMatchObject([{ bot_sign: null, event_count: 1, revenue: [{ amount: 5 }] }]);
  const file = await fetch(
    `${server().url}/api/v1/sites/${id}/hits.csv?${RANGE}&bot_sign=impossible_screen`,
    {
      headers: { authorization: `Bearer ${server().owner.full}` },
    },
  );
  expect((await file.text()).trim().split('\n')).toHaveLength(2);
  const segment = (await post('/segments', { name: 'Doubtful', filters: { bot_sign: 'one_page' } })).body
    .segment;
  expect(await groups(`&segment=${segment.id}`)).toContainEqual(['impossible_screen', 1]);
  expect((await ask(`/hours?${RANGE}&not_bot_sign=one_page`)).status).toBe(200);
});

test('a sign that there is none of, events, removals and those who see a part of a site are refused', async () => {
  const { ask, post, set, site } = await visited();
  expect(await ask('/hits?bot_sign=robot')).toEqual(refusedWith(400, 'bot_sign must be one of'));
  expect(await ask('/events?bot_sign=one_page')).toEqual(
    refusedWith(400, 'bot_sign needs attribution=visit'),
  );
  const removal = { kind: 'remove_hits', filters: ['is', 'bot_sign', ['one_page']] };
  expect(await post('/changes', removal)).toEqual(refusedWith(422, 'filters.1 must be one of'));
  await set({ public_page: { sections: ['pages', 'devices', 'screens'] } });
  const shown = await fetch(`${server().url}/public/${site.uid}/hits.json?group_by=bot_sign`);
  expect(shown.status).toBeGreaterThanOrEqual(400);
});
