/** Context signals: written by the owner's tools, read beside insights. Source: api-v1, Owner context signal; decisions, section 4. */
import { expect, test } from 'bun:test';
import { refused, refusedStarting } from '../support/refused.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const LAUNCH = { occurred_at: '2026-03-09T08:00:00Z', title: 'Launch' };

const aSite = async (): Promise<number> => (await server().given.site()).id;
const write = (id: number, signal: unknown, from: TestServer = server()) =>
  from.post(`/sites/${id}/signals`, { signal });
const list = (id: number, query = '') => server().api('GET', `/sites/${id}/signals${query}`);
const setInsights = (id: number, insights_enabled: boolean) =>
  server().patch(`/sites/${id}/settings`, { insights_enabled });
const titles = async (id: number, query = ''): Promise<string[]> =>
  (await list(id, query)).body.signals.map(({ title }: { title: string }) => title);

test('a new signal has every field, with its defaults', async () => {
  const { status, body } = await write(await aSite(), LAUNCH);
  expect(status).toBe(200);
  expect(body).toEqual({
    status: 'created',
    signal: {
      id: expect.any(Number),
      occurred_at: '2026-03-09T08:00:00.000Z',
      title: 'Launch',
      description: null,
      category: 'other',
      metadata: null,
      external_id: null,
      created_at: '2026-03-10T12:00:00.000Z',
      updated_at: '2026-03-10T12:00:00.000Z',
    },
  });
});

test('every field can be given, and the list shows the signal as it was written', async () => {
  const id = await aSite();
  const signal = {
    occurred_at: '2026-03-08T23:30:00.250+02:00',
    title: 'Ünïcödé 💩 <b>"\'; drop table signals --',
    description: 'First line\nSecond\tline',
    category: 'podcast',
    metadata: { url: 'https://a.example/x', tags: ['a', 1, null], nested: { deep: [{}] } },
    external_id: 'episode-7',
  };
  const { body } = await write(id, signal);
  expect(body.signal).toMatchObject({ ...signal, occurred_at: '2026-03-08T21:30:00.250Z' });
  expect((await list(id)).body.signals).toEqual([body.signal]);
});

test('a time without a zone is one of UTC', async () => {
  const id = await aSite();
  for (const occurred_at of ['2026-03-09T08:00:00', '2026-03-09T08:00', '2026-03-09T10:00+02:00']) {
    const { status, body } = await write(id, { occurred_at, title: occurred_at });
    expect([occurred_at, status, body.signal.occurred_at]).toEqual([
      occurred_at,
      200,
      '2026-03-09T08:00:00.000Z',
    ]);
  }
  for (const occurred_at of ['2026-03-09', '2026-03-09T', '2026-03-09T25:00:00', '2026-02-30T08:00:00'])
    expect((await write(id, { occurred_at, title: 'x' })).status).toBe(422);
});

test('each category is taken', async () => {
  const id = await aSite();
  for (const category of ['newsletter', 'social', 'launch', 'maintenance', 'content', 'podcast', 'other'])
    expect((await write(id, { ...LAUNCH, category })).body.signal.category).toBe(category);
});

test('the same external_id updates the signal in place', async () => {
  const id = await aSite();
  const first = await write(id, { ...LAUNCH, external_id: 'l-1' });
  const { status, body } = await write(id, { title: 'Launch day', external_id: 'l-1' });
  expect([status, body]).toEqual([
    200,
    { status: 'updated', signal: { ...first.body.signal, title: 'Launch day' } },
  ]);
  expect((await list(id)).body.signals).toEqual([body.signal]);
});

test('what an update leaves out stays, and null takes a value away', async () => {
  const id = await aSite();
  const full = { ...LAUNCH, external_id: 'x', description: 'd', category: 'social', metadata: { a: 1 } };
  await write(id, full);
  const kept = await write(id, { title: 'New', external_id: 'x' });
  expect(kept.body.signal).toMatchObject({ description: 'd', category: 'social', metadata: { a: 1 } });
  const cleared = await write(id, { title: 'New', external_id: 'x', description: null, metadata: null });
  expect(cleared.body.signal).toMatchObject({ description: null, category: 'social', metadata: null });
});

