/** Alerts on monitors and on goals: when they fire and end, and what is sent. Source: decisions, section 10. */
import { afterEach, expect, test } from 'bun:test';
import { passUptime, startAlerting } from '../support/alerting.ts';
import { aHit } from '../support/hit-rows.ts';
import { refused } from '../support/refused.ts';
import { createMovableClock, startTestServer, type TestServer } from '../support/server.ts';
import { share } from '../support/share.ts';
import { addMonitor, startSite } from '../support/uptime.ts';

const HOUR_MS = 3_600_000;

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
    mute: () =>
      server.patch(path, { muted_until: new Date(server.clock.now().getTime() + HOUR_MS).toISOString() }),
    state: async () => (await server.get(path)).alert.state,
    firings: async () => (await server.get(`${path}/firings`)).firings,
    preview: async () => (await server.get(`/sites/${site.id}/alerts/preview?kind=monitor`)).preview,
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
  const names = ['checkout', 'staging'];
  expect(await site.firings()).toMatchObject(names.map(monitor_name => ({ ...named, monitor_name })));
  const { total_count: found, firings } = await site.preview();
  expect(found).toBe(2);
  expect(firings).toMatchObject(names.map(monitor_name => ({ monitor_name })));
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
  const alone = new Set(first.map(([, title = '']) => title.split(' ')[0]));
  const back = names.findLast(name => !alone.has(name)) ?? '';
  site.down.delete(back);
  expect(await site.pass()).toEqual([]);
  await site.server.job('alerts.check');
  const [summary] = (await site.received()) as [string[]];
  expect(summary.slice(0, 2)).toEqual(['alert_firing', '13 more monitors of Shop went down']);
  const [named = '', error] = summary[2]?.split(': ') ?? [];
  const state = named === back ? `${ERROR} (back up)` : ERROR;
  expect([names.includes(named), alone.has(named), error]).toEqual([true, false, state]);
  expect((await site.firings()).every((firing: { notified: boolean }) => firing.notified)).toBe(true);
  site.server.clock.advance({ minutes: 10 });
  site.down.clear();
  expect(await site.pass()).toHaveLength(5);
  await site.server.job('alerts.check');
  const [[, title] = []] = await site.received();
  expect(title).toBe('12 more monitors of Shop back up');
  expect(await site.state()).toBe('ok');
});

test('what waits for a summary is not sent once the alert is muted', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `page-${index}`);
  await using site = await aSiteWith(names);
  await site.pass();
  for (const name of names) site.down.add(name);
  expect(await site.pass()).toHaveLength(5);
  expect((await site.mute()).status).toBe(200);
  await site.server.job('alerts.check');
  site.down.clear();
  expect(await site.pass()).toEqual([]);
  await site.server.job('alerts.check');
  expect(await site.received()).toEqual([]);
  expect((await site.firings()).filter((firing: { notified: boolean }) => firing.notified)).toHaveLength(5);
});

const GOAL = { name: 'Order placed', event: 'order.placed' };

const orders = (siteId: number, times: readonly number[]) =>
  times.map(ms => aHit({ siteId, kind: 'event', event: 'order.placed', createdAt: new Date(ms) }));

/** Stores so many orders for each of the last hours, to the beginning of the running one. */
async function fillOrders(server: TestServer, siteId: number, { hours = 5 * 168, anHour = 6 } = {}) {
  const endMs = Math.floor(server.clock.now().getTime() / HOUR_MS) * HOUR_MS;
  const times = Array.from({ length: hours * anHour }, (_, at) => endMs - (at + 1) * (HOUR_MS / anHour));
  await server.services.stores.hits.append(orders(siteId, times));
}

/** Lets hours pass with so many orders each, and checks alerts each quarter. */
async function passHours(server: TestServer, siteId: number, hours: number, anHour: number) {
  for (let hour = 0; hour < hours; hour++) {
    const body = Array.from({ length: anHour }, () => ({ event: 'order.placed', path: '/thanks' }));
    if (anHour > 0) expect((await server.post(`/sites/${siteId}/events/batch`, body)).status).toBe(200);
    for (let minutes = 0; minutes < 60; minutes += 15) {
      server.clock.advance({ minutes: 15 });
      await server.job('alerts.check');
    }
  }
}
afterEach(() => shared().reset());

async function startSelling() {
  const fixture = shared();
  const { server } = fixture;
  const site = await server.given.site({ label: 'Shop' });
  const { goal } = (await server.post(`/sites/${site.id}/goals`, GOAL)).body;
  await fillOrders(server, site.id);
  await fixture.channel();
  return { fixture, server, site, goal, path: `/sites/${site.id}/alerts` };
}

