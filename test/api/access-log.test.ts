/** What access logs show beside the visits that become rows: the sums of each list, and how imports add and take them back. */
import { expect, test } from 'bun:test';
import { aSite, ended } from '../support/imports.ts';
import { shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';
import { zip } from '../support/zip.ts';

const server = shareServer();

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const GPTBOT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const MARCH = '?start_date=2026-03-01&end_date=2026-03-31';

interface Line {
  readonly day?: string;
  readonly request?: string;
  readonly status?: number;
  readonly referrer?: string;
  readonly agent?: string;
}
let second = 0;
/** A line of a log; each has a time of its own. */
const line = ({ day = '10', request = 'GET /', status = 200, referrer = '-', agent = CHROME }: Line = {}) => {
  second += 1;
  const clock = new Date(second * 1000).toISOString().slice(11, 19);
  return `203.0.113.7 - - [${day}/Mar/2026:${clock} +0000] "${request} HTTP/1.1" ${status} 5 "${referrer}" "${agent}"\n`;
};

const reader = (agent: string, path = '/feed.xml') => line({ request: `GET ${path}`, agent });
const LOG = [
  line(),
  line({ request: 'GET /style.css' }),
  line({ request: 'GET /moved', status: 301 }),
  line({ request: 'GET /old?utm=1', status: 404, referrer: 'https://a.example/blog?page=2' }),
  line({ request: 'GET /old', status: 410, referrer: 'https://news.example/item?id=1' }),
  line({ request: 'GET /logo.png', status: 404 }),
  line({ request: 'POST /search', status: 502 }),
  line({ agent: GPTBOT }),
  line({ request: 'GET /gone', status: 404, agent: GPTBOT }),
  line({ agent: GOOGLE }),
  line({ request: 'GET /robots.txt', agent: GOOGLE }),
  line({ request: 'GET /', status: 503, agent: GOOGLE }),
  line({ agent: 'curl/8.5.0' }),
  reader('Feedly/1.0 (+http://www.feedly.com/fetcher.html; 12 subscribers; )'),
  reader('Mozilla/5.0 (compatible; inoreader.com; 114 subscribers)'),
  reader('FreshRSS/1.28.0 (Linux; https://freshrss.org)', '/blog/feed/'),
  reader(CHROME),
].join('');

test('a log shows crawlers, bots, feed readers, missing pages and errors', async () => {
  const site = await aSite({}, server());
  expect(await site.upload('', LOG)).toMatchObject({ status: 'completed', rows_imported: 3, hits: 1 });
  const { access_log: log, filters } = await site.get(`/access_log${MARCH}`);
  expect(log).toEqual({
    requests: {
      total: 17,
      page_views: 1,
      agents: 2,
      bots: 4,
      feeds: 4,
      not_found: 3,
      errors: 1,
      redirects: 1,
      assets: 1,
      ignored: 0,
      others: 0,
    },
    page_view_share: 0.0588,
    crawlers: [{ name: 'GPTBot', requests: 2, statuses: table('status requests', [200, 1], [404, 1]) }],
    bots: table(
      'name requests statuses',
      [
        'Googlebot',
        3,
        [
          { status: 200, requests: 2 },
          { status: 503, requests: 1 },
        ],
      ],
      ['curl', 1, [{ status: 200, requests: 1 }]],
    ),
    feed_readers: [
      ...[
        ['Feedly', 12, '/feed.xml'],
        ['FreshRSS', null, '/blog/feed/'],
        ['Inoreader', 114, '/feed.xml'],
        ['Mozilla', null, '/feed.xml'],
      ].map(([name, subscribers, path]) => ({
        name,
        requests: 1,
        subscribers,
        feeds: [{ path, requests: 1, subscribers }],
      })),
    ],
    not_found: [
      {
        path: '/old',
        requests: 2,
        referrers: [
          { referrer: '/blog', requests: 1 },
          { referrer: 'https://news.example/item', requests: 1 },
        ],
      },
      { path: '/gone', requests: 1, referrers: [] },
      { path: '/logo.png', requests: 1, referrers: [] },
    ],
    errors: table('path status requests', ['/', 503, 1], ['/search', 502, 1]),
    not_listed: { crawlers: 0, bots: 0, feed_readers: 0, not_found: 0, errors: 0 },
    covered: { first_day: '2026-03-10', last_day: '2026-03-10' },
  });
  expect(filters).toMatchObject({ start_date: '2026-03-01', end_date: '2026-03-31', limit: 100 });
  const { access_log: short } = await site.get(`/access_log${MARCH}&limit=1`);
  expect([short.bots.length, short.not_listed.bots, short.not_listed.not_found]).toEqual([1, 1, 2]);
});

test('a period has its own days, and all time has those without a hit', async () => {
  const site = await aSite({}, server());
  const missing = (day: string) => line({ day, request: 'GET /x', status: 404 });
  await site.upload('', missing('09') + missing('10') + missing('10'));
  const count = async (query: string) => (await site.get(`/access_log${query}`)).access_log.requests.total;
  expect(await count('?start_date=2026-03-10&end_date=2026-03-10')).toBe(2);
  expect(await count('?start_date=2026-03-08&end_date=2026-03-08')).toBe(0);
  expect(await count('?period=all')).toBe(3);
});

test('the subscribers of a reader are those that it said last, of all its feeds', async () => {
  const site = await aSite({}, server());
  const feedbin = (day: string, subscribers: number, path: string) =>
    line({ day, request: `GET ${path}`, agent: `Feedbin feed-id:1 - ${subscribers} subscribers` });
  await site.upload(
    '',
    feedbin('09', 30, '/rss') + feedbin('10', 20, '/rss') + feedbin('10', 5, '/atom.xml'),
  );
  const { access_log: log } = await site.get(`/access_log${MARCH}`);
  expect(log.feed_readers).toMatchObject([{ name: 'Feedbin', requests: 3, subscribers: 25 }]);
});

test('what is read again is not counted again; a log that has grown adds what is new', async () => {
  const site = await aSite({}, server());
  const [a, b, c] = [LOG, line({ request: 'GET /new', status: 404 }), line({ day: '11', agent: GPTBOT })];
  const total = async () => (await site.get(`/access_log${MARCH}`)).access_log.requests.total;
  await site.upload('', a);
  await site.upload('', a);
  expect(await total()).toBe(17);
  await site.upload('', a + b + c);
  expect(await total()).toBe(19);
  // Parts that came one by one come together, and apart again.
  await site.upload('', zip({ 'access.log': a, 'access.log.1': b + c }));
  await site.upload('', b + c);
  expect(await total()).toBe(19);
});

test('a log that was cut at its beginning adds what is new; undo takes back what each added', async () => {
  const site = await aSite({}, server());
  const lines = Array.from(
    { length: 90 },
    (_, index) =>
      `203.0.113.7 - - [10/Mar/2026:${String(8 + Math.floor(index / 30)).padStart(2, '0')}:${String((index * 2) % 60).padStart(2, '0')}:00 +0000] "GET /${index} HTTP/1.1" 404 5 "-" "${CHROME}"\n`,
  );
  const total = async () => (await site.get(`/access_log${MARCH}`)).access_log.requests.total;
  const first = await site.upload('', lines.slice(0, 60).join(''));
  await site.upload('', lines.slice(33).join(''));
  expect(await total()).toBe(90);
  await site.upload('', lines.join(''));
  expect(await total()).toBe(90);
  await site.server.api('DELETE', `${site.path}/imports/${first.id}`);
  await ended(site.server, `${site.path}/imports/${first.id}`);
  expect(await total()).toBe(30);
  await site.upload('', lines.slice(0, 60).join(''));
  expect(await total()).toBe(90);
});

test('a day that is out of order is taken back when the rest shows that it is known', async () => {
  const site = await aSite({}, server());
  const day = (name: string) => line({ day: name, request: 'GET /x', status: 404 });
  const [first, second, ...others] = ['01', '01', '02', '03', '04', '05', '06'].map(day);
  await site.upload('', `${first}${second}`);
  await site.upload('', [first, ...others, second].join(''));
  expect((await site.get(`/access_log${MARCH}`)).access_log.not_found).toMatchObject([{ requests: 7 }]);
});

test('undo takes back what an import added, and no report changes by any of it', async () => {
  const site = await aSite({}, server());
  const reports = () =>
    Promise.all(
      ['/hits?group_by=path', '/agent_visits', '/overview', '/leaderboard'].map(async path => {
        const { body } = await site.server.api('GET', `${site.path}${path}`);
        return { ...body, cache_info: undefined };
      }),
    );
  const kept = await site.upload('', line({ day: '12', request: 'GET /kept', status: 404 }));
  const before = [await site.get(`/access_log${MARCH}`), await reports()];
  const imported = await site.upload('', LOG);
  await site.server.api('DELETE', `${site.path}/imports/${imported.id}`);
  expect((await ended(site.server, `${site.path}/imports/${imported.id}`)).status).toBe('undone');
  expect([await site.get(`/access_log${MARCH}`), await reports()]).toEqual(before);
  await site.server.api('DELETE', `${site.path}/imports/${kept.id}`);
  await ended(site.server, `${site.path}/imports/${kept.id}`);
  expect((await site.get(`/access_log${MARCH}`)).access_log.covered).toBeNull();
});

test('a preview stores nothing', async () => {
  const site = await aSite({}, server());
  expect((await site.send('?dry_run=true', LOG)).status).toBe(200);
  expect((await site.get(`/access_log${MARCH}`)).access_log.covered).toBeNull();
});

test('the largest of a hostile log keep their names, and every request is counted', async () => {
  const site = await aSite({}, server());
  const often = Array.from({ length: 50 }, () => line({ request: 'GET /often', status: 404 }));
  const once = Array.from({ length: 9000 }, (_, index) =>
    line({
      request: `GET /${index}${'x'.repeat(index % 400)}\\x01`,
      status: 404,
      referrer: `https://s${index}.example/`,
    }),
  );
  await site.upload('', [...once.slice(0, 4500), ...often, ...once.slice(4500)].join(''));
  const { access_log: log } = await site.get(`/access_log${MARCH}&limit=500`);
  expect(log.requests.not_found).toBe(9050);
  expect(log.not_found.length).toBe(100);
  expect(log.not_found[0]).toMatchObject({ path: '/often', requests: 50 });
  expect(log.not_found.every(({ path }: { path: string }) => path.length <= 300)).toBeTrue();
  expect(log.not_listed.not_found).toBe(9050 - 50 - 99);
});

test('the exclusions and the spam filter of the site apply to a log', async () => {
  const site = await aSite({}, server());
  const rules = { paths: ['/private*'], ip_ranges: ['198.51.100.0/24'], user_agents: ['Internal'] };
  const changed = await site.server.patch(`${site.path}/settings`, { ignore_rules: rules });
  expect(changed.status).toBe(200);
  const imported = await site.upload(
    '',
    [
      line(),
      line({ request: 'GET /private/x' }),
      line({ request: 'GET /private/y', agent: GPTBOT }),
      line({ agent: `${CHROME} Internal` }),
      line().replace('203.0.113.7', '198.51.100.9'),
      line({ referrer: 'https://semalt.com/' }),
    ].join(''),
  );
  expect(imported).toMatchObject({
    hits: 1,
    rows_imported: 1,
    left_out: table('what count', ['visits that are excluded', 4], ['visits with a spam referrer', 1]),
  });
  const { access_log: log } = await site.get(`/access_log${MARCH}`);
  expect([log.requests.ignored, log.requests.page_views, log.crawlers]).toEqual([5, 1, []]);
});

test('page views are left out on request, and still summed up', async () => {
  const site = await aSite({}, server());
  expect(await site.upload('?without_hits=true', LOG)).toMatchObject({ hits: 0, rows_imported: 2 });
  expect((await site.get(`/access_log${MARCH}`)).access_log.requests).toMatchObject({
    page_views: 1,
    total: 17,
  });
});
