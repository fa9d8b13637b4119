/** Many events in one request. Source: api-v1, Endpoints, Events; decisions, section 4. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { refused } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

async function aSite(fields: Record<string, unknown> = {}) {
  const site = await givenSite(server(), fields);
  const send = (body: unknown) => site.post('/events/batch', body);
  return { ...site, send, list: (query = '') => site.get(`/events${query}`) };
}

test('each event has its own result, and a bad one fails alone', async () => {
  const { send, list } = await aSite();
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

test('a batch of nothing is fine, and one of nothing but faults stores nothing', async () => {
  const { send, list } = await aSite();
  expect((await send([])).body).toEqual({ created_count: 0, ignored_count: 0, error_count: 0, results: [] });
  expect((await send([{}, 7, 'a.b', []])).body.error_count).toBe(4);
  expect((await list()).events).toEqual([]);
});

test('10,000 events are taken, and counted in the very next answer', async () => {
  const { send, list } = await aSite();
  const rows = Array.from({ length: 10_000 }, (_, n) => ({
    event: `click.${n % 50}`,
    visitor_id: `v${n % 1000}`,
  }));
  const { status, body } = await send(rows);
  expect([status, body.created_count, body.results.length]).toEqual([200, 10_000, 10_000]);
  expect((await list('?per_page=1')).summary).toEqual({
    total_events: 10_000,
    unique_visitors: 1000,
    distinct_events: 50,
  });
});

test('10,001 events are 422, and none of them is stored', async () => {
  const { send, list } = await aSite();
  const { status, body } = await send(Array(10_001).fill({ event: 'a.b' }));
  expect([status, body]).toEqual([422, { error: 'a batch must have at most 10000 rows, got 10001' }]);
  expect((await list()).summary.total_events).toBe(0);
});

test('what is no array is 422', async () => {
  const { send } = await aSite();
  for (const sent of [{ event: 'a.b' }, { events: [{ event: 'a.b' }] }, '"x"', '7', 'null'])
    expect([sent, await send(sent)]).toEqual([sent, refused(422, 'body must be a JSON array of events')]);
});

test('a site that is switched off ignores good events and still names bad ones', async () => {
  const { send } = await aSite({ active: false });
  expect((await send([{ event: 'a.b' }, { event: 'a' }])).body.results).toMatchObject([
    { index: 0, status: 'ignored', reason: 'the site is not active' },
    { index: 1, status: 'error' },
  ]);
});