test('updated_at moves when the signal changes, and only then', async () => {
  await using own = await startTestServer();
  const { id } = await own.given.site();
  const signal = { ...LAUNCH, external_id: 'x', metadata: { a: [1, 2] } };
  const first = (await write(id, signal, own)).body.signal;
  own.clock.advance({ hours: 1 });
  for (const same of [signal, { ...signal, occurred_at: '2026-03-09T10:00:00+02:00' }])
    expect((await write(id, same, own)).body).toEqual({ status: 'updated', signal: first });
  const { signal: moved } = (await write(id, { ...signal, metadata: { a: [2, 1] } }, own)).body;
  expect(moved.updated_at).toBe('2026-03-10T13:00:00.000Z');
  expect(moved.created_at).toBe(first.created_at);
});

test('twenty writes of one external_id at once make one signal', async () => {
  const id = await aSite();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => write(id, { ...LAUNCH, title: `Launch ${at}`, external_id: 'l' })),
  );
  expect(answers.filter(({ body }) => body.status === 'created')).toHaveLength(1);
  expect(new Set(answers.map(({ body }) => body.signal.id)).size).toBe(1);
  expect((await list(id)).body.pagination.total_count).toBe(1);
});

test('two sites may use the same external_id, and signals without one are never merged', async () => {
  const [one, other] = [await aSite(), await aSite()];
  for (const id of [one, other])
    expect((await write(id, { ...LAUNCH, external_id: 'l' })).body.status).toBe('created');
  for (const nothing of [{}, { external_id: null }])
    expect((await write(one, { ...LAUNCH, ...nothing })).body.status).toBe('created');
  expect((await list(one)).body.pagination.total_count).toBe(3);
});

test('the list is newest first by when things occurred, and later written first among equals', async () => {
  const id = await aSite();
  const at = (occurred_at: string, title: string) => write(id, { occurred_at, title });
  await at('2026-03-01T00:00:00Z', 'early');
  await at('2026-03-09T00:00:00Z', 'late');
  await at('2026-03-05T00:00:00Z', 'middle');
  await at('2026-03-05T00:00:00Z', 'middle, again');
  expect(await titles(id)).toEqual(['late', 'middle, again', 'middle', 'early']);
});

test('the list has the days from 30 days ago to today, or the requested ones', async () => {
  const id = await aSite();
  for (const day of ['2026-02-07', '2026-02-08', '2026-03-10', '2026-03-11'])
    await write(id, { occurred_at: `${day}T23:59:59.999Z`, title: day });
  const { body } = await list(id);
  expect(body.filters).toEqual({
    start_date: '2026-02-08',
    end_date: '2026-03-10',
    time_zone: 'utc',
    zone: 'UTC',
    category: null,
  });
  expect(await titles(id)).toEqual(['2026-03-10', '2026-02-08']);
  expect(await titles(id, '?end_date=2026-03-11&start_date=2026-03-11')).toEqual(['2026-03-11']);
  expect(await titles(id, '?start_date=2026-02-07&end_date=2026-02-07')).toEqual(['2026-02-07']);
});

test('days are those of the owner’s zone on demand', async () => {
  const { full: key } = await server().given.user('signals-zone@example.org', 'pro', 'Asia/Tokyo');
  const { id } = await server().given.site({}, key);
  const body = { signal: { occurred_at: '2026-03-09T16:00:00Z', title: 'night in Tokyo' } };
  await server().post(`/sites/${id}/signals`, body, key);
  const count = async (query: string) =>
    (await server().get(`/sites/${id}/signals?${query}`, key)).pagination.total_count;
  expect(await count('start_date=2026-03-10&end_date=2026-03-10&time_zone=user')).toBe(1);
  expect(await count('start_date=2026-03-10&end_date=2026-03-10')).toBe(0);
});

