/** Signups survive `kill -9`: what was acknowledged is there, and its mail goes out. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { run, temporaryFolder } from '../support/cli.ts';
import { createMovableClock, makeDataFolder, startTestServer } from '../support/server.ts';
import { MODES, mailedTokens, mailing } from '../support/signing-up.ts';
import { startRelay } from '../support/smtp-server.ts';
import { root } from '../support/source-tree.ts';

setDefaultTimeout(300_000);

test('a process that dies right after its answer has lost neither the signup nor the mail', async () => {
  using folder = temporaryFolder();
  const data = folder.path;
  await using relay = await startRelay();
  relay.answers = () => 'stall';
  await makeDataFolder(data);
  await run('user add owner@example.org --password-stdin', { data, stdin: 'correct horse' });
  const words = [process.execPath, join(root, 'src/main.ts'), 'serve', '--port', '0', '--data', data];
  const settings = { ...MODES.open, ...mailing(relay.port) };
  const child = Bun.spawn(words, {
    env: { PATH: '/usr/bin:/bin', ...settings },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  });
  let output = '';
  for await (const chunk of child.stdout) {
    output += new TextDecoder().decode(chunk);
    if (/http:\/\/127\.0\.0\.1:\d+/.test(output)) break;
  }
  const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
  const made = await fetch(`${origin}/api/v1/agent_signups`, {
    method: 'POST',
    headers: { 'user-agent': 'test', 'content-type': 'application/json' },
    body: '{"email":"ann@example.org","tos_accepted":true}',
  });
  const { id, token, email } = (await made.json()) as Record<string, string>;
  child.kill('SIGKILL');
  await child.exited;
  expect([made.status, email]).toEqual([201, 'ann@example.org']);

  relay.answers = () => undefined;
  const clock = createMovableClock(new Date(Date.now() + 3_600_000).toISOString());
  await using server = await startTestServer({ data, clock, settings, hasOwner: false });
  const headers = { 'x-agent-signup-token': token ?? '' };
  expect((await server.api('GET', `/agent_signups/${id}`, { key: null, headers })).status).toBe(200);
  await server.job('signups.mail');
  await server.services.mail.transactional.settle();
  const [link] = mailedTokens(relay);
  expect((await fetch(`${server.url}/session/activation?token=${link}`)).status).toBe(200);
});
