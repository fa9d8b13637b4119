/** The leaderboard. Source: api-v1, Leaderboard entry; api-v1, Endpoints, Leaderboard and journeys; decisions, section 4. */
import { expect, test } from 'bun:test';
import { HOUR_MS } from '../../src/lib/time-units.ts';
import { refusedWith } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

const hitsOn = (path: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ path, visitor_id: `v${n % 2}` }));

async function aSiteWith(hits: readonly unknown[]) {
  const site = await server().given.site();
  const add = (more: readonly unknown[]) => server().post(`/sites/${site.id}/hits/batch`, more);
  if (hits.length > 0) await add(hits);
  const ask = async (query = '', options = {}) =>
    server().api('GET', `/sites/${site.id}/leaderboard?${query}`, options);
  return { site, add, ask };
}

const pathsOf = (body: { leaderboard: { path: string }[] }) => body.leaderboard.map(row => row.path);

test('every path of all time with hits, unique hits and its share of the hits, most hits first', async () => {
  const { site, ask } = await aSiteWith([
    ...hitsOn('/b', 1),
    ...hitsOn('/Blog', 3),
    ...hitsOn('/a', 1),
    { path: '/c' },
  ]);
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(body).toEqual({
    leaderboard: [
      { path: '/Blog', total_hits: 3, unique_hits: 2, percentage: 50 },
      { path: '/a', total_hits: 1, unique_hits: 1, percentage: 16.67 },
      { path: '/b', total_hits: 1, unique_hits: 1, percentage: 16.67 },
      { path: '/c', total_hits: 1, unique_hits: 0, percentage: 16.67 },
    ],
    site: { id: site.id, uid: site.uid, url: site.url, label: site.label },
    pagination: { current_page: 1, per_page: 100, total_count: 4, total_pages: 1 },
    cache_info: {
      cached_at: server().clock.now().toISOString(),
      expires_at: new Date(+server().clock.now() + HOUR_MS).toISOString(),
    },
    filters: { path: null },
  });
});

test('path is a part of the path in any case, and shares stay those of all hits', async () => {
  const { ask } = await aSiteWith([...hitsOn('/Blog/1', 2), ...hitsOn('/blog/2', 1), ...hitsOn('/about', 5)]);
  const { body } = await ask('path=BLOG');
  expect(body.leaderboard).toMatchObject([
    { path: '/Blog/1', percentage: 25 },
    { path: '/blog/2', percentage: 12.5 },
  ]);
  expect([body.pagination.total_count, body.filters]).toEqual([2, { path: 'BLOG' }]);
});

test('a board stays as it is for an hour, the filtered one apart from the unfiltered', async () => {
  const { add, ask } = await aSiteWith(hitsOn('/a', 1));
  const first = (await ask()).body;
  server().clock.advance({ minutes: 30 });
  await add(hitsOn('/ab', 2));
  expect((await ask()).body).toEqual(first);
  const filtered = (await ask('path=a')).body;
  expect(pathsOf(filtered)).toEqual(['/ab', '/a']);
  expect(filtered.cache_info).not.toEqual(first.cache_info);
  server().clock.advance({ minutes: 29, seconds: 59 });
  expect((await ask()).body).toEqual(first);
  server().clock.advance({ seconds: 1 });
  expect(pathsOf((await ask()).body)).toEqual(['/ab', '/a']);
  expect((await ask('path=a')).body).toEqual(filtered);
});

test('a clock that was set back makes no board last longer', async () => {
  const { add, ask } = await aSiteWith(hitsOn('/a', 1));
  await ask();
  await add(hitsOn('/b', 2));
  server().clock.advance({ days: -1 });
  expect(Date.parse((await ask()).body.cache_info.cached_at)).toBe(+server().clock.now());
  server().clock.advance({ days: 1 });
});

test('an empty board is not kept: the first hits show at once', async () => {
  const { add, ask } = await aSiteWith([]);
  expect((await ask()).body).toMatchObject({
    leaderboard: [],
    pagination: { current_page: 1, per_page: 100, total_count: 0, total_pages: 0 },
  });
  await add(hitsOn('/a', 1));
  expect(pathsOf((await ask()).body)).toEqual(['/a']);
});

