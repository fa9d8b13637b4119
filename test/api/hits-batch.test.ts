/** Many hits in one request. Source: api-v1, Endpoints, Hits, behaviour 3; decisions, section 4. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { refused } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

async function aSite(fields: Record<string, unknown> = {}) {
  const site = await givenSite(server(), fields);
  const send = (body: unknown) => site.post('/hits/batch', body);
  return { ...site, send, list: (query = '') => site.get(`/hits${query}`) };
}

test('each row has its own result, and a bad one fails alone', async () => {
  const { send, list } = await aSite();
  const { status, body } = await send([
    { path: '/a' },
    { path: '' },
    { path: '/b', user_agent: 'GPTBot/1.2' },
    null,
    { path: '/c', referrer: 'http://bad..host/' },
    { path: '/d', country: 'de', ip_address: 'x' },
    { path: 'e', visitor_id: 'ann' },
  ]);
  expect(status).toBe(200);
  expect(body).toMatchObject({ created_count: 2, ignored_count: 2, error_count: 3 });
  expect(body.results).toEqual([
    { index: 0, status: 'created', id: expect.any(Number) },
    { index: 1, status: 'error', errors: ["path can't be blank"] },
    { index: 2, status: 'ignored', reason: expect.stringContaining('AI crawler') },
    { index: 3, status: 'error', errors: ['row must be a JSON object, got null'] },
    { index: 4, status: 'ignored', reason: expect.stringContaining('impossible host name') },
    {
      index: 5,
      status: 'error',
      errors: [expect.stringContaining('country'), expect.stringContaining('ip_address')],
    },
    { index: 6, status: 'created', id: expect.any(Number) },
  ]);
  expect((await list()).hits.map((hit: { path: string }) => hit.path)).toEqual(['/e', '/a']);
});

test('the ids are those of the rows', async () => {
  const { send, list } = await aSite();
  const { results } = (await send([{ path: '/a' }, { path: '/b' }, { path: '/c' }])).body;
  const { hits } = await list();
  const byPath = Object.fromEntries(hits.map((hit: { path: string; id: number }) => [hit.path, hit.id]));
  expect(results.map((row: { id: number }) => row.id)).toEqual([byPath['/a'], byPath['/b'], byPath['/c']]);
});

test('a batch of nothing is fine', async () => {
  const { send } = await aSite();
  const { status, body } = await send([]);
  expect([status, body]).toEqual([200, { created_count: 0, ignored_count: 0, error_count: 0, results: [] }]);
});

test('a batch of nothing but faults is 200 and stores nothing', async () => {
  const { send, list } = await aSite();
  const { status, body } = await send([{}, 7, 'x']);
  expect([status, body.error_count]).toEqual([200, 3]);
  expect((await list()).hits).toEqual([]);
});

test('10,000 rows are taken, and counted in the very next answer', async () => {
  const { send, list } = await aSite();
  const rows = Array.from({ length: 10_000 }, (_, n) => ({
    path: `/${n % 100}`,
    visitor_id: `v${n % 1000}`,
  }));
  const { status, body } = await send(rows);
  expect([status, body.created_count, body.results.length]).toEqual([200, 10_000, 10_000]);
  expect((await list()).summary).toEqual({ total_hits: 10_000, unique_visitors: 1000, distinct_paths: 100 });
});

test('10,001 rows are 422, and none of them is stored', async () => {
  const { send, list } = await aSite();
  const { status, body } = await send(Array(10_001).fill({ path: '/' }));
  expect([status, body]).toEqual([422, { error: 'a batch must have at most 10000 rows, got 10001' }]);
  expect((await list()).summary.total_hits).toBe(0);
});

test('what is no array is 422', async () => {
  const { send } = await aSite();
  for (const sent of [{ path: '/' }, { hits: [{ path: '/' }] }, '"x"', '7', 'null', 'true'])
    expect([sent, await send(sent)]).toEqual([sent, refused(422, 'body must be a JSON array of hits')]);
  expect((await send('[{')).body).toEqual({ error: 'body must be JSON' });
  expect((await send(undefined)).status).toBe(422);
});

test('a site that is switched off ignores good rows and still names bad ones', async () => {
  const { send } = await aSite({ active: false });
  const { status, body } = await send([{ path: '/a' }, {}]);
  expect(status).toBe(200);
  expect(body.results).toEqual([
    { index: 0, status: 'ignored', reason: 'the site is not active' },
    { index: 1, status: 'error', errors: ["path can't be blank"] },
  ]);
});

test('the same visitor, page and day in one batch is one unique hit', async () => {
  const { hits, get } = await aSite();
  await hits(Array(5).fill({ path: '/', visitor_id: 'ann' }));
  expect(await get('')).toMatchObject({ lifetime_hits: 5, lifetime_unique_hits: 1 });
});

test('the account may be named in the query, for an array has no place for it', async () => {
  const { post } = await aSite();
  const path = `/hits/batch?account_id=${server().owner.id}`;
  expect((await post(path, [{ path: '/' }])).status).toBe(200);
});

test('batches at the same time are all stored, each id once', async () => {
  const { send, list } = await aSite();
  const batch = Array.from({ length: 50 }, (_, n) => ({ path: `/${n}` }));
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(batch)));
  const ids = answers.flatMap(({ body }) => body.results.map((row: { id: number }) => row.id));
  expect(new Set(ids).size).toBe(1000);
  expect((await list('?per_page=1')).summary.total_hits).toBe(1000);
});
