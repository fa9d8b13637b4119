/** The zone of a site's days: its own, else that of the account that owns it. */
import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

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
