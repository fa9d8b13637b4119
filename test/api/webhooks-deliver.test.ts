/** Deliveries of webhooks: events, payloads and signatures. Source: api-v1, Events; decisions, section 4, Webhooks. */
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCommands } from '../../src/server/commands/commands.ts';
import { aHit } from '../support/hit-rows.ts';
import {
  aWebhook,
  deliver,
  deliveriesOf,
  signatureOf,
  startPublishingServer,
  startReceiver,
  startReceiverOf,
} from '../support/receiver.ts';
import { share } from '../support/share.ts';

const server = share(startPublishingServer);

const ALL = [
  ...['monitor_down', 'monitor_up', 'new_hit', 'new_kudo', 'new_event', 'new_insight', 'content_issue'],
];

test('a hit is delivered with its payload, headers and a signature over the exact bytes', async () => {
  await using server = await startPublishingServer({
    settings: { FOOTFALL_BASE_URL: 'https://stats.example' },
  });
  await using receiver = await startReceiver();
  const site = await server.given.site({ url: 'https://shop.example', label: 'Shop' });
  const { id, secret } = await aWebhook(server, { url: receiver.url, events: ['new_hit'] });
  const hit = { path: '/pricing', country: 'DE', referrer: 'https://news.example/', source: 'News' };
  const made = await server.post(`/sites/${site.id}/hits`, hit);
  server.clock.advance({ seconds: 7 });
  await deliver(server);
  const [sent] = receiver.received;
  const [delivery] = await deliveriesOf(server, id);
  const { unique_hash: _u, visitor_hash: _v, ...publicHit } = made.body.hit;
  expect(sent?.body).toEqual({
    event: 'new_hit',
    delivery_id: delivery.id,
    timestamp: '2026-03-10T12:00:00.000Z',
    site: {
      id: site.id,
      uid: site.uid,
      url: 'https://shop.example',
      label: 'Shop',
      name: 'Shop',
      dashboard_url: `https://stats.example/sites/${site.id}`,
    },
    hit: publicHit,
  });
  expect(sent?.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-footfall-event': 'new_hit',
    'x-footfall-delivery': String(delivery.id),
    'x-signature': signatureOf(sent?.text ?? '', secret),
  });
  expect(sent?.headers['x-footfall-timestamp']).toMatch(/^17731440\d\d$/);
  expect(delivery).toEqual({
    id: delivery.id,
    event: 'new_hit',
    status: 'delivered',
    attempts: 1,
    last_status_code: 200,
    last_error: null,
    next_attempt_at: null,
    created_at: expect.any(String),
    delivered_at: expect.any(String),
  });
});

test('a test of an account without sites explains why it has no site', async () => {
  await using server = await startPublishingServer();
  await using receiver = await startReceiver();
  const { id } = await aWebhook(server, { url: receiver.url, events: ['new_hit'] });
  await server.api('POST', `/webhooks/${id}/test`);
  expect(receiver.received[0]?.body).toMatchObject({ event: 'test', site: null });
  expect(receiver.received[0]?.body.message).toContain('no site yet, so "site" is null');
  await server.given.site();
  await server.api('POST', `/webhooks/${id}/test`);
  expect(receiver.received[1]?.body).toMatchObject({
    site: { id: 1 },
    message: 'This is a test. Deliveries of this webhook arrive.',
  });
});

test('events and kudos are delivered to the webhooks that are subscribed to them', async () => {
  await using receiver = await startReceiverOf(server());
  const site = await server().given.site();
  await aWebhook(server(), { url: `${receiver.url}/all`, events: ALL });
  await aWebhook(server(), { url: `${receiver.url}/kudos`, events: ['new_kudo'] });
  const event = { event: 'form.sent', value: 'x', path: '/a' };
  const made = await server().post(`/sites/${site.id}/events`, event);
  const kudo = (await server().post(`/sites/${site.id}/kudos`, { path: '/b' })).body.kudo;
  await deliver(server());
  const payloads = receiver.received.map(({ body }) => body);
  const { unique_hash: _u, visitor_hash: _v, ...wire } = made.body.event;
  expect(payloads.find(({ event }) => event === 'new_event')?.analytics_event).toEqual(wire);
  expect(payloads.filter(({ event }) => event === 'new_kudo')).toHaveLength(2);
  expect(payloads.find(({ event }) => event === 'new_kudo')?.kudo).toEqual({
    id: expect.any(Number),
    uid: kudo.uid,
    path: '/b',
    created_at: kudo.created_at,
  });
});

