/** The most visited pages, watched by themselves. Source: decisions, section 10, Monitors. */
import { expect, test } from 'bun:test';
import { refusedWith } from '../support/refused.ts';
import type { TestServer } from '../support/server.ts';
import { share } from '../support/share.ts';
import { checkNow, mailsOf, startSite, startWatching, WITH_MAIL, watchFor } from '../support/uptime.ts';

const QUICK = { FOOTFALL_UPTIME_CONFIRM: '1', FOOTFALL_UPTIME_INTERVAL: '3600' };
const shared = share(() => startWatching({ settings: QUICK }));

/** Notes visits: so many visitors of each path. */
async function visit(server: TestServer, id: number, visitors: Readonly<Record<string, number>>) {
  const hits = Object.entries(visitors).flatMap(([path, count]) =>
    Array.from({ length: count }, (_, n) => ({ path, visitor_id: `${path}-${n}` })),
  );
  const { status, body } = await server.post(`/sites/${id}/hits/batch`, hits);
  if (status >= 300) throw new Error(JSON.stringify(body));
  server.clock.advance({ seconds: 1 });
}

/** A site of which the pages answer as a test says, 200 unless it says otherwise, and which has been visited. */
async function startVisited(
  visitors: Readonly<Record<string, number>>,
  answers: Record<string, number> = {},
) {
  const pages = await startSite();
  const server = shared();
  server.clock.set('2026-03-10T12:00:00Z');
  pages.answers((request, response) => void response.writeHead(answers[request.url ?? ''] ?? 200).end());
  const { id } = await server.given.site({ url: `http://site.test:${pages.port}` });
  await visit(server, id, visitors);
  const path = `/sites/${id}/watched_pages`;
  const monitors = async () => (await server.get(`/sites/${id}/monitors?per_page=100`)).monitors;
  return {
    id,
    pages,
    server,
    answers,
    visit: (more: Readonly<Record<string, number>>) => visit(server, id, more),
    set: async (body: object) => (await server.patch(path, body)).body,
    show: async () => (await server.get(path)).watched_pages,
    renew: () => server.job('uptime.watched_pages'),
    monitors,
    names: async (): Promise<string[]> => (await monitors()).map(({ name }: { name: string }) => name),
    async [Symbol.asyncDispose]() {
      await server.api('DELETE', path.replace('/watched_pages', ''));
      await pages[Symbol.asyncDispose]();
    },
  };
}

test('nothing is watched by itself until it is switched on; then the pages with the most visitors are', async () => {
  await using site = await startVisited({ '/a': 3, '/b': 2, '/c': 1 });
  await site.renew();
  expect(await site.show()).toEqual({
    count: 0,
    excluded_paths: [],
    renewed_at: null,
    next_renewal_at: null,
    left_out: [],
  });
  expect(await site.names()).toEqual([]);
  await site.set({ count: 2 });
  await site.renew();
  expect(await site.monitors()).toMatchObject([
    {
      name: '/a',
      kind: 'http',
      is_automatic: true,
      is_home: false,
      url: `http://site.test:${site.pages.port}/a`,
    },
    { name: '/b', is_automatic: true },
  ]);
  expect(await site.show()).toMatchObject({
    renewed_at: '2026-03-10T12:00:01.000Z',
    next_renewal_at: '2026-03-11T12:00:01.000Z',
  });
  await checkNow(site.server);
  expect((await site.monitors())[0]).toMatchObject({ is_down: false, last_status_code: 200 });
});

test('what answers 404, fails, or leads elsewhere is not watched, and is named; the next page takes its place', async () => {
  await using site = await startVisited(
    { '/gone': 9, '/broken': 8, '/login-first': 7, '/slash': 6, '/good': 5, '/too-far': 1 },
    { '/gone': 404, '/broken': 500 },
  );
  site.pages.answers((request, response) => {
    const to = { '/login-first': '/login', '/slash': '/slash/' }[request.url ?? ''];
    response.writeHead(to ? 302 : (site.answers[request.url ?? ''] ?? 200), to ? { location: to } : {}).end();
  });
  await site.set({ count: 2 });
  await site.renew();
  expect(await site.names()).toEqual(['/slash', '/good']);
  expect((await site.show()).left_out).toEqual([
    { path: '/gone', reason: 'not_found' },
    { path: '/broken', reason: 'failing' },
    { path: '/login-first', reason: 'redirected' },
  ]);
});

