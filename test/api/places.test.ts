/** Regions and cities: who names them, how much a site keeps, and that few visitors stay unknown. Source: decisions, section 9. */
import { afterAll, expect, test } from 'bun:test';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../support/cli.ts';
import { BROWSER } from '../support/collect-host.ts';
import { givenSite } from '../support/given-site.ts';
import { writeMmdb } from '../support/mmdb-file.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const PERIOD = 'start_date=2026-03-01&end_date=2026-03-31';
const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const named = (name: string) => ({ names: { de: 'anders', en: name } });
const CITIES = writeMmdb({
  '203.0.113.0/24': {
    city: named('München'),
    country: { iso_code: 'DE' },
    subdivisions: [{ iso_code: 'BY', ...named('Bavaria') }],
  },
  '198.51.100.0/24': { city: 'Lyon', state1: 'Auvergne-Rhône-Alpes', country_code: 'FR' },
  '192.0.2.0/24': { country: { iso_code: 'NL' } },
});
const file = join(folder.path, 'cities.mmdb');
writeFileSync(file, CITIES);

const server = shareServer({ settings: { FOOTFALL_TRUSTED_PROXIES: '127.0.0.1/32', FOOTFALL_GEO_DB: file } });

const aSite = async (location_detail: string, own: TestServer = server()) => {
  const { set, site } = await givenSite(own);
  expect((await set({ location_detail })).status).toBe(200);
  return site;
};

const view = (
  uid: string,
  address: string,
  headers: Record<string, string> = {},
  own: TestServer = server(),
) =>
  fetch(`${own.url}/collector/${uid}`, {
    method: 'POST',
    body: JSON.stringify({ url: 'https://shop.example/' }),
    headers: { 'user-agent': BROWSER, 'x-forwarded-for': address, ...headers },
  });

/** The places of a site, each as its row. */
async function placesOf(siteId: number, by: string, more = '', own: TestServer = server()) {
  const { body } = await own.api(
    'GET',
    `/sites/${siteId}/hits?${PERIOD}&group_by=${by}&include_visitors=true${more}`,
  );
  return body.grouped_hits.map((row: Record<string, unknown>) => [
    row[by],
    row['hit_count'],
    row['unique_visitors'],
    row['visits'],
  ]);
}

/** Views by five visitors of one network. */
const viewByFive = async (uid: string, network: string, headers: Record<string, string> = {}) => {
  for (let host = 1; host <= 5; host++) await view(uid, `${network}.${host}`, headers);
};

test.each([
  ['country', null, null],
  ['region', 'Bavaria', null],
  ['city', 'Bavaria', 'München'],
])('a site that keeps %s has the region %p and the city %p', async (detail, region, city) => {
  const site = await aSite(detail);
  await viewByFive(site.uid, '203.0.113');
  await viewByFive(site.uid, '192.0.2');
  const five = (key: string | null) => [key, 5, 5, 5];
  const both = (key: string | null) => (key === null ? [[null, 10, 10, 10]] : [five(key), five(null)]);
  for (const more of ['', '&attribution=visit']) {
    expect(await placesOf(site.id, 'region', more)).toEqual(both(region));
    expect(await placesOf(site.id, 'city', more)).toEqual(both(city));
  }
  expect(await placesOf(site.id, 'country')).toEqual([five('DE'), five('NL')]);
});

test('places with fewer than five visitors in the range are summed as other', async () => {
  const site = await aSite('city');
  await viewByFive(site.uid, '203.0.113');
  const cities = ['Utrecht', 'Gouda', 'Delft'];
  const hits = cities.flatMap((city, index) =>
    Array.from({ length: index + 1 }, (_, visitor) => ({ city, visitor_id: `visitor-${visitor}` })),
  );
  await server().given.hits(
    site.id,
    hits.map(hit => ({ path: '/', country: 'NL', ...hit })),
  );
  // Three visitors, of whom two were in several of the cities.
  for (const more of ['', '&attribution=hit&order_by=views'])
    expect(await placesOf(site.id, 'city', more)).toEqual([
      ['other', 6, 3, 3],
      ['München', 5, 5, 5],
    ]);
  expect(await placesOf(site.id, 'city', '&order_by=visitors')).toEqual([
    ['München', 5, 5, 5],
    ['other', 6, 3, 3],
  ]);
  expect(await placesOf(site.id, 'city', '&per_page=1&page=2')).toEqual([['München', 5, 5, 5]]);
  expect(await placesOf(site.id, 'city', '&search=mün')).toEqual([['München', 5, 5, 5]]);
  expect(await placesOf(site.id, 'city', '&country=NL')).toEqual([['other', 6, 3, 3]]);
  const csv = await server().api('GET', `/sites/${site.id}/hits?${PERIOD}&group_by=city&format=csv`);
  expect(csv.body).not.toContain('Gouda');
});