test('an event is delivered with its change, and rolled back with it', async () => {
  await using receiver = await startReceiverOf(server());
  const site = await server().given.site();
  await aWebhook(server(), { url: receiver.url, events: ALL });
  const { deliveries } = server().services.webhooks;
  const { db } = server().services.stores;
  const insight = { id: 7, summary: 'Quiet week' };
  const failing = () =>
    db.transaction(() => {
      deliveries.publish({ event: 'new_insight', siteId: site.id, insight });
      throw new Error('undone');
    });
  expect(failing).toThrow('undone');
  db.transaction(() =>
    deliveries.publish({ event: 'new_insight', siteId: site.id, insight: { ...insight, id: 8 } }),
  );
  await deliver(server());
  expect(receiver.received.map(({ body }) => body.insight)).toEqual([{ id: 8, summary: 'Quiet week' }]);
});

test('a webhook of one site receives no events of other sites or accounts', async () => {
  await using receiver = await startReceiverOf(server());
  const mine = await server().given.site();
  const other = await server().given.site();
  const stranger = await server().given.user('stranger@example.org');
  const theirs = await server().given.site({}, stranger.full);
  await aWebhook(server(), { url: receiver.url, events: ['new_hit'], site_id: mine.id });
  await server().post(`/sites/${other.id}/hits`, { path: '/other' });
  await server().post(`/sites/${theirs.id}/hits`, { path: '/theirs' }, stranger.full);
  await server().post(`/sites/${mine.id}/hits`, { path: '/mine' });
  await deliver(server());
  expect(receiver.received.map(({ body }) => body.hit.path)).toEqual(['/mine']);
});

test('collected and batched hits are delivered; ignored, suppressed, restored and imported ones are not', async () => {
  await using receiver = await startReceiverOf(server());
  const site = await server().given.site({ url: 'https://shop.example' });
  await server().patch(`/sites/${site.id}/settings`, {
    ignore_rules: { paths: ['/private*'] },
    spam_hosts: ['spam.example'],
  });
  await aWebhook(server(), { url: receiver.url, events: ['new_hit'] });
  const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  const page = encodeURIComponent('https://shop.example/collected');
  await fetch(`${server().url}/collector/${site.uid}?url=${page}`, { method: 'POST', headers: agent });
  const rows = [
    { path: '/a' },
    { path: '/private/b' },
    { path: '/c', referrer: 'https://spam.example/' },
    { path: '/d' },
  ];
  await server().post(`/sites/${site.id}/hits/batch`, rows);
  await server().post(`/sites/${site.id}/spam_hits/restore`, { all: true });
  const file = join(server().data, 'old.ndjson');
  writeFileSync(file, JSON.stringify({ created_at: '2026-03-01T00:00:00Z', path: '/imported' }));
  const run = { signal: new AbortController().signal, onProgress: () => {} };
  await createCommands(server().services).import({ siteId: site.id, file, format: 'footfall' }, run);
  await server().post(`/sites/${site.id}/hits`, { path: '/last' });
  await deliver(server());
  expect(receiver.received.map(({ body }) => body.hit.path).sort()).toEqual([
    '/a',
    '/collected',
    '/d',
    '/last',
  ]);
  expect((await server().get(`/sites/${site.id}/hits`)).summary.total_hits).toBe(6);
});

