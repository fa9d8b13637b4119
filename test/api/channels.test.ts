/** Channels over HTTP: reports of hits, events and journeys, and why an address is of its channel. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { shareServer } from '../support/shared-server.ts';

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
    {
      channel: 'Internal',
      rule: 'the referrer is a page of the site itself, and the link was not tagged',
    },
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
