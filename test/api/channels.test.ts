/** Channels and host names over HTTP: reports of hits, events and journeys, and why an address is of its channel. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { ended } from '../support/imports.ts';
import { refused } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';
import { until } from '../support/until.ts';

const server = shareServer();

const VISITS = [
  { path: '/', referrer: 'https://www.google.com/' },
  { path: '/ad', url: 'https://shop.example/ad?gclid=abc', referrer: 'https://www.google.com/' },
  { path: '/letter', url: 'https://shop.example/letter?utm_medium=email&utm_source=Newsletter' },
  { path: '/', referrer: 'https://chatgpt.com/' },
  { path: '/inside', referrer: 'https://shop.example/' },
  { path: '/' },
];

async function aSite() {
  const site = await givenSite(server(), { url: 'https://www.shop.example' });
  const first = VISITS.map((hit, index) => ({ ...hit, visitor_id: `v${index}` }));
  await site.hits(first.flatMap(hit => [hit, { path: '/second', visitor_id: hit.visitor_id }]));
  await site.events(first.map(({ visitor_id }) => ({ event: 'cart.add', path: '/', visitor_id })));
  return site;
}

const CHANNELS = ['AI Assistants', 'Direct', 'Email', 'Internal', 'Organic Search', 'Paid Search'];

test('hits, events and journeys have the channel that their visit began with', async () => {
  const { get } = await aSite();
  expect((await get('/hits?group_by=channel&attribution=visit&include_visitors=true')).grouped_hits).toEqual(
    CHANNELS.map(channel => ({ channel, hit_count: 2, unique_visitors: 1, visits: 1 })),
  );
  const { grouped_events: events } = await get('/events?group_by=channel&attribution=visit');
  expect(events).toEqual(CHANNELS.map(channel => ({ channel, event_count: 1 })));
  expect((await get('/user_journeys?channel=Paid+Search')).summary.total_visitors).toBe(1);
  expect((await get('/overview?channel=Email&channel=Direct&attribution=visit')).figures.hits).toBe(4);
});

test('by themselves, later pages are direct', async () => {
  const { get } = await aSite();
  expect((await get('/hits?group_by=channel')).grouped_hits[0]).toEqual({ channel: 'Direct', hit_count: 7 });
  expect((await get('/hits?not_channel=Direct')).hits).toHaveLength(5);
  expect((await get('/events?channel=Direct')).events).toHaveLength(6);
  expect((await get('/hits?group_by=channel&search=paid')).grouped_hits).toEqual([
    { channel: 'Paid Search', hit_count: 1 },
  ]);
});

test.each(['', 'paid search', 'Other', 'Direct,Email'])(
  'channel=%s is 400 and says which there are',
  async value => {
    const { ask } = await givenSite(server());
    for (const name of ['channel', 'not_channel']) {
      const query = new URLSearchParams({ [name]: value });
      const { status, body } = await ask(`/hits?${query}`);
      expect([status, body.error]).toEqual([
        400,
        expect.stringMatching(new RegExp(`^${name} must be one of Direct, Organic Search, .*Internal, got`)),
      ]);
    }
  },
);

test('the channel of an address is said with the rule that decided', async () => {
  const { ask } = await givenSite(server(), { url: 'https://www.shop.example:8443' });
  const say = async (params: Record<string, string>) => {
    const { status, body } = await ask(`/channel_test?${new URLSearchParams(params)}`);
    return [status, body];
  };
  const url = 'https://shop.example/';
  expect(await say({ url: `${url}?gclid=1` })).toEqual([
    200,
    { channel: 'Paid Search', rule: 'the url has a click id of search ads (gclid, msclkid …)' },
  ]);
  expect(await say({ url, referrer: 'https://blog.shop.example/' })).toEqual([
    200,
    { channel: 'Internal', rule: 'the referrer is a page of the site itself, and the link was not tagged' },
  ]);
  expect(await say({})).toEqual([200, expect.objectContaining({ channel: 'Direct' })]);
  expect(await say({ url })).toEqual([200, expect.objectContaining({ channel: 'Direct' })]);
  for (const [params, field] of [
    [{ url: '' }, 'url'],
    [{ url: 'shop.example' }, 'url'],
    [{ url: `https://a.example/${'x'.repeat(2048)}` }, 'url'],
    [{ url: 'https://a.example/\n' }, 'url'],
    [{ url, referrer: '' }, 'referrer'],
    [{ url, referrer: 'javascript:alert(1)' }, 'referrer'],
    [{ url, referrer: `https://a.example/${'x'.repeat(2048)}` }, 'referrer'],
  ] as const)
    expect(await say(params)).toEqual([
      400,
      { error: expect.stringMatching(new RegExp(`^${field} must be (?:an|the) address`)) },
    ]);
});

async function aSiteAt(url: string) {
  const site = await givenSite(server(), { url });
  const { host, protocol } = new URL(url);
  const at = (name: string, path: string) => ({
    path: path.replace(/\?.*/, ''),
    url: `${protocol}//${name}${path}`,
    visitor_id: name,
  });
  const rows = [
    { path: '/own', visitor_id: 'own' },
    at(host, '/same'),
    at(host, '/ad?utm_medium=cpc'),
    at('help.shop.example', '/help'),
  ];
  await site.hits(rows);
  await site.events(rows.map(row => ({ ...row, event: 'page.seen' })));
  const ask = async (query: string, kind = 'hits') => {
    const { status, body } = await site.ask(`/${kind}?${query}`);
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  };
  return { site, ask };
}