test('paths of every form lead to the site’s own server or nowhere; spellings of one page are one', async () => {
  const otherHosts = ['//evil.test/x', '/\\evil.test', '/@evil.test'];
  const odd = [...otherHosts, '/a b', '/a%20b', '/ü', '/x/../ü', '/ü/', '/q?a=1', '/f#g'];
  await using site = await startVisited(Object.fromEntries(odd.map((path, n) => [path, 30 - n])));
  await site.set({ count: 20 });
  await site.renew();
  expect(await site.names()).toEqual(['/a%20b', '/ü', ...otherHosts, '/q', '/f']);
  const { host } = new URL(`http://site.test:${site.pages.port}`);
  for (const { url } of await site.monitors()) expect(new URL(url).host).toBe(host);
});

test('monitors of people and the home page are left alone; one that people add later takes over', async () => {
  await using site = await startVisited({ '/': 9, '/shop/': 8, '/blog': 7, '/about': 6 });
  const at = `http://site.test:${site.pages.port}`;
  await site.server.patch(`/sites/${site.id}/features`, { uptime: true });
  const body = { name: 'Shop', kind: 'http', url: `${at}/shop` };
  await site.server.post(`/sites/${site.id}/monitors`, body);
  await site.set({ count: 2 });
  await site.renew();
  expect(await site.names()).toEqual([null as unknown as string, 'Shop', '/blog']);
  expect((await site.show()).left_out).toEqual([{ path: '/shop/', reason: 'monitored' }]);
  const blog = { name: 'Blog', kind: 'http', url: `${at}/blog/`, keyword: 'x' };
  await site.server.post(`/sites/${site.id}/monitors`, blog);
  site.server.clock.advance({ days: 1 });
  await site.renew();
  expect(await site.names()).toEqual([null as unknown as string, 'Shop', 'Blog']);
});

test('a page goes after a week outside, one that is down after 30 days, and comes back with no torn history before', async () => {
  await using site = await startVisited({ '/a': 3, '/b': 2 });
  const day = async (visitors: Readonly<Record<string, number>>) => {
    site.server.clock.advance({ days: 1 });
    await site.visit(visitors);
    await site.renew();
  };
  await site.set({ count: 1 });
  await site.renew();
  const [first] = await site.monitors();
  await day({ '/b': 9 });
  expect(await site.names()).toEqual(['/a', '/b']);
  for (let n = 0; n < 5; n++) await day({ '/b': 1 });
  await day({ '/a': 99 });
  expect((await site.monitors())[0].id).toBe(first.id);
  site.answers['/b'] = 503;
  await checkNow(site.server);
  expect((await site.monitors()).map((monitor: { is_down: boolean }) => monitor.is_down)).toEqual([
    false,
    true,
  ]);
  for (let n = 0; n < 28; n++) await day({ '/a': 1 });
  expect(await site.names()).toEqual(['/a', '/b']);
  await day({ '/a': 1 });
  expect(await site.names()).toEqual(['/a']);
});

test('however often the most visited pages change, there are at most twice as many monitors', async () => {
  await using site = await startVisited({ '/0': 1 });
  await site.set({ count: 2 });
  for (let n = 1; n < 6; n++) {
    await site.visit({ [`/${n}a`]: n * 3, [`/${n}b`]: n * 3 - 1 });
    await site.renew();
    site.server.clock.advance({ days: 1 });
  }
  expect(await site.names()).toEqual(['/4a', '/4b', '/5a', '/5b']);
});

test('a page that is excluded, by a pattern or by deleting its monitor, goes and stays away', async () => {
  await using site = await startVisited({ '/a': 5, '/account/x': 4, '/b': 3, '/c': 2 });
  await site.set({ count: 3 });
  await site.renew();
  expect(await site.names()).toEqual(['/a', '/account/x', '/b']);
  await site.set({ excluded_paths: ['/account/**'] });
  expect(await site.names()).toEqual(['/a', '/b']);
  const [a] = await site.monitors();
  expect((await site.server.api('DELETE', `/sites/${site.id}/monitors/${a.id}`)).status).toBe(204);
  expect((await site.show()).excluded_paths).toEqual(['/account/**', '/a']);
  await site.renew();
  expect(await site.names()).toEqual(['/b', '/c']);
  await site.set({ count: 0 });
  expect(await site.names()).toEqual([]);
});

