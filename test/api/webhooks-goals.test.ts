/** The webhook event `goal_reached`. Source: decisions, section 10. */
import { expect, test } from 'bun:test';
import { BROWSER } from '../support/collect-host.ts';
import { aWebhook, deliver, startPublishingServer, startReceiverOf } from '../support/receiver.ts';
import { share } from '../support/share.ts';

const server = share(startPublishingServer);

test('each view and event that reaches a goal is told, once for each goal, and nothing else', async () => {
  await using receiver = await startReceiverOf(server());
  const site = await server().given.site();
  const other = await server().given.site();
  const send = (kind: string, body: object, id = site.id) => server().post(`/sites/${id}/${kind}`, body);
  const { goal } = (await send('goals', { name: 'Order', path: '/*/thanks' })).body;
  await send('goals', { name: 'Any page', path: '/**' });
  await send('goals', { name: 'Pro', event: 'order.paid', properties: { plan: 'pro' } });
  await aWebhook(server(), { url: receiver.url, events: ['goal_reached'] });
  await send('hits', { path: '/de/thanks' });
  await send('hits', { path: '/de/thanks' }, other.id);
  await send('events', { event: 'order.paid', properties: { plan: 'basic' } });
  await send('events', { event: 'order.paid', properties: { plan: 'pro' } });
  await deliver(server());
  const told = receiver.received.map(({ body }) => body);
  expect(told.map(({ event, goal: reached }) => [event, reached.name]).sort()).toEqual([
    ['goal_reached', 'Any page'],
    ['goal_reached', 'Order'],
    ['goal_reached', 'Pro'],
  ]);
  expect(told.find(body => body.goal.name === 'Order')).toMatchObject({
    site: { id: site.id },
    goal,
    hit: { path: '/de/thanks' },
  });
  expect(told.find(body => body.goal.name === 'Pro')).toMatchObject({
    analytics_event: { event: 'order.paid', properties: { plan: 'pro' } },
  });
});

test('views are told beside goals where both are wanted, and only those since goals were', async () => {
  await using receiver = await startReceiverOf(server());
  const { id } = await server().given.site();
  await server().post(`/sites/${id}/goals`, { name: 'Order', path: '/thanks' });
  const hit = (path: string) => server().post(`/sites/${id}/hits`, { path });
  const webhook = await aWebhook(server(), { url: receiver.url, events: ['new_event'] });
  await hit('/thanks');
  await server().patch(`/webhooks/${webhook.id}`, { events: ['goal_reached', 'new_hit'] });
  await hit('/thanks');
  await hit('/');
  await deliver(server());
  const told = receiver.received.map(({ body }) => `${body.event} ${body.hit.path}`);
  expect(told.sort()).toEqual(['goal_reached /thanks', 'new_hit /', 'new_hit /thanks']);
});

test('a depth is told when a report reaches it, once for each view of a page and each goal', async () => {
  await using receiver = await startReceiverOf(server());
  const { id, uid } = await server().given.site();
  await server().patch(`/sites/${id}/settings`, { capture: { engagement: true } });
  for (const [name, scroll_depth] of [
    ['Half', 50],
    ['End', 90],
  ] as const)
    await server().post(`/sites/${id}/goals`, { name, scroll_depth });
  const send = async (fields: object, agent = BROWSER) => {
    const body = JSON.stringify({ url: 'https://shop.example/a', ...fields });
    await fetch(`${server().url}/page/${uid}`, { method: 'POST', body, headers: { 'user-agent': agent } });
    server().clock.advance({ seconds: 30 });
  };
  const read = (depth: number, agent?: string) => send({ path: '/a', view: 1, ms: 9_000, depth }, agent);
  const told = async () => {
    await deliver(server());
    return receiver.received
      .splice(0)
      .map(({ body }) => `${body.event} ${body.goal.name} ${body.hit.path} ${body.hit.id}`)
      .sort();
  };
  await send({});
  await read(1);
  await aWebhook(server(), { url: receiver.url, events: ['goal_reached'] });
  expect(await told()).toEqual([]);
  await send({}, `${BROWSER} Other`);
  await read(0.3, `${BROWSER} Other`);
  expect(await told()).toEqual([]);
  await read(0.6, `${BROWSER} Other`);
  const [half = '', ...more] = await told();
  expect([half, more]).toEqual([expect.stringMatching(/^goal_reached Half \/a \d+$/), []]);
  await read(0.7, `${BROWSER} Other`);
  await read(1, `${BROWSER} Other`);
  expect(await told()).toEqual([half.replace('Half', 'End')]);
  await read(1, `${BROWSER} Other`);
  expect(await told()).toEqual([]);
  // Another view of the page by the same visitor.
  await send({}, `${BROWSER} Other`);
  await read(1, `${BROWSER} Other`);
  const again = await told();
  expect(again).toHaveLength(2);
  expect(again).not.toContain(half);
});
