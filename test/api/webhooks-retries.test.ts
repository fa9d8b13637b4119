/** Failed deliveries: retries, redelivery, and effects on other webhooks. Source: decisions, section 4, Webhooks. */
import { expect, test } from 'bun:test';
import {
  aWebhook,
  deliver,
  deliveriesOf,
  startPublishingServer,
  startReceiver,
  startReceiverOf,
} from '../support/receiver.ts';
import type { TestServer } from '../support/server.ts';
import { share } from '../support/share.ts';

const server = share(startPublishingServer);

/** A site, a webhook of its hits at a receiver, and hits. */
async function givenHook({ url }: { readonly url: string }) {
  const site = await server().given.site();
  const { id } = await aWebhook(server(), { url, events: ['new_hit'] });
  return { id, site, hit: (path?: string) => hitOn(server(), site.id, path) };
}
const hitOn = (server: TestServer, siteId: number, path = '/a') =>
  server.post(`/sites/${siteId}/hits`, { path });

test('a delivery is attempted ten times under one id, then it has failed', async () => {
  await using receiver = await startReceiverOf(server());
  receiver.answers(500, {}, 'no <b>room</b>');
  const { id, hit } = await givenHook(receiver);
  await hit();
  await deliver(server());
  const [first] = await deliveriesOf(server(), id);
  expect(first).toMatchObject({
    status: 'pending',
    attempts: 1,
    last_status_code: 500,
    last_error: 'the target answered 500: no <b>room</b>',
  });
  const waits = [30, 60, 300, 900, 1800, 3600, 7200, 14_400, 28_800];
  for (const [index, wait] of waits.entries()) {
    server().clock.advance({ seconds: wait - 1 });
    await deliver(server());
    expect(receiver.received).toHaveLength(index + 1);
    server().clock.advance({ seconds: wait * 0.1 + 2 });
    await deliver(server());
    expect(receiver.received).toHaveLength(index + 2);
  }
  const [last] = await deliveriesOf(server(), id);
  expect(last).toMatchObject({ id: first.id, status: 'failed', attempts: 10, next_attempt_at: null });
  server().clock.advance({ days: 2 });
  await deliver(server());
  expect(new Set(receiver.received.map(({ headers }) => headers['x-footfall-delivery'])).size).toBe(1);
  expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
  const stamps = receiver.received.map(({ headers }) => Number(headers['x-footfall-timestamp']));
  expect(stamps).toEqual([...stamps].sort((a, b) => a - b));
  expect(stamps[9]).toBeGreaterThan((stamps[0] ?? 0) + 56_000);
  expect(receiver.received).toHaveLength(10);
});

test('a failed delivery can be sent again under its id, with all its attempts', async () => {
  await using receiver = await startReceiverOf(server());
  receiver.answers(302, { location: 'http://hooks.test/elsewhere' });
  const { id, hit } = await givenHook(receiver);
  await hit();
  await deliver(server());
  const [failed] = await deliveriesOf(server(), id);
  expect(failed.last_error).toBe('the target redirects (302), which is not followed');
  receiver.answers(204);
  const again = await server().api('POST', `/webhooks/${id}/deliveries/${failed.id}/redeliver`);
  expect([again.status, again.body.delivery]).toMatchObject([
    202,
    { id: failed.id, status: 'pending', attempts: 0 },
  ]);
  await deliver(server());
  expect(await deliveriesOf(server(), id)).toMatchObject([
    { id: failed.id, status: 'delivered', last_status_code: 204, last_error: null },
  ]);
  expect(receiver.received.map(({ body }) => body.delivery_id)).toEqual([failed.id, failed.id]);
  await server().patch(`/webhooks/${id}`, { active: false });
  expect((await server().api('POST', `/webhooks/${id}/deliveries/${failed.id}/redeliver`)).status).toBe(422);
  expect((await server().api('POST', `/webhooks/${id}/deliveries/999/redeliver`)).status).toBe(404);
  expect((await server().api('POST', `/webhooks/${id}/deliveries/x/redeliver`)).status).toBe(400);
});