test('pages of one board go together, whatever their size and whenever they are read', async () => {
  const paths = Array.from({ length: 2500 }, (_, n) => `/${String(n).padStart(4, '0')}`);
  const { add, ask } = await aSiteWith(paths.map(path => ({ path })));
  const first = (await ask('per_page=1000')).body;
  expect(first.pagination).toEqual({ current_page: 1, per_page: 1000, total_count: 2500, total_pages: 3 });
  server().clock.advance({ minutes: 10 });
  await add(['/2499', '/2400', '/new'].flatMap(path => hitsOn(path, 3)));
  const rest = [(await ask('per_page=1000&page=2')).body, (await ask('per_page=1000&page=3')).body];
  expect([first, ...rest].flatMap(pathsOf)).toEqual(paths);
  for (const { cache_info } of rest) expect(cache_info).toEqual(first.cache_info);
  expect(pathsOf((await ask('per_page=700&page=2')).body)).toEqual(paths.slice(700, 1400));
  expect(pathsOf((await ask('per_page=3&page=334')).body)).toEqual(paths.slice(999, 1002));
  expect(pathsOf((await ask('page=26')).body)).toEqual([]);
  expect(pathsOf((await ask('page=999999999999999&per_page=1000')).body)).toEqual([]);
});

test('many who ask at once get the same board', async () => {
  const { ask } = await aSiteWith(hitsOn('/a', 2));
  const bodies = (await Promise.all(Array.from({ length: 20 }, () => ask()))).map(answer => answer.body);
  for (const body of bodies) expect(body).toEqual(bodies[0]);
});

test('other kinds and suppressed hits are on no leaderboard', async () => {
  const { site, ask } = await aSiteWith(hitsOn('/a', 1));
  await server().post(`/sites/${site.id}/events`, { event: 'a.b', path: '/event' });
  await server().post(`/sites/${site.id}/agent_visits`, { path: '/bot', user_agent: 'GPTBot' });
  expect((await ask()).body.leaderboard).toMatchObject([{ path: '/a', percentage: 100 }]);
});

test('boards of sites are apart, and a deleted site has none', async () => {
  const [one, other] = [await aSiteWith(hitsOn('/one', 1)), await aSiteWith(hitsOn('/other', 1))];
  expect(pathsOf((await one.ask()).body)).toEqual(['/one']);
  expect(pathsOf((await other.ask()).body)).toEqual(['/other']);
  await server().api('DELETE', `/sites/${one.site.id}`);
  expect((await one.ask()).status).toBe(404);
  await server().job('sites.purge');
  expect((await one.ask()).status).toBe(404);
  expect(pathsOf((await other.ask()).body)).toEqual(['/other']);
});

test('without unique-hit tracking unique hits are still numbers, as lifetime_unique_hits is', async () => {
  const { site, ask } = await aSiteWith(hitsOn('/a', 2));
  await ask();
  const row = server().services.sites.service.find(site.id);
  if (!row) throw new Error('the site is there');
  Object.assign(row, { trackUniques: false });
  expect((await ask()).body.leaderboard).toEqual([
    { path: '/a', total_hits: 2, unique_hits: 2, percentage: 100 },
  ]);
});

test('a path that is too long is 400 with what is allowed', async () => {
  const { ask } = await aSiteWith([]);
  const error = 'path must be a string of at most 1024 characters';
  expect(await ask(`path=${'x'.repeat(1025)}`)).toEqual(refusedWith(400, error));
});

test('marks of SQL, HTML and Unicode in a filter are only text', async () => {
  const nasty = ["/'", '/"', '/%', '/_x', '/\\', '/$1', '/<b>', '/__proto__', '/😀', '/ü'];
  const { ask } = await aSiteWith(nasty.map(path => ({ path })));
  for (const path of nasty)
    expect(pathsOf((await ask(`path=${encodeURIComponent(path)}`)).body)).toEqual([path]);
  for (const text of ['%00', '%ED%A0%80', '%0A', "'%20or%201=1;--", '%F0%9F%92%A9', '{{7*7}}']) {
    const { status, body } = await ask(`path=${text}`);
    expect([text, status, body.leaderboard]).toEqual([text, 200, []]);
  }
});
