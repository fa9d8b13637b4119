/** Changes of stored hits: tried, made, listed and undone. Source: decisions, section 15, Changes. */
import { expect, test } from 'bun:test';
import { DAY_MS } from '../../src/lib/time-units.ts';
import { type GivenSite, givenSite } from '../support/given-site.ts';
import { ended } from '../support/imports.ts';
import { createMovableClock, startTestServer } from '../support/server.ts';
import { forTest } from '../support/share.ts';
import { aMember, shareServer } from '../support/shared-server.ts';
import { until } from '../support/until.ts';

const server = shareServer();
const SPAM = ['is', 'referrer_host', ['spam.example']] as const;
const spam = { kind: 'remove_hits', filters: SPAM } as const;

const ROWS = [
  { path: '/a', visitor_id: 'ann', referrer: 'https://spam.example/x', created_at: '2026-03-09T10:00:00Z' },
  { path: '/a', visitor_id: 'ann', created_at: '2026-03-09T10:01:00Z' },
  { path: '/b', visitor_id: 'bob', referrer: 'https://spam.example/y', created_at: '2026-03-10T10:00:00Z' },
  { path: '/b', visitor_id: 'cid', created_at: '2026-03-10T11:00:00Z' },
];

/** Imports rows with times of their own. Returns the path of the import. */
async function importRows(site: GivenSite, rows: readonly object[], given = server()) {
  const { body } = await given.api('POST', `${site.path}/imports?file_name=a.ndjson`, {
    body: rows.map(row => JSON.stringify(row)).join('\n'),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const path = `/imports/${body.import.id}`;
  expect(await ended(given, site.path + path)).toMatchObject({
    status: 'completed',
    rows_imported: rows.length,
  });
  return path;
}

async function siteWith(rows: readonly object[] = ROWS, given = server()) {
  const site = await givenSite(given, { url: 'https://shop.example' });
  await importRows(site, rows, given);
  return site;
}

const settled = (site: GivenSite, id: number) =>
  until(async () => !['running', 'undoing'].includes((await site.get(`/changes/${id}`)).change.status));

/** Makes a change. Returns it as it is once it is done. */
async function change(site: GivenSite, body: object = spam) {
  const made = await site.post('/changes', body);
  expect(made).toMatchObject({ status: 202, body: { change: { status: 'running' } } });
  await settled(site, made.body.change.id);
  return (await site.get(`/changes/${made.body.change.id}`)).change;
}

/** Undoes a change. Returns it as it is once that is done. */
async function undo(site: GivenSite, id: number) {
  const answer = await site.call('DELETE', `/changes/${id}`);
  expect(answer).toMatchObject({ status: 202, body: { change: { id, status: 'undoing' } } });
  await settled(site, id);
  return (await site.get(`/changes/${id}`)).change;
}

const PERIOD = 'start_date=2026-03-01&end_date=2026-03-31';
const read = async (site: GivenSite) => ({
  overview: await site.get(`/overview?${PERIOD}&include_changes=false`),
  pages: await site.get(`/hits?${PERIOD}&group_by=path&include_visitors=true`),
  list: await site.get(`/hits?${PERIOD}`),
});
const pages = async (site: GivenSite) =>
  (await site.get(`/hits?${PERIOD}&group_by=path`)).grouped_hits.map(
    ({ path, views }: { path: string; views: number }) => [path, views],
  );

test('hits are removed by a filter, listed, and brought back as they were', async () => {
  const site = await siteWith();
  const before = await read(site);
  const tried = await site.post('/changes', { ...spam, dry_run: true });
  expect(tried).toMatchObject({ status: 200, body: { hits: 2, events: 0, visitors: 2, days: 2 } });
  expect(await read(site)).toEqual(before);
  expect((await site.get('/changes')).changes).toEqual([]);

  const made = await change(site);
  expect(made).toMatchObject({
    ...{
      kind: 'remove_hits',
      status: 'done',
      filters: SPAM,
      start_date: null,
      end_date: null,
      events: false,
    },
    counts: { hits: 2, events: 0, visitors: 2, days: 2 },
  });
  expect(Date.parse(made.undo_until) - Date.parse(made.created_at)).toBe(30 * DAY_MS);
  expect(await pages(site)).toEqual([
    ['/a', 1],
    ['/b', 1],
  ]);
  expect((await site.get('/changes')).changes).toEqual([made]);

  expect(await undo(site, made.id)).toMatchObject({ status: 'undone', undo_until: null });
  expect(await read(site)).toEqual(before);
  expect((await site.call('DELETE', `/changes/${made.id}`)).body.error).toContain('has been undone already');
});

test('days are those of the site, and events go where they are named', async () => {
  const site = await siteWith([
    { path: '/', created_at: '2026-03-10T03:00:00Z' },
    { path: '/', created_at: '2026-03-10T05:00:00Z' },
  ]);
  await site.events([{ event: 'a.b' }]);
  await site.set({ time_zone: 'America/New_York' });
  const days = { kind: 'remove_hits', start_date: '2026-03-10', end_date: '2026-03-10' };
  const count = async (body: object) => (await site.post('/changes', { ...body, dry_run: true })).body;
  expect(await count(days)).toMatchObject({ hits: 1, events: 0, days: 1 });
  expect(await count({ ...days, end_date: null })).toMatchObject({ hits: 1 });
  expect(await count({ ...days, events: true })).toMatchObject({ hits: 1, events: 1, days: 1 });
  const { id } = await change(site, { ...days, events: true });
  expect((await site.get(`/events?${PERIOD}`)).events).toEqual([]);
  await undo(site, id);
  expect((await site.get(`/events?${PERIOD}`)).events).toHaveLength(1);
});

test.each([
  [['and', [SPAM, ['not', ['is', 'path', ['/b']]]]], 1],
  [['or', [['is', 'path', ['/a']], SPAM]], 3],
  [['matches', 'referrer', ['*spam.example/?']], 0],
  [['matches', 'referrer', ['https://*.example/*']], 2],
  [['not_contains', 'referrer', ['SPAM']], 2],
  [['is', 'referrer', [null]], 2],
  [['is_not', 'path', ['/%61']], 2],
  [['is', 'channel', ['Direct']], 2],
  [['is', 'hostname', ['WWW.shop.example:443']], 4],
])('the condition %j matches %i hits', async (filters, hits) => {
  const site = await siteWith();
  const { status, body } = await site.post('/changes', { kind: 'remove_hits', filters, dry_run: true });
  expect([status, body.hits]).toEqual([200, hits]);
});

test.each([
  [{}, 'kind'],
  [{ kind: 'remove_all' }, 'kind must be one of remove_hits, page_rules, clean_paths'],
  [{ kind: 'remove_hits' }, 'filters, start_date or end_date must say'],
  [{ kind: 'remove_hits', filters: [] }, 'filters.0 must be one of is, is_not'],
  [{ kind: 'remove_hits', filters: 'path' }, 'filters must be an array'],
  [{ kind: 'remove_hits', filters: ['is', 'path'] }, 'filters must have a dimension and a list'],
  [{ kind: 'remove_hits', filters: ['is', 'path', []] }, 'filters.2 must be a list of 1 to 50 values'],
  [{ kind: 'remove_hits', filters: ['is', 'path', [null]] }, 'filters.2.0 must be a string, got null'],
  [
    { kind: 'remove_hits', filters: ['is', 'country', ['Mars']] },
    'filters.2.0 must be a two-letter country code',
  ],
  [{ kind: 'remove_hits', filters: ['is', 'entry_page', ['/']] }, 'filters.1 must be one of country, path'],
  [{ kind: 'remove_hits', filters: ['is', 'toString', ['/']] }, 'got "toString"'],
  [
    { kind: 'remove_hits', filters: ['matches', 'country', ['D*']] },
    'filters.0 must be is or is_not for country',
  ],
  [{ kind: 'remove_hits', filters: ['matches', 'path', ['*'.repeat(11)]] }, 'at most 10 stars'],
  [{ kind: 'remove_hits', filters: ['and', []] }, 'filters.1 must be a list of at least one condition'],
  [{ kind: 'remove_hits', filters: ['not', SPAM, SPAM] }, 'filters must have one condition'],
  [{ kind: 'remove_hits', filters: ['not', ['not', ['not', ['not', ['not', SPAM]]]]] }, 'is too deep'],
  [{ kind: 'remove_hits', filters: ['and', [['or', Array(51).fill(SPAM)]]] }, 'more than 50 conditions'],
  [
    { kind: 'remove_hits', filters: ['is', 'referrer', ['https://a.example/']], events: true },
    'events have none',
  ],
  [{ kind: 'remove_hits', start_date: '2026-02-30' }, 'start_date must be a date'],
  [
    { kind: 'remove_hits', start_date: '2026-03-02', end_date: '2026-03-01' },
    'must not be before start_date',
  ],
  [{ kind: 'remove_hits', filters: ['is', 'path', ['/none']] }, 'match no hit'],
])('%j is refused: %s', async (body, message) => {
  const site = await siteWith();
  const answer = await site.post('/changes', body);
  expect([answer.status, answer.body.error]).toEqual([422, expect.stringContaining(message)]);
  expect((await site.get('/changes')).changes).toEqual([]);
});

test('the newest change is undone first', async () => {
  const site = await siteWith();
  const first = await change(site);
  const second = await change(site, { kind: 'remove_hits', filters: ['is', 'path', ['/b']] });
  const refused = await site.call('DELETE', `/changes/${first.id}`);
  expect([refused.status, refused.body.error]).toEqual([
    422,
    `change ${second.id} came later: undo it first`,
  ]);
  await undo(site, second.id);
  await undo(site, first.id);
  expect((await site.get(`/hits?${PERIOD}`)).hits).toHaveLength(4);
});

test('a permanent change holds nothing', async () => {
  const site = await siteWith();
  const { id, status, undo_until } = await change(site, { ...spam, permanent: true });
  expect([status, undo_until]).toEqual(['permanent', null]);
  expect((await site.call('DELETE', `/changes/${id}`)).body.error).toContain('can no longer be undone');
  expect((await site.get('/visitors/bob')).hits).toEqual([]);
});

test('a person is shown and erased among what is held, and never comes back', async () => {
  const site = await siteWith();
  const { id } = await change(site);
  expect((await site.get('/visitors/ann')).hits).toHaveLength(2);
  expect((await site.call('DELETE', '/visitors/ann')).body.deleted_count).toBe(2);
  expect((await site.get('/visitors/ann')).hits).toEqual([]);
  await undo(site, id);
  expect(await pages(site)).toEqual([['/b', 2]]);
});

test('the undo of an import takes what is held of it', async () => {
  const site = await siteWith();
  const imported = await importRows(
    site,
    ROWS.map(row => ({ ...row, path: '/imported' })),
  );
  const { id } = await change(site);
  await site.call('DELETE', imported);
  await ended(server(), site.path + imported);
  await undo(site, id);
  expect(await pages(site)).toEqual([
    ['/a', 2],
    ['/b', 2],
  ]);
});

test('old hits go from what is held, which is kept for 30 days', async () => {
  const clock = createMovableClock('2026-03-20T12:00:00Z');
  const own = forTest(await startTestServer({ clock }));
  const site = await siteWith(ROWS, own);
  const first = await change(site, { kind: 'remove_hits', filters: ['is', 'path', ['/a']] });
  await undo(site, first.id);
  const { id } = await change(site);
  await site.set({ retention_days: 30 });
  clock.set('2026-04-09T12:00:00Z');
  await own.job('hits.retain');
  const again = await undo(site, id);
  expect(again.status).toBe('undone');
  expect(await pages(site)).toEqual([['/b', 2]]);
  const last = await change(site, { kind: 'remove_hits', filters: ['is', 'path', ['/b']] });
  clock.set('2026-05-09T13:00:00Z');
  expect((await site.call('DELETE', `/changes/${last.id}`)).body.error).toContain(
    'could be undone until 2026-05-09',
  );
  await own.job('changes.settle');
  expect((await site.get(`/changes/${last.id}`)).change).toMatchObject({
    status: 'permanent',
    undo_until: null,
  });
  expect((await site.get('/visitors/cid')).hits).toEqual([]);
});

test('a read-only key and a viewer list changes, and make none', async () => {
  const site = await siteWith();
  expect((await site.ask('/changes')).status).toBe(200);
  const { readOnly } = server().owner;
  const refused = await server().api('POST', `${site.path}/changes`, { key: readOnly, body: spam });
  expect(refused.status).toBe(403);
  const viewer = await aMember(server(), 'viewer');
  expect((await server().api('POST', `${site.path}/changes`, { key: viewer.full, body: spam })).status).toBe(
    403,
  );
  expect((await site.call('DELETE', '/changes/999')).status).toBe(404);
});