test('one that is kept is the owner’s: it can be changed, keeps its history and stays', async () => {
  await using site = await startVisited({ '/a': 2 });
  await site.set({ count: 1 });
  await site.renew();
  await checkNow(site.server);
  const [{ id }] = await site.monitors();
  const patch = (body: object) => site.server.patch(`/sites/${site.id}/monitors/${id}`, body);
  expect((await patch({ name: 'Mine' })).body.error).toContain('send is_automatic: false with it');
  expect((await patch({ is_automatic: true })).status).toBe(422);
  const answer = await patch({ is_automatic: false, url: 'http://10.0.0.1/' });
  expect([answer.status, (await site.monitors())[0].is_automatic]).toEqual([422, true]);
  const kept = await patch({ is_automatic: false, name: 'Mine', keyword: 'x' });
  expect(kept.body.monitor).toMatchObject({ id, name: 'Mine', is_automatic: false, keyword: 'x' });
  await site.set({ count: 0 });
  expect(await site.monitors()).toMatchObject([{ id, name: 'Mine' }]);
  const { checks } = await site.server.get(`/sites/${site.id}/monitors/${id}/checks`);
  expect(checks).toHaveLength(1);
});

test('with 100 monitors there is room for none; a monitor that people add takes the place of a page', async () => {
  await using site = await startVisited({ '/a': 3, '/b': 2 });
  const add = async (n: number) => {
    const body = { name: `${n}`, kind: 'heartbeat', period_seconds: 60 };
    return (await site.server.post(`/sites/${site.id}/monitors`, body)).status;
  };
  for (let n = 0; n < 99; n++) await add(n);
  await site.set({ count: 2 });
  await site.renew();
  expect((await site.names()).filter(name => name.startsWith('/'))).toEqual(['/a']);
  expect((await site.show()).left_out).toEqual([{ path: '/b', reason: 'no_room' }]);
  expect(await add(99)).toBe(201);
  expect(await site.names()).toHaveLength(100);
  expect(await add(100)).toBe(422);
});

test('a site that does not answer loses no monitor, is asked three times, and again an hour later', async () => {
  await using site = await startVisited({ '/a': 9 });
  await site.set({ count: 5 });
  await site.renew();
  await site.visit(Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`/new-${n}`, 20 - n])));
  site.pages.answers((request, response) =>
    request.url === '/a' ? void response.end('ok') : void response.writeHead(503).end(),
  );
  const before = site.pages.requests.length;
  site.server.clock.advance({ days: 1 });
  await site.renew();
  expect(site.pages.requests.length - before).toBe(3);
  expect(await site.names()).toEqual(['/a']);
  expect((await site.show()).next_renewal_at).toBe('2026-03-11T13:00:02.000Z');
});

test('a page that goes down is mailed by its path, and what is watched outlives a restart', async () => {
  await using pages = await startSite();
  const settings = { ...QUICK, ...WITH_MAIL };
  await using first = await startWatching({ settings });
  const { id } = await first.given.site({ url: `http://site.test:${pages.port}` });
  await visit(first, id, { '/pricing': 2 });
  await first.patch(`/sites/${id}/watched_pages`, { count: 1 });
  await first.job('uptime.watched_pages');
  const { data, owner } = first;
  await first.stop();
  await using server = await startWatching({ settings, data });
  const { monitors } = await server.get(`/sites/${id}/monitors`, owner.full);
  expect(monitors).toMatchObject([{ name: '/pricing', is_automatic: true }]);
  pages.answers(500);
  await watchFor(server, 3600, 1800);
  expect(JSON.stringify(mailsOf(server))).toMatch(/\/pricing \([^)]+\) is down/);
});

test.each([
  [{ count: 21 }, 'count must be an integer from 0 to 20'],
  [{ count: -1 }, 'count must be'],
  [{ count: '5' }, 'count must be'],
  [{ count: 1.5 }, 'count must be'],
  [{ excluded_paths: 'x' }, 'excluded_paths must be'],
  [{ excluded_paths: ['account'] }, 'a pattern such as /login'],
  [{ excluded_paths: [`/${'*a'.repeat(11)}`] }, '10 wildcards'],
  [{ excluded_paths: ['/a\nb'] }, 'a pattern such as /login'],
  [{ excluded_paths: Array.from({ length: 101 }, (_, n) => `/${n}`) }, 'excluded_paths must'],
  [{}, 'at least one'],
  [[], 'must be'],
])('refused: %j', async (body, message) => {
  const { id } = await shared().given.site();
  expect(await shared().patch(`/sites/${id}/watched_pages`, body)).toEqual(refusedWith(422, message));
});

test('a clock that is set back does not stop the renewals', async () => {
  await using site = await startVisited({ '/a': 2 });
  site.server.clock.advance({ days: 365 });
  await site.set({ count: 1 });
  await site.renew();
  site.server.clock.advance({ days: -365 });
  await site.renew();
  expect(await site.names()).toEqual(['/a']);
  expect((await site.show()).next_renewal_at).toBe(
    new Date(+site.server.clock.now() + 86_400_000).toISOString(),
  );
});
