/** Several monitors of a site: of URLs, ports, DNS records and heartbeats. Source: decisions, section 10, Monitors. */
import { expect, test } from 'bun:test';
import { startTcpServer } from '../support/loopback-servers.ts';
import { encodeMail, encodeName, encodeText, startNameServer } from '../support/name-server.ts';
import { refused } from '../support/refused.ts';
import { createMovableClock } from '../support/server.ts';
import { share } from '../support/share.ts';
import {
  addMonitor,
  checkNow,
  mailsOf,
  QUICK,
  startSite,
  startWatching,
  WITH_MAIL,
  watchedSite,
  watchFor,
} from '../support/uptime.ts';

/** A server whose time stands still: each monitor is checked once, by the test that adds it. */
const still = share(() => startWatching({ settings: QUICK }));

/** Makes a monitor, checks it once, and returns what is known of it then. */
async function checked(body: Record<string, unknown>, server = still()) {
  const added = await addMonitor(server, await server.given.site(), body);
  await checkNow(server);
  return (await added.show()).monitor;
}

/** Checks a page once that a test answers. */
const checkedPage = ({ port }: { readonly port: number }, expectation: Record<string, unknown> = {}) =>
  checked({ kind: 'http', url: `http://site.test:${port}`, ...expectation });

test('a site without further monitors lists that of its own address, once it is switched on', async () => {
  await using site = await startSite();
  await using server = await startWatching({ settings: QUICK });
  const { id } = await server.given.site({ url: `http://shop.test:${site.port}` });
  expect((await server.get(`/sites/${id}/monitors`)).monitors).toEqual([]);
  await server.patch(`/sites/${id}/features`, { uptime: true });
  const { monitors } = await server.get(`/sites/${id}/monitors`);
  const { monitor } = await server.get(`/sites/${id}/uptime`);
  expect(monitors).toMatchObject([{ ...monitor, is_home: true, name: null, kind: 'http' }]);
  const path = `/sites/${id}/monitors/${monitor.id}`;
  expect((await server.api('DELETE', path)).body.error).toContain('PATCH /sites/:id/features');
  expect((await server.patch(path, { name: 'x' })).body.error).toContain('PATCH /sites/:id');
});

test('each monitor has its own state, downtimes, days and checks; the site’s own stay as they are', async () => {
  await using home = await startSite();
  await using shop = await startSite();
  await using server = await startWatching({ settings: { ...QUICK, ...WITH_MAIL } });
  const site = await watchedSite(server, `http://home.test:${home.port}`);
  const added = await addMonitor(server, site, { kind: 'http', url: `http://shop.test:${shop.port}/cart` });
  await checkNow(server);
  shop.answers(503);
  await watchFor(server, 120, 10);
  expect(await added.show()).toMatchObject({
    monitor: {
      is_down: true,
      status: 'down',
      last_status_code: 503,
      url: `http://shop.test:${shop.port}/cart`,
    },
    downtimes: [{ error: 'shop.test answered with status 503', ongoing: true }],
    summary: { total_downtimes: 1, ongoing_downtimes: 1 },
  });
  const uptime = await server.get(`/sites/${site.id}/uptime`);
  expect(uptime).toMatchObject({ monitor: { is_down: false, uptime: 100 }, downtimes: [] });
  const { days } = await server.get(`${added.path}/days?days=1`);
  expect(days).toMatchObject([{ date: '2026-03-10', downtimes: 1 }]);
  const { checks } = await server.get(`${added.path}/checks`);
  expect(checks[0]).toMatchObject({ is_up: true, status_code: 200 });
  expect(checks.at(-1)).toMatchObject({ is_up: false, status_code: 503 });
  expect(mailsOf(server)).toMatchObject([
    { kind: 'monitor_down', message: expect.stringMatching(/"subject":"Shop \([^)]+\) is down"/) },
  ]);
});

test('method, headers and body are sent; another origin gets no header of the owner’s', async () => {
  await using elsewhere = await startSite();
  await using site = await startSite();
  await using server = await startWatching({ settings: QUICK });
  const { id } = await server.given.site();
  const request = { method: 'POST', headers: { 'X-Token': 'secret' }, body: '{"ping":1}' };
  site.answers((incoming, response) => {
    response
      .writeHead(incoming.url === '/a' ? 307 : 200, { location: `http://other.test:${elsewhere.port}/` })
      .end();
  });
  const added = await addMonitor(
    server,
    { id },
    { kind: 'http', url: `http://site.test:${site.port}/a`, ...request },
  );
  await checkNow(server);
  expect(site.requests[0]).toMatchObject({ method: 'POST', headers: { 'x-token': 'secret' } });
  expect(elsewhere.requests[0]?.headers['x-token']).toBeUndefined();
  expect(elsewhere.requests[0]).toMatchObject({ method: 'GET' });
  const url = `http://stranger.test:${elsewhere.port}/`;
  expect(await added.patch({ url })).toEqual(
    refused(
      422,
      'headers must be sent again, since url leads to another server; body must be sent again, since url leads to another server',
    ),
  );
  expect((await added.patch({ url: `http://site.test:${site.port}/b` })).status).toBe(200);
  const { monitor } = await added.show();
  const shown = { method: 'POST', header_names: ['X-Token'], has_body: true, is_down: false };
  expect(monitor).toMatchObject(shown);
  expect(JSON.stringify(await server.get(`/sites/${id}/monitors`))).not.toContain('secret');
});

