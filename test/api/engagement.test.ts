/** How long and how far pages are read, from what pages send to what reports answer. Source: decisions, section 9. */
import { expect, test } from 'bun:test';
import { BROWSER } from '../support/collect-host.ts';
import { givenSite } from '../support/given-site.ts';
import { createMovableClock } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const clock = createMovableClock();
const server = shareServer({ clock });

const RANGE = 'time_zone=utc';

/** A site that captures engagement, and what its pages do. */
async function aSite(capture: object = { engagement: true }) {
  const { site, get, set } = await givenSite(server());
  const { uid } = site;
  await set({ capture });
  const send = async (fields: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server().url}/page/${uid}`, {
      method: 'POST',
      body: JSON.stringify({ url: 'https://shop.example/a', ...fields }),
      headers: { 'user-agent': BROWSER, ...headers },
    });
    expect(answer.status).toBe(202);
  };
  const ask = (path: string) => get(`/${path}`);
  const summary = async () => (await ask(`hits?${RANGE}&include_engagement=true`)).summary;
  return { uid, send, ask, set, summary };
}

const NOTHING = {
  engaged_views: 0,
  engaged_seconds: null,
  average_engaged_seconds: null,
  scroll_depth: null,
  average_scroll_depth: null,
};

test('reports have seconds and depth as medians and means, by page and in sum, and a read page is no bounce', async () => {
  const { send, ask } = await aSite();
  await send({});
  await send({ path: '/b' }, { 'user-agent': `${BROWSER} Other` });
  await send({ path: '/none' }, { 'user-agent': `${BROWSER} Third` });
  clock.advance({ seconds: 60 });
  await send({ path: '/a', view: 1, ms: 12_400, depth: 0.5 });
  await send({ path: '/a', view: 1, ms: 20_000, depth: 0.756 });
  await send({ path: '/b', view: 1, ms: 3_000, depth: 2 }, { 'user-agent': `${BROWSER} Other` });
  const pages = await ask(`hits?${RANGE}&group_by=path&include_engagement=true`);
  const rows = new Map(pages.grouped_hits.map((row: { path: string }) => [row.path, row]));
  expect(rows.get('/a')).toMatchObject({
    views: 1,
    engaged_views: 1,
    engaged_seconds: 20,
    average_engaged_seconds: 20,
    scroll_depth: 76,
    average_scroll_depth: 76,
  });
  expect(rows.get('/b')).toMatchObject({ engaged_seconds: 3, scroll_depth: 100 });
  expect(rows.get('/none')).toMatchObject({ views: 1, ...NOTHING });
  const inSum = {
    engaged_views: 2,
    engaged_seconds: 11.5,
    average_engaged_seconds: 11.5,
    scroll_depth: 88,
    average_scroll_depth: 88,
  };
  expect((await ask(`hits?${RANGE}&include_engagement=true`)).summary).toMatchObject(inSum);
  const { figures } = await ask(`overview?${RANGE}&include_engagement=true&include_page_engagement=true`);
  expect(figures).toMatchObject({ ...inSum, hits: 3, events: 0, visits: 3, bounce_rate: 66.7 });
  const series = await ask(`hits?${RANGE}&group_by=date&include_engagement=true`);
  expect(series.grouped_hits.at(-1)).toMatchObject({ hit_count: 3, bounce_rate: 66.7 });
  expect(await ask(`hits?${RANGE}&group_by=path`)).not.toHaveProperty('summary.engaged_views');
  expect((await ask(`events?${RANGE}`)).events).toEqual([]);
});

test('CSV has the same columns, and the period before is compared', async () => {
  const { send, ask } = await aSite();
  await send({});
  clock.advance({ seconds: 60 });
  await send({ path: '/a', view: 1, ms: 20_000, depth: 0.5 });
  const csv = await ask(`hits?${RANGE}&group_by=path&include_engagement=true&format=csv`);
  expect(String(csv).split('\n').slice(0, 2)).toEqual([
    'path,views,unique_views,engaged_views,engaged_seconds,average_engaged_seconds,scroll_depth,average_scroll_depth\r',
    '/a,1,1,1,20,20,50,50\r',
  ]);
  const compared = await ask(`hits?${RANGE}&group_by=path&include_engagement=true&compare=previous_period`);
  expect(compared.comparison.grouped_hits).toMatchObject([{ path: '/a', ...NOTHING }]);
  expect(compared.comparison.summary).not.toHaveProperty('engaged_views');
});

const GOOD = { path: '/a', view: 1, ms: 20_000, depth: 0.5 };
test.each([
  ['of 30 days', { ms: 30 * 86_400_000 }],
  ['of longer than has passed', { ms: 3_600_000 }],
  ['negative', { ms: -1 }],
  ['a text', { ms: '20000' }],
  ['null, as JSON has NaN and Infinity', { ms: null }],
  ['a list', { ms: [20_000] }],
  ['without a number of the view', { view: null }],
  ['of a view that is an object', { view: {} }],
  ['of a view beyond numbers', { view: 1e300 }],
  ['of a page without a hit', { path: '/unseen' }],
  ['with a control character', { path: '/a\n' }],
  ['of another host', { url: 'https://other.example/a' }],
])('a report that is %s counts for nothing', async (_, wrong) => {
  const { send, summary, ask } = await aSite();
  await send({});
  clock.advance({ seconds: 60 });
  await send({ ...GOOD, ...wrong });
  expect(await summary()).toMatchObject({ total_hits: 1, ...NOTHING });
  expect((await ask('refusals')).refusals).toEqual([]);
});

test.each([
  ['negative', -1],
  ['a text', '1'],
  ['null', null],
])('a depth that is %s is none', async (_, depth) => {
  const { send, summary } = await aSite();
  await send({});
  clock.advance({ seconds: 60 });
  await send({ ...GOOD, depth });
  expect(await summary()).toMatchObject({ engaged_views: 1, engaged_seconds: 20, scroll_depth: null });
});

test('the same report twice counts once', async () => {
  const { send, summary } = await aSite();
  await send({});
  clock.advance({ seconds: 60 });
  await Promise.all([send(GOOD), send(GOOD), send(GOOD)]);
  expect(await summary()).toMatchObject({ engaged_views: 1, average_engaged_seconds: 20 });
});

test('nothing is stored of bots, ignored pages and privacy signals, while it is off, or of another visitor', async () => {
  const { send, set, summary } = await aSite();
  await set({ ignore_rules: { paths: ['/hidden'] } });
  await send({});
  clock.advance({ seconds: 60 });
  await send(GOOD, { 'user-agent': 'curl/8.5.0' });
  await send(GOOD, { 'user-agent': 'GPTBot/1.2' });
  await send(GOOD, { 'sec-gpc': '1' });
  await send(GOOD, { 'user-agent': `${BROWSER} Another` });
  await send({ ...GOOD, path: '/hidden' });
  await set({ capture: { engagement: false } });
  await send(GOOD);
  expect(await summary()).toMatchObject({ total_hits: 1, ...NOTHING });
});

test('the script at the same address follows the switches, for browsers that have the one of before too', async () => {
  const { uid, set } = await aSite({});
  const load = async (etag = '') => {
    const answer = await fetch(`${server().url}/embed/${uid}.js`, { headers: { 'if-none-match': etag } });
    return { status: answer.status, etag: answer.headers.get('etag') ?? '', text: await answer.text() };
  };
  const before = await load();
  expect(before.text).not.toMatch(/visibilitychange|outbound_click/);
  await set({ capture: { engagement: true, outbound_links: true } });
  const after = await load(before.etag);
  expect(after.status).toBe(200);
  expect(after.text.includes('visibilitychange')).toBe(true);
  expect(after.text.includes('outbound_click')).toBe(true);
  expect((await load(after.etag)).status).toBe(304);
  await set({ capture: { engagement: false, outbound_links: false } });
  expect(await load(after.etag)).toEqual(before);
});
