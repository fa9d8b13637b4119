/** `goal=ID`: conversions of groups, buckets and summaries, and of every list of the overview. Source: decisions, section 10. */
import { expect, test } from 'bun:test';
import {
  AGENTS,
  COUNTRIES,
  DEVICES,
  EVENTS,
  KUDOS,
  PAGES,
  propertyBreakdown,
  REFERRERS,
} from '../../src/web/pages/site/breakdown-definitions.ts';
import { givenSite } from '../support/given-site.ts';
import { refused } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

/** Ann came from a newsletter and ordered twice, Bob from a search and did not; Ann came back later, by herself. */
const VISITS = [
  ['2026-03-09T10:00:00Z', 'ann', '/', { source: 'Newsletter', country: 'DE' }],
  ['2026-03-09T10:01:00Z', 'ann', '/thanks', { country: 'DE' }],
  ['2026-03-09T10:02:00Z', 'ann', '/thanks', { country: 'DE' }],
  ['2026-03-09T10:30:00Z', 'bob', '/', { source: 'Google', country: 'FR' }],
  ['2026-03-09T15:00:00Z', 'ann', '/', { country: 'DE' }],
  ['2026-03-10T09:00:00Z', 'cem', '/docs', { source: 'Google', country: 'FR' }],
] as const;

async function aSite() {
  const site = await givenSite(server());
  const { clock } = server();
  for (const [at, visitor_id, path, fields] of VISITS) {
    clock.set(at);
    await site.hits([{ path, visitor_id, ...fields }]);
  }
  clock.set('2026-03-09T10:01:30Z');
  await site.events([{ event: 'order.paid', visitor_id: 'ann', country: 'DE' }]);
  clock.set('2026-03-10T12:00:00Z');
  const { goal } = (await site.post('/goals', { name: 'Order', path: '/thanks' })).body;
  return { ...site, goal: goal.id as number };
}

/** Conversions and their rate by value. */
test.each<[string, string, Record<string, [number, number]>]>([
  ['source', 'visit', { Google: [0, 0], null: [0, 0], Newsletter: [2, 100] }],
  ['source', 'hit', { null: [2, 100], Google: [0, 0], Newsletter: [2, 100] }],
  ['path', 'visit', { '/': [2, 50], '/thanks': [2, 100], '/docs': [0, 0] }],
  ['country', 'visit', { DE: [2, 100], FR: [0, 0] }],
  ['entry_page', 'hit', { '/': [2, 50], '/docs': [0, 0] }],
  ['exit_page', 'visit', { '/thanks': [2, 100], '/': [0, 0], '/docs': [0, 0] }],
  ['channel', 'visit', { Email: [2, 100], 'Organic Search': [0, 0], Direct: [0, 0] }],
])('groups by %s with attribution=%s', async (by, attribution, expected) => {
  const { goal, get } = await aSite();
  const { grouped_hits: groups, filters } = await get(
    `/hits?group_by=${by}&attribution=${attribution}&goal=${goal}`,
  );
  const found = (groups as readonly Record<string, unknown>[]).map(group => [
    String(group[by]),
    [group['conversions'], group['conversion_rate']],
  ]);
  expect(found).toHaveLength(Object.keys(expected).length);
  expect(Object.fromEntries(found)).toEqual(expected);
  expect(groups[0]).toHaveProperty('unique_visitors');
  expect(filters.goal).toBe(goal);
});

test('the summary of groups and of a list; filters leave visits out, not what was done in them', async () => {
  const { goal, get } = await aSite();
  expect((await get(`/hits?goal=${goal}`)).summary).toMatchObject({ conversions: 2, conversion_rate: 33.3 });
  const { summary } = await get(`/hits?group_by=path&path=/&goal=${goal}`);
  expect(summary).toMatchObject({ unique_visitors: 2, conversions: 2, conversion_rate: 50 });
  expect((await get(`/hits?source=Google&goal=${goal}`)).summary).toMatchObject({
    conversions: 0,
    conversion_rate: 0,
  });
  expect((await get(`/hits?country=US&goal=${goal}`)).summary).toMatchObject({
    conversions: 0,
    conversion_rate: null,
  });
  expect((await get('/hits?country=DE')).summary).not.toHaveProperty('conversions');
});

test('days, with a comparison and as a file', async () => {
  const { goal, get } = await aSite();
  const query = `group_by=date&start_date=2026-03-09&end_date=2026-03-10&goal=${goal}`;
  const { grouped_hits: days, comparison } = await get(`/hits?${query}&compare=previous_period`);
  expect(days).toMatchObject([
    { date: '2026-03-09', conversions: 2, conversion_rate: 50 },
    { date: '2026-03-10', conversions: 0, conversion_rate: 0 },
  ]);
  expect(comparison).toMatchObject({
    summary: { conversions: 0, conversion_rate: null },
    grouped_hits: [{ conversions: 0, conversion_rate: null }, { conversions: 0 }],
  });
  const file = async (of: string) => (await get(`/hits.csv?${of}`)).split('\r\n');
  expect((await file(query)).slice(0, 2)).toEqual([
    'date,hit_count,unique_visitors,visits,conversions,conversion_rate',
    '2026-03-09,5,2,3,2,50',
  ]);
  expect((await file(`group_by=country&goal=${goal}`)).slice(0, 2)).toEqual([
    'country,hit_count,unique_visitors,visits,conversions,conversion_rate',
    'DE,4,1,2,2,100',
  ]);
});

