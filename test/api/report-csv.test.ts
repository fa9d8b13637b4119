/** Reports as files. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { shareServer } from '../support/shared-server.ts';
import { HIT_FIELDS } from '../support/wire-hits.ts';

const server = shareServer();

async function aSiteWith(hits: readonly object[], fields: Record<string, unknown> = {}) {
  const site = await givenSite(server(), fields);
  if (hits.length > 0) await site.hits(hits);
  const get = (query: string, kind = 'hits') =>
    fetch(`${server().url}/api/v1${site.path}/${kind}?format=csv&${query}`, {
      headers: { authorization: `Bearer ${server().owner.readOnly}`, 'user-agent': 'footfall-test' },
    });
  const linesOf = async (query: string, kind = 'hits') =>
    (await (await get(query, kind)).text()).split('\r\n');
  return { ...site, get, linesOf };
}

test('a list is a file with a header row and a row for each hit, the newest first', async () => {
  const { get } = await aSiteWith([
    { path: '/a', country: 'DE', referrer: 'https://x.example/a,b' },
    { path: '/say "hi"' },
  ]);
  const answer = await get('');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="shop.example-hits-2026-02-08-2026-03-10.csv"',
  );
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  const lines = (await answer.text()).split('\r\n');
  expect(lines[0]).toBe(HIT_FIELDS.join());
  const empty = ','.repeat(HIT_FIELDS.indexOf('created_at') - HIT_FIELDS.indexOf('country'));
  expect(lines[1]?.replace(/^\d+/, '')).toBe(
    `,"https://shop.example/say%20""hi""","/say%20""hi""",,XX${empty}2026-03-10T12:00:00.000Z`,
  );
  expect(lines[2]).toMatch(/^\d+,https:\/\/shop\.example\/a,\/a,"https:\/\/x\.example\/a,b",DE,/);
  expect(lines.slice(3)).toEqual(['']);
});

test('pages do not cut a file, not even where many rows share their instant', async () => {
  const { hits, linesOf } = await aSiteWith([]);
  const batch = (from: number) => Array.from({ length: 6000 }, (_, n) => ({ path: `/${from + n}` }));
  await hits(batch(0));
  server().clock.advance({ ms: 1 });
  await hits(batch(6000));
  const lines = await linesOf('per_page=10&page=3');
  const ids = lines.slice(1, -1).map(line => Number(line.split(',')[0]));
  expect(ids).toHaveLength(12_000);
  expect(new Set(ids).size).toBe(12_000);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
});

test('a filter by what visitors did means the whole period in every part of a file', async () => {
  const { hits, linesOf } = await aSiteWith([]);
  // The first page of each visitor comes long before the last; between them lies more than one part of a file.
  const visit = (path: string, visitors: number) =>
    Array.from({ length: visitors }, (_, n) => ({ path, visitor_id: `v${n}` }));
  for (const path of ['/first', '/between', '/last']) {
    server().clock.advance({ seconds: 1 });
    await hits(visit(path, 3000));
  }
  const paths = (await linesOf('exit_page=/last')).slice(1, -1).map(line => line.split(',')[2]);
  expect(paths).toHaveLength(9000);
  expect(new Set(paths)).toEqual(new Set(['/first', '/between', '/last']));
  expect(await linesOf('exit_page=/between')).toHaveLength(2);
});

test('groups and series are files too, with the columns of their rows', async () => {
  const { get, linesOf } = await aSiteWith([{ path: '/a' }, { path: '/a' }, { path: '/b' }]);
  for (const [query, ...lines] of [
    ['group_by=path&per_page=1', 'path,views,unique_views', '/a,2,0', '/b,1,0', ''],
    ['group_by=country&include_uniques=true', 'country,hit_count,unique_hits', 'XX,3,0', ''],
    ['group_by=referrer_host', 'referrer_host,hit_count', ',3', ''],
  ] as const)
    expect(await linesOf(query)).toEqual([...lines]);
  const day = 'group_by=date&start_date=2026-03-10&include_visitors=true';
  expect(await linesOf(day)).toEqual([
    'date,hit_count,visitors,unique_hits,unique_visitors,visits',
    '2026-03-10,3,0,0,0,0',
    '',
  ]);
  expect((await get(day)).headers.get('content-disposition')).toContain(
    '"shop.example-hits-by-date-2026-03-10-2026-03-10.csv"',
  );
});

test.each([
  ['hits', 'path,views,unique_views'],
  ['events', 'path,event_count,revenue'],
  ['agent_visits', 'path,visit_count'],
  ['kudos', 'path,kudo_count'],
])('a file of %s without rows is its header row', async (kind, header) => {
  const { linesOf } = await aSiteWith([]);
  expect(await linesOf('group_by=path', kind)).toEqual([header, '']);
  const [columns = '', ...rest] = await linesOf('', kind);
  expect([columns.split(',')[0], rest]).toEqual(['id', ['']]);
  expect(await linesOf('group_by=path&search=x', kind)).toHaveLength(2);
});

test('a cell that a spreadsheet would take for a formula is shown as a text', async () => {
  const referrers = ['=1+1', '+1', '-1', '@x'];
  const { linesOf } = await aSiteWith(referrers.map(referrer => ({ path: '/', referrer })));
  const lines = (await linesOf('group_by=referrer')).join('\r\n');
  for (const text of ["'=1+1,1", "'+1,1", "'-1,1", "'@x,1"]) expect(lines).toContain(text);
});

test('filters leave out, faults are JSON, and a file is read with the access of a report', async () => {
  const { path, ask, get, linesOf } = await aSiteWith([{ path: '/a' }, { path: '/b' }]);
  expect(await linesOf('not_path=/a')).toHaveLength(3);
  const bad = await get('country=x');
  const error = 'country must be a two-letter country code, got "x"';
  expect([bad.status, await bad.json()]).toEqual([400, { error }]);
  expect((await get('end_date=2020-01-01')).status).toBe(400);
  const { status } = await server().api('GET', `${path}/hits?format=csv`, { key: null });
  expect(status).toBe(401);
  expect((await ask('/hits?format=xml')).body.error).toBe('format must be one of json, csv, got "xml"');
});

test('the name of a file holds nothing but letters, digits, dots and dashes', async () => {
  const { get } = await aSiteWith([], { url: 'https://bücher.example:8080/ü' });
  expect((await get('group_by=entry_page')).headers.get('content-disposition')).toMatch(
    /^attachment; filename="xn--bcher-kva\.example-hits-by-entry-page-[\d-]+\.csv"$/,
  );
});

test('a client that disconnects during a download does not affect others', async () => {
  const { ask, get } = await aSiteWith(Array.from({ length: 10_000 }, (_, n) => ({ path: `/${n}` })));
  const reader = (await get('')).body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await reader?.cancel();
  expect((await ask('/hits?per_page=1')).status).toBe(200);
});
