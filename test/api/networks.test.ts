/** Kinds of networks that visits come from: reports by them, and excluding them. Source: decisions, section 15. */
import { expect, test } from 'bun:test';
import { BROWSER } from '../support/collect-host.ts';
import { givenSite } from '../support/given-site.ts';
import { aSite } from '../support/imports.ts';
import { refusedWith } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';
import { until } from '../support/until.ts';

const server = shareServer({ settings: { FOOTFALL_TRUSTED_PROXIES: '127.0.0.1' } });
const HOSTING = '88.198.1.1';
const VPN = '37.120.200.1';
const ACCESS = '73.1.2.3';

const view = (uid: string, address: string, fields: object = {}) =>
  fetch(`${server().url}/collector/${uid}`, {
    method: 'POST',
    body: JSON.stringify({ url: 'https://shop.example/', ...fields }),
    headers: { 'user-agent': BROWSER, 'x-forwarded-for': address },
  });

/** Hits of a site by kind of network. */
const networksOf = async ({ id }: { readonly id: number }, more = '') =>
  (await server().get(`/sites/${id}/hits?group_by=network${more}`)).grouped_hits.map(
    (row: { network: string | null; hit_count: number }) => [row.network, row.hit_count],
  );

const visited = async () => {
  const site = await givenSite(server());
  await site.hits([
    ...[HOSTING, HOSTING, VPN, ACCESS].map(ip_address => ({ path: '/a', ip_address })),
    { path: '/a', ip_address: '10.0.0.1' },
    { path: '/b', visitor_id: 'somebody' },
  ]);
  return site;
};

test('hits have the network of their address, which is not stored', async () => {
  const site = await visited();
  await view(site.site.uid, VPN);
  await site.events([{ event: 'cart.add', path: '/a', ip_address: HOSTING }]);
  expect(await networksOf(site)).toEqual([
    ['hosting', 2],
    ['vpn', 2],
    [null, 2],
    ['access', 1],
  ]);
  expect(await networksOf(site, '&network=hosting')).toEqual([['hosting', 2]]);
  expect(await networksOf(site, '&not_network=hosting&path=/a')).toEqual([
    ['access', 1],
    ['vpn', 1],
    [null, 1],
  ]);
  expect(await networksOf(site, '&network=')).toEqual([[null, 2]]);
  const { grouped_events: events } = await site.get('/events?group_by=network');
  expect(events).toMatchObject([{ network: 'hosting', event_count: 1 }]);
  const exported = await fetch(`${server().url}/api/v1${site.path}/export?format=csv`, {
    headers: { authorization: `Bearer ${server().owner.full}` },
  });
  const text = await exported.text();
  expect([text.includes('hosting'), text.includes(HOSTING)]).toEqual([true, false]);
});

test('a network that is none is refused', async () => {
  const site = await givenSite(server());
  expect(await site.ask('/hits?network=isp')).toEqual(refusedWith(400, 'hosting, vpn, business, access'));
  for (const exclude_networks of [
    ['access'],
    ['isp'],
    'hosting',
    [1],
    [null],
    {},
    ['hosting', 'vpn', 'vpn'],
    null,
  ]) {
    expect(await site.set({ exclude_networks })).toEqual(refusedWith(422, 'exclude_networks'));
  }
});

test('an excluded network is not counted at any door, but for AI crawlers', async () => {
  const site = await givenSite(server());
  expect(await site.set({ exclude_networks: ['vpn', 'hosting'] })).toMatchObject({
    body: { settings: { exclude_networks: ['vpn', 'hosting'] } },
  });
  const { body } = await site.post('/hits', { path: '/', ip_address: HOSTING });
  expect(body).toMatchObject({ status: 'ignored', reason: 'network' });
  await view(site.site.uid, VPN);
  await view(site.site.uid, ACCESS);
  await site.post('/agent_visits', { path: '/', user_agent: 'GPTBot/1.2', ip_address: HOSTING });
  expect(await networksOf(site)).toEqual([['access', 1]]);
  expect((await site.get('/agent_visits')).pagination.total_count).toBe(1);
  expect((await site.get('/refusals')).refusals).toMatchObject([
    { reason: 'network', detail: 'vpn', count: 1 },
  ]);
  expect(await site.get(`/settings/ignore_test?ip_address=${VPN}`)).toEqual({
    ignored: true,
    reason: 'network',
    rule: { list: 'exclude_networks', value: 'vpn' },
  });
  await site.set({ exclude_networks: [] });
  expect(await site.post('/hits', { path: '/', ip_address: HOSTING })).toMatchObject({ status: 201 });
});

test('what an exclusion would have left out is found and removed, and comes back', async () => {
  const site = await visited();
  const change = { kind: 'remove_hits', filters: ['is', 'network', ['hosting', 'vpn']] };
  expect((await site.post('/changes', { ...change, dry_run: true })).body).toMatchObject({
    hits: 3,
    events: 0,
  });
  const { id } = (await site.post('/changes', change)).body.change;
  const became = (status: string) =>
    until(async () => (await site.get(`/changes/${id}`)).change.status === status);
  await became('done');
  const left = [
    [null, 2],
    ['access', 1],
  ];
  expect(await networksOf(site)).toEqual(left);
  await site.call('DELETE', `/changes/${id}`);
  await became('undone');
  expect(await networksOf(site)).toEqual([['hosting', 2], ...left.slice(0, 1), ['access', 1], ['vpn', 1]]);
});

test('the overview has the part of hosting networks where it is much', async () => {
  const site = await givenSite(server());
  const share = async (more = '') => (await site.get(`/overview?include_hosting=true${more}`)).hosting_share;
  const hits = (count: number, ip_address: string) =>
    site.hits(Array.from({ length: count }, () => ({ path: '/', ip_address })));
  await hits(49, HOSTING);
  expect(await share()).toBeUndefined();
  await hits(1, HOSTING);
  await hits(50, ACCESS);
  expect(await share()).toBe(0.5);
  expect(await share('&network=access')).toBeUndefined();
  expect((await site.get('/overview')).hosting_share).toBeUndefined();
  await hits(401, ACCESS);
  expect(await share()).toBeUndefined();
});

const line = (address: string, agent = BROWSER) =>
  `${address} - - [10/Mar/2026:00:00:01 +0000] "GET / HTTP/1.1" 200 5 "-" "${agent}"\n`;
const LOG = line(HOSTING) + line(ACCESS) + line(HOSTING, 'GPTBot/1.2');

test('rows of logs and files have a network, and an excluded one is left out of logs', async () => {
  const site = await aSite({}, server());
  await site.upload('', LOG);
  expect(await networksOf(site)).toEqual([
    ['access', 1],
    ['hosting', 1],
  ]);
  const excluding = await aSite({}, server());
  await server().patch(`/sites/${excluding.id}/settings`, { exclude_networks: ['hosting'] });
  expect(await excluding.upload('', LOG)).toMatchObject({ hits: 1, rows_imported: 2 });
  const csv = `created_at,path,network,ip_address\n2026-03-10,/a,vpn,\n2026-03-10,/b,,${HOSTING}\n2026-03-10,/c,isp,\n`;
  const files = await aSite({}, server());
  const report = await files.upload('', csv);
  expect(report).toMatchObject({ rows_imported: 2, rows_bad: 1 });
  expect(await networksOf(files)).toEqual([
    ['hosting', 1],
    ['vpn', 1],
  ]);
});
