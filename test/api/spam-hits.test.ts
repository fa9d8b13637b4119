/** Hits that a spam rule suppressed: listed, deleted, restored, and counted nowhere. Source: decisions, section 4. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import { WIRE_HIT } from '../support/wire-hits.ts';

const server = shareServer();
const SPAM = 'https://semalt.com/offer';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function aSite(settings: object = {}) {
  const site = await givenSite(server());
  if (Object.keys(settings).length > 0) await site.set(settings);
  const hit = (fields: object = {}) => site.post('/hits', { path: '/', ...fields });
  const spam = (query = '') => site.get(`/spam_hits${query}`);
  const ids = async () => (await spam()).spam_hits.map((row: { id: number }) => row.id) as number[];
  return { ...site, hit, spam, ids };
}

test('a suppressed hit is answered with its reason, kept apart and counted nowhere', async () => {
  const { site, path, call, hit, spam } = await aSite();
  const answer = await hit({ referrer: SPAM, visitor_id: 'v', country: 'DE', user_agent: BROWSER });
  expect([answer.status, answer.body]).toEqual([
    202,
    { status: 'ignored', reason: 'referrer spam: semalt.com' },
  ]);
  const { spam_hits, pagination } = await spam();
  expect(pagination).toEqual({ current_page: 1, per_page: 100, total_count: 1, total_pages: 1 });
  expect(spam_hits).toEqual([
    {
      ...WIRE_HIT,
      referrer: SPAM,
      country: 'DE',
      browser_name: 'Firefox',
      platform_name: 'Linux',
      is_mobile: false,
      created_at: server().clock.now().toISOString(),
      reason: 'referrer spam: semalt.com',
    },
  ]);
  const { hits, summary } = (await call('GET', '/hits')).body;
  expect([hits, summary]).toEqual([[], { total_hits: 0, unique_visitors: 0, distinct_paths: 0 }]);
  expect((await call('GET', '/hits?group_by=referrer')).body.grouped_hits).toEqual([]);
  expect((await call('GET', '')).body).toMatchObject({ lifetime_hits: 0, lifetime_unique_hits: 0 });
  const period = (await server().get('/sites?start_date=2026-03-01')).sites;
  expect(period.find((row: { id: number }) => row.id === site.id)).toMatchObject({ period_hits: 0 });
  expect(path).toContain(String(site.id));
});

test('spam in a batch, from a page and as an event is suppressed as well', async () => {
  const { site, call, spam } = await aSite();
  const batch = await call('POST', '/hits/batch', [{ path: '/a', referrer: SPAM }, { path: '/b' }]);
  expect(batch.body).toMatchObject({ created_count: 1, ignored_count: 1 });
  const page = await fetch(`${server().url}/collector/${site.uid}`, {
    method: 'POST',
    headers: { 'user-agent': BROWSER },
    body: JSON.stringify({ url: 'https://shop.example/c', referrer: SPAM }),
  });
  expect([page.status, await page.text()]).toEqual([202, '']);
  expect((await call('POST', '/events', { event: 'a.b', referrer: SPAM })).status).toBe(202);
  expect((await spam()).spam_hits.map((row: { path: string }) => row.path).sort()).toEqual(['/a', '/c']);
  expect((await call('GET', '/hits')).body.pagination.total_count).toBe(1);
  expect((await call('GET', '/events')).body.pagination.total_count).toBe(0);
});

test.each([
  ['off', [201, 201, 201, 202]],
  ['basic', [202, 202, 201, 202]],
  ['strict', [202, 202, 202, 202]],
])('the level %s suppresses its kinds of spam', async (spam_filter, statuses) => {
  const { hit } = await aSite({ spam_filter, spam_hosts: ['mine.example'] });
  const referrers = [SPAM, 'https://a..b.org/', 'https://8.8.8.8/', 'https://sub.mine.example/x'];
  const answers = await Promise.all(referrers.map(referrer => hit({ referrer })));
  expect(answers.map(answer => answer.status)).toEqual(statuses);
});

test('the list is paged, newest first', async () => {
  const { hit, spam } = await aSite();
  for (const path of ['/1', '/2', '/3']) {
    await hit({ path, referrer: SPAM });
    server().clock.advance({ seconds: 1 });
  }
  const { spam_hits, pagination } = await spam('?per_page=2&page=2');
  expect(spam_hits.map((row: { path: string }) => row.path)).toEqual(['/1']);
  expect(pagination).toEqual({ current_page: 2, per_page: 2, total_count: 3, total_pages: 2 });
  expect((await spam('?page=9')).spam_hits).toEqual([]);
});

test('named ones are deleted, unknown ones and those of other sites passed over', async () => {
  const [mine, other] = [await aSite(), await aSite()];
  for (const { hit } of [mine, mine, other]) await hit({ referrer: SPAM });
  const [first = 0, second = 0] = await mine.ids();
  const [foreign = 0] = await other.ids();
  const { status, body } = await mine.call('DELETE', '/spam_hits', { ids: [first, first, foreign, 10 ** 9] });
  expect([status, body]).toEqual([200, { status: 'deleted', deleted_count: 1 }]);
  expect([await mine.ids(), await other.ids()]).toEqual([[second], [foreign]]);
});

test('all of a site are deleted, and hits are left alone', async () => {
  const { call, hit, ids } = await aSite();
  await Promise.all([hit({ referrer: SPAM }), hit({ referrer: SPAM }), hit()]);
  const all = () => call('DELETE', '/spam_hits', { all: true });
  expect((await all()).body).toEqual({ status: 'deleted', deleted_count: 2 });
  expect((await all()).body).toEqual({ status: 'deleted', deleted_count: 0 });
  expect(await ids()).toEqual([]);
  expect((await call('GET', '/hits')).body.pagination.total_count).toBe(1);
});

test('a restored hit counts as if it had come in as a hit, at its own time', async () => {
  const { call, hit, ids } = await aSite();
  const { clock } = server();
  await hit({ path: '/p', referrer: SPAM, visitor_id: 'v' });
  const at = clock.now().toISOString();
  clock.advance({ hours: 1 });
  await hit({ path: '/p', visitor_id: 'v' });
  await hit({ path: '/q', referrer: SPAM, visitor_id: 'w' });
  const [, first] = await ids();
  const { status, body } = await call('POST', '/spam_hits/restore', { ids: [first, 10 ** 9] });
  expect([status, body]).toEqual([200, { status: 'restored', restored_count: 1, ids: [expect.any(Number)] }]);
  const { hits, summary } = (await call('GET', '/hits')).body;
  expect(hits[1]).toMatchObject({ id: body.ids[0], path: '/p', referrer: SPAM, created_at: at });
  expect(hits[1]).not.toHaveProperty('reason');
  expect(summary).toEqual({ total_hits: 2, unique_visitors: 1, distinct_paths: 1 });
  expect((await call('GET', '/hits?group_by=path')).body.grouped_hits).toEqual([
    { path: '/p', views: 2, unique_views: 1 },
  ]);
  expect((await call('POST', '/spam_hits/restore', { ids: [first] })).body).toEqual({
    status: 'restored',
    restored_count: 0,
    ids: [],
  });
});

test('all of a site are restored, and none is left among the spam hits', async () => {
  const [mine, other] = [await aSite(), await aSite()];
  for (const visitor_id of ['a', 'a', 'b']) await mine.hit({ referrer: SPAM, visitor_id });
  await other.hit({ referrer: SPAM });
  const { body } = await mine.call('POST', '/spam_hits/restore', { all: true });
  expect(body).toEqual({ status: 'restored', restored_count: 3 });
  expect([(await mine.ids()).length, (await other.ids()).length]).toEqual([0, 1]);
  expect((await mine.call('GET', '')).body).toMatchObject({ lifetime_hits: 3, lifetime_unique_hits: 2 });
});

const NEITHER = 'send the ids of spam hits, or all: true for every one';
const NOTHING = 'at least one of ids, all must be present';
const BOTH = 'send either ids or all, not both';
const IDS = 'ids must be an array of 1 to 10000';
const ID = 'must be an integer from 1 to 9007199254740991';

test.each([
  [{}, NOTHING],
  [undefined, NOTHING],
  [{ all: false }, NEITHER],
  ['{"__proto__":{"all":true}}', NOTHING],
  [{ ids: [1], all: true }, BOTH],
  [{ all: 'true' }, 'all must be true or false, got "true"'],
  [{ all: 1 }, 'all must be true or false, got 1'],
  [{ ids: 1 }, `${IDS}, got 1`],
  [{ ids: [] }, `${IDS}, got []`],
  [{ ids: null }, `${IDS}, got null`],
  [{ ids: [0] }, `ids.0 ${ID}, got 0`],
  [{ ids: [1, '2'] }, `ids.1 ${ID}, got "2"`],
  [{ ids: [1.5] }, `ids.0 ${ID}, got 1.5`],
  [{ ids: [2 ** 53] }, `ids.0 ${ID}, got 9007199254740992`],
  [{ ids: [1e300] }, `ids.0 ${ID}, got 1e+300`],
  [{ ids: [null] }, `ids.0 ${ID}, got null`],
  [[1], 'body must be a JSON object, got [1]'],
  ['{', 'body must be JSON'],
])('the choice %j is refused, and nothing happens', async (body, error) => {
  const { call, hit, ids } = await aSite();
  await hit({ referrer: SPAM });
  for (const [method, below] of [
    ['DELETE', '/spam_hits'],
    ['POST', '/spam_hits/restore'],
  ] as const) {
    const answer = await call(method, below, body);
    expect([method, answer.status, answer.body]).toEqual([method, 422, { error }]);
  }
  expect(await ids()).toHaveLength(1);
});

test('10,000 ids are taken, one more is not', async () => {
  const { call } = await aSite();
  const many = (count: number) => ({ ids: Array.from({ length: count }, (_, n) => n + 10 ** 6) });
  expect((await call('DELETE', '/spam_hits', many(10_000))).body).toEqual({
    status: 'deleted',
    deleted_count: 0,
  });
  expect((await call('POST', '/spam_hits/restore', many(10_000))).body.restored_count).toBe(0);
  expect((await call('DELETE', '/spam_hits', many(10_001))).status).toBe(422);
  expect((await call('POST', '/spam_hits/restore', many(10_001))).status).toBe(422);
});

test("the operator's list is fetched once a day, survives a restart, and a bad answer keeps the last good one", async () => {
  let answer = () => new Response('# ours\r\nListed.example # why\nwww.other.example\n\nnot a host\n');
  let requests = 0;
  const fetch = () => {
    requests++;
    return answer();
  };
  await using sink = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch });
  const settings = { FOOTFALL_SPAM_LIST_URL: `http://127.0.0.1:${sink.port}/list?key=secret` };
  await using first = await startTestServer({ settings });
  const site = await first.given.site();
  const { full: key } = first.owner;
  const listed = async (own: TestServer, host = 'sub.listed.example') => {
    const body = { path: '/', referrer: `https://${host}/` };
    return (await own.post(`/sites/${site.id}/hits`, body, key)).body.reason;
  };
  expect(await listed(first)).toBeUndefined();
  await first.job('spam.refresh');
  expect(await listed(first)).toBe('referrer spam: listed.example');
  expect(await listed(first, 'other.example')).toBe('referrer spam: other.example');
  await first.job('spam.refresh');
  expect(requests).toBe(1);
  await first.stop();

  await using second = await startTestServer({ data: first.data, settings, clock: first.clock });
  expect(await listed(second)).toBe('referrer spam: listed.example');
  for (const bad of [
    () => new Response('gone', { status: 500 }),
    () => new Response('<!doctype html>\n<p>Sign in</p>\n<a href=x>here</a>\nexample.org'),
    () => new Response(''),
    () => new Response('# nothing\n'),
    () => new Response('x'.repeat(2 * 1024 ** 2 + 1)),
    () => new Response(Array.from({ length: 100_001 }, (_, n) => `a${n}.example`).join('\n')),
    () => Response.redirect('http://127.0.0.1:1/'),
  ]) {
    answer = bad;
    second.clock.advance({ days: 1 });
    const failure = await second.job('spam.refresh').then(() => 'none', String);
    expect(failure).toMatch(/^AppError: /);
    expect(failure).not.toContain('secret');
    expect(await listed(second)).toBe('referrer spam: listed.example');
  }
  answer = () => new Response('new.example');
  await second.job('spam.refresh');
  expect(await listed(second)).toBeUndefined();
  expect(await listed(second, 'new.example')).toBe('referrer spam: new.example');
});
