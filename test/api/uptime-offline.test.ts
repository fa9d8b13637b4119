/** A server that is offline. Source: decisions, section 1, `FOOTFALL_CONNECTIVITY_PROBES`. */
import { expect, test } from 'bun:test';
import { createServer, type Server } from 'node:net';
import { checkNow, startShop, startWatching, uptimeOf, watchedSite, watchFor } from '../support/uptime.ts';

/** Starts a port that accepts connections while it is `open`. */
async function startProbe() {
  let server: Server | undefined;
  const listen = (port: number) =>
    new Promise<number>(resolve => {
      server = createServer(socket => socket.destroy()).listen(port, '127.0.0.1', () => {
        const address = server?.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
  const port = await listen(0);
  const shut = () => new Promise<void>(resolve => (server ? server.close(() => resolve()) : resolve()));
  return { port, open: () => listen(port), shut, [Symbol.asyncDispose]: shut };
}

const startProbing = (port: number) =>
  startWatching({
    settings: { FOOTFALL_UPTIME_CONFIRM: '1', FOOTFALL_CONNECTIVITY_PROBES: `127.0.0.1:${port}` },
  });

test('nothing is declared down, checked or recorded while no probe answers', async () => {
  await using probe = await startProbe();
  await probe.shut();
  await using server = await startProbing(probe.port);
  const watched = await watchedSite(server, 'http://nowhere.test');
  await watchFor(server, 121);
  const { monitor, downtimes } = await uptimeOf(server, watched);
  expect(downtimes).toEqual([]);
  expect(monitor).toMatchObject({
    is_down: false,
    last_check_at: null,
    last_error_message: null,
    status_description:
      'Unknown: this server has been offline for 2 minutes. Checks resume when it is back online',
  });
  await watchFor(server, 600, 5);
  await probe.open();
  await watchFor(server, 16);
  const after = await uptimeOf(server, watched);
  expect(after.monitor).toMatchObject({ is_down: true, uptime: expect.any(Number) });
  expect(after.downtimes[0].started_at > '2026-03-10T12:11:00Z').toBe(true);
  // The twelve minutes offline count neither as up nor as down.
  expect(after.downtimes[0].duration).toBeLessThan(20);
});

test('a downtime does not grow while the server is offline', async () => {
  await using probe = await startProbe();
  await using server = await startProbing(probe.port);
  const watched = await watchedSite(server, 'http://nowhere.test');
  await watchFor(server, 5);
  expect((await uptimeOf(server, watched)).monitor.is_down).toBe(true);
  await probe.shut();
  await watchFor(server, 600, 5);
  await probe.open();
  await watchFor(server, 30);
  expect((await uptimeOf(server, watched)).downtimes).toEqual([
    expect.objectContaining({ partial: true, ongoing: true }),
  ]);
});

test('sites inside the operator’s own network are checked while the server is offline', async () => {
  await using probe = await startProbe();
  await probe.shut();
  await using server = await startProbing(probe.port);
  await using inside = await startShop(server);
  const outside = await watchedSite(server, 'http://nowhere.test');
  await checkNow(server);
  inside.answers(500);
  await watchFor(server, 70, 5);
  expect((await inside.uptime()).downtimes.length).toBe(1);
  expect((await uptimeOf(server, outside)).downtimes.length).toBe(0);
});

test('an internal site that is switched on while the server is offline is checked, and its status shows it', async () => {
  await using probe = await startProbe();
  await probe.shut();
  await using server = await startProbing(probe.port);
  const outside = await watchedSite(server, 'http://nowhere.test');
  await checkNow(server);
  await using inside = await startShop(server);
  await watchFor(server, 2);
  const said = async (watched: { readonly id: number }) =>
    (await uptimeOf(server, watched)).monitor.status_description;
  expect(await said(inside)).toStartWith('Up: responded with status 200');
  expect(await said(outside)).toStartWith('Unknown: this server has been offline');
});

test('a successful check counts without any probe', async () => {
  await using server = await startWatching({ settings: { FOOTFALL_CONNECTIVITY_PROBES: '127.0.0.1:1' } });
  await using site = await startShop(server);
  await checkNow(server);
  expect((await site.uptime()).monitor.last_status_code).toBe(200);
});