test('a fall of conversions is told of once, and its end', async () => {
  const { fixture, server, site, goal, path } = await startSelling();
  const alert = await fixture.alert(site.id, { kind: 'goal', goal_id: goal.id, window_hours: 12 });
  const fall = { change: 'drop', percent: 50, window_hours: 12 };
  expect(alert).toMatchObject({ kind: 'goal', goal_id: goal.id, ...fall });
  await passHours(server, site.id, 3, 6);
  expect((await server.get(`${path}/${alert.id}`)).alert.state).toBe('ok');
  expect(await fixture.received()).toEqual([]);
  await passHours(server, site.id, 12, 1);
  expect(await fixture.received()).toEqual([
    [
      'alert_firing',
      'Fewer conversions of Order placed on Shop',
      expect.stringMatching(/^\d+ conversions in the last 12 hours, usually about 7\d\.$/),
    ],
  ]);
  await passHours(server, site.id, 12, 6);
  expect(await fixture.received()).toEqual([
    ['alert_resolved', 'Conversions of Order placed on Shop are back to normal', expect.any(String)],
  ]);
  const { firings } = await server.get(`${path}/${alert.id}/firings`);
  expect(firings).toMatchObject([{ hits: null, conversions: expect.any(Number), hours: 12, notified: true }]);
});

test('a rise, and a goal that nobody reaches any more', async () => {
  const { fixture, server, site, goal } = await startSelling();
  await fixture.alert(site.id, { kind: 'goal', goal_id: goal.id, change: 'spike', window_hours: 6 });
  await fixture.alert(site.id, { kind: 'goal', goal_id: goal.id, change: 'silence', hours: 8 });
  await passHours(server, site.id, 2, 6);
  expect(await fixture.received()).toEqual([]);
  await passHours(server, site.id, 4, 30);
  expect((await fixture.received()).map(([, title]) => title)).toEqual([
    'More conversions of Order placed on Shop',
  ]);
  await passHours(server, site.id, 20, 0);
  expect((await fixture.received()).map(([event, title]) => [event, title])).toContainEqual([
    'alert_firing',
    'No conversions of Order placed on Shop',
  ]);
  await passHours(server, site.id, 1, 6);
  expect((await fixture.received()).map(([, title]) => title)).toEqual([
    'Conversions of Order placed on Shop are back',
  ]);
});

test('it learns for three weeks, and the preview says since when it could have been judged', async () => {
  const fixture = shared();
  const { server } = fixture;
  const site = await server.given.site({ label: 'Shop' });
  const { goal } = (await server.post(`/sites/${site.id}/goals`, GOAL)).body;
  const alert = await fixture.alert(site.id, { kind: 'goal', goal_id: goal.id });
  expect(alert.state).toBe('learning');
  await fillOrders(server, site.id, { hours: 168 });
  await passHours(server, site.id, 2, 0);
  const path = `/sites/${site.id}/alerts`;
  expect((await server.get(`${path}/${alert.id}`)).alert.state).toBe('learning');
  const asked = `${path}/preview?kind=goal&goal_id=${goal.id}`;
  expect((await server.get(asked)).preview).toMatchObject({ judged_from: null, total_count: 0 });
  await server.services.stores.hits.append(orders(site.id, []));
  await fillOrders(server, site.id, { hours: 8 * 168 });
  const times = Array.from(
    { length: 300 },
    (_, at) => server.clock.now().getTime() - 48 * HOUR_MS + at * 60_000,
  );
  await server.services.stores.hits.append(orders(site.id, times));
  expect((await server.get(`${asked}&change=spike&window_hours=3`)).preview).toMatchObject({
    total_count: 1,
    firings: [{ hits: null, conversions: expect.any(Number), hours: 3 }],
  });
});

test('conversions are exact after late rows, an undone import, a removal and another condition', async () => {
  const { fixture, server, site, goal, path } = await startSelling();
  const alert = await fixture.alert(site.id, { kind: 'goal', goal_id: goal.id, window_hours: 12 });
  const stateOf = async () => (await server.get(`${path}/${alert.id}`)).alert.state;
  await passHours(server, site.id, 14, 0);
  expect(await stateOf()).toBe('firing');
  // Rows of the hours that are over come late, by the API.
  const body = Array.from({ length: 13 * 6 }, (_, at) => ({
    ...{ event: 'order.placed', path: '/thanks' },
    created_at: new Date(server.clock.now().getTime() - (at + 1) * (HOUR_MS / 6)).toISOString(),
  }));
  expect((await server.post(`/sites/${site.id}/events/batch`, body)).status).toBe(200);
  await passHours(server, site.id, 1, 6);
  expect(await stateOf()).toBe('ok');
  // What is removed is no conversion any more.
  await server.services.stores.hits.remove({ siteId: site.id, kinds: ['event'], which: 'all' });
  await passHours(server, site.id, 1, 0);
  expect(await stateOf()).toBe('learning');
  await fillOrders(server, site.id);
  await server.services.context.events.publish('site.days-changed', {
    ...{ siteId: site.id, firstDay: '2026-02-01', lastDay: '2026-03-10' },
  });
  await passHours(server, site.id, 1, 6);
  expect(await stateOf()).toBe('ok');
  await server.patch(`/sites/${site.id}/goals/${goal.id}`, { event: 'never.sent' });
  await passHours(server, site.id, 1, 6);
  expect(await stateOf()).toBe('learning');
});

