/** Mails to owners of signups, also after `kill -9`, and secrets that are neither stored nor disclosed. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { pino } from 'pino';
import { filesHolding, run, temporaryFolder } from '../support/cli.ts';
import { openBrowser } from '../support/cookie-jar.ts';
import { createMovableClock, makeDataFolder, startTestServer, type TestServer } from '../support/server.ts';
import { share } from '../support/share.ts';
import {
  getSignup,
  linkTokenOf,
  MODES,
  mailedTokens,
  mailing,
  newEmail,
  requestSignup,
  TRUSTS_TEST,
} from '../support/signing-up.ts';
import { startRelay, type TestRelay } from '../support/smtp-server.ts';
import { root } from '../support/source-tree.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

const PASSWORD = 'correct horse battery';

const start = (relay: TestRelay, options: Parameters<typeof startTestServer>[0] = {}) =>
  startTestServer({ ...options, settings: { ...MODES.open, ...mailing(relay.port), ...options.settings } });
const activate = (server: TestServer, token: string) =>
  openBrowser(server).ask(
    'POST',
    '/session/activate',
    { token, password: PASSWORD, tos_accepted: true },
    { origin: 'https://stats.example.org' },
  );
const subjects = ({ mails }: Pick<TestRelay, 'mails'>) => mails.map(({ headers }) => headers.get('subject'));

/** A server and its relay for tests that look at the mails of their own addresses alone. */
const shared = share(async () => {
  const relay = await startRelay();
  const server = await start(relay, { settings: TRUSTS_TEST });
  return {
    relay,
    server,
    settled: () => server.services.mail.transactional.settle(),
    /** The mails to these addresses so far. */
    mailsTo: (...emails: string[]) =>
      relay.mails.filter(({ readers }) => readers.some(to => emails.includes(to))),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await relay[Symbol.asyncDispose]();
    },
  };
});