test('a redelivery that is requested during an attempt is sent after it', async () => {
  await using receiver = await startReceiverOf(server());
  const open: (() => void)[] = [];
  receiver.answersWith((_, response) => open.push(() => response.end()));
  const { id, hit } = await givenHook(receiver);
  await hit();
  await receiver.got(1);
  const [onItsWay] = await deliveriesOf(server(), id);
  const again = await server().api('POST', `/webhooks/${id}/deliveries/${onItsWay.id}/redeliver`);
  expect([again.status, again.body.delivery]).toMatchObject([202, { id: onItsWay.id, status: 'pending' }]);
  receiver.answers(200);
  for (const answer of open) answer();
  await receiver.got(2);
  await deliver(server());
  expect(receiver.received.map(({ body }) => body.delivery_id)).toEqual([onItsWay.id, onItsWay.id]);
  expect(await deliveriesOf(server(), id)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
});

test('a log that cannot be trimmed delays no delivery', async () => {
  await using server = await startPublishingServer();
  await using receiver = await startReceiver();
  const site = await server.given.site();
  await aWebhook(server, { url: receiver.url, events: ['new_hit'] });
  server.services.stores.db.run(
    "create trigger full before delete on webhook_deliveries begin select raise(abort, 'full'); end",
  );
  const rows = Array.from({ length: 1250 }, (_, index) => ({ path: `/${index}` }));
  await server.post(`/sites/${site.id}/hits/batch`, rows);
  await receiver.got(1250);
  await deliver(server);
  await hitOn(server, site.id, '/more');
  await receiver.got(1251);
});

test('a delivery that cannot be abandoned on a full disk is abandoned later', async () => {
  await using receiver = await startReceiverOf(server());
  receiver.answers(500);
  const { id, hit, site } = await givenHook(receiver);
  await hit();
  await deliver(server());
  const { db } = server().services.stores;
  db.run("create trigger full before update on webhook_deliveries begin select raise(abort, 'full'); end");
  await server().api('DELETE', `/sites/${site.id}`);
  server().clock.advance({ minutes: 1 });
  await deliver(server());
  expect(await deliveriesOf(server(), id)).toMatchObject([{ status: 'pending' }]);
  db.run('drop trigger full');
  await deliver(server());
  expect(await deliveriesOf(server(), id)).toMatchObject([
    { status: 'failed', last_error: 'the site was deleted' },
  ]);
});

test('a target that never answers delays no other webhook', async () => {
  await using server = await startPublishingServer();
  await using dead = await startReceiver();
  await using living = await startReceiver();
  dead.answersWith(() => {});
  const site = await server.given.site();
  const { id } = await aWebhook(server, { url: dead.url, events: ['new_hit'] });
  await aWebhook(server, { url: living.url, events: ['new_hit'] });
  const rows = Array.from({ length: 60 }, (_, index) => ({ path: `/${index}` }));
  await server.post(`/sites/${site.id}/hits/batch`, rows);
  await living.got(60);
  expect(dead.received.length).toBeLessThanOrEqual(16);
  expect((await server.get(`/webhooks/${id}/deliveries`)).pagination.total_count).toBe(60);
});

test('five days of nothing but failures switch a webhook off; its owner can switch it on again', async () => {
  await using receiver = await startReceiverOf(server());
  receiver.answers(503);
  const { id, hit } = await givenHook(receiver);
  const dayOf = async (day: number) => {
    await hit(`/${day}`);
    await deliver(server());
    server().clock.advance({ days: 1 });
    return (await server().get(`/webhooks/${id}`)).webhook;
  };
  expect(await dayOf(0)).toMatchObject({ active: true });
  receiver.answers(200);
  await dayOf(1);
  receiver.answers(503);
  for (const day of [2, 3, 4, 5, 6]) expect(await dayOf(day)).toMatchObject({ active: true });
  expect(await dayOf(7)).toMatchObject({
    active: false,
    disabled_reason: 'every delivery failed for 5 days',
  });
  const statuses = (await deliveriesOf(server(), id)).map((delivery: { status: string }) => delivery.status);
  expect(new Set(statuses)).toEqual(new Set(['failed', 'delivered']));
  const revived = await server().patch(`/webhooks/${id}`, { active: true });
  expect(revived.body.webhook).toMatchObject({ active: true, disabled_reason: null });
  receiver.answers(200);
  await dayOf(8);
  expect((await deliveriesOf(server(), id))[0].status).toBe('delivered');
});

test('deleting a webhook or its site, or switching it off, abandons its pending deliveries', async () => {
  await using receiver = await startReceiverOf(server());
  receiver.answers(500);
  const site = await server().given.site();
  const doomed = await server().given.site();
  const off = await aWebhook(server(), { url: receiver.url, events: ['new_hit'], site_id: site.id });
  const gone = await aWebhook(server(), { url: receiver.url, events: ['new_hit'], site_id: site.id });
  const wide = await aWebhook(server(), { url: receiver.url, events: ['new_hit'] });
  const bound = await aWebhook(server(), { url: receiver.url, events: ['new_hit'], site_id: doomed.id });
  await hitOn(server(), doomed.id);
  await deliver(server());
  await server().api('DELETE', `/sites/${doomed.id}`);
  await hitOn(server(), site.id);
  await deliver(server());
  await server().patch(`/webhooks/${off.id}`, { active: false });
  await server().api('DELETE', `/webhooks/${gone.id}`);
  await server().api('DELETE', `/webhooks/${wide.id}`);
  const before = receiver.received.length;
  server().clock.advance({ days: 1 });
  await deliver(server());
  expect(receiver.received).toHaveLength(before);
  expect(await deliveriesOf(server(), off.id)).toMatchObject([
    { status: 'failed', last_error: 'the webhook was switched off' },
  ]);
  expect(await deliveriesOf(server(), bound.id)).toMatchObject([
    { status: 'failed', last_error: 'the site was deleted' },
  ]);
  await server().job('sites.purge');
  expect((await server().api('GET', `/webhooks/${bound.id}`)).status).toBe(404);
});

test('an attempt that fails after its webhook was switched off is not retried', async () => {
  await using receiver = await startReceiverOf(server());
  const open: (() => void)[] = [];
  receiver.answersWith((_, response) => open.push(() => response.writeHead(500).end()));
  const { id, hit } = await givenHook(receiver);
  await hit();
  await receiver.got(1);
  await server().patch(`/webhooks/${id}`, { active: false });
  for (const answer of open) answer();
  await deliver(server());
  expect(await deliveriesOf(server(), id)).toMatchObject([{ status: 'failed', next_attempt_at: null }]);
});

test('pending deliveries of a stopped server are sent by the next', async () => {
  await using receiver = await startReceiver();
  const first = await startPublishingServer();
  receiver.answers(500);
  const site = await first.given.site();
  await aWebhook(first, { url: receiver.url, events: ['new_hit'] });
  await hitOn(first, site.id);
  await deliver(first);
  await first.stop();
  receiver.answers(200);
  first.clock.advance({ minutes: 5 });
  await using second = await startPublishingServer({ data: first.data, clock: first.clock });
  await deliver(second);
  expect(receiver.received).toHaveLength(2);
  expect(receiver.received[0]?.body.delivery_id).toBe(receiver.received[1]?.body.delivery_id);
});

test('the log keeps finished deliveries for a month', async () => {
  await using receiver = await startReceiverOf(server());
  const { id, hit } = await givenHook(receiver);
  await hit();
  await deliver(server());
  server().clock.advance({ days: 31 });
  receiver.answers(500);
  await hit('/b');
  await deliver(server());
  await server().job('webhooks.trim');
  expect(await deliveriesOf(server(), id)).toMatchObject([{ status: 'pending' }]);
});

test('a clock that is set back does not stop the retries', async () => {
  await using server = await startPublishingServer();
  await using receiver = await startReceiver();
  receiver.answers(500);
  const site = await server.given.site();
  await aWebhook(server, { url: receiver.url, events: ['new_hit'] });
  server.clock.advance({ days: 365 });
  await hitOn(server, site.id);
  await deliver(server);
  server.clock.advance({ days: -365 });
  await deliver(server);
  await deliver(server);
  expect(receiver.received).toHaveLength(2);
});
