/** Alerts on monitors: a message for each that goes down and comes back, and one for many. Source: decisions, section 10. */
import { expect, test } from 'bun:test';
import { passUptime, startAlerting } from '../support/alerting.ts';
import { share } from '../support/share.ts';
import { addMonitor, startSite } from '../support/uptime.ts';

const shared = share(startAlerting);

/** A site whose alert watches a monitor for each name; those named in `down` fail. */
async function aSiteWith(names: readonly string[]) {
  const fixture = shared();
  const { server } = fixture;
  await fixture.reset();
  const down = new Set<string>();
  const page = await startSite();
  page.answers((request, response) => {
    response.writeHead(down.has(request.url?.slice(1) ?? '') ? 500 : 200).end();
  });
  const site = await server.given.site({ label: 'Shop' });
  await fixture.channel();
  const alert = await fixture.alert(site.id, { kind: 'monitor' });
  const monitors = new Map<string, string>();
  for (const name of names) {
    const url = `http://shop.test:${page.port}/${name}`;
    monitors.set(name, (await addMonitor(server, site, { name, kind: 'http', url })).path);
  }
  const path = `/sites/${site.id}/alerts/${alert.id}`;
  return {
    ...fixture,
    down,
    monitors,
    state: async () => (await server.api('GET', path)).body.alert.state,
    firings: async () => (await server.api('GET', `${path}/firings`)).body.firings,
    preview: async () =>
      (await server.api('GET', `/sites/${site.id}/alerts/preview?kind=monitor`)).body.preview,
    /** Lets checks run, and returns what was sent: event and title. */
    async pass(): Promise<string[][]> {
      await passUptime(server, 60);
      return (await fixture.received()).map(([event = '', title = '']) => [event, title]).sort();
    },
    [Symbol.asyncDispose]: () => page[Symbol.asyncDispose](),
  };
}

const ERROR = 'shop.test answered with status 500';

test('each monitor has its own messages, whatever the others do', async () => {
  await using site = await aSiteWith(['staging', 'checkout']);
  expect(await site.pass()).toEqual([]);
  site.down.add('staging');
  expect(await site.pass()).toEqual([['alert_firing', 'staging (Shop) is down']]);
  site.down.add('checkout');
  expect(await site.pass()).toEqual([['alert_firing', 'checkout (Shop) is down']]);
  site.down.delete('checkout');
  expect(await site.pass()).toEqual([['alert_resolved', 'checkout (Shop) is back up']]);
  expect(await site.state()).toBe('firing');
  site.down.clear();
  expect(await site.pass()).toEqual([['alert_resolved', 'staging (Shop) is back up']]);
  expect(await site.state()).toBe('ok');
  const named = { error: ERROR, notified: true, ended_at: expect.any(String) };
  expect(await site.firings()).toMatchObject([
    { ...named, monitor_name: 'checkout' },
    { ...named, monitor_name: 'staging' },
  ]);
  const { total_count: found, firings } = await site.preview();
  expect(found).toBe(2);
  expect(firings.map((firing: { monitor_name: string }) => firing.monitor_name)).toEqual([
    'checkout',
    'staging',
  ]);
});

test('a monitor that is removed while it is down ends its own firing alone', async () => {
  await using site = await aSiteWith(['staging', 'checkout']);
  site.down.add('staging').add('checkout');
  await site.pass();
  await site.server.api('DELETE', site.monitors.get('staging') ?? '');
  await site.server.job('alerts.check');
  expect(await site.pass()).toEqual([['alert_resolved', 'staging (Shop) is back up']]);
  expect(await site.state()).toBe('firing');
});

test('a flood is summed up: five messages, and one for all others', async () => {
  const names = Array.from({ length: 18 }, (_, index) => `page-${index}`);
  await using site = await aSiteWith(names);
  await site.pass();
  for (const name of names) site.down.add(name);
  const first = await site.pass();
  expect(first).toHaveLength(5);
  expect(first.every(([event]) => event === 'alert_firing')).toBe(true);
  site.down.delete('page-17');
  expect(await site.pass()).toEqual([]);
  await site.server.job('alerts.check');
  const told = new Set(first.map(([, title = '']) => title.split(' ')[0]));
  const [summary] = (await site.received()) as [string[]];
  expect(summary.slice(0, 2)).toEqual(['alert_firing', '13 more monitors of Shop went down']);
  const [named = '', error] = summary[2]?.split(': ') ?? [];
  expect([names.includes(named), told.has(named), error]).toEqual([true, false, ERROR]);
  expect((await site.firings()).every((firing: { notified: boolean }) => firing.notified)).toBe(true);
  site.server.clock.advance({ minutes: 10 });
  site.down.clear();
  expect(await site.pass()).toHaveLength(5);
  await site.server.job('alerts.check');
  const [[, title] = []] = await site.received();
  expect(title).toBe('12 more monitors of Shop back up');
  expect(await site.state()).toBe('ok');
});
