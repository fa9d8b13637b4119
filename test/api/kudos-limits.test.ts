/** Rate limits of kudos. Source: decisions, section 5. */
import { expect, test } from 'bun:test';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const ORIGIN = 'https://shop.example';
const settings = { FOOTFALL_TRUSTED_PROXIES: '127.0.0.1/32' };

/** A visitor's browser; each version is another visitor. */
const browser = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;

const server = shareServer({ settings });

/** A site on a new day, on which no address has reached a limit. */
async function aSite(own = server()) {
  own.clock.advance({ days: 1 });
  const site = await own.given.site();
  const post = (path: string, address: string, version = 140, body?: string) =>
    fetch(`${own.url}${path}`, {
      method: 'POST',
      headers: { 'user-agent': browser(version), origin: ORIGIN, 'x-forwarded-for': address },
      ...(body === undefined ? {} : { body }),
    });
  const give = (path: string, address = '203.0.113.1', version = 140) =>
    post(`/kudos/${site.uid}?path=${encodeURIComponent(path)}`, address, version);
  return {
    id: site.id as number,
    post,
    give,
    countUrl: (path: string) => `${own.url}/kudos/${site.uid}.json?path=${path}`,
    /** Whether the kudo was taken. */
    isTaken: async (path: string, address?: string) =>
      ((await (await give(path, address)).json()) as { id: unknown }).id !== null,
    see: (path: string) => post(`/collector/${site.uid}`, '203.0.113.1', 140, JSON.stringify({ path })),
  };
}

test('one address adds 30 kudos a minute to a site, whatever its user agents', async () => {
  const [site, other] = [await aSite(), await aSite()];
  for (let version = 100; version < 130; version++)
    expect((await site.give('/', '2001:db8:1:2::1', version)).status).toBe(200);
  const refused = await site.give('/', '2001:db8:1:2:ffff::9', 130);
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { error: 'too many requests from this address: at most 30 in 60 seconds; try again in 60' },
  ]);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  expect((await site.give('/', '2001:db8:1:3::1')).status).toBe(200);
  expect((await other.give('/', '2001:db8:1:2::1')).status).toBe(200);
  server().clock.advance({ minutes: 1 });
  expect((await site.give('/', '2001:db8:1:2::1', 130)).status).toBe(200);
});

test('kudos for unknown sites have a rate limit of their own', async () => {
  const site = await aSite();
  const guess = (uid: number) => site.post(`/kudos/${String(uid).padStart(20, 'a')}?path=/`, '203.0.113.1');
  for (let n = 0; n < 30; n++) expect((await guess(n)).status).toBe(404);
  expect((await guess(30)).status).toBe(429);
  expect((await site.give('/')).status).toBe(200);
});

test('a forwarded address of an untrusted proxy is ignored', async () => {
  await using own = await startTestServer();
  const site = await aSite(own);
  for (let n = 0; n < 30; n++) expect((await site.give('/', `203.0.113.${n}`, 100 + n)).status).toBe(200);
  expect((await site.give('/', '203.0.113.99')).status).toBe(429);
});

test('ignored kudos count towards the limit, and the count is always returned', async () => {
  const site = await aSite();
  await server().patch(`/sites/${site.id}/settings`, { ignore_rules: { paths: ['/drafts'] } });
  for (let n = 0; n < 30; n++) expect(await site.isTaken('/drafts')).toBe(false);
  expect((await site.give('/')).status).toBe(429);
  expect(await (await fetch(site.countUrl('/'))).json()).toEqual({ count: 0 });
});

test('an address adds first kudos to 20 pages without hits a day; pages with hits or kudos are not limited', async () => {
  const site = await aSite();
  for (let n = 0; n < 20; n++) expect(await site.isTaken(`/made-up-${n}`)).toBe(true);
  const refused = await site.give('/made-up-20');
  expect([refused.status, await refused.json()]).toEqual([200, { id: null, count: 0 }]);

  await site.see('/seen');
  expect(await site.isTaken('/seen')).toBe(true);
  await server().post(`/sites/${site.id}/kudos`, { path: '/liked' });
  expect(await site.isTaken('/liked')).toBe(true);
  expect(await site.isTaken('/made-up-0', '203.0.113.2')).toBe(true);
  expect(await site.isTaken('/made-up-20', '203.0.113.2')).toBe(true);

  server().clock.advance({ days: 1 });
  expect(await site.isTaken('/made-up-21')).toBe(true);
});

test('a page with an old hit, or one since it was refused, gets its kudo', async () => {
  const site = await aSite();
  await site.see('/old');
  server().clock.advance({ days: 300 });
  for (let n = 0; n < 20; n++) await site.give(`/made-up-${n}`);
  expect(await site.isTaken('/new')).toBe(false);
  await site.see('/new');
  expect([await site.isTaken('/new'), await site.isTaken('/old')]).toEqual([true, true]);
});

test('all addresses together add first kudos to 200 pages without hits a day', async () => {
  const [site, other] = [await aSite(), await aSite()];
  const taken: boolean[] = [];
  for (let page = 0; page < 22; page++) {
    const addresses = Array.from({ length: 10 }, (_, n) => `203.0.113.${10 * (page % 2) + n}`);
    const paths = addresses.map((address, n) => [`/made-up-${page}-${n}`, address] as const);
    taken.push(...(await Promise.all(paths.map(([path, address]) => site.isTaken(path, address)))));
  }
  expect(taken.filter(Boolean).length).toBe(200);
  expect(await other.isTaken('/made-up')).toBe(true);
});

test('concurrent first kudos of a page count once towards the limit of the site', async () => {
  const site = await aSite();
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => site.give('/new', '203.0.113.1', 100 + n)),
  );
  const ids = await Promise.all(answers.map(async answer => ((await answer.json()) as { id: number }).id));
  expect(new Set(ids).size).toBe(30);
  expect(ids).not.toContain(null);
  server().clock.advance({ minutes: 1 });
  for (let n = 0; n < 19; n++) expect(await site.isTaken(`/made-up-${n}`)).toBe(true);
});

test('while hits cannot be looked up, a first kudo is 503 and one for a page with kudos is stored', async () => {
  await using own = await startTestServer({ settings });
  const site = await aSite(own);
  await site.give('/liked', '203.0.113.2');
  await own.services.stores.hits.close();
  const refused = await site.give('/new');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('10');
  expect(await refused.json()).toEqual({ error: 'the kudo could not be checked: try again later' });
  expect(await site.isTaken('/liked')).toBe(true);
});
