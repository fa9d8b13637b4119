/** Expiry of domains of monitored sites: RDAP, else WHOIS. Source: decisions, section 7. */
import { expect, test } from 'bun:test';
import type { Registries } from '../../src/features/uptime/domain/domain-expiry.ts';
import { startLoopbackServer, startTcpServer } from '../support/loopback-servers.ts';
import type { TestServer } from '../support/server.ts';
import { share } from '../support/share.ts';
import { startRelay } from '../support/smtp-server.ts';
import { mailThrough, startWatching, subjectsOf, uptimeOf, watchedSite } from '../support/uptime.ts';

interface Answers {
  rdap?: string | number;
  whois?: string;
  referral?: string;
}

/** Starts registries on loopback, and a server that asks them. RDAP answers with a date, WHOIS with a text. */
async function startRegistries() {
  const state: Answers & { queries: string[] } = { queries: [] };
  const rdap = await startLoopbackServer((request, response) => {
    state.queries.push(`rdap ${request.url}`);
    if (typeof state.rdap !== 'string') return void response.writeHead(state.rdap ?? 404).end();
    response.setHeader('content-type', 'application/rdap+json');
    response.end(JSON.stringify({ events: [{ eventAction: 'expiration', eventDate: state.rdap }] }));
  });
  const whois = await startTcpServer(socket => {
    socket.once('data', data => {
      const question = data.toString().trim();
      state.queries.push(`whois ${question}`);
      socket.end(
        question.includes('.') ? (state.whois ?? '') : (state.referral ?? 'whois: whois.registry.test\r\n'),
      );
    });
  });
  const registries: Registries = {
    rdap: { org: `http://rdap.registry.test:${rdap.port}/own/` },
    rdapRedirector: `http://rdap.registry.test:${rdap.port}/`,
    whoisRoot: { host: 'whois.root.test', port: whois.port },
  };
  const relay = await startRelay();
  const server = await startWatching({ registries, settings: mailThrough(relay) });
  return {
    state,
    relay,
    server,
    async [Symbol.asyncDispose]() {
      for (const opened of [server, relay, whois, rdap]) await opened[Symbol.asyncDispose]();
    },
  };
}

const world = share(startRegistries);

/** Sets what registries answer, and ends what earlier tests have left. */
async function answering(answers: Answers) {
  const { server, relay, state } = world();
  for (const { id } of (await server.get('/sites')).sites) await server.api('DELETE', `/sites/${id}`);
  await server.job('mail.send');
  relay.mails.length = 0;
  server.clock.set('2026-03-10T12:00:00Z');
  Object.assign(state, { queries: [], rdap: undefined, whois: undefined, referral: undefined, ...answers });
  return { server, relay, state };
}

/** Looks up every day. */
async function lookUpFor(server: TestServer, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    await server.job('uptime.domains');
    server.clock.advance({ days: 1 });
  }
}

test('RDAP gives the expiry of the registered domain; it is queried once a day at most', async () => {
  const { server, state } = await answering({ rdap: '2026-04-20T12:00:00Z' });
  const site = await watchedSite(server, 'https://www.shop.co.uk/');
  const other = await watchedSite(server, 'https://shop.co.uk/');
  expect((await uptimeOf(server, site)).monitor.domain).toBeNull();
  await server.job('uptime.domains');
  const domain = {
    tested_at: '2026-03-10T12:00:00.000Z',
    expires_at: '2026-04-20T12:00:00.000Z',
    remaining_days: 41,
    source: 'rdap',
    expired: false,
    expiring_soon: false,
    days_until_expiry: 41,
  };
  expect((await uptimeOf(server, site)).monitor.domain).toEqual(domain);
  expect((await uptimeOf(server, other)).monitor.domain).toEqual(domain);
  expect(state.queries).toEqual(['rdap /domain/shop.co.uk']);
  for (let hour = 0; hour < 25; hour++) {
    await server.job('uptime.domains');
    server.clock.advance({ hours: 1 });
  }
  expect(state.queries.length).toBe(2);
});

test('the RDAP server of the top-level domain is used, and a late expiry is looked up once a week', async () => {
  const { server, state } = await answering({ rdap: '2027-04-20T12:00:00Z' });
  await watchedSite(server, 'https://shop.org');
  await lookUpFor(server, 8);
  expect(state.queries).toEqual(['rdap /own/domain/shop.org', 'rdap /own/domain/shop.org']);
});