test('a goal that an alert watches is not deleted; the site is', async () => {
  const { fixture, server, site, goal, path } = await startSelling();
  const alert = await fixture.alert(site.id, { kind: 'goal', goal_id: goal.id, name: 'Sales' });
  expect(await server.api('DELETE', `/sites/${site.id}/goals/${goal.id}`)).toEqual(
    refused(422, `goal ${goal.id} is watched by alerts, delete them first: Sales (${alert.id})`),
  );
  await server.api('DELETE', `${path}/${alert.id}`);
  expect((await server.api('DELETE', `/sites/${site.id}/goals/${goal.id}`)).status).toBe(204);
  const another = (await server.post(`/sites/${site.id}/goals`, GOAL)).body.goal;
  await fixture.alert(site.id, { kind: 'goal', goal_id: another.id });
  expect((await server.api('DELETE', `/sites/${site.id}`)).status).toBe(204);
  await server.job('sites.purge');
  await server.job('alerts.check');
});

test('state is kept over a restart, and nothing is sent twice', async () => {
  const clock = createMovableClock();
  await using fixture = await startAlerting({ clock });
  const { server } = fixture;
  const site = await server.given.site({ label: 'Shop' });
  const { goal } = (await server.post(`/sites/${site.id}/goals`, GOAL)).body;
  await fillOrders(server, site.id);
  await fixture.channel();
  const alert = await fixture.alert(site.id, { kind: 'goal', goal_id: goal.id, window_hours: 12 });
  await passHours(server, site.id, 12, 0);
  expect(await fixture.received()).toHaveLength(1);
  await server.stop();
  await using again = await startTestServer({ data: server.data, clock });
  await again.job('alerts.check');
  const key = server.owner.full;
  const path = `/sites/${site.id}/alerts/${alert.id}`;
  expect((await again.get(path, key)).alert.state).toBe('firing');
  expect((await again.get(`${path}/firings`, key)).pagination.total_count).toBe(1);
});

test('goals, changes and thresholds that are none are refused by name', async () => {
  const fixture = shared();
  const { server } = fixture;
  const site = await server.given.site();
  const other = await server.given.site();
  const { goal } = (await server.post(`/sites/${site.id}/goals`, GOAL)).body;
  const foreign = (await server.post(`/sites/${other.id}/goals`, GOAL)).body.goal;
  const ofGoal = { kind: 'goal', goal_id: goal.id };
  const cases: readonly (readonly [Record<string, unknown>, string])[] = [
    [{ kind: 'goal' }, 'goal_id is required with kind goal'],
    ...[999, foreign.id].map(
      id =>
        [{ kind: 'goal', goal_id: id }, `goal_id must be the id of a goal of this site, got ${id}`] as const,
    ),
    [{ kind: 'goal', goal_id: 'one' }, 'goal_id'],
    [{ ...ofGoal, change: 'storm' }, 'change must be one of spike, drop, silence'],
    [{ ...ofGoal, percent: 101 }, 'percent of goal with change drop must be from 10 to 100, got 101'],
    [{ ...ofGoal, hours: 5 }, 'hours is no threshold of goal with change drop'],
    [{ ...ofGoal, change: 'silence', percent: 50 }, 'percent is no threshold of goal with change silence'],
    [{ ...ofGoal, window_hours: 5 }, 'window_hours must be one of 1, 3, 6, 12, 24, 72, 168, got 5'],
    [{ kind: 'drop', window_hours: 72 }, 'window_hours must be one of 1, 3, 6, 12, 24, got 72'],
    [{ kind: 'drop', goal_id: goal.id }, 'goal_id goes with kind goal alone, got kind drop'],
    [{ kind: 'spike', change: 'drop' }, 'change goes with kind goal alone, got kind spike'],
  ];
  for (const [body, message] of cases) {
    const answer = await server.post(`/sites/${site.id}/alerts`, body);
    expect([body, answer.status, answer.body.error]).toEqual([body, 422, expect.stringContaining(message)]);
  }
  const wrong = await server.api('GET', `/sites/${site.id}/alerts/preview?kind=goal`);
  expect([wrong.status, wrong.body.error]).toEqual([400, 'goal_id is required with kind goal']);
  const alert = await fixture.alert(site.id, { ...ofGoal, change: 'silence' });
  const path = `/sites/${site.id}/alerts/${alert.id}`;
  const changed = (await server.patch(path, { hours: 48 })).body.alert;
  expect(changed).toMatchObject({ hours: 48, change: 'silence' });
  expect((await server.patch(path, { change: 'drop' })).status).toBe(422);
});
