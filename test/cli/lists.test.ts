/** Commands that list, remove and test: `user list`, `user remove`, `site list`, `mail test`, and a password that is typed. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { PassThrough } from 'node:stream';
import { run } from '../support/cli.ts';
import { startTestServer } from '../support/server.ts';
import { startRelay } from '../support/smtp-server.ts';

setDefaultTimeout(300_000);

test('users and sites are listed, and a user without sites is removed with their keys and sessions', async () => {
  await using server = await startTestServer();
  const { data } = server;
  const { full: key } = await server.given.user('bob@example.org', 'zen');
  const site = await server.given.site({ url: 'https://bob.example' }, key);
  const users = (await run('user list', { data })).out.split('\n').map(line => line.split(/\s{2,}/));
  expect(users.map(([id, email, plan, sites]) => [id, email, plan, sites])).toEqual([
    ['ID', 'EMAIL', 'PLAN', 'SITES'],
    ['1', 'owner@example.org', 'ultra', '0'],
    ['2', 'bob@example.org', 'zen', '1'],
  ]);
  expect((await run('site list', { data })).out).toContain(
    `${site.uid}  on     bob@example.org  https://bob.example`,
  );
  expect((await run('user remove bob@example.org', { data })).err).toContain(
    'owns 1 site, see `footfall site list`',
  );
  expect((await run('user remove owner@example.org', { data })).err).toContain('is the operator');
  await server.api('POST', '/webhooks', { key, body: { url: 'https://x.example', events: ['new_hit'] } });
  await server.api('DELETE', `/sites/${site.id}`, { key });
  expect((await run('user remove bob@example.org', { data })).err).toContain('are still being removed');
  server.clock.advance({ days: 1 });
  await server.job('sites.purge');
  expect(await run('user remove bob@example.org', { data })).toEqual({
    code: 0,
    out: 'bob@example.org removed',
    err: '',
  });
  expect((await server.api('GET', '/me', { key })).status).toBe(401);
  expect((await run('user list', { data })).out).not.toContain('bob');
  expect((await run('check', { data })).out).toEndWith('ok');
});

test('mail test prints whether the relay accepts the mail', async () => {
  await using relay = await startRelay();
  const settings = {
    FOOTFALL_SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
    FOOTFALL_MAIL_FROM: 'Footfall <stats@example.org>',
  };
  await using server = await startTestServer({ settings });
  const { data } = server;
  expect(await run('mail test ann@example.org', { data })).toMatchObject({
    code: 0,
    out: 'test email to ann@example.org accepted by the relay',
  });
  expect(relay.mails.map(({ readers }) => readers)).toEqual([['ann@example.org']]);
  relay.answers = line => (line.startsWith('RCPT') ? '550 no such user' : undefined);
  expect(await run('mail test ann@example.org', { data })).toEqual({
    code: 1,
    out: '',
    err: 'footfall: the relay answered 550 no such user to RCPT TO',
  });
  await using without = await startTestServer();
  expect((await run('mail test ann@example.org', { data: without.data })).err).toStartWith(
    'footfall: no mail relay is set: give FOOTFALL_SMTP_URL and FOOTFALL_MAIL_FROM',
  );
});

/** A terminal at which these lines are typed, and whether what is typed is shown. */
function aTerminal(...lines: readonly string[]) {
  const shown: boolean[] = [];
  const typed = lines.values();
  const terminal = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode(isRaw: boolean) {
      shown.push(!isRaw);
      const line = isRaw ? typed.next().value : undefined;
      if (line !== undefined) terminal.write(line);
    },
  });
  return { terminal, shown };
}

test('a password is prompted for twice at a terminal, without echo', async () => {
  await using server = await startTestServer();
  const { data } = server;
  const args = 'user set owner@example.org --password-stdin';
  const same = aTerminal('correct\u007f horse battery\r', 'corrrec\u007f\u007fct horse battery\r');
  const differing = aTerminal('correct horse\r', 'correct hose\r');
  expect((await run(args, { data, stdin: differing.terminal })).err).toContain('the two passwords differ');
  const { code, err } = await run(args, { data, stdin: same.terminal });
  expect([code, err]).toEqual([1, expect.stringContaining('the two passwords differ')]);
  const right = aTerminal('corrrx\u007fect horse battery\r', 'corrrect horse battery\r');
  expect((await run(args, { data, stdin: right.terminal })).code).toBe(0);
  expect(right.shown).toEqual([false, true, false, true]);
  const brokenOff = aTerminal('corr\u0003');
  expect((await run(args, { data, stdin: brokenOff.terminal })).err).toContain('cancelled');
});
