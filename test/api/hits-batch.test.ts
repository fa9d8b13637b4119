/** Many hits or events in one request. Source: api-v1, Endpoints, Hits, behaviour 3; api-v1, Endpoints, Events; decisions, section 4. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { answered, refused } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

async function aSite(kind: string, fields: Record<string, unknown> = {}) {
  const site = await givenSite(server(), fields);
  const send = (body: unknown) => site.post(`/${kind}/batch`, body);
  return { ...site, send, list: (query = '') => site.get(`/${kind}${query}`) };
}

/** A good row of each kind, one that is refused with its error, and many rows with the summary of their list. */
const HITS = {
  kind: 'hits',
  good: { path: '/' },
  bad: {},
  error: "path can't be blank",
  toRow: (n: number) => ({ path: `/${n % 100}`, visitor_id: `v${n % 1000}` }),
  summary: { total_hits: 10_000, unique_visitors: 1000, distinct_paths: 100 },
};
const EVENTS = {
  kind: 'events',
  good: { event: 'a.b' },
  bad: { event: 'a' },
  error: 'event must be in category.action form, got "a"',
  toRow: (n: number) => ({ event: `click.${n % 50}`, visitor_id: `v${n % 1000}` }),
  summary: { total_events: 10_000, unique_visitors: 1000, distinct_events: 50 },
};
const KINDS = [HITS, EVENTS];

test('each hit has its own result, and a bad one fails alone', async () => {
  const { send, list } = await aSite('hits');
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

test('each event has its own result, and a bad one fails alone', async () => {
  const { send, list } = await aSite('events');
  const { status, body } = await send([
    { event: 'a.b' },
    { event: 'a' },
    null,
    { path: '/x' },
    { event: 'a.b', referrer: 'http://bad..host/' },
    { event: 'c.d', path: '/x', visitor_id: 'ann' },
  ]);
  expect(status).toBe(200);
  expect(body).toEqual({
    created_count: 2,
    ignored_count: 1,
    error_count: 3,
    results: [
      { index: 0, status: 'created', id: expect.any(Number) },
      { index: 1, status: 'error', errors: ['event must be in category.action form, got "a"'] },
      { index: 2, status: 'error', errors: ['row must be a JSON object, got null'] },
      { index: 3, status: 'error', errors: ["event can't be blank, it must be in category.action form"] },
      { index: 4, status: 'ignored', reason: expect.stringContaining('impossible host name') },
      { index: 5, status: 'created', id: expect.any(Number) },
    ],
  });
  const { events } = await list();
  const ids = events.map((event: { id: number }) => event.id);
  expect(ids).toEqual([body.results[5].id, body.results[0].id]);
});

test('the ids are those of the rows', async () => {
  const { send, list } = await aSite('hits');
  const { results } = (await send([{ path: '/a' }, { path: '/b' }, { path: '/c' }])).body;
  const { hits } = await list();
  const byPath = Object.fromEntries(hits.map((hit: { path: string; id: number }) => [hit.path, hit.id]));
  expect(results.map((row: { id: number }) => row.id)).toEqual([byPath['/a'], byPath['/b'], byPath['/c']]);
});

test.each(KINDS)('a batch of no $kind, or of faults alone, stores nothing', async ({ kind }) => {
  const { send, list } = await aSite(kind);
  expect(await send([])).toEqual(
    answered(200, { created_count: 0, ignored_count: 0, error_count: 0, results: [] }),
  );
  expect(await send([{}, 7, 'a.b', []])).toMatchObject({ status: 200, body: { error_count: 4 } });
  expect((await list())[kind]).toEqual([]);
});

test.each(KINDS)('10,000 $kind are taken and counted at once', async ({ kind, toRow, summary }) => {
  const { send, list } = await aSite(kind);
  const { status, body } = await send(Array.from({ length: 10_000 }, (_, n) => toRow(n)));
  expect([status, body.created_count, body.results.length]).toEqual([200, 10_000, 10_000]);
  expect((await list('?per_page=1')).summary).toEqual(summary);
});

test.each(KINDS)('10,001 $kind are 422, and none of them is stored', async ({ kind, good }) => {
  const { send, list } = await aSite(kind);
  expect(await send(Array(10_001).fill(good))).toEqual(
    refused(422, 'a batch must have at most 10000 rows, got 10001'),
  );
  expect((await list()).summary[`total_${kind}`]).toBe(0);
});

test.each(KINDS)('what is no array of $kind is 422', async ({ kind, good }) => {
  const { send } = await aSite(kind);
  for (const sent of [good, { [kind]: [good] }, '"x"', '7', 'null', 'true'])
    expect([sent, await send(sent)]).toEqual([sent, refused(422, `body must be a JSON array of ${kind}`)]);
  expect((await send('[{')).body).toEqual({ error: 'body must be JSON' });
  expect((await send(undefined)).status).toBe(422);
});

test.each(KINDS)(
  'a site that is off ignores good $kind, not bad ones',
  async ({ kind, good, bad, error }) => {
    const { send } = await aSite(kind, { active: false });
    const { status, body } = await send([good, bad]);
    expect(status).toBe(200);
    expect(body.results).toEqual([
      { index: 0, status: 'ignored', reason: 'the site is not active' },
      { index: 1, status: 'error', errors: [error] },
    ]);
  },
);

test('the same visitor, page and day in one batch is one unique hit', async () => {
  const { hits, get } = await aSite('hits');
  await hits(Array(5).fill({ path: '/', visitor_id: 'ann' }));
  expect(await get('')).toMatchObject({ lifetime_hits: 5, lifetime_unique_hits: 1 });
});

test('the account may be named in the query, for an array has no place for it', async () => {
  const { post } = await aSite('hits');
  const path = `/hits/batch?account_id=${server().owner.id}`;
  expect((await post(path, [{ path: '/' }])).status).toBe(200);
});

test('batches at the same time are all stored, each id once', async () => {
  const { send, list } = await aSite('hits');
  const batch = Array.from({ length: 50 }, (_, n) => ({ path: `/${n}` }));
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(batch)));
  const ids = answers.flatMap(({ body }) => body.results.map((row: { id: number }) => row.id));
  expect(new Set(ids).size).toBe(1000);
  expect((await list('?per_page=1')).summary.total_hits).toBe(1000);
});
