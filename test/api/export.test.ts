/** `GET /sites/:id/export`. Source: decisions, section 8, Export. */
import { expect, test } from 'bun:test';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMovableClock } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import { until } from '../support/until.ts';

const clock = createMovableClock();
const server = shareServer({ clock });

const download = (siteId: number, query: string, init: RequestInit = {}) =>
  fetch(`${server().url}/api/v1/sites/${siteId}/export?${query}`, {
    ...init,
    headers: { 'user-agent': 'test', authorization: `Bearer ${server().owner.readOnly}` },
  });
const rowsOf = async (siteId: number, query: string) => {
  const text = await (await download(siteId, query)).text();
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line));
};
/** A site with something of every type, on two days. */
const aFilledSite = async () => {
  const { id } = await server().given.site();
  for (const day of ['2026-03-09', '2026-03-10']) {
    clock.set(`${day}T23:30:00.123Z`);
    for (const [path, body] of [
      ['hits', { path: '/a', visitor_id: 'u1', referrer: 'https://news.example/', country: 'DE' }],
      ['events', { event: 'cart.add', value: '=1, "2"\r\n3', path: '/a' }],
      ['agent_visits', { path: '/a', user_agent: 'GPTBot/1.2' }],
      ['kudos', { path: '/ü, "x"', custom_uid: `kudo ${day}` }],
    ] as const)
      expect((await server().post(`/sites/${id}/${path}`, body)).status).toBe(201);
  }
  return id as number;
};

test('hits have the columns of an import, oldest first', async () => {
  const id = await aFilledSite();
  const response = await download(id, '');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/x-ndjson');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="shop.example-hits.ndjson"');
  const [first, second] = await rowsOf(id, 'type=hits');
  expect(first).toEqual({
    type: 'hit',
    created_at: '2026-03-09T23:30:00.123Z',
    path: '/a',
    url: 'https://shop.example/a',
    referrer: 'https://news.example/',
    country: 'DE',
    browser_name: null,
    platform_name: null,
    browser_version: null,
    platform_version: null,
    region: null,
    city: null,
    language: null,
    screen: null,
    network: null,
    many_agents: null,
    is_mobile: null,
    source: null,
    properties: null,
    visitor_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
    visitor_is_stable: true,
    visitor_is_identified: null,
    is_unique: true,
  });
  expect(second).toMatchObject({ created_at: '2026-03-10T23:30:00.123Z', visitor_hash: first.visitor_hash });
});

test.each([
  ['type=events', ['2026-03-09', '2026-03-10'], { event: 'cart.add', value: '=1, "2"\r\n3' }],
  ['type=agent_visits&end_date=2026-03-09', ['2026-03-09'], { agent_name: 'GPTBot', provider: 'OpenAI' }],
  ['type=kudos&start_date=2026-03-10', ['2026-03-10'], { type: 'kudo', uid: 'kudo 2026-03-10' }],
  [
    'type=kudos&start_date=2021-01-01&end_date=2027-01-01',
    ['2026-03-09', '2026-03-10'],
    { path: '/ü,%20"x"' },
  ],
  ['type=hits&start_date=2026-03-11', [], {}],
])('%s', async (query, days, fields) => {
  const rows = await rowsOf(await aFilledSite(), query);
  expect(rows.map(row => row.created_at.slice(0, 10))).toEqual(days);
  if (rows.length > 0) expect(rows.at(-1)).toMatchObject(fields);
});

test('kudos are the same rows in every format', async () => {
  const id = await aFilledSite();
  const rows = await rowsOf(id, 'type=kudos');
  expect(await (await download(id, 'type=kudos&format=csv')).text()).toBe(
    `type,created_at,path,uid\n${rows.map(row => `kudo,${row.created_at},"/ü,%20""x""",${row.uid}\n`).join('')}`,
  );
  const parquet = join(server().data, 'kudos.parquet');
  writeFileSync(parquet, await (await download(id, 'type=kudos&format=parquet')).bytes());
  for (const [format, file] of [['parquet', parquet]] as const) {
    const to = join(server().data, 'again.ndjson');
    const columns = { type: 'text', created_at: 'instant', path: 'text', uid: 'text' } as const;
    const conversion = { from: { file, format }, to: { file: to, format: 'ndjson' as const }, columns };
    expect(await server().services.stores.convertTable(conversion)).toBe(2);
    expect(
      (await Bun.file(to).text())
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
    ).toEqual(rows);
  }
});

test.each([
  ['type=visits', 'type must be one of hits, events, agent_visits, engagement, kudos, got "visits"'],
  ['format=xlsx', 'format must be one of ndjson, csv, parquet, got "xlsx"'],
  [
    'start_date=2026-03-10&end_date=2026-03-09',
    'end_date must not be before start_date: 2026-03-09 is before 2026-03-10',
  ],
])('%s is refused', async (query, error) => {
  const { id } = await server().given.site();
  const response = await download(id, query);
  expect([response.status, await response.json()]).toEqual([400, { error }]);
});

test('nothing stays behind when the client leaves', async () => {
  const { id } = await server().given.site();
  const rows = Array.from({ length: 10_000 }, (_, n) => ({ path: `/${n}/${'x'.repeat(500)}` }));
  for (let n = 0; n < 2; n += 1) await server().given.hits(id, rows);
  const leftovers = () => readdirSync(join(server().data, 'tmp')).filter(name => name.startsWith('export-'));
  for (const format of ['ndjson', 'parquet']) {
    const leaving = new AbortController();
    const response = await download(id, `format=${format}`, { signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    await until(() => leftovers().length === 0);
  }
  expect((await rowsOf(id, 'type=hits')).length).toBe(20_000);
  expect(leftovers()).toEqual([]);
});

test('four exports of an account run at the same time, whatever others export', async () => {
  const id = await aFilledSite();
  const start = (accountId: number) =>
    server().services.exports.stream(
      { site: { id, url: 'https://shop.example' }, type: 'hits', format: 'ndjson', span: null },
      accountId,
    );
  const unread = [1, 1, 1, 1, 2].map(start);
  for (const stream of unread) expect((await stream.next()).done).toBe(false);
  await expect(start(1).next()).rejects.toThrow('at most 4 exports of an account run at the same time');
  await unread[0]?.return(0);
  expect((await start(1).next()).done).toBe(false);
  for (const stream of unread) await stream.return(0);
});
