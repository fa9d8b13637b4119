/** The webhook event `goal_reached`. Source: decisions, section 10. */
import { expect, test } from 'bun:test';
import { aWebhook, deliver, startPublishingServer, startReceiver } from '../support/receiver.ts';

test('each view and event that reaches a goal is told, once for each goal, and nothing else', async () => {
  await using server = await startPublishingServer();
  await using receiver = await startReceiver();
  const site = await server.given.site();
  const other = await server.given.site();
  const send = (kind: string, body: object, id = site.id) =>
    server.api('POST', `/sites/${id}/${kind}`, { body });
  const { goal } = (await send('goals', { name: 'Order', path: '/*/thanks' })).body;
  await send('goals', { name: 'Any page', path: '/**' });
  await send('goals', { name: 'Pro', event: 'order.paid', properties: { plan: 'pro' } });
  await aWebhook(server, { url: receiver.url, events: ['goal_reached'] });
  await send('hits', { path: '/de/thanks' });
  await send('hits', { path: '/de/thanks' }, other.id);
  await send('events', { event: 'order.paid', properties: { plan: 'basic' } });
  await send('events', { event: 'order.paid', properties: { plan: 'pro' } });
  await deliver(server);
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
  await using server = await startPublishingServer();
  await using receiver = await startReceiver();
  const { id } = await server.given.site();
  await server.api('POST', `/sites/${id}/goals`, { body: { name: 'Order', path: '/thanks' } });
  const hit = (path: string) => server.api('POST', `/sites/${id}/hits`, { body: { path } });
  const webhook = await aWebhook(server, { url: receiver.url, events: ['new_event'] });
  await hit('/thanks');
  await server.api('PATCH', `/webhooks/${webhook.id}`, { body: { events: ['goal_reached', 'new_hit'] } });
  await hit('/thanks');
  await hit('/');
  await deliver(server);
  const told = receiver.received.map(({ body }) => `${body.event} ${body.hit.path}`);
  expect(told.sort()).toEqual(['goal_reached /thanks', 'new_hit /', 'new_hit /thanks']);
});
