/** Saved links of campaigns. Source: decisions, section 9, Campaign links. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { aHit } from '../support/hit-rows.ts';
import { refused } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

const aSite = async (): Promise<string> =>
  `/sites/${(await server().given.site({ url: 'https://shop.example' })).id}/campaign_links`;
const create = (at: string, body: unknown, key = server().owner.full) => server().post(at, body, key);
const aLink = async (at: string, fields: object = {}) =>
  (await create(at, { url: '/sale', source: 'newsletter', ...fields })).body.campaign_link;
const fileOf = (at: string, query = '') =>
  server().api('GET', `${at}.csv${query}`, { key: server().owner.readOnly });

test('a link is saved, listed, shown, changed and deleted', async () => {
  const at = await aSite();
  const body = { url: '/sale?page=2', name: ' March ', source: ' newsletter ', medium: 'email', term: ' ' };
  const { status, body: answer } = await create(at, body);
  expect(status).toBe(201);
  const url = 'https://shop.example/sale?page=2';
  const values = { source: 'newsletter', medium: 'email', campaign: null, term: null, content: null };
  const times = { created_at: '2026-03-10T12:00:00.000Z', updated_at: '2026-03-10T12:00:00.000Z' };
  const of = { id: expect.any(Number), name: 'March', url, ...values, ...times };
  const link = `${url}&utm_source=newsletter&utm_medium=email`;
  expect(answer).toEqual({ campaign_link: { ...of, link } });
  const { id } = answer.campaign_link;
  const second = await aLink(at, { campaign: 'späti & co' });
  expect(second.link).toBe('https://shop.example/sale?utm_source=newsletter&utm_campaign=sp%C3%A4ti+%26+co');
  const list = async (query = '') => await server().get(`${at}${query}`);
  expect((await list()).campaign_links).toEqual([second, answer.campaign_link]);
  expect(await list('?per_page=1&page=2')).toEqual({
    campaign_links: [answer.campaign_link],
    pagination: { current_page: 2, per_page: 1, total_count: 2, total_pages: 2 },
  });
  expect(await server().get(`${at}/${id}`)).toEqual(answer);
  const change = { name: 'Top', medium: null, content: 'top' };
  const changed = await server().patch(`${at}/${id}`, change);
  expect(changed.status).toBe(200);
  const leads = { link: `${url}&utm_source=newsletter&utm_content=top` };
  expect(changed.body.campaign_link).toEqual({ ...answer.campaign_link, ...change, ...leads });
  expect((await server().api('DELETE', `${at}/${id}`)).status).toBe(204);
  expect(await server().get(`${at}/${id}`)).toEqual({ error: 'campaign link not found' });
  expect((await list()).campaign_links).toEqual([second]);
  expect((await aLink(at)).id).toBeGreaterThan(id);
});

test('pages of any host may be linked, and tags in an address give way to the values', async () => {
  const at = await aSite();
  const url = 'http://other.example/a?utm_source=old&utm_campaign=gone&x=1#top';
  expect(await aLink(at, { url })).toMatchObject({
    url: 'http://other.example/a?x=1#top',
    link: 'http://other.example/a?x=1&utm_source=newsletter#top',
  });
});

test('hits through a saved link are counted by its values', async () => {
  const { get, hits, path } = await givenSite(server());
  const { link } = await aLink(`${path}/campaign_links`, { medium: 'email', campaign: 'Ünïcödé & +x' });
  await hits([{ path: '/sale', url: link }]);
  const query = new URLSearchParams({ source: 'newsletter', medium: 'email', campaign: 'Ünïcödé & +x' });
  expect((await get(`/hits?${query}`)).summary.total_hits).toBe(1);
});

test('each link tells how many visits it brought in a period, in order, and so does the file', async () => {
  const { id } = await server().given.site({ url: 'https://shop.example' });
  const at = `/sites/${id}/campaign_links`;
  const mail = await aLink(at, { medium: 'email' });
  const plain = await aLink(at);
  const unused = await aLink(at, { term: 'none' });
  const visit = ({ link: url }: { link: string }, day: string, visitor: bigint) =>
    aHit({ siteId: id, url, source: 'newsletter', at: `2026-03-${day}T10:00:00Z`, visitor });
  await server().services.stores.hits.append([
    ...[1n, 2n].map(visitor => visit(mail, '09', visitor)),
    visit(mail, '08', 1n),
    visit(plain, '01', 3n),
  ]);
  const read = async (query: string) => await server().get(`${at}?${query}`);
  const counted = await read('include_visits=true');
  expect(counted.campaign_links).toEqual([
    { ...unused, visits: 0, unique_visitors: 0 },
    { ...plain, visits: 1, unique_visitors: 1 },
    { ...mail, visits: 3, unique_visitors: 2 },
  ]);
  const days = { start_date: '2026-02-08', end_date: '2026-03-10' };
  expect(counted.filters).toEqual({ ...days, time_zone: 'utc', zone: 'UTC' });
  const inMarch = await read('order_by=visits&start_date=2026-03-02&end_date=2026-03-08&per_page=1&page=1');
  expect(inMarch.campaign_links).toEqual([{ ...mail, visits: 1, unique_visitors: 1 }]);
  expect(inMarch.pagination.total_count).toBe(3);
  const ofAll = await read('order_by=visitors&period=all');
  expect(ofAll.campaign_links.map((link: { id: number }) => link.id)).toEqual([mail.id, plain.id, unused.id]);
  expect((await read('')).campaign_links).toEqual([unused, plain, mail]);
  const [header, first] = (await fileOf(at, '?order_by=visits')).body.split('\r\n');
  expect(header).toEndWith(',created_at,visits,unique_visitors');
  expect([first?.split(',')[0], first?.slice(-4)]).toEqual([String(mail.id), ',3,2']);
});

test.each([
  ['include_visits=maybe', 'include_visits'],
  ['order_by=clicks', 'order_by'],
  ['start_date=2026-02-30', 'start_date'],
  ['start_date=2026-03-09&end_date=2026-03-08', 'end_date'],
  ['period=all&start_date=2026-03-01', 'period'],
])('a list of links with %s is 400 and names it', async (query, name) => {
  const at = await aSite();
  for (const path of [`${at}?${query}`, `${at}.csv?${query}`]) {
    const { status, body } = await server().api('GET', path);
    expect([status, body.error.slice(0, name.length)]).toEqual([400, name]);
  }
});

test('the same link is saved once, and a change may not make two the same', async () => {
  const at = await aSite();
  const first = await aLink(at);
  const error = { error: `the link is saved already: campaign link ${first.id}` };
  const again = await create(at, { url: 'https://shop.example/sale', source: 'newsletter', name: 'Other' });
  expect([again.status, again.body]).toEqual([422, error]);
  const second = await aLink(at, { medium: 'email' });
  const changed = await server().patch(`${at}/${second.id}`, { medium: '' });
  expect([changed.status, changed.body]).toEqual([422, error]);
  const renamed = await server().patch(`${at}/${first.id}`, { name: 'Mine' });
  expect(renamed.body.campaign_link).toEqual({ ...first, name: 'Mine' });
  const at2 = await aSite();
  expect((await aLink(at2)).link).toBe(first.link);
});

const VALUE = 'a line of at most 200 characters, without control characters or null';
const URL_RULE =
  'a path of the site that begins with /, or an address that begins with http:// or https://, of at most 2048 characters, without blanks, user name and password';
const LINE = 'a line of at most 200 characters, not blank, without control characters';
test.each([
  ['url', URL_RULE, [null, 7, '', ' ', '/a b', '/a\nb', `/${'x'.repeat(2048)}`, 'http://', 'https://[']],
  ['url', URL_RULE, ['shop.example/a', 'javascript:alert(1)', 'ftp://a.example/']],
  ['url', URL_RULE, ['https://user:word@a.example/', 'https://user@a.example/']],
  ['source', LINE, [null, 7, '', ' ', 'x'.repeat(201), 'a\nb', '\ud800']],
  ['name', VALUE, [7, [], 'x'.repeat(201), 'a\u0000']],
  ['medium', VALUE, [7, {}, 'x'.repeat(201), 'a\tb']],
  ['campaign', VALUE, [true, 'x'.repeat(201)]],
  ['term', VALUE, [7, 'a\u007f']],
  ['content', VALUE, [['a'], '💩'.repeat(201)]],
] as const)('a bad %s is 422 and named, with what is allowed', async (field, allowed, values) => {
  const at = await aSite();
  const link = await aLink(at);
  for (const value of values)
    for (const answer of [
      await create(at, { url: '/b', source: 'a', [field]: value }),
      await server().patch(`${at}/${link.id}`, { [field]: value }),
    ]) {
      expect([value, answer.status]).toEqual([value, 422]);
      expect(answer.body.error).toStartWith(`${field} must be ${allowed}, got `);
      expect(answer.body.error.length).toBeLessThan(400);
    }
  expect((await server().get(at)).campaign_links).toEqual([link]);
});

test('a link without url or source, one that is too long, and one too many are 422', async () => {
  const at = await aSite();
  const long = { url: `/${'x'.repeat(1900)}`, source: 'ü'.repeat(200) };
  for (const [body, error] of [
    [{ source: 'a' }, 'url is required: '],
    [{ url: '/' }, 'source is required: '],
    [long, 'url and the values must make a link of at most 2048 characters, got 3'],
  ] as const)
    expect(await create(at, body)).toEqual(refused(422, expect.stringContaining(error)));
  const site = server().services.sites.service.find(Number(at.split('/')[2]));
  if (!site) throw new Error('the site is there');
  for (let n = 0; n < 1000; n += 1)
    server().services.sites.campaignLinks.create(site, { url: `/${n}`, source: 'a' });
  expect((await create(at, { url: '/more', source: 'a' })).body).toEqual({
    error: 'a site has at most 1000 campaign links: delete one first',
  });
  expect((await server().get(`${at}?per_page=1000`)).campaign_links).toHaveLength(1000);
});

test('links are a CSV file, in which nothing is a formula', async () => {
  const at = await aSite();
  const link = await aLink(at, { name: '=1+1', medium: 'a,"b"' });
  const file = await fileOf(at);
  const disposition = 'attachment; filename="shop.example-campaign-links.csv"';
  expect(file.headers.get('content-disposition')).toBe(disposition);
  expect(file.body).toBe(
    'id,name,link,url,source,medium,campaign,term,content,created_at\r\n' +
      `${link.id},'=1+1,${link.link},https://shop.example/sale,newsletter,"a,""b""",,,,2026-03-10T12:00:00.000Z\r\n`,
  );
});

test('other sites have none of the links', async () => {
  const link = await aLink(await aSite());
  const other = await aSite();
  for (const [method, change] of [['GET'], ['PATCH', '{'], ['DELETE']] as const)
    for (const id of [link.id, 999_999]) {
      const answer = await server().api(method, `${other}/${id}`, { body: change });
      expect([answer.status, answer.body]).toEqual([404, { error: 'campaign link not found' }]);
    }
});

test('updated_at moves when a link changes, and only then; a purged site leaves none', async () => {
  const { id } = await server().given.site();
  const at = `/sites/${id}/campaign_links`;
  const body = { url: '/a', source: 'x', name: 'n' };
  const { campaign_link: link } = (await server().post(at, body)).body;
  server().clock.advance({ hours: 1 });
  const change = async (fields: unknown) =>
    (await server().patch(`${at}/${link.id}`, fields)).body.campaign_link;
  for (const same of [{}, body, { source: ' x ' }, { nonsense: 1 }]) expect(await change(same)).toEqual(link);
  expect((await change({ term: 't' })).updated_at).toBe('2026-03-10T13:00:00.000Z');
  await server().api('DELETE', `/sites/${id}`);
  await server().job('sites.purge');
  expect(server().services.sites.campaignLinksStore.list(id)).toEqual([]);
});