test('a new webhook, a reactivated one, and one with a new event receive only later events', async () => {
  await using receiver = await startReceiverOf(server());
  const site = await server().given.site();
  const hit = (path: string) => server().post(`/sites/${site.id}/hits`, { path });
  await hit('/before');
  const { id } = await aWebhook(server(), { url: receiver.url, events: ['new_event'] });
  await hit('/unwanted');
  await server().patch(`/webhooks/${id}`, { events: ['new_hit'] });
  await hit('/1');
  await deliver(server());
  await server().patch(`/webhooks/${id}`, { active: false });
  await hit('/asleep');
  await server().patch(`/webhooks/${id}`, { active: true });
  await hit('/2');
  await deliver(server());
  expect(receiver.received.map(({ body }) => body.hit.path)).toEqual(['/1', '/2']);
});

test('a flood is delivered completely, each hit once', async () => {
  await using receiver = await startReceiverOf(server());
  const site = await server().given.site();
  const { id } = await aWebhook(server(), { url: receiver.url, events: ['new_hit'] });
  const rows = Array.from({ length: 1300 }, (_, index) => ({ path: `/${index}` }));
  await server().post(`/sites/${site.id}/hits/batch`, rows);
  await server().services.webhooks.deliveries.idle();
  expect(new Set(receiver.received.map(({ body }) => body.hit.path)).size).toBe(1300);
  expect(new Set(receiver.received.map(({ body }) => body.delivery_id)).size).toBe(1300);
  const { pagination } = await server().get(`/webhooks/${id}/deliveries`);
  expect(pagination.total_count).toBeLessThanOrEqual(1200);
});

test('wrap_content puts the payload as one string under content, which is then signed', async () => {
  await using receiver = await startReceiverOf(server());
  const site = await server().given.site();
  const { secret } = await aWebhook(server(), { url: receiver.url, events: ['new_hit'], wrap_content: true });
  await server().post(`/sites/${site.id}/hits`, { path: '/a' });
  await deliver(server());
  const [sent] = receiver.received;
  expect(Object.keys(sent?.body)).toEqual(['content']);
  expect(JSON.parse(sent?.body.content)).toMatchObject({ event: 'new_hit', hit: { path: '/a' } });
  expect(sent?.headers['x-signature']).toBe(signatureOf(sent?.text ?? '', secret));
});

test('without a subscription nothing is delivered, not even later', async () => {
  await using receiver = await startReceiverOf(server());
  const { id: siteId } = await server().given.site();
  await aWebhook(server(), { url: receiver.url, events: ['new_hit', 'new_insight'] });
  const { writer } = server().services.ingest;
  const { deliveries } = server().services.webhooks;
  const planOf = (plan: 'none' | 'zen' | 'ultra') => server().setUser(server().owner.email, { plan });
  const hit = async (path: string) => {
    await writer.store([aHit({ siteId, path })]);
    deliveries.publish({ event: 'new_insight', siteId, insight: { id: 1, path } });
    await deliver(server());
  };
  await hit('/1');
  await planOf('none');
  await hit('/2');
  await planOf('zen');
  await hit('/3');
  await planOf('ultra');
  const payloads = receiver.received.map(({ body }) => (body.hit ?? body.insight).path);
  expect(payloads.sort()).toEqual(['/1', '/1', '/3', '/3']);
});

test('webhooks of an account share the limit of pending deliveries, and no further hit is lost', async () => {
  await using receiver = await startReceiverOf(server());
  receiver.answers(500);
  const site = await server().given.site();
  const { id } = await aWebhook(server(), { url: receiver.url, events: ['new_hit'] });
  for (let count = 1; count < 50; count++)
    await aWebhook(server(), { url: receiver.url, events: ['new_event'] });
  const rows = Array.from({ length: 500 }, (_, index) => ({ path: `/${index}` }));
  await server().post(`/sites/${site.id}/hits/batch`, rows);
  await server().services.webhooks.deliveries.idle();
  const { pagination } = await server().get(`/webhooks/${id}/deliveries`);
  expect(pagination.total_count).toBe(200);
  receiver.answers(200);
  server().clock.advance({ minutes: 1 });
  await deliver(server());
  const payloads = new Set(receiver.received.map(({ body }) => body.hit.path));
  expect(payloads.size).toBe(500);
});