test.each([
  [{ keyword: 'Pay now' }, 'answered without the keyword', 'keyword'],
  [
    { keyword: 'Error', keyword_condition: 'absent' },
    'answered with the keyword that must be absent',
    'keyword',
  ],
  [{ keyword: 'E.*r' }, 'answered without the keyword', 'keyword'],
  [{ keyword: 'Error' }, null, null],
  [{ expected_status: [404] }, 'answered with status 200', 'status'],
  [{ expected_status: [200, 404] }, null, null],
])('%p on a page that says "Error" with status 200', async (expectation, fault, code) => {
  await using site = await startSite();
  site.answers((_, response) => response.end('Error: no database'));
  expect(await checkedPage(site, expectation)).toMatchObject({
    is_down: fault !== null,
    last_error_code: code,
    last_error_message: fault && `site.test ${fault}`,
    last_status_code: 200,
  });
});

test.each([
  ['text/html; charset=iso-8859-1', '', 'latin1'],
  ['text/html;charset="Windows-1252"', '', 'latin1'],
  ['text/html', '<meta charset="iso-8859-1">', 'latin1'],
  ['text/html; charset=utf-8', '<meta charset="iso-8859-1">', 'utf8'],
  ['text/html; charset=nonsense', '', 'utf8'],
  ['text/html', '', 'utf8'],
] as const)('a keyword is found in a page of %s %s', async (type, meta, encoding) => {
  await using site = await startSite();
  site.answers((_, response) =>
    response.setHeader('content-type', type).end(Buffer.from(`${meta}Störung`, encoding)),
  );
  const monitor = await checkedPage(site, { keyword: 'Störung', keyword_condition: 'absent' });
  expect(monitor).toMatchObject({ last_error_code: 'keyword' });
});

test('an expected redirect is not followed', async () => {
  await using site = await startSite();
  site.answers((_, response) => response.writeHead(301, { location: 'http://10.0.0.1/' }).end());
  expect(await checkedPage(site, { expected_status: [301] })).toMatchObject({ status: 'up' });
  expect(await checkedPage(site)).toMatchObject({ is_down: true, last_error_code: 'refused_target' });
});

test('a keyword after the first 256 KiB of a huge answer is not found, and the answer is not read to its end', async () => {
  await using site = await startSite();
  let sent = 0;
  site.answers(async (_, response) => {
    response.setMaxListeners(0);
    const part = 'x'.repeat(64 * 1024);
    while (!response.destroyed && sent < 4000) {
      sent++;
      if (!response.write(part))
        await new Promise(resolve => response.once('drain', resolve).once('close', resolve));
    }
    response.end('Pay now');
  });
  const monitor = await checkedPage(site, { keyword: 'Pay now' });
  expect(monitor).toMatchObject({ is_down: true, last_error_code: 'keyword' });
  expect(sent).toBeLessThan(4000);
});

test('a port is up while it takes connections, and pinned to what its name resolves to', async () => {
  await using port = await startTcpServer(() => {});
  const up = await checked({ kind: 'tcp', host: 'db.test', port: port.port });
  expect(up).toMatchObject({
    status: 'up',
    url: `tcp://db.test:${port.port}`,
    last_status_code: null,
    last_response_ms: expect.any(Number),
    status_description: expect.stringMatching(/^Up: responded in \d+ ms/),
  });
  const down = await checked({ kind: 'tcp', host: 'db.test', port: 1 });
  expect(down).toMatchObject({ is_down: true, last_error_code: 'connect' });
});

test('a check of a port or a name is up in the list of checks, without a status', async () => {
  await using port = await startTcpServer(() => {});
  await using server = await startWatching({ settings: QUICK });
  const body = { kind: 'tcp', host: 'db.test', port: port.port };
  const added = await addMonitor(server, await server.given.site(), body);
  await checkNow(server);
  server.clock.advance({ minutes: 65 });
  await checkNow(server);
  const { checks } = await server.get(`${added.path}/checks`);
  expect(checks).toMatchObject([
    { is_up: true, status_code: null, response_ms: expect.any(Number) },
    { is_up: true, status_code: null },
  ]);
});

