/** Reports by the host of the page: rows at the site's own address have no url, and are on its host all the same. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { refused } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

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

const HOSTS = [
  { hostname: 'shop.example', hit_count: 3 },
  { hostname: 'help.shop.example', hit_count: 1 },
];

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