test('groups of a comparison have their own conversions', async () => {
  const { goal, get } = await aSite();
  const query = `group_by=country&start_date=2026-03-10&end_date=2026-03-10&compare=previous_period&goal=${goal}`;
  const { comparison } = await get(`/hits?${query}`);
  expect(comparison.grouped_hits).toMatchObject([{ country: 'FR', conversions: 0, conversion_rate: 0 }]);
  expect(comparison.summary).toMatchObject({ conversions: 2 });
});

test('events are counted by the visits in which they were sent', async () => {
  const { goal, get } = await aSite();
  const { grouped_events: groups, summary } = await get(`/events?group_by=event&goal=${goal}`);
  expect(groups).toMatchObject([{ event: 'order.paid', conversions: 2, conversion_rate: 100 }]);
  expect(summary).toMatchObject({ conversions: 2, conversion_rate: 100 });
});

test('cities of few visitors are one group, whose conversions say nothing of one of them', async () => {
  const { goal, get, set, hits } = await aSite();
  await set({ location_detail: 'city' });
  const visitors = Object.entries({ Delft: 6, Gouda: 2, Edam: 1 }).flatMap(([city, count]) =>
    Array.from({ length: count }, (_, n) => ({ visitor_id: `${city} ${n}`, city, country: 'NL' })),
  );
  for (const path of ['/', '/thanks']) await hits(visitors.map(visitor => ({ ...visitor, path })));
  expect((await get(`/hits?group_by=city&goal=${goal}&country=NL`)).grouped_hits).toMatchObject([
    { city: 'Delft', conversions: 6, conversion_rate: 100 },
    { city: 'other', conversions: 3, conversion_rate: 100 },
  ]);
});

test.each([
  ['0', 'goal must be an integer of at least 1, got 0'],
  ['x', 'goal must be an integer of at least 1, got "x"'],
])('goal=%s is refused', async (given, error) => {
  const { get } = await aSite();
  expect(await get(`/hits?group_by=path&goal=${given}`)).toEqual({ error });
});

test('a goal that is not there, or another site’s, is an error and never nothing', async () => {
  const [one, other] = [await aSite(), await aSite()];
  await other.call('DELETE', `/goals/${other.goal}`);
  for (const { ask, goal } of [{ ...one, goal: other.goal }, { ...other, goal: one.goal }, other])
    expect(await ask(`/hits?goal=${goal}`)).toEqual(
      refused(400, `goal must be the id of a goal of this site, got ${goal}`),
    );
});

test('a shared link of pages does not tell who reached a goal', async () => {
  const { goal, path: at, post } = await aSite();
  const { body } = await post('/shared_links', { name: 'A', sections: ['pages'] });
  const read = async (path: string) => {
    const url = `${server().url}${new URL(body.url).pathname}/api/v1${at}/${path}`;
    return (await fetch(url, { headers: { 'user-agent': 'test' } })).status;
  };
  expect(await read('hits?group_by=path')).toBe(200);
  for (const path of [
    `hits?group_by=path&goal=${goal}`,
    'goals',
    `goals/${goal}`,
    'goals/report',
    'goals/preview?path=/',
  ])
    expect([path, await read(path)]).toEqual([path, 404]);
});

const property = (hits: number, events: number) =>
  propertyBreakdown({ name: 'plan', hits, events } as Parameters<typeof propertyBreakdown>[0]);
const LISTS = [
  ...[PAGES, REFERRERS, COUNTRIES, DEVICES, EVENTS].flatMap(({ lists }) => lists),
  ...[property(1, 0), property(0, 1)],
];
/** Rows that belong to no visit. */
const WITHOUT = [AGENTS, KUDOS].flatMap(({ lists }) => lists);

async function aSiteOfPanels() {
  const site = await givenSite(server());
  const { post, set } = site;
  await set({ location_detail: 'city' });
  const { goal } = (await post('/goals', { name: 'Order', event: 'order.paid' })).body;
  const visit = {
    ...{ country: 'NZ', region: 'Otago', city: 'Dunedin', language: 'mi', screen: 'wide' },
    ...{ visitor_id: 'one', source: 'mail', referrer: 'https://news.example/x' },
    ...{ user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' },
    properties: { plan: 'pro' },
  };
  await post('/hits', { path: '/a?utm_campaign=spring&utm_medium=mail', ...visit });
  await post('/events', { event: 'order.paid', path: '/a', ...visit });
  await post('/kudos', { path: '/a' });
  await post('/agent_visits', { path: '/a', user_agent: 'GPTBot/1.0' });
  return { ...site, goal };
}

test('every list of hits and events has conversions, in the answer and in the file', async () => {
  const { ask, get, goal } = await aSiteOfPanels();
  const visits = 'attribution=visit&include_visitors=true';
  for (const { by, endpoint, listField } of LISTS) {
    const path = `/${endpoint}?group_by=${by}&goal=${goal.id}&${visits}`;
    const { status, body } = await ask(path);
    expect([path, status]).toEqual([path, 200]);
    expect([by, body[listField][0]]).toEqual([by, expect.objectContaining({ conversions: 1 })]);
    const file = await get(`${path}&format=csv`);
    expect([by, file.split('\r\n')[0]]).toEqual([by, expect.stringContaining('conversions,conversion_rate')]);
  }
});

test('lists of kudos and AI agents, which belong to no visit, stay as they are beside a goal', async () => {
  const { ask, goal } = await aSiteOfPanels();
  for (const { by, endpoint, listField } of WITHOUT) {
    const path = `/${endpoint}?group_by=${by}&goal=${goal.id}`;
    const { status, body } = await ask(path);
    expect([path, status]).toEqual([path, 200]);
    expect([by, body[listField].length, 'conversions' in body[listField][0]]).toEqual([by, 1, false]);
  }
});
