/** The zone of a site's days: its own, else that of the account that owns it. */
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { givenSite } from '../support/given-site.ts';
import { refusedStarting } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const REPORTS = [
  'hits',
  'events',
  'agent_visits',
  'kudos',
  'overview',
  'hours',
  'goals/report',
  'paths',
  'access_log',
  'signals',
  'properties',
  'user_journeys',
  'user_journeys/pages',
  'campaign_links',
];

test('a site has the zone of its account until it has its own, as of the next hit', async () => {
  const { services, given } = server();
  const { db, findSiteZone } = services.stores;
  const { service: sites, getFacts } = services.sites;
  const { accounts } = services.access;
  const { id } = await given.site();
  const site = () => sites.find(id) as NonNullable<ReturnType<typeof sites.find>>;
  const zones = () => [findSiteZone(id), getFacts(site()).timeZone];
  const owner = accounts.findUser(site().ownerId) as NonNullable<ReturnType<typeof accounts.findUser>>;
  expect(zones()).toEqual(['UTC', 'UTC']);
  await accounts.updateUser(owner, { timeZone: 'asia/kathmandu' });
  expect(zones()).toEqual(['Asia/Kathmandu', 'Asia/Kathmandu']);
  const facts = getFacts(site());
  sites.saveSettings(site(), { timeZone: 'US/Eastern' });
  expect(zones()).toEqual(['US/Eastern', 'US/Eastern']);
  sites.saveSettings(site(), { timeZone: null });
  expect(zones()).toEqual(['Asia/Kathmandu', 'Asia/Kathmandu']);
  const other = await accounts.createUser({
    email: 'other@example.com',
    password: 'a long enough password',
    timeZone: 'Pacific/Apia',
  });
  db.run(sql`update sites set owner_id = ${other.id} where id = ${id}`);
  expect(findSiteZone(id)).toBe('Pacific/Apia');
  db.run(sql`update sites set time_zone = 'Mars/Olympus' where id = ${id}`);
  expect(findSiteZone(id)).toBe('Pacific/Apia');
  expect(facts.timeZone).toBe('Asia/Kathmandu');
  expect(findSiteZone(1e9)).toBe('UTC');
});

test('reports take the days of the site, and name its zone', async () => {
  const { get, set, hits } = await givenSite(server());
  await set({ time_zone: 'Asia/Kolkata' });
  for (const time of ['07T18:29:59', '07T18:30:00', '08T18:29:59']) {
    server().clock.set(`2026-03-${time}Z`);
    await hits([{ path: '/', ip_address: '203.0.113.1' }]);
  }
  const day = 'start_date=2026-03-08&end_date=2026-03-08&time_zone=site';
  const ofDay = { start_date: '2026-03-08', end_date: '2026-03-08', time_zone: 'site', zone: 'Asia/Kolkata' };
  expect((await get(`/overview?${day}`)).figures.hits).toBe(2);
  for (const report of REPORTS)
    expect([report, (await get(`/${report}?${day}`)).filters]).toEqual([
      report,
      expect.objectContaining(ofDay),
    ]);
  const days = await get('/hits?group_by=date&start_date=2026-03-07&end_date=2026-03-09&time_zone=site');
  expect(days.grouped_hits).toMatchObject([1, 2, 0].map(hit_count => ({ hit_count })));
  const hours = await get(`/hits?group_by=date&interval=hour&${day}`);
  expect(hours.grouped_hits[0].date).toBe('2026-03-07T18:30:00.000Z');
  await set({ time_zone: null });
  expect((await get(`/overview?${day}`)).filters.zone).toBe('Asia/Kathmandu');
});

test('a list of several sites has no zone of a site', async () => {
  const { api, owner } = server();
  expect(await api('GET', '/sites?time_zone=site', { key: owner.readOnly })).toEqual(
    refusedStarting(400, 'time_zone must be one of utc, user, got "site"'),
  );
});

test('the same zone again changes nothing, and of many changes the last one holds', async () => {
  const { id, get, set } = await givenSite(server());
  const changedAt = async () => (await get('')).updated_at;
  await set({ time_zone: 'Europe/Berlin' });
  const before = await changedAt();
  server().clock.advance({ seconds: 5 });
  await set({ time_zone: 'europe/BERLIN' });
  expect(await changedAt()).toBe(before);
  const zones = ['Asia/Tokyo', null, 'US/Eastern', 'Pacific/Chatham', null];
  await Promise.all([...zones, ...zones].map(time_zone => set({ time_zone })));
  await set({ time_zone: 'Pacific/Chatham' });
  expect((await get('/overview?time_zone=site')).filters.zone).toBe('Pacific/Chatham');
  expect((await get('?include=zone')).zone).toBe('Pacific/Chatham');
  const { sites } = await server().get('/sites?include=zone');
  expect(sites.find((site: { id: number }) => site.id === id).zone).toBe('Pacific/Chatham');
});