test('records are compared with the expected one', async () => {
  await using names = await startNameServer();
  await using server = await startWatching({ settings: QUICK, nameServers: [names.address] });
  names.records = {
    A: [Buffer.from([93, 184, 216, 34])],
    MX: [encodeMail(10, 'mail.site.org')],
    TXT: [encodeText('v=spf1 -all')],
  };
  const ask = (record_type: string, expected_value: string | null) =>
    checked({ kind: 'dns', host: 'site.org', record_type, expected_value }, server);
  expect(await ask('A', '93.184.216.34')).toMatchObject({ status: 'up', url: 'dns:site.org?type=A' });
  expect(await ask('MX', '10 MAIL.site.org.')).toMatchObject({ status: 'up' });
  expect(await ask('TXT', 'v=spf1 -all')).toMatchObject({ status: 'up' });
  expect(await ask('TXT', null)).toMatchObject({ status: 'up' });
  expect(await ask('A', '93.184.216.35')).toMatchObject({
    last_error_code: 'record',
    last_error_message: 'site.org has another A record: 93.184.216.34',
  });
  expect(await ask('AAAA', null)).toMatchObject({
    last_error_code: 'dns',
    last_error_message: 'no AAAA record is known for site.org',
  });
  names.records = { A: [Buffer.from([10, 0, 0, 1])] };
  expect(await ask('A', '10.0.0.1')).toMatchObject({ last_error_code: 'refused_target' });
  // The name server may be the operator's own, which knows names that nobody else is to learn of.
  const [secret, mail] = [encodeText('internal key'), encodeMail(10, 'mail.corp.site.org')];
  names.records = {
    ...{ A: [Buffer.from([10, 0, 0, 1])], TXT: [secret], MX: [mail] },
    ...{ NS: [encodeName('ns.corp.site.org')], CNAME: [encodeName('db.corp.site.org')] },
  };
  for (const type of ['TXT', 'MX', 'NS', 'CNAME']) {
    const refused = await ask(type, 'x');
    expect(refused).toMatchObject({ last_error_code: 'refused_target' });
    expect(refused.last_error_message).not.toMatch(/corp|key/);
  }
});

test('a monitor is switched off and on, changed, and deleted with its history', async () => {
  await using site = await startSite();
  await using server = await startWatching({ settings: QUICK });
  const owned = await server.given.site();
  const added = await addMonitor(server, owned, { kind: 'http', url: `http://site.test:${site.port}/` });
  await checkNow(server);
  expect((await added.patch({ enabled: false })).body.monitor.enabled).toBe(false);
  await watchFor(server, 180, 60);
  expect(site.requests).toHaveLength(1);
  await added.patch({ enabled: true, name: 'Cart', url: `http://site.test:${site.port}/cart` });
  await checkNow(server);
  expect(site.requests.at(-1)?.url).toBe('/cart');
  expect((await added.show()).monitor).toMatchObject({ name: 'Cart', enabled: true });
  expect((await server.api('DELETE', added.path)).status).toBe(204);
  expect((await server.api('GET', added.path)).status).toBe(404);
  await watchFor(server, 180, 60);
  expect(site.requests).toHaveLength(2);
  expect((await server.get(`/sites/${owned.id}/monitors`)).monitors).toEqual([]);
});

test('monitors go on after a restart', async () => {
  await using site = await startSite();
  const clock = createMovableClock();
  await using first = await startWatching({ settings: QUICK, clock });
  const added = await addMonitor(first, await first.given.site(), {
    kind: 'http',
    url: `http://site.test:${site.port}/`,
    headers: { 'x-a': 'b' },
  });
  site.answers(500);
  await checkNow(first);
  const { data, owner } = first;
  await first.stop();
  await using server = await startWatching({ settings: QUICK, clock, data, hasOwner: false });
  expect((await server.get(added.path, owner.full)).monitor.is_down).toBe(true);
  await watchFor(server, 90, 30);
  expect(site.requests.at(-1)?.headers['x-a']).toBe('b');
});

test('an alert about monitors lasts until none of the site is down', async () => {
  await using home = await startSite();
  await using shop = await startSite();
  await using server = await startWatching({ settings: QUICK });
  const site = await watchedSite(server, `http://home.test:${home.port}`);
  await addMonitor(server, site, { kind: 'http', url: `http://shop.test:${shop.port}/` });
  const { alert } = (await server.post(`/sites/${site.id}/alerts`, { kind: 'monitor' })).body;
  const stateOf = async () => (await server.get(`/sites/${site.id}/alerts/${alert.id}`)).alert.state;
  home.answers(500);
  shop.answers(500);
  await checkNow(server);
  home.answers(200);
  await watchFor(server, 120, 10);
  await server.job('alerts.check');
  expect(await stateOf()).toBe('firing');
  shop.answers(200);
  await watchFor(server, 120, 10);
  expect(await stateOf()).toBe('ok');
});

test('a deleted site’s monitors are checked no more', async () => {
  await using site = await startSite();
  await using server = await startWatching({ settings: QUICK });
  const owned = await server.given.site();
  await addMonitor(server, owned, { kind: 'http', url: `http://site.test:${site.port}/` });
  await server.api('DELETE', `/sites/${owned.id}`);
  await watchFor(server, 180, 60);
  expect(site.requests).toHaveLength(0);
});
