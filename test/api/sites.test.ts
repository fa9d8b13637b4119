/** Creating, reading and changing sites. Source: api-v1, Site; api-v1, Endpoints, Sites. */
import { expect, test } from 'bun:test';
import { refused, refusedStarting } from '../support/refused.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const create = (body: unknown) => server().post('/sites', body);
const patch = (id: number, body: unknown) => server().patch(`/sites/${id}`, body);

test('a new site has every field, with its defaults', async () => {
  const { status, body } = await create({ url: 'https://www.shop.example/en' });
  expect(status).toBe(201);
  expect(body).toEqual({
    site: {
      id: expect.any(Number),
      uid: expect.stringMatching(/^[a-z0-9]{20}$/),
      url: 'https://www.shop.example/en',
      label: 'shop.example',
      display_root_path: null,
      lifetime_hits: 0,
      lifetime_unique_hits: 0,
      lifetime_kudos: 0,
      active: true,
      public: false,
      allow_from_any_domain: false,
      created_at: '2026-03-10T12:00:00.000Z',
      updated_at: '2026-03-10T12:00:00.000Z',
    },
  });
});

test('every field can be given at creation', async () => {
  const fields = {
    url: 'http://blog.example:8080',
    label: 'The blog',
    display_root_path: '/blog',
    public: true,
    active: false,
    allow_from_any_domain: true,
  };
  expect((await create(fields)).body.site).toMatchObject(fields);
});

test('is_public is an alias of public at creation and in a change', async () => {
  const { site } = (await create({ url: 'https://a.example', is_public: true })).body;
  expect(site.public).toBe(true);
  expect(site).not.toHaveProperty('is_public');
  expect((await patch(site.id, { is_public: false })).body.site.public).toBe(false);
  expect((await patch(site.id, { public: true, is_public: true })).body.site.public).toBe(true);
});

test('public and is_public that disagree are 422', async () => {
  expect(await create({ url: 'https://a.example', public: true, is_public: false })).toEqual(
    refused(422, 'public and is_public must agree: send one of them'),
  );
});

test('GET /sites/:id shows the bare site', async () => {
  const site = await server().given.site();
  const { status, body } = await server().api('GET', `/sites/${site.id}`, { key: server().owner.readOnly });
  expect([status, body]).toEqual([200, site]);
});

test('GET /sites lists the account’s sites in the order in which they were added', async () => {
  const { full: key } = await server().given.user('lists@example.org');
  const first = await server().given.site({ url: 'https://one.example' }, key);
  const second = await server().given.site({ url: 'https://two.example' }, key);
  expect(await server().get('/sites', key)).toEqual({ sites: [first, second] });
});

test('an account without sites has an empty list', async () => {
  const { full: key } = await server().given.user('empty@example.org');
  expect(await server().get('/sites', key)).toEqual({ sites: [] });
});

test('an address must be one of the web, and the message names what came', async () => {
  const schemes = ['shop.example', 'ftp://shop.example', 'http://', 'https:shop.example', '//a.example'];
  const parts = ['https://a b.example', 'https://a.example/\u0007', 'https://a.example:99999'];
  for (const url of [...schemes, ...parts, 'javascript:alert(1)']) {
    const error = 'url must be an address that begins with http:// or https://, got ';
    expect([url, await create({ url })]).toEqual([url, refusedStarting(422, error)]);
  }
});

test('an address with a password in it is refused, since the address is shown to others', async () => {
  expect(await create({ url: 'https://me:secret@shop.example' })).toEqual(
    refused(422, 'url must not contain a user name or password'),
  );
});

test.each(['https://shop.example/?a=b', 'https://shop.example/#top'])(
  'an address of a site has no query and no fragment: %s',
  async url => {
    expect(await server().post('/sites', { url })).toEqual(
      refused(422, `url must not have a query or a fragment, got "${url}"`),
    );
  },
);

test('lengths are limited and the limit is named', async () => {
  const long = 'x'.repeat(2048);
  const cases: [Record<string, string>, string][] = [
    [{ url: `https://a.example/${long}` }, 'url must be a string of 1 to 2048 characters'],
    [{ label: 'x'.repeat(201) }, 'label must be a string of at most 200 characters'],
    [{ display_root_path: `/${long}` }, 'display_root_path must be a string of at most 1024 characters'],
  ];
  for (const [fields, start] of cases)
    expect(await create({ url: 'https://a.example', ...fields })).toEqual(refusedStarting(422, start));
  expect((await create({ url: 'https://a.example', label: '💩'.repeat(200) })).status).toBe(201);
});

test('control characters and broken Unicode are refused in labels and root paths', async () => {
  for (const text of ['a\u0000b', 'a\nb', 'a\u009fb', 'a\ud800b']) {
    for (const field of ['label', 'display_root_path']) {
      expect(await create({ url: 'https://a.example', [field]: text })).toEqual(
        refused(422, `${field} must not contain control characters or broken Unicode`),
      );
    }
  }
});

