/** A goal on the overview: every list of its panels has conversions, as the dashboard asks for them and in the file. */
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
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

const property = (hits: number, events: number) =>
  propertyBreakdown({ name: 'plan', hits, events } as Parameters<typeof propertyBreakdown>[0]);
const LISTS = [
  ...[PAGES, REFERRERS, COUNTRIES, DEVICES, EVENTS].flatMap(({ lists }) => lists),
  ...[property(1, 0), property(0, 1)],
];
/** Rows that belong to no visit. */
const WITHOUT = [AGENTS, KUDOS].flatMap(({ lists }) => lists);

async function aSite() {
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
  const { ask, get, goal } = await aSite();
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
  const { ask, goal } = await aSite();
  for (const { by, endpoint, listField } of WITHOUT) {
    const path = `/${endpoint}?group_by=${by}&goal=${goal.id}`;
    const { status, body } = await ask(path);
    expect([path, status]).toEqual([path, 200]);
    expect([by, body[listField].length, 'conversions' in body[listField][0]]).toEqual([by, 1, false]);
  }
});
