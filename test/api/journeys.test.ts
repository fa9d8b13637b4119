/** Journeys of visitors. Source: api-v1, User journey; api-v1, Endpoints, Leaderboard and journeys; decisions, section 6. */
import { expect, test } from 'bun:test';
import { shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';

const server = shareServer();
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** The sums of visitors who saw several pages or one. */
const summaryOf = (multi_page_visitors: number, single_page_visitors: number, bounce_rate: number) => {
  const total_visitors = multi_page_visitors + single_page_visitors;
  return { total_visitors, multi_page_visitors, single_page_visitors, bounce_rate };
};
const NOTHING = {
  user_journeys: [],
  summary: summaryOf(0, 0, 0),
  insights: { top_entry_pages: [], top_exit_pages: [] },
};

/** The echo of filters that are not set. */
const NO_FILTERS = Object.fromEntries([
  ['segment', null],
  ...[
    ...['country', 'path', 'referrer', 'referrer_host', 'source', 'campaign', 'medium', 'term'],
    ...['content', 'browser_name', 'platform_name', 'device', 'entry_page', 'exit_page', 'event'],
    ...['hostname', 'channel', 'screen', 'network', 'bot_sign', 'region', 'city', 'language'],
    ...['browser_version', 'platform_version'],
  ].flatMap(name => [
    [name, null],
    [`not_${name}`, null],
  ]),
]);

async function aSite(key = server().owner.full) {
  server().clock.set('2026-03-10T12:00:00Z');
  const site = await server().given.site({}, key);
  const hit = async (visitor: string | null, path: string, more = {}) => {
    const body = { path, ...(visitor === null ? {} : { visitor_id: visitor }), ...more };
    return (await server().post(`/sites/${site.id}/hits`, body, key)).body.hit;
  };
  const ask = (query = '', options = {}, report = 'user_journeys') =>
    server().api('GET', `/sites/${site.id}/${report}?${query}`, { key, ...options });
  return { site, hit, ask };
}

test('a journey has every page in order, and the facts of its first hit', async () => {
  const { hit, ask } = await aSite();
  const facts = { referrer: 'https://x.example/', country: 'DE' };
  const { visitor_hash } = await hit('ann', '/', { ...facts, user_agent: FIREFOX });
  server().clock.advance({ minutes: 2, ms: 400 });
  await hit('ann', '/pricing', { country: 'FR' });
  server().clock.advance({ seconds: 59, ms: 500 });
  await hit('ann', '/');
  const { status, body } = await ask();
  expect(status).toBe(200);
  const [first_hit, last_hit] = ['2026-03-10T12:00:00.000Z', '2026-03-10T12:02:59.900Z'];
  const pricing = ['/pricing', '2026-03-10T12:02:00.400Z'];
  const pages = table('path visited_at', ['/', first_hit], pricing, ['/', last_hit]);
  const lasted = { first_hit, last_hit, duration_minutes: 2, session_duration: 179 };
  const came = { ...facts, browser: 'Firefox', entry_page: '/', exit_page: '/' };
  const days = { start_date: '2026-02-08', end_date: '2026-03-10' };
  expect(body).toEqual({
    user_journeys: [{ visitor_hash, page_count: 3, ...lasted, pages, pages_truncated: false, ...came }],
    pagination: { current_page: 1, per_page: 50, total_count: 1, total_pages: 1 },
    filters: { ...days, time_zone: 'utc', zone: 'UTC', ...NO_FILTERS },
    summary: summaryOf(1, 0, 0),
    insights: { top_entry_pages: [{ path: '/', visitors: 1 }], top_exit_pages: [{ path: '/', visitors: 1 }] },
  });
});

test('summary and insights are of all visitors, whatever the page; newest last hit first', async () => {
  const { hit, ask } = await aSite();
  for (const [visitor, path] of [
    ['ann', '/home'],
    ['bob', '/home'],
    ['cid', '/news'],
    ['ann', '/about'],
  ] as const) {
    await hit(visitor, path);
    server().clock.advance({ seconds: 1 });
  }
  await hit(null, '/home');
  const { body } = await ask('per_page=1&page=2');
  expect(body.user_journeys).toMatchObject([{ entry_page: '/news', page_count: 1, session_duration: 0 }]);
  expect(body.pagination).toEqual({ current_page: 2, per_page: 1, total_count: 3, total_pages: 3 });
  expect(body.summary).toEqual(summaryOf(1, 2, 66.7));
  expect(body.insights).toEqual({
    top_entry_pages: table('path visitors', ['/home', 2], ['/news', 1]),
    top_exit_pages: table('path visitors', ['/about', 1], ['/news', 1], ['/home', 1]),
  });
});

test('pages of a batch keep the order of its rows', async () => {
  const { site, ask } = await aSite();
  const paths = ['/c', '/a', '/b', '/a'];
  const rows = paths.map(path => ({ path, visitor_id: 'ann' }));
  await server().given.hits(site.id, rows);
  const [journey] = (await ask()).body.user_journeys;
  expect(journey.pages.map((page: { path: string }) => page.path)).toEqual(paths);
  expect([journey.entry_page, journey.exit_page]).toEqual(['/c', '/a']);
});

test('a journey of more than 200 pages is marked as truncated and still counts them all', async () => {
  const { site, ask } = await aSite();
  const add = (rows: readonly object[]) => server().given.hits(site.id, rows);
  await add(Array.from({ length: 200 }, (_, n) => ({ path: `/${n}`, visitor_id: 'ann' })));
  const whole = (await ask()).body.user_journeys[0];
  expect([whole.pages.length, whole.page_count, whole.pages_truncated]).toEqual([200, 200, false]);
  await add([{ path: '/last', visitor_id: 'ann' }]);
  const cut = (await ask()).body.user_journeys[0];
  expect([cut.pages.length, cut.page_count, cut.pages_truncated]).toEqual([200, 201, true]);
  expect([cut.pages[199].path, cut.exit_page]).toEqual(['/199', '/last']);
});

test('visitors known by address alone are others on another day, named ones the same', async () => {
  const { hit, ask } = await aSite();
  const byAddress = { ip_address: '192.0.2.1', user_agent: FIREFOX };
  for (let day = 0; day < 2; day++) {
    await hit(null, '/', byAddress);
    await hit('ann', '/');
    server().clock.advance({ days: 1 });
  }
  const { summary } = (await ask()).body;
  expect(summary).toMatchObject({ total_visitors: 3, multi_page_visitors: 1, bounce_rate: 66.7 });
});

test('the range is whole days, of UTC or of the account', async () => {
  const berlin = await server().given.user('berlin@example.org', 'ultra', 'Europe/Berlin');
  const { hit, ask } = await aSite(berlin.full);
  server().clock.set('2026-03-09T23:30:00Z');
  await hit('ann', '/late');
  const visitors = async (query: string) => (await ask(query)).body.summary.total_visitors;
  const days = (first: string, last = first) => `start_date=2026-03-${first}&end_date=2026-03-${last}`;
  expect(await visitors(days('09'))).toBe(1);
  expect(await visitors(days('10'))).toBe(0);
  expect(await visitors(`${days('09')}&time_zone=user`)).toBe(0);
  expect(await visitors(`${days('10')}&time_zone=user`)).toBe(1);
  const { filters } = (await ask(`${days('10')}&time_zone=user`)).body;
  const day = { start_date: '2026-03-10', end_date: '2026-03-10' };
  expect(filters).toEqual({ ...day, time_zone: 'user', zone: 'Europe/Berlin', ...NO_FILTERS });
});

test('a site without visitors, and a page past the end, answer with empty lists', async () => {
  const { hit, ask } = await aSite();
  await hit(null, '/');
  expect((await ask()).body).toMatchObject(NOTHING);
  await hit('ann', '/');
  const { status, body } = await ask('page=999999999999999');
  expect([status, body.user_journeys, body.pagination.total_count]).toEqual([200, [], 1]);
});

/**
 * Ann came from Google to /tea, reloaded it, went to /buy and back to /tea; an hour later she came by herself to /buy.
 * Bob came from Google in France to /tea and left; Cid came by himself to /, went to /tea and bought.
 */
async function fillSite() {
  const { site, hit, ask } = await aSite();
  const google = { referrer: 'https://www.google.com/' };
  const steps: readonly (readonly [time: string, visitor: string, path: string, more?: object])[] = [
    ['12:00:00', 'ann', '/tea', google],
    ['12:00:10', 'ann', '/tea', google],
    ['12:01:00', 'ann', '/buy', google],
    ['12:02:00', 'ann', '/tea', google],
    ['12:10:00', 'bob', '/tea', { ...google, country: 'FR' }],
    ['12:20:00', 'cid', '/'],
    ['12:21:00', 'cid', '/tea'],
    ['13:10:00', 'ann', '/buy'],
  ];
  for (const [time, visitor, path, more] of steps) {
    server().clock.set(`2026-03-10T${time}Z`);
    await hit(visitor, path, { country: 'DE', ...more });
    if (time === '12:21:00')
      await server().given.events(site.id, [{ event: 'cart.add', path: '/tea', visitor_id: 'cid' }]);
  }
  const pages = (query = '') => ask(query, {}, 'user_journeys/pages');
  return { ask, pages };
}

let filled: ReturnType<typeof fillSite> | undefined;
/** The same filled site for all tests that only ask. */
const aFilledSite = () => {
  filled ??= fillSite();
  return filled;
};

const ANN = '/tea /tea /buy /tea';

test.each([
  ['', [`${ANN} /buy`, '/ /tea', '/tea']],
  ['referrer_host=google.com', ['/tea', ANN]],
  ['referrer_host=', ['/buy', '/ /tea']],
  ['referrer_host=google.com&country=de', [ANN]],
  ['not_country=DE', ['/tea']],
  ['path=/buy', [`${ANN} /buy`]],
  ['not_path=/buy', ['/ /tea', '/tea']],
  ['path=/buy&path=/', [`${ANN} /buy`, '/ /tea']],
  ['entry_page=/buy', ['/buy']],
  ['exit_page=/tea&not_path=/', ['/tea', ANN]],
  ['event=cart.add', ['/ /tea']],
  ['not_event=cart.add', [`${ANN} /buy`, '/tea']],
  ['source=Bing', []],
  ['min_pages=2', [`${ANN} /buy`, '/ /tea']],
  ['min_pages=2&referrer_host=google.com', [ANN]],
])('journeys of the visits with "%s"', async (query, expected) => {
  const { ask } = await aFilledSite();
  const { status, body } = await ask(query);
  expect(status).toBe(200);
  const ways = body.user_journeys.map(({ pages }: { pages: { path: string }[] }) =>
    pages.map(({ path }) => path).join(' '),
  );
  expect(ways).toEqual(expected);
  expect(body.pagination.total_count).toBe(expected.length);
});

test('totals are of the visits that match, also where single pages are not listed', async () => {
  const { ask } = await aFilledSite();
  const { body } = await ask('referrer_host=google.com&min_pages=2');
  expect(body.summary).toEqual(summaryOf(1, 1, 50));
  expect(body.insights.top_entry_pages).toEqual([{ path: '/tea', visitors: 2 }]);
  expect(body.filters).toMatchObject({ ...NO_FILTERS, referrer_host: 'google.com' });
});

test('the pages before and after a page add up to its views', async () => {
  const { pages } = await aFilledSite();
  const { status, body } = await pages('path=/tea');
  expect(status).toBe(200);
  expect(body).toEqual({
    ...{ path: '/tea', views: 4, visits: 3, counted_from: null },
    ...{ entered: { views: 2, share: 50 }, left: { views: 3, share: 75 } },
    previous: table('path views share', ['/', 1, 25], ['/buy', 1, 25]),
    next: [{ path: '/buy', views: 1, share: 25 }],
    filters: expect.objectContaining({ start_date: '2026-02-08', country: null }),
  });
});

test('a page is looked at in the visits that match', async () => {
  const { pages } = await aFilledSite();
  const all = { views: 1, share: 100 };
  const alone = { views: 1, entered: all, previous: [], next: [], left: all };
  expect((await pages('path=/buy&referrer_host=')).body).toMatchObject(alone);
  expect((await pages('path=/tea&country=FR')).body).toMatchObject({ views: 1, visits: 1 });
  expect((await pages('path=/nothing')).body).toMatchObject({ views: 0, entered: { views: 0, share: 0 } });
  expect((await pages()).body).toMatchObject({ path: '/', views: 1, next: [{ path: '/tea', views: 1 }] });
});

test.each([
  ['page=0', 'page must be an integer of at least 1, got 0'],
  ['page=%F0%9F%92%A9', 'page must be an integer of at least 1'],
  ['min_pages=3', 'min_pages must be an integer from 1 to 2, got 3'],
  ['country=Germany', 'country must be a two-letter country code'],
  ['per_page=51', 'per_page must be an integer from 1 to 50, got 51'],
  ['per_page=-1', 'per_page must be an integer from 1 to 50, got -1'],
  ["start_date=2026-01-01'--", 'start_date must be a date in the form YYYY-MM-DD'],
  ['end_date=%00', 'end_date must be a date'],
  ['start_date=2026-02-30', 'start_date must be a date'],
  ['time_zone=__proto__', 'time_zone must be one of utc, user, site'],
  ['start_date=2026-03-10&end_date=2026-03-09', 'end_date must not be before start_date'],
  [
    'start_date=2020-01-01&end_date=2026-03-09',
    'a range from start_date to end_date may be at most 730 days',
  ],
])('%s is 400 with what is allowed', async (query, message) => {
  const { ask } = await aSite();
  const { status, body } = await ask(query);
  expect([status, body.error]).toEqual([400, expect.stringContaining(message)]);
});