test('a label may be any other text, and comes back as it was', async () => {
  for (const label of ['Ünïcödé 💩', '<b>"\'; drop table sites --', '__proto__', 'a\u200db']) {
    expect((await create({ url: 'https://a.example', label })).body.site.label).toBe(label);
  }
});

test.each([
  ['http://www.bakery.example:8990/shop', 'bakery.example'],
  ['http://192.168.1.5:8080', '192.168.1.5'],
])('the label of %s is its host alone', async (url, label) => {
  expect((await create({ url })).body.site.label).toBe(label);
});

test('a label that is taken away becomes the host again', async () => {
  const site = await server().given.site({ label: 'Shop' });
  for (const label of [null, '', '  '])
    expect((await patch(site.id, { label })).body.site.label).toBe('shop.example');
});

test('PATCH and PUT change what is sent and leave the rest', async () => {
  const site = await server().given.site({ label: 'Shop', display_root_path: '/en' });
  for (const method of ['PATCH', 'PUT']) {
    const body = { label: method };
    const answer = await server().api(method, `/sites/${site.id}`, { body });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ site: { ...site, label: method } });
  }
});

test('each field can be changed', async () => {
  const site = await server().given.site();
  const fields = {
    url: 'http://other.example/x',
    label: 'Other',
    display_root_path: '/x',
    public: true,
    active: false,
    allow_from_any_domain: true,
  };
  expect((await patch(site.id, fields)).body.site).toEqual({ ...site, ...fields });
  expect((await patch(site.id, { display_root_path: null })).body.site.display_root_path).toBeNull();
});

test('a bad change changes nothing', async () => {
  const site = await server().given.site();
  expect((await patch(site.id, { label: 'new', url: 'nowhere' })).status).toBe(422);
  expect(await server().get(`/sites/${site.id}`)).toEqual(site);
});

test('updated_at moves when the site changes, and only then', async () => {
  await using own = await startTestServer();
  const site = await own.given.site({ label: 'Shop' });
  own.clock.advance({ hours: 1 });
  const change = async (body: unknown) => (await own.patch(`/sites/${site.id}`, body)).body.site;
  for (const same of [{}, { label: 'Shop' }, { active: true, url: site.url }, { nonsense: 1 }])
    expect((await change(same)).updated_at).toBe(site.updated_at);
  await own.post(`/sites/${site.id}/hits`, { path: '/' });
  expect((await change({})).updated_at).toBe(site.updated_at);
  expect((await change({ label: 'New' })).updated_at).toBe('2026-03-10T13:00:00.000Z');
  expect((await change({})).created_at).toBe(site.created_at);
});

test('each uid is another', async () => {
  const sites = await Promise.all(Array.from({ length: 20 }, () => server().given.site()));
  expect(new Set(sites.map(site => site.uid)).size).toBe(20);
  expect(new Set(sites.map(site => site.id)).size).toBe(20);
});

test('a page of sites comes with its pagination, and the whole list without', async () => {
  const { full: key } = await server().given.user(`pages-${crypto.randomUUID()}@example.org`);
  for (const name of ['a', 'b', 'c']) await server().given.site({ url: `https://${name}.example` }, key);
  const list = async (query: string) => await server().get(`/sites${query}`, key);
  const labels = (body: { sites: { label: string }[] }) => body.sites.map(({ label }) => label);
  const page = await list('?per_page=2&page=2&start_date=2026-03-01&include=series');
  expect(labels(page)).toEqual(['c.example']);
  expect(page.pagination).toEqual({ current_page: 2, per_page: 2, total_count: 3, total_pages: 2 });
  expect(labels(await list('?page=9'))).toEqual([]);
  const all = await list('');
  expect([labels(all), 'pagination' in all]).toEqual([['a.example', 'b.example', 'c.example'], false]);
  expect((await server().api('GET', '/sites?per_page=1001', { key })).status).toBe(400);
});

test('a list that was read before shows every change', async () => {
  const { full: key } = await server().given.user(`lists-${crypto.randomUUID()}@example.org`);
  const labels = async () =>
    (await server().get('/sites', key)).sites.map(({ label }: { label: string }) => label);
  const { id } = await server().given.site({ url: 'https://a.example' }, key);
  expect(await labels()).toEqual(['a.example']);
  await server().given.site({ url: 'https://b.example' }, key);
  await server().patch(`/sites/${id}`, { label: 'A' }, key);
  expect(await labels()).toEqual(['A', 'b.example']);
  await server().api('DELETE', `/sites/${id}`, { key });
  expect(await labels()).toEqual(['b.example']);
});