const CLOUDFLARE = { 'cf-ipcountry': 'FR', 'cf-region': 'Île-de-France', 'cf-ipcity': 'Paris' };

test.each([
  ['Cloudflare', CLOUDFLARE, 'Paris'],
  ['CloudFront', { 'cloudfront-viewer-country': 'FR', 'cloudfront-viewer-city': 'Paris' }, 'Paris'],
  ['Vercel', { 'x-vercel-ip-country': 'BR', 'x-vercel-ip-city': 'S%C3%A3o%20Paulo' }, 'São Paulo'],
  ['App Engine', { 'x-appengine-country': 'BR', 'x-appengine-city': 'são paulo' }, 'são paulo'],
  ['a header in UTF-8', { 'cf-ipcity': Buffer.from('Zürich').toString('latin1') }, 'Zürich'],
])('a trusted proxy names the place: %s', async (_, headers, city) => {
  const site = await aSite('city');
  await viewByFive(site.uid, '203.0.113', headers);
  expect(await placesOf(site.id, 'city')).toEqual([[city, 5, 5, 5]]);
});

test.each([
  ['a name that is too long', { 'cf-ipcity': 'x'.repeat(8000) }],
  ['a broken encoding', { 'x-vercel-ip-city': '%' }],
  ['no name', { 'cf-ipcity': '?' }],
])('a proxy that names %s breaks nothing', async (_, headers) => {
  const site = await aSite('city');
  expect((await view(site.uid, '203.0.113.7', headers)).status).toBe(202);
  const { body } = await server().api('GET', `/sites/${site.id}/hits?${PERIOD}`);
  expect(body.summary.total_hits).toBe(1);
});

test('strangers cannot forge a place', async () => {
  await using own = await startTestServer({ settings: { FOOTFALL_GEO_DB: file } });
  const site = await aSite('city', own);
  for (let visitor = 1; visitor <= 5; visitor++)
    await view(site.uid, '203.0.113.7', { ...CLOUDFLARE, 'user-agent': `${BROWSER} ${visitor}` }, own);
  expect(await placesOf(site.id, 'city', '', own)).toEqual([[null, 5, 5, 5]]);
  expect(await placesOf(site.id, 'country', '', own)).toEqual([['XX', 5, 5, 5]]);
});

test('a given country is not contradicted by the address', async () => {
  const site = await aSite('city');
  const hit = { path: '/', country: 'US', ip_address: '203.0.113.9', user_agent: BROWSER };
  await server().given.hits(site.id, [hit]);
  expect(await placesOf(site.id, 'city')).toEqual([[null, 1, 1, 1]]);
});

test('a detail that is none is refused', async () => {
  const site = await server().given.site();
  const { status, body } = await server().patch(`/sites/${site.id}/settings`, { location_detail: 'street' });
  expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('location_detail')]);
});

test('a file of cities that is replaced is read again; a torn one is not, and one of countries has no places', async () => {
  const path = join(folder.path, 'replaced.mmdb');
  writeFileSync(path, CITIES);
  await using own = await startTestServer({
    settings: { FOOTFALL_TRUSTED_PROXIES: '127.0.0.1/32', FOOTFALL_GEO_DB: path },
  });
  const { ingest } = own.services;
  const replace = (bytes: Buffer) => {
    writeFileSync(`${path}.new`, bytes);
    renameSync(`${path}.new`, path);
  };
  const placesOfView = async () => {
    const site = await aSite('city', own);
    for (let host = 1; host <= 5; host++) await view(site.uid, `203.0.113.${host}`, {}, own);
    const places = ['country', 'city'].map(by => placesOf(site.id, by, '', own));
    return (await Promise.all(places)).map(([place]) => place[0]);
  };
  replace(CITIES.subarray(0, CITIES.length - 40));
  expect(() => ingest.reloadAddressFiles()).toThrow('FOOTFALL_GEO_DB');
  expect(await placesOfView()).toEqual(['DE', 'München']);
  replace(writeMmdb({ '203.0.113.0/24': { city: 'Graz', country_code: 'AT' } }));
  expect(ingest.reloadAddressFiles()).toBe(true);
  expect(await placesOfView()).toEqual(['AT', 'Graz']);
  replace(writeMmdb({ '203.0.113.0/24': { country: { iso_code: 'CH' } } }));
  expect(ingest.reloadAddressFiles()).toBe(true);
  expect(await placesOfView()).toEqual(['CH', null]);
});