test('the list can be cut to a category, and filters echo it', async () => {
  const id = await aSite();
  for (const category of ['launch', 'social', 'launch'])
    await write(id, { ...LAUNCH, category, title: category });
  const { body } = await list(id, '?category=launch');
  expect(body.signals.map(({ title }: { title: string }) => title)).toEqual(['launch', 'launch']);
  expect([body.filters.category, body.pagination.total_count]).toEqual(['launch', 2]);
});

test('pages have up to 100 signals, and one past the end is empty', async () => {
  const id = await aSite();
  for (let at = 0; at < 5; at++) await write(id, { ...LAUNCH, title: String(at) });
  expect(await titles(id, '?per_page=2&page=2')).toEqual(['2', '1']);
  const { body } = await list(id, '?per_page=2&page=4');
  expect([body.signals, body.pagination]).toEqual([
    [],
    { current_page: 4, per_page: 2, total_count: 5, total_pages: 3 },
  ]);
  expect((await list(id)).body.pagination.per_page).toBe(100);
  expect((await list(id, '?page=999999999999999&per_page=100')).body.signals).toEqual([]);
});

test('bad queries are 400 and name the parameter', async () => {
  const id = await aSite();
  const cases: [query: string, start: string][] = [
    ['category=spam', 'category must be one of newsletter, '],
    ['category=__proto__', 'category must be one of '],
    ['start_date=2026-02-30', 'start_date must be a date in the form YYYY-MM-DD'],
    ['start_date=2026-03-11', 'end_date must not be before start_date'],
    ['start_date=2020-01-01', 'a range from start_date to end_date may be at most 730 days long'],
    ['time_zone=mars', 'time_zone must be one of utc, user, site'],
  ];
  for (const [query, start] of cases)
    expect(await list(id, `?${query}`)).toEqual(refusedStarting(400, start));
});

test('signals of a site whose insights are off are 403, before query and body are looked at', async () => {
  const id = await aSite();
  await write(id, LAUNCH);
  await setInsights(id, false);
  for (const answer of [
    await list(id),
    await list(id, '?page=0'),
    await write(id, LAUNCH),
    await write(id, {}),
    await server().post(`/sites/${id}/signals`, '{'),
  ])
    expect(answer).toEqual(refused(403, 'insights are off for this site: switch them on in its settings'));
  await setInsights(id, true);
  expect(await titles(id)).toEqual(['Launch']);
});

test('a site of another account is 404, whether its insights are on or off', async () => {
  const { full: key } = await server().given.user('signals-stranger@example.org', 'pro');
  const id = await aSite();
  for (const change of [async () => undefined, () => setInsights(id, false)]) {
    await change();
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { signal: LAUNCH } : undefined;
      const answer = await server().api(method, `/sites/${id}/signals`, { key, body });
      expect(answer).toEqual(refused(404, 'site not found'));
    }
  }
});

test('deleting a site takes its signals with it', async () => {
  const [id, other] = [await aSite(), await aSite()];
  for (const site of [id, other]) await write(site, LAUNCH);
  await server().api('DELETE', `/sites/${id}`);
  await server().job('sites.purge');
  const { total } = server().services.sites.signals.list(
    { siteId: id, span: { start: new Date(0), end: new Date('2100-01-01T00:00:00Z') } },
    { number: 1, size: 10 },
  );
  expect(total).toBe(0);
  expect((await list(other)).body.pagination.total_count).toBe(1);
});

test('signals are there after a restart', async () => {
  await using first = await startTestServer();
  const { id } = await first.given.site();
  await write(id, { ...LAUNCH, external_id: 'l' }, first);
  const { data, owner, clock, stop } = first;
  await stop();
  await using second = await startTestServer({ data, clock });
  const { body } = await second.api('GET', `/sites/${id}/signals`, { key: owner.full });
  expect(body.signals).toMatchObject([{ title: 'Launch', external_id: 'l' }]);
});
