/** Filters of reports: repeated, excluding, empty, derived. What each echoes, and what hostile ones do. */
import { expect, test } from 'bun:test';
import { memoize } from '../../src/lib/memoize.ts';
import { IS_LONG } from '../support/fuzz.ts';
import { givenSite } from '../support/given-site.ts';
import { refused } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

const server = shareServer();
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const HITS = [
  {
    path: '/a',
    country: 'DE',
    referrer: 'https://www.news.example/today',
    url: 'https://shop.example/a?utm_campaign=spring&utm_medium=mail',
    source: 'mail',
    user_agent: FIREFOX,
    visitor_id: 'ann',
  },
  { path: '/b', country: 'FR', user_agent: IPHONE, visitor_id: 'ann' },
  { path: '/b', country: 'FR', referrer: 'https://news.example/', user_agent: IPHONE, visitor_id: 'bob' },
  { path: '/c', country: 'US', referrer: 'https://other.example/' },
];

/** One site for all tests, which only read. */
const fill = memoize(async () => {
  const site = await givenSite(server());
  await site.hits(HITS);
  const signup = { event: 'signup.done', visitor_id: 'ann', source: 'mail', value: 'pro' };
  await site.events([
    { ...signup, country: 'DE', path: '/a' },
    { event: 'video.play', country: 'FR' },
  ]);
  await site.post('/kudos', { path: '/a' });
  await site.post('/agent_visits', { path: '/a', user_agent: 'GPTBot/1.2' });
  return site;
});
const ask = async (query: string, kind = 'hits') => (await fill()).ask(`/${kind}?${query}`);

test.each([
  ['path=/a&path=/b', 3],
  ['not_path=/a&not_path=/b', 1],
  ['country=de&country=FR', 3],
  ['not_country=DE', 3],
  ['path=/b&not_country=FR', 0],
  ['referrer=news&referrer=other', 3],
  ['not_referrer=news', 2],
  ['referrer_host=news.example', 2],
  ['referrer_host=', 1],
  ['not_referrer_host=', 3],
  ['referrer_host=news.example&referrer_host=', 3],
  ['not_referrer_host=news.example', 2],
  ['source=mail', 1],
  ['not_source=', 1],
  ['campaign=spring', 1],
  ['campaign=', 3],
  ['medium=mail', 1],
  ['browser_name=Firefox', 1],
  ['not_browser_name=', 3],
  ['platform_name=iOS', 2],
  ['device=mobile', 2],
  ['device=desktop&device=unknown', 2],
  ['entry_page=/a', 2],
  ['exit_page=/b', 3],
  ['entry_page=/a&exit_page=/b', 2],
  ['not_entry_page=/a', 2],
  ['event=signup.done', 2],
  ['not_event=signup.done', 2],
  ['event=video.play', 0],
])('%s leaves so many hits, in the list and in the summary', async (query, count) => {
  const { status, body } = await ask(query);
  expect([status, body.hits?.length, body.summary?.total_hits]).toEqual([200, count, count]);
});

test.each([
  ['value=pro', 1],
  ['value=', 1],
  ['path=', 1],
  ['not_event=video.play', 1],
  ['event=video.play&event=signup.done', 2],
  ['source=', 1],
  ['device=unknown', 2],
  ['browser_name=', 2],
  ['referrer_host=x.example', 0],
])('%s leaves so many events', async (query, count) => {
  const { status, body } = await ask(query, 'events');
  expect([status, body.summary?.total_events]).toEqual([200, count]);
});

test('the echo is a text for one value, a list for several, empty for none, and null when unset', async () => {
  const query = 'path=/a&path=/b&path=/a&country=de&source=&not_medium=&not_medium=x&search=b';
  const { filters } = (await ask(query)).body;
  expect(filters).toMatchObject({
    path: ['/a', '/b'],
    country: 'DE',
    source: '',
    not_medium: ['', 'x'],
    search: 'b',
    not_path: null,
    device: null,
    compare: null,
  });
});

test('an empty parameter of what every row has is 400', async () => {
  for (const name of ['country', 'path', 'referrer', 'device', 'event'])
    for (const parameter of [name, `not_${name}`]) {
      const { body } = await ask(`${parameter}=`);
      expect(body.error).toMatch(new RegExp(`^${parameter} must be .*, got an empty value$`));
    }
});

test('groups and series are of what filters leave', async () => {
  expect((await ask('group_by=path&not_path=/c&device=mobile')).body.grouped_hits).toEqual([
    { path: '/b', views: 2, unique_views: 2 },
  ]);
  const { grouped_hits: days } = (await ask('group_by=date&start_date=2026-03-10&not_referrer_host=')).body;
  expect(days).toEqual([{ date: '2026-03-10', hit_count: 3 }]);
});

test.each([
  ['country=DE&country=DEU', 'country must be a two-letter country code, got "DEU"'],
  ['not_country=DEU', 'not_country must be a two-letter country code, got "DEU"'],
  ['device=phone', 'device must be one of mobile, desktop, unknown, got "phone"'],
  [
    Array.from({ length: 21 }, (_, n) => `not_path=/${n}`).join('&'),
    'not_path may be given at most 20 times in one request, got 21',
  ],
])('a bad filter is 400 and named: %s', async (query, error) => {
  expect(await ask(query)).toEqual(refused(400, error));
});

const CONTROLS = ['\u0000', 'a\nb', '\u001b[2J', '\ufffd', '\u202e'];
const SIGNS = ["' or 1=1 --", '%', '_', '💩', '\\', '<script>'];
const HOSTILE = [...CONTROLS, ...SIGNS, '__proto__', 'constructor', 'x'.repeat(3000)];

test.each([
  [
    'hits',
    'path referrer referrer_host source campaign medium term content browser_name platform_name entry_page exit_page event',
  ],
  ['events', 'event value path source referrer_host browser_name platform_name'],
  ['agent_visits', 'path agent_name provider'],
  ['kudos', 'path uid'],
])(
  'hostile filters of %s find nothing, leave nothing out and break nothing',
  async (kind, names) => {
    const countOf = async (query: string) =>
      (await ask(`${query}&per_page=1`, kind)).body.pagination.total_count;
    const all = await countOf('');
    const texts = HOSTILE.map(encodeURIComponent);
    const given = (name: string, values: readonly string[]) =>
      values.map(text => `${name}=${text}`).join('&');
    // All in one request; in the long form also each by itself.
    for (const values of [texts, ...(IS_LONG ? texts.map(text => [text]) : [])])
      for (const name of names.split(' ')) {
        expect([name, values, await countOf(given(name, values))]).toEqual([name, values, 0]);
        const others = given(`not_${name}`, [...values, 'zzz']);
        expect([name, values, await countOf(others)]).toEqual([name, values, all]);
      }
    for (const text of texts)
      for (const by of ['path', 'date'])
        expect((await ask(`group_by=${by}&search=${text}`, kind)).status).toBe(200);
  },
  TIME_LIMIT_MS,
);