test('the owner is mailed a link, in a text that an agent cannot use for phishing', async () => {
  const { server, settled, mailsTo } = shared();
  const email = newEmail();
  const { body } = await requestSignup(server, {
    email: email.toUpperCase(),
    agent_name: 'You won! https://evil.example/<b>now\u202e',
    site_url: 'https://evil.example',
  });
  await settled();
  const mails = mailsTo(email);
  const [mail] = mails;
  expect(mails).toHaveLength(1);
  expect(mail?.readers).toEqual([email]);
  expect(mail?.headers.get('subject')).toBe('Activate your Footfall account');
  expect(mail?.text).toContain('An AI agent named “You won https evil example b now” requested');
  expect(mail?.text).not.toContain('evil.example');
  expect(mail?.html).not.toMatch(/<(img|script|link|iframe|b)\b|src=|url\(/);
  expect(mail?.text).toContain('https://stats.example.org/activate?token=');
  expect(mail?.headers.has('list-unsubscribe')).toBe(false);
  expect(mail?.text).not.toContain(body.token);
  const [token = ''] = mailedTokens({ mails });
  expect((await activate(server, token)).status).toBe(200);
});

test('an address that has an account is not mailed', async () => {
  const { relay, server, settled } = shared();
  const before = relay.mails.length;
  await requestSignup(server, { email: server.owner.email });
  await settled();
  expect(relay.mails.slice(before)).toEqual([]);
});

test('after approval a second mail has a link of its own', async () => {
  await using relay = await startRelay();
  await using server = await start(relay, { settings: MODES.approve });
  await requestSignup(server, { email: newEmail() });
  await server.services.mail.transactional.settle();
  const { signups } = await server.get('/operator/signups');
  await server.api('POST', `/operator/signups/${signups[0].id}/approve`);
  await server.services.mail.transactional.settle();
  expect(subjects(relay)).toEqual(['Activate your Footfall account', 'Your Footfall account is approved']);
  expect(relay.mails[0]?.text).toContain('operator of this server needs to approve it first');
  const [first = '', second = ''] = mailedTokens(relay);
  expect(first).not.toBe(second);
  expect((await activate(server, first)).status).toBe(200);
  expect((await activate(server, second)).status).toBe(403);
});

test('a mail that the relay refuses is retried until it is accepted, also after a restart', async () => {
  await using relay = await startRelay();
  relay.answers = line => (line.startsWith('RCPT') ? '451 later' : undefined);
  await using server = await start(relay);
  const made = (await requestSignup(server, { email: newEmail() })).body;
  await server.services.mail.transactional.settle();
  expect(relay.mails).toEqual([]);
  await server.stop();
  relay.answers = () => undefined;
  await using again = await start(relay, { data: server.data, clock: server.clock });
  await again.job('signups.mail');
  await again.services.mail.transactional.settle();
  expect(relay.mails).toEqual([]);
  again.clock.advance({ minutes: 10 });
  await again.job('signups.mail');
  await again.services.mail.transactional.settle();
  again.clock.advance({ hours: 1 });
  await again.job('signups.mail');
  await again.services.mail.transactional.settle();
  expect(relay.mails).toHaveLength(1);
  const [token = ''] = mailedTokens(relay);
  expect((await activate(again, token)).status).toBe(200);
  expect((await getSignup(again, made)).body.status).toBe('owner_activated');
});

test('the owner is mailed three days before the end of the trial and at its end, once each', async () => {
  const { relay, server, settled, mailsTo } = shared();
  const email = newEmail();
  await requestSignup(server, { email });
  await requestSignup(server, { email });
  await settled();
  await activate(server, mailedTokens({ mails: mailsTo(email) })[0] ?? '');
  relay.mails.length = 0;
  const sentSubjects = async () => {
    await server.job('signups.trials');
    await server.job('signups.mail');
    await settled();
    return subjects({ mails: mailsTo(email) });
  };
  server.clock.advance({ days: 11, ms: -1 });
  expect(await sentSubjects()).toEqual([]);
  server.clock.advance({ ms: 1 });
  await sentSubjects();
  server.clock.advance({ hours: 1 });
  expect(await sentSubjects()).toEqual(['Your Footfall trial ends soon']);
  expect(mailsTo(email)[0]?.text).toContain('ends on 24 March 2026');
  server.clock.advance({ days: 3 });
  await sentSubjects();
  server.clock.advance({ hours: 1 });
  expect(await sentSubjects()).toEqual(['Your Footfall trial ends soon', 'Your Footfall trial has ended']);
});

test('a user with a plan gets no mail about a trial, and a missed reminder is not sent after the end', async () => {
  const { relay, server, settled, mailsTo } = shared();
  const emails = [newEmail(), newEmail()];
  for (const email of emails) {
    await requestSignup(server, { email });
    await activate(server, await linkTokenOf(server, email));
  }
  await settled();
  relay.mails.length = 0;
  await server.setUser(emails[0] ?? '', { plan: 'zen' });
  server.clock.advance({ days: 20 });
  await server.job('signups.trials');
  await settled();
  expect(mailsTo(...emails).map(({ readers, headers }) => [readers, headers.get('subject')])).toEqual([
    [[emails[1] ?? ''], 'Your Footfall trial has ended'],
  ]);
  server.clock.advance({ days: 60 });
  expect(await server.job('signups.expire')).toBeUndefined();
});

test('a mail about a trial that waited for the relay is dropped when a plan has come before it', async () => {
  const { relay, server, settled, mailsTo } = shared();
  const email = newEmail();
  await requestSignup(server, { email });
  await activate(server, await linkTokenOf(server, email));
  await settled();
  relay.answers = line => (line.startsWith('RCPT') ? '451 later' : undefined);
  server.clock.advance({ days: 14 });
  await server.job('signups.trials');
  await settled();
  relay.answers = () => undefined;
  relay.mails.length = 0;
  await server.setUser(email, { plan: 'zen' });
  for (let time = 1; time <= 2; time++) {
    server.clock.advance({ hours: 1 });
    await server.job('signups.mail');
    await settled();
  }
  expect(mailsTo(email)).toEqual([]);
});

test('the mailed link works for its seven days, however often the operator is shown others', async () => {
  const { server, settled, mailsTo } = shared();
  const email = newEmail();
  await requestSignup(server, { email });
  await settled();
  const { service: signups, mailing: signupMailing } = server.services.signups;
  for (let start = 1; start <= 20; start++) {
    server.clock.advance({ hours: 1 });
    signupMailing.createLinks(signups.listPending().signups);
  }
  const [token = ''] = mailedTokens({ mails: mailsTo(email) });
  expect((await activate(server, token)).status).toBe(200);
});

test('no key, password or token is in an answer, a log, a mail or the data folder', async () => {
  await using relay = await startRelay();
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  await using server = await start(relay, { log, settings: MODES.approve });
  const email = newEmail();
  const answers = [await requestSignup(server, { email })];
  const { id, token } = answers[0]?.body ?? {};
  await server.services.mail.transactional.settle();
  const list = await server.api('GET', '/operator/signups');
  const shown = new URL(list.body.signups[0].activation_url).searchParams.get('token') ?? '';
  answers.push(await server.api('POST', `/operator/signups/${list.body.signups[0].id}/approve`));
  await server.services.mail.transactional.settle();
  answers.push(await getSignup(server, { id, token }), await getSignup(server, { id, token: shown }));
  relay.answers = line => (line.startsWith('RCPT') ? `550 no ${line}` : undefined);
  const refused = newEmail();
  await requestSignup(server, { email: refused });
  await server.services.mail.transactional.settle();
  const activated = await activate(server, shown);
  answers.push(await getSignup(server, { id, token }));
  const answered = JSON.stringify([...answers.slice(1), activated.body]);
  const mails = JSON.stringify(relay.mails.map(({ text, html }) => [text, html]));
  const links = mailedTokens(relay);
  expect(links).toHaveLength(2);
  for (const secret of [PASSWORD, token, shown, ...links]) {
    expect(lines.join('')).not.toContain(secret);
    expect(filesHolding(server.data, secret)).toEqual([]);
  }
  for (const secret of [PASSWORD, token]) expect(answered + mails).not.toContain(secret);
  expect(answered + mails + lines.join('') + JSON.stringify(answers[0])).not.toMatch(/ff-(ro|fa)-/);
  for (const address of [email, refused]) expect(lines.join('')).not.toContain(address);
});

setDefaultTimeout(TIME_LIMIT_MS);

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
