/** Commands that list, remove, test and approve: `user`, `site`, `mail test`, `signup`, and a password that is typed. Source: decisions, section 1. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { run, temporaryFolder } from '../support/cli.ts';
import { createMovableClock, makeDataFolder, startTestServer } from '../support/server.ts';
import { getSignup, MODES, newEmail, requestSignup } from '../support/signing-up.ts';
import { startRelay } from '../support/smtp-server.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

setDefaultTimeout(TIME_LIMIT_MS);

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
  await server.post('/webhooks', { url: 'https://x.example', events: ['new_hit'] }, key);
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

test('the operator lists pending signups and approves one, with a link that works from then on', async () => {
  await using server = await startTestServer({ settings: MODES.approve });
  const footfall = (args: string) => run(args, { data: server.data });
  expect(await footfall('signup list')).toEqual({ code: 0, out: 'no signups wait', err: '' });
  const email = newEmail();
  const made = (await requestSignup(server, { email, agent_name: 'A \u202e"name"' })).body;
  const listed = (await footfall('signup list')).out;
  const [line, link = ''] = listed.split('\n');
  expect(line).toBe(`1  ${email} for "A  \\"name\\""  to be approved, until 2026-03-17T12:00:00.000Z`);
  expect(link.trim()).toStartWith(`${server.url}/activate?token=`);
  expect((await footfall('signup approve 1')).out).toBe(
    `signup of ${email} approved; activation link:\n${link}`,
  );
  expect((await footfall('signup list')).out).toContain('waits for its owner');
  const token = new URL(link.trim()).searchParams.get('token');
  const activated = await fetch(`${server.url}/session/activate`, {
    method: 'POST',
    headers: { origin: server.url },
    body: JSON.stringify({ token, password: 'correct horse', tos_accepted: true }),
  });
  expect(activated.status).toBe(200);
  expect((await getSignup(server, made)).body.status).toBe('owner_activated');
  expect((await footfall('signup list')).out).toBe('no signups wait');
});

test('without a server the same is done, and the links begin with the public address', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const clock = createMovableClock(new Date(Date.now()).toISOString());
  const server = await startTestServer({ data, clock, settings: MODES.approve });
  await requestSignup(server, { email: 'ann@example.org' });
  await server.stop();
  const environment = { FOOTFALL_BASE_URL: 'https://stats.example.org' };
  expect((await run('signup list', { data, environment })).out).toMatch(
    /^1 {2}ann@example\.org {2}to be approved.*\n {4}https:\/\/stats\.example\.org\/activate/,
  );
  expect((await run('signup approve 1', { data, environment })).code).toBe(0);
});

describe('faults are one line', () => {
  test.each([
    ['signup approve', 2, 'SIGNUP_ID is missing'],
    ['signup approve x', 2, 'SIGNUP_ID must be a whole number, 1 or more, got "x"'],
    ['signup approve 7', 1, 'no signup 7 is pending: see `footfall signup list`'],
    ['signup list more', 2, '"more" is one argument too many'],
  ])('%s', async (args, code, message) => {
    using folder = temporaryFolder();
    await makeDataFolder(folder.path);
    const { err, ...rest } = await run(args, { data: folder.path });
    expect([rest.code, err.split('\n')[0]]).toEqual([code, `footfall: ${message}`]);
  });
});