const HOSTS = table('hostname hit_count', ['shop.example', 3], ['help.shop.example', 1]);

test.each([
  'https://shop.example',
  'https://www.shop.example',
  'https://shop.example:8443',
  'http://Shop.example/',
])('rows without an address are on the host of %s', async url => {
  const { site, ask } = await aSiteAt(url);
  for (const attribution of ['hit', 'visit']) {
    const by = (query: string, kind?: string) => ask(`${query}&attribution=${attribution}`, kind);
    expect((await by('group_by=hostname')).grouped_hits).toEqual(HOSTS);
    expect((await by('group_by=hostname', 'events')).grouped_events).toEqual(
      HOSTS.map(({ hostname, hit_count }) => ({ hostname, event_count: hit_count })),
    );
    for (const [filter, count] of [
      ['hostname=shop.example', 3],
      ['hostname=WWW.shop.example:8443', 3],
      ['not_hostname=shop.example', 1],
      ['hostname=help.shop.example&hostname=shop.example', 4],
      ['hostname=elsewhere.example', 0],
    ] as const) {
      expect([filter, (await by(filter)).summary.total_hits]).toEqual([filter, count]);
      expect([filter, (await by(`${filter}&group_by=event`, 'events')).summary.total_events]).toEqual([
        filter,
        count,
      ]);
    }
  }
  expect(await site.get('/hits.csv?group_by=hostname')).toBe(
    'hostname,hit_count\r\nshop.example,3\r\nhelp.shop.example,1\r\n',
  );
});

test('an address that is changed changes the host of its hits, kept answers included', async () => {
  const { site, ask } = await aSiteAt('https://shop.example');
  expect((await ask('hostname=shop.example')).hits).toHaveLength(3);
  expect((await site.call('PATCH', '', { url: 'https://new.example' })).status).toBe(200);
  expect((await ask('hostname=shop.example')).hits).toHaveLength(1);
  expect((await ask('group_by=hostname')).grouped_hits).toContainEqual({
    hostname: 'new.example',
    hit_count: 2,
  });
});

test.each(['', 'a/b', 'a b', 'user@host', 'h'.repeat(254)])('hostname=%s is 400 and named', async value => {
  const site = await givenSite(server());
  for (const name of ['hostname', 'not_hostname']) {
    const query = new URLSearchParams({ [name]: value });
    expect(await site.ask(`/hits?${query}`)).toEqual(refused(400, expect.stringContaining(`${name} `)));
  }
});

test('revenue and properties are those of the host, too', async () => {
  const { site, ask } = await aSiteAt('https://shop.example');
  const sold = {
    event: 'order.paid',
    path: '/own',
    properties: { plan: 'pro' },
    revenue: { amount: 5, currency: 'EUR' },
  };
  await site.events([sold]);
  const { summary } = await ask('hostname=shop.example&event=order.paid', 'events');
  expect(summary).toMatchObject({ total_events: 1, revenue: [{ amount: 5, currency: 'EUR' }] });
  expect((await ask('group_by=hostname&event=order.paid', 'events')).grouped_events).toMatchObject([
    { hostname: 'shop.example', revenue: [{ amount: 5, currency: 'EUR' }] },
  ]);
  expect((await ask('hostname=shop.example', 'properties')).properties).toMatchObject([
    { name: 'plan', events: 1 },
  ]);
});

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Imports a file whose rows are all good. */
const importFile = async (
  { site: { id } }: Pick<Awaited<ReturnType<typeof givenSite>>, 'site'>,
  body: string,
) => {
  const headers = { 'content-type': 'application/octet-stream' };
  const answer = await server().api('POST', `/sites/${id}/imports`, { body, headers });
  const imported = await ended(server(), `/sites/${id}/imports/${answer.body.import.id}`);
  expect(imported).toMatchObject({ status: 'completed', rows_bad: 0, rows_skipped: 0 });
};

