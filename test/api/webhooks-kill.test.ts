/** Deliveries survive `kill -9`: every acknowledged event is delivered, and a repeated delivery has the same id. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { run, temporaryFolder } from '../support/cli.ts';
import { startReceiver } from '../support/receiver.ts';
import { makeDataFolder } from '../support/server.ts';
import { root } from '../support/source-tree.ts';

setDefaultTimeout(300_000);

/** Starts the server as a process of its own, on a folder with one user. */
async function startProcess(data: string) {
  const words = [process.execPath, join(root, 'src/main.ts'), 'serve', '--port', '0', '--data', data];
  const child = Bun.spawn(words, {
    env: { PATH: '/usr/bin:/bin', FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8', FOOTFALL_RATE_LIMIT: '0' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  let output = '';
  const reader = child.stdout.getReader();
  while (!/http:\/\/127\.0\.0\.1:\d+/.test(output)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`the server ended at its start: ${output}`);
    output += new TextDecoder().decode(value);
  }
  const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
  return {
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await child.exited;
    },
    async post(key: string, path: string, body: unknown) {
      const headers = {
        authorization: `Bearer ${key}`,
        'user-agent': 'test',
        'content-type': 'application/json',
      };
      const answer = await fetch(`${origin}/api/v1${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: await answer.json() };
    },
  };
}

async function aFolderWithKey() {
  const folder = temporaryFolder();
  const data = folder.path;
  await makeDataFolder(data);
  await run('user add owner@example.org --password-stdin', { data, stdin: 'correct horse' });
  const { out } = await run('key add owner@example.org', { data });
  return { data, key: out.trim(), [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

const isSubset = (some: readonly string[], all: ReadonlySet<string>): boolean =>
  some.every(one => all.has(one));
const loopback = (url: string): string => url.replace('hooks.test', '127.0.0.1');

test('a process that dies before it has read the answer delivers again, under the same id', async () => {
  using folder = await aFolderWithKey();
  await using receiver = await startReceiver();
  const first = await startProcess(folder.data);
  const site = (await first.post(folder.key, '/sites', { url: 'https://shop.example' })).body.site;
  await first.post(folder.key, '/webhooks', { url: loopback(receiver.url), events: ['new_hit', 'new_kudo'] });
  receiver.answersWith(() => {});
  await first.post(folder.key, `/sites/${site.id}/hits`, { path: '/a' });
  await first.post(folder.key, `/sites/${site.id}/kudos`, { path: '/b' });
  await receiver.got(2);
  await first.kill();
  receiver.answers(200);
  const second = await startProcess(folder.data);
  await receiver.got(4);
  await second.kill();
  const idsOf = (event: string) =>
    receiver.received.filter(({ body }) => body.event === event).map(({ body }) => body.delivery_id);
  expect(new Set(idsOf('new_hit')).size).toBe(1);
  expect(new Set(idsOf('new_kudo')).size).toBe(1);
});

test('a process that dies in a flood has delivered, or delivers later, every acknowledged hit', async () => {
  using folder = await aFolderWithKey();
  await using receiver = await startReceiver();
  const first = await startProcess(folder.data);
  const site = (await first.post(folder.key, '/sites', { url: 'https://shop.example' })).body.site;
  await first.post(folder.key, '/webhooks', { url: loopback(receiver.url), events: ['new_hit'] });
  const acknowledged: string[] = [];
  const flood = Array.from({ length: 8 }, async (_, client) => {
    for (let batch = 0; ; batch++) {
      const paths = Array.from({ length: 10 }, (_, row) => `/${client}/${batch}/${row}`);
      const body = paths.map(path => ({ path }));
      const answer = await first.post(folder.key, `/sites/${site.id}/hits/batch`, body).catch(() => null);
      if (answer?.status !== 200) return;
      acknowledged.push(...paths);
      if (acknowledged.length > 1500) return;
    }
  });
  await receiver.got(60);
  await first.kill();
  await Promise.all(flood);
  const second = await startProcess(folder.data);
  const deliveredPaths = () => new Set(receiver.received.map(({ body }) => body.hit.path));
  const isComplete = () =>
    receiver.received.length >= acknowledged.length && isSubset(acknowledged, deliveredPaths());
  await receiver.until(isComplete);
  await second.kill();
  const byPath = Map.groupBy(receiver.received, ({ body }) => body.hit.path);
  for (const sent of byPath.values()) expect(new Set(sent.map(({ body }) => body.delivery_id)).size).toBe(1);
  expect(acknowledged.length).toBeGreaterThan(60);
});