test.each([
  ['is not there', 404],
  ['wants to be left alone', 429],
  ['says no date that can be', 'next spring'],
] as const)('where RDAP %s, WHOIS is used', async (_, rdap) => {
  const whois = 'domain: shop.it\r\nExpire Date: 2026-03-30\r\n';
  const { server, state } = await answering({ rdap, whois });
  const site = await watchedSite(server, 'https://shop.it');
  await server.job('uptime.domains');
  expect((await uptimeOf(server, site)).monitor.domain).toMatchObject({
    expires_at: '2026-03-30T00:00:00.000Z',
    source: 'whois',
    expiring_soon: true,
    expired: false,
  });
  expect(state.queries.slice(1)).toEqual(['whois it', 'whois shop.it']);
});

test.each([
  ['nobody says', { whois: 'No match\r\n' }],
  ['nobody is named', { referral: 'status: gone\r\n', whois: 'Expire Date: 2026-03-30' }],
  [
    'one in a private network is named',
    { referral: 'whois: 10.0.0.1\r\n', whois: 'Expire Date: 2026-03-30' },
  ],
  ['the answer is noise', { rdap: '\u0000'.repeat(10_000), whois: '\u0000\ufffd'.repeat(500_000) }],
])('where %s the expiry is unknown, and looked up again the day after', async (_, answers) => {
  const { server, state } = await answering(answers);
  const site = await watchedSite(server, 'https://shop.de');
  await server.job('uptime.domains');
  expect((await uptimeOf(server, site)).monitor.domain).toBeNull();
  const { length } = state.queries;
  await server.job('uptime.domains');
  expect(state.queries.length).toBe(length);
  server.clock.advance({ days: 1 });
  await server.job('uptime.domains');
  expect(state.queries.length).toBe(2 * length);
});

test('no registry is queried about addresses, local names and unknown top-level domains', async () => {
  const { server, state } = await answering({ rdap: '2027-04-20T12:00:00Z' });
  for (const url of ['http://127.0.0.1', 'http://localhost', 'http://shop.test', 'http://a.b.invalid'])
    await watchedSite(server, url);
  await server.job('uptime.domains');
  expect(state.queries).toEqual([]);
});

test('an expiry that has passed since the lookup is unknown until the next lookup', async () => {
  const { server, state } = await answering({ rdap: '2026-03-12T12:00:00Z' });
  const site = await watchedSite(server, 'https://shop.com');
  const domain = async () => (await uptimeOf(server, site)).monitor.domain;
  await server.job('uptime.domains');
  expect(await domain()).toMatchObject({ expired: false, remaining_days: 2 });
  state.rdap = 500;
  server.clock.advance({ days: 3 });
  await server.job('uptime.domains');
  expect(await domain()).toBeNull();
  state.rdap = '2026-03-12T12:00:00Z';
  server.clock.advance({ days: 1 });
  await server.job('uptime.domains');
  expect(await domain()).toMatchObject({ expired: true, expiring_soon: false, days_until_expiry: -2 });
});

test('the owner is notified 30, 14, 7, 3 and 1 days before the expiry, once each; not of a renewed domain', async () => {
  const { server, relay, state } = await answering({ rdap: '2026-05-01T00:00:00Z' });
  const site = await watchedSite(server, 'https://shop.com');
  await lookUpFor(server, 52);
  state.rdap = '2027-05-01T00:00:00Z';
  await lookUpFor(server, 10);
  await server.job('mail.send');
  expect(subjectsOf(relay).length).toBe(5);
  for (const subject of subjectsOf(relay)) expect(subject).toContain('shop.com');
  expect((await uptimeOf(server, site)).monitor.domain.expires_at).toBe('2027-05-01T00:00:00.000Z');
});

test('a site that moves to another domain is looked up again', async () => {
  const { server, state } = await answering({ rdap: '2026-05-01T00:00:00Z' });
  const site = await watchedSite(server, 'https://shop.com');
  await server.job('uptime.domains');
  await server.patch(`/sites/${site.id}`, { url: 'https://127.0.0.1' });
  await server.job('uptime.domains');
  expect((await uptimeOf(server, site)).monitor.domain).toBeNull();
  await server.patch(`/sites/${site.id}`, { url: 'https://shop.net' });
  await server.job('uptime.domains');
  expect((await uptimeOf(server, site)).monitor.domain).toMatchObject({ expired: false });
  expect(state.queries).toEqual(['rdap /domain/shop.com', 'rdap /domain/shop.net']);
});
