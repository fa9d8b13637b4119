import { expect, test } from 'bun:test';
import { BROWSER } from '../support/collect-host.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

const view = (uid: string, url: string, headers: Record<string, string> = {}) =>
  fetch(`${server().url}/collector/${uid}`, {
    method: 'POST',
    body: JSON.stringify({ url, referrer: 'https://news.example/today' }),
    headers: { 'user-agent': BROWSER, ...headers },
  });

const hitsOf = async (siteId: number) =>
  (await server().get(`/sites/${siteId}/hits?start_date=2026-03-01&end_date=2026-03-31`)).hits;

test('a view that has been answered is in the very next report', async () => {
  const site = await server().given.site();
  expect((await view(site.uid, 'https://shop.example/shoes?size=42')).status).toBe(202);
  expect(await hitsOf(site.id)).toMatchObject([
    {
      path: '/shoes',
      url: 'https://shop.example/shoes?size=42',
      referrer: 'https://news.example/today',
      browser_name: 'Chrome',
      platform_name: 'Linux',
      is_mobile: false,
      country: 'XX',
    },
  ]);
});

test('a script and a pixel of a new site are there at once', async () => {
  const site = await server().given.site();
  for (const path of [
    `/embed/${site.uid}.js`,
    `/embed/${site.uid}/min.js?events`,
    `/pixel/${site.uid}.gif?path=/feed`,
  ])
    expect((await fetch(server().url + path, { headers: { 'user-agent': BROWSER } })).status).toBe(200);
  expect(await hitsOf(site.id)).toMatchObject([{ path: '/feed', url: 'https://shop.example/feed' }]);
});

test('changes of a site count for the next view', async () => {
  const site = await server().given.site();
  const change = (body: object) => server().patch(`/sites/${site.id}`, body);
  await view(site.uid, 'https://other.example/a');
  await change({ allow_from_any_domain: true });
  await view(site.uid, 'https://other.example/b');
  await change({ active: false });
  await view(site.uid, 'https://other.example/c');
  expect((await hitsOf(site.id)).map((hit: { path: string }) => hit.path)).toEqual(['/b']);
});

test('a forwarded address is not believed without a trusted proxy, so that one browser stays one visitor', async () => {
  const site = await server().given.site();
  for (const address of ['203.0.113.1', '203.0.113.2'])
    await view(site.uid, 'https://shop.example/', { 'x-forwarded-for': address });
  const { body } = await server().api(
    'GET',
    `/sites/${site.id}/hits?start_date=2026-03-01&end_date=2026-03-31`,
  );
  expect(body.summary).toMatchObject({ total_hits: 2, unique_visitors: 1 });
});

test('a deleted site collects no more, and its script is gone', async () => {
  const site = await server().given.site();
  await server().api('DELETE', `/sites/${site.id}`);
  expect((await view(site.uid, 'https://shop.example/')).status).toBe(202);
  expect((await fetch(`${server().url}/embed/${site.uid}.js`)).status).toBe(404);
});

test('other methods on these addresses are not found', async () => {
  const { uid } = await server().given.site();
  const answers = await Promise.all([
    fetch(`${server().url}/collector/${uid}`),
    fetch(`${server().url}/pixel/${uid}.gif`, { method: 'POST' }),
    fetch(`${server().url}/embed/${uid}.js`, { method: 'PUT' }),
  ]);
  expect(answers.map(answer => answer.status)).toEqual([404, 404, 404]);
});
