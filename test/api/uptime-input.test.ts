/** Access to uptime monitoring, allowed addresses and parameters. Source: api-v1, Endpoints. */
import { expect, test } from 'bun:test';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer({
  resolve: async host => {
    if (host === 'slow.example') return new Promise(() => {});
    if (host === 'mixed.example') return ['93.184.216.34', '10.0.0.1'];
    if (host.endsWith('inside.example')) return ['192.168.1.1'];
    if (host.endsWith('nowhere.example')) throw new Error('no such name');
    return ['93.184.216.34'];
  },
});
const switchOn = async (url: string) => {
  const { id } = await server().given.site({ url });
  return { id, ...(await server().patch(`/sites/${id}/features`, { uptime: true })) };
};

const LOOPBACK = ['127.0.0.1', '127.1:8080/health', '2130706433', '0x7f.1', '[::1]/', 'localhost', '0.0.0.0'];
const NETWORKS = ['[::ffff:10.0.0.1]/', '10.0.0.1', '169.254.169.254/latest/meta-data'];
const RESERVED = ['100.64.0.1', '224.0.0.1'];
const NAMES = ['router.local', 'intranet', 'www.inside.example'];

test.each([
  ...[...LOOPBACK, ...NETWORKS, ...RESERVED, ...NAMES].map(host => `http://${host}`),
  'https://mixed.example',
])('uptime cannot be switched on for %s', async url => {
  const { id, status, body } = await switchOn(url);
  expect(status).toBe(422);
  expect(body.error).toStartWith(`uptime cannot be switched on for ${url}: `);
  expect(body.error).toContain('FOOTFALL_ALLOW_PRIVATE_TARGETS');
  expect((await server().api('GET', `/sites/${id}/uptime`)).status).toBe(404);
});

test('uptime can be switched on for a name that does not resolve yet', async () => {
  expect((await switchOn('https://nowhere.example')).status).toBe(200);
});

test('a resolver that never answers does not delay the switch', async () => {
  expect((await switchOn('https://slow.example')).status).toBe(200);
});

test('a refused target changes none of the features that came with it', async () => {
  const { id } = await server().given.site({ url: 'http://10.0.0.1' });
  const body = { uptime: true, content_monitoring: true };
  expect((await server().patch(`/sites/${id}/features`, body)).status).toBe(422);
  const off = await server().patch(`/sites/${id}/features`, { uptime: false });
  expect(off.body.features).toEqual({
    content_monitoring: false,
    content_monitoring_emails: false,
    uptime: false,
  });
});

test('two requests at once do not share the last monitor of a plan', async () => {
  const { full: key } = await server().given.user('crowd@example.org', 'zen');
  const sites = [];
  for (let n = 0; n < 5; n++) sites.push(await server().given.site({ url: `https://s${n}.example` }, key));
  await server().setUser('crowd@example.org', { plan: 'pro' });
  for (let n = 5; n < 10; n++) sites.push(await server().given.site({ url: `https://s${n}.example` }, key));
  await server().setUser('crowd@example.org', { plan: 'zen' });
  const answers = await Promise.all(
    sites.map(({ id }) => server().patch(`/sites/${id}/features`, { uptime: true }, key)),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBe(5);
  expect(answers.filter(({ status }) => status === 422).length).toBe(5);
});

test('a page after the last one is empty', async () => {
  const { id } = await switchOn('https://shop.example');
  const { status, body } = await server().api('GET', `/sites/${id}/uptime?page=1000000&per_page=100`);
  expect([status, body.downtimes]).toEqual([200, []]);
});
