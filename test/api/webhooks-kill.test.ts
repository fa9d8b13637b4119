/** Deliveries survive `kill -9`: every acknowledged event is delivered, and a repeated delivery has the same id. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { startReceiver } from '../support/receiver.ts';
import { aFolderWithOwner, startProcess } from '../support/server-process.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

setDefaultTimeout(TIME_LIMIT_MS);

/** A folder with an owner, and servers on it that may call this machine. */
async function aFolder() {
  const { api, ...folder } = await aFolderWithOwner();
  return {
    ...folder,
    async start() {
      const settings = { FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' };
      const server = await startProcess(folder.data, undefined, settings);
      return {
        post: (path: string, body: unknown) => api(server, 'POST', path, body),
        async kill() {
          server.kill();
          await server.ended;
        },
      };
    },
  };
}

const isSubset = (some: readonly string[], all: ReadonlySet<string>): boolean =>
  some.every(one => all.has(one));
const loopback = (url: string): string => url.replace('hooks.test', '127.0.0.1');

test('a process that dies before it has read the answer delivers again, under the same id', async () => {
  using folder = await aFolder();
  await using receiver = await startReceiver();
  const first = await folder.start();
  const site = (await first.post('/sites', { url: 'https://shop.example' })).body.site;
  await first.post('/webhooks', { url: loopback(receiver.url), events: ['new_hit', 'new_kudo'] });
  receiver.answersWith(() => {});
  await first.post(`/sites/${site.id}/hits`, { path: '/a' });
  await first.post(`/sites/${site.id}/kudos`, { path: '/b' });
  await receiver.got(2);
  await first.kill();
  receiver.answers(200);
  const second = await folder.start();
  await receiver.got(4);
  await second.kill();
  const idsOf = (event: string) =>
    receiver.received.filter(({ body }) => body.event === event).map(({ body }) => body.delivery_id);
  expect(new Set(idsOf('new_hit')).size).toBe(1);
  expect(new Set(idsOf('new_kudo')).size).toBe(1);
});

test('a process that dies in a flood has delivered, or delivers later, every acknowledged hit', async () => {
  using folder = await aFolder();
  await using receiver = await startReceiver();
  const first = await folder.start();
  const site = (await first.post('/sites', { url: 'https://shop.example' })).body.site;
  await first.post('/webhooks', { url: loopback(receiver.url), events: ['new_hit'] });
  const acknowledged: string[] = [];
  const flood = Array.from({ length: 8 }, async (_, client) => {
    for (let batch = 0; ; batch++) {
      const paths = Array.from({ length: 10 }, (_, row) => `/${client}/${batch}/${row}`);
      const body = paths.map(path => ({ path }));
      const answer = await first.post(`/sites/${site.id}/hits/batch`, body).catch(() => null);
      if (answer?.status !== 200) return;
      acknowledged.push(...paths);
      if (acknowledged.length > 1500) return;
    }
  });
  await receiver.got(60);
  await first.kill();
  await Promise.all(flood);
  const second = await folder.start();
  const deliveredPaths = () => new Set(receiver.received.map(({ body }) => body.hit.path));
  const isComplete = () =>
    receiver.received.length >= acknowledged.length && isSubset(acknowledged, deliveredPaths());
  await receiver.until(isComplete);
  await second.kill();
  const byPath = Map.groupBy(receiver.received, ({ body }) => body.hit.path);
  for (const sent of byPath.values()) expect(new Set(sent.map(({ body }) => body.delivery_id)).size).toBe(1);
  expect(acknowledged.length).toBeGreaterThan(60);
});