test('a tagged address says the same wherever it comes from, and however long it is', async () => {
  const origin = 'https://www.shop.example';
  const { site, get, hits } = await givenSite(server(), { url: origin });
  const short = '/sale?UTM_Source=TikTok&utm_Medium=paid+social&UTM_CAMPAIGN=fr%C3%BChling+100%';
  const long = `/sale?ttclid=${'E'.repeat(3_000)}&${short.slice(6)}#${'x'.repeat(3_000)}`;
  await hits([{ path: '/sale', url: origin + short }, { path: short }]);
  for (const [hour, page] of [short, long].entries()) {
    const url = origin + page;
    const headers = { 'user-agent': BROWSER };
    const body = JSON.stringify({ url });
    const sent = await fetch(`${server().url}/page/${site.uid}`, { method: 'POST', headers, body });
    expect(sent.status).toBe(202);
    const at = (minute: number) => `2026-03-09T0${hour}:0${minute}:00Z`;
    const rows = [
      { path: '/sale', url, created_at: at(1) },
      { path: page, created_at: at(2) },
    ];
    const files = [
      rows.map(row => `${JSON.stringify(row)}\n`).join(''),
      `path,url,created_at\n/sale,${url},${at(3)}\n`,
      `203.0.113.7 - - [09/Mar/2026:0${hour}:04:00 +0000] "GET ${page} HTTP/1.1" 200 9 "-" "${BROWSER}"\n`,
    ];
    for (const file of files) await importFile({ site }, file);
  }
  await until(async () => (await get('/hits?per_page=1')).pagination.total_count === 12);
  for (const [name, value] of Object.entries({
    source: 'TikTok',
    medium: 'paid social',
    campaign: 'frühling 100%',
    channel: 'Paid Social',
  }))
    expect((await get(`/hits?group_by=${name}`)).grouped_hits).toEqual([{ [name]: value, hit_count: 12 }]);
});

test('a source has one name, whatever tags and programs call it, and any of them finds it', async () => {
  const site = await givenSite(server(), { url: 'https://shop.example' });
  await site.hits([
    { path: '/', source: 'google' },
    { path: '/', url: 'https://shop.example/?utm_source=GOOGLE' },
    { path: '/', referrer: 'https://www.google.de/' },
    { path: '/', url: 'https://shop.example/?utm_source=chatgpt.com' },
    { path: '/', referrer: 'https://accounts.google.com/' },
    { path: '/', source: 'Letter' },
    { path: '/', url: 'https://shop.example/?utm_source=letter' },
  ]);
  // Files are as old exports have them.
  await importFile(
    site,
    'path,source,created_at\n/,LETTER,2026-03-09T10:00:00Z\n/,google,2026-03-09T10:00:00Z\n',
  );
  await site.hits([{ path: '/', source: 'letter' }]);
  expect((await site.get('/hits?group_by=source')).grouped_hits).toEqual([
    { source: 'Google', hit_count: 4 },
    { source: 'letter', hit_count: 4 },
    { source: 'ChatGPT', hit_count: 1 },
    { source: null, hit_count: 1 },
  ]);
  const found = async (query: string) => (await site.get(`/hits?${query}`)).hits.length;
  for (const name of ['google', 'Google', 'google.com', 'GOOGLE'])
    expect([name, await found(`source=${name}`), await found(`not_source=${name}`)]).toEqual([name, 4, 6]);
  expect(await found('source=google&source=chatgpt')).toBe(5);
  expect(await found('source=Letter')).toBe(4);
  const [tagged] = (await site.get('/hits?source=ChatGPT')).hits;
  expect(tagged.url).toBe('https://shop.example/?utm_source=chatgpt.com');
});

test('a domain in letters is one from programs, pages and files, and either spelling finds it', async () => {
  const site = await givenSite(server(), { url: 'https://bücher.example' });
  await site.hits([
    { path: '/a', url: 'https://bücher.example/a', referrer: 'https://münchen.example/' },
    { path: '/a', url: 'https://xn--bcher-kva.example/a?x=1', referrer: 'https://xn--mnchen-3ya.example/x' },
  ]);
  const page = { url: 'https://xn--bcher-kva.example/b', referrer: 'https://MÜNCHEN.example/' };
  const headers = { 'user-agent': BROWSER };
  await fetch(`${server().url}/page/${site.site.uid}`, {
    method: 'POST',
    body: JSON.stringify(page),
    headers,
  });
  await importFile(
    site,
    'path,url,referrer,created_at\n/c,https://bücher.example/c?y=1,https://münchen.example/ü,2026-03-09T10:00:00Z\n',
  );
  for (const [name, letters, ascii] of [
    ['referrer_host', 'münchen.example', 'xn--mnchen-3ya.example'],
    ['hostname', 'bücher.example', 'xn--bcher-kva.example'],
  ] as const) {
    expect((await site.get(`/hits?group_by=${name}`)).grouped_hits).toEqual([
      { [name]: letters, hit_count: 4 },
    ]);
    for (const host of [letters, ascii])
      expect((await site.get(`/hits?${new URLSearchParams({ [name]: host })}`)).hits).toHaveLength(4);
  }
});
