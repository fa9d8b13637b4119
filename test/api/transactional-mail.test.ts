/** Mails with a secret link that the relay does not take at once: tried again from memory; a failure is shown and mailed. */
import { afterEach, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { createTransactionalMail } from '../../src/features/mail/transactional.ts';
import { createMailer } from '../../src/outbound/mail.ts';
import { systemResolve } from '../../src/outbound/target.ts';
import { openBrowser } from '../support/cookie-jar.ts';
import { createMovableClock, startTestServer, type TestServer } from '../support/server.ts';
import { startRelay } from '../support/smtp-server.ts';
import { mailThrough } from '../support/uptime.ts';

const relay = await startRelay();
const settings = mailThrough(relay);
const answerReaders = (answer: string) => {
  relay.answers = line => (line.startsWith('RCPT TO') ? answer : undefined);
};
afterEach(() => {
  relay.answers = () => undefined;
  relay.mails.length = 0;
});

async function invite(server: TestServer, email = 'colleague@example.org') {
  const { status } = await server.post('/team/invitations', { email, role: 'viewer' });
  expect(status).toBe(201);
  await server.services.mail.transactional.settle();
}
/** A server with an invitation that the relay answers so. */
async function startInviting(answer: string) {
  const server = await startTestServer({ settings });
  answerReaders(answer);
  await invite(server);
  return server;
}
async function retryAfter(server: TestServer, minutes: number) {
  server.clock.advance({ minutes });
  await server.job('mail.retry');
}
async function retryAtOpenRelay(server: TestServer) {
  relay.answers = () => undefined;
  await retryAfter(server, 1);
}
const invitation = async (server: TestServer) =>
  (await server.get('/team')).invitations.at(-1) as {
    id: number;
    mail_status: string;
    mail_error: string | null;
  };
const findFailureMail = async (server: TestServer) => {
  // The relay may have put it off at first, as it did the invitation.
  server.clock.advance({ hours: 1 });
  await server.job('mail.send');
  return relay.mails.find(
    ({ headers }) => headers.get('subject') === 'A team invitation couldn’t be delivered',
  );
};

test('an invitation that the relay defers is sent a minute later, and never stored', async () => {
  await using server = await startInviting('451 4.7.1 Greylisted, try again later');
  expect([(await invitation(server)).mail_status, relay.mails.length]).toEqual(['waiting', 0]);
  await server.job('mail.retry');
  expect(relay.mails.length).toBe(0);
  await retryAtOpenRelay(server);
  expect((await invitation(server)).mail_status).toBe('sent');
  const token = /token=([\w-]{43})/.exec(relay.mails[0]?.text ?? '')?.[1] ?? '';
  expect(token).not.toBe('');
  for (const name of readdirSync(server.data, { withFileTypes: true }).filter(entry => entry.isFile()))
    expect(readFileSync(join(server.data, name.name)).includes(token)).toBe(false);
  expect(await findFailureMail(server)).toBeUndefined();
});

test('so is one while the relay is down', async () => {
  await using server = await startTestServer({ settings });
  relay.answers = () => 'drop';
  await invite(server);
  await retryAtOpenRelay(server);
  expect((await invitation(server)).mail_status).toBe('sent');
});

test('after half an hour it is given up, and the inviter sees it on the page and by mail', async () => {
  await using server = await startInviting('451 4.7.1 Greylisted');
  for (const minutes of [1, 2, 4, 8]) await retryAfter(server, minutes);
  expect((await invitation(server)).mail_status).toBe('waiting');
  await retryAfter(server, 15);
  expect(await invitation(server)).toMatchObject({
    mail_status: 'failed',
    mail_error: 'the relay answered 451 4.7.1 Greylisted to RCPT TO',
  });
  relay.answers = () => undefined;
  const mail = await findFailureMail(server);
  expect(mail?.readers).toEqual([server.owner.email]);
  expect(mail?.text).toContain('colleague@example.org');
});

test('an address that the relay refuses fails at once', async () => {
  await using server = await startInviting('550 5.1.1 no such user');
  expect((await invitation(server)).mail_status).toBe('failed');
  expect(server.services.mail.transactional.countPending()).toBe(0);
});

test('an invitation that is revoked before the retry is not mailed', async () => {
  await using server = await startInviting('451 later');
  await server.api('DELETE', `/team/invitations/${(await invitation(server)).id}`);
  await retryAtOpenRelay(server);
  expect([relay.mails.length, server.services.mail.transactional.countPending()]).toEqual([0, 0]);
});

test('one that waited when the server stopped has failed', async () => {
  await using server = await startInviting('451 later');
  await server.stop();
  await using again = await startTestServer({ settings, data: server.data });
  const { body } = await again.api('GET', '/team', { key: server.owner.full });
  expect(body.invitations[0]).toMatchObject({
    mail_status: 'failed',
    mail_error: 'the server was stopped before the mail relay took it',
  });
});

test('without a relay an invitation has no mail', async () => {
  await using server = await startTestServer();
  await invite(server);
  expect(await invitation(server)).toMatchObject({ mail_status: null, mail_error: null });
});

test('a password reset is tried again, until its link was used', async () => {
  await using server = await startTestServer({ settings });
  const { email } = await server.given.user('lost@example.org');
  answerReaders('451 later');
  await openBrowser(server).ask('POST', '/session/reset', { email });
  await server.services.mail.transactional.settle();
  expect(server.services.mail.transactional.countPending()).toBe(1);
  await retryAtOpenRelay(server);
  expect(relay.mails.map(({ readers }) => readers)).toEqual([[email]]);
});

test('a link that the relay quotes back is nowhere kept', async () => {
  await using server = await startTestServer({ settings });
  const token = 'q_Bs2'.padEnd(43, 'x');
  relay.answers = line =>
    line === 'DATA.' ? `554 5.7.1 blocked link https://a.example/join?token=${token} ${token}` : undefined;
  await invite(server);
  for (const minutes of [1, 2, 4, 8, 15]) await retryAfter(server, minutes);
  const { mail_status, mail_error } = await invitation(server);
  expect(mail_status).toBe('failed');
  expect(mail_error).toContain('554 5.7.1 blocked link');
  expect(mail_error).not.toMatch(/token=|[\w-]{20}/);
});

test('a mail that was taken is not sent again when its outcome cannot be recorded', async () => {
  const clock = createMovableClock('2026-03-10T12:00:00Z');
  const mailer = createMailer({
    url: settings.FOOTFALL_SMTP_URL,
    from: 'a@example.org',
    resolve: systemResolve,
  });
  const outcomes: string[] = [];
  const mail = createTransactionalMail({
    mailer,
    createMessageId: () => '<1@example.org>',
    clock,
    log: pino({ level: 'silent' }),
    observe: outcome => outcomes.push(outcome),
  });
  const full = () => {
    throw new Error('database or disk is full');
  };
  const email = {
    kind: 'test',
    data: null,
    baseUrl: 'https://stats.example.org',
    onSent: full,
    onFailed: full,
  } as const;
  mail.send({ ...email, to: 'b@example.org' });
  await mail.settle();
  answerReaders('550 no such user');
  mail.send({ ...email, to: 'c@example.org' });
  await mail.settle();
  clock.advance({ hours: 1 });
  await mail.retryDue();
  expect([outcomes, relay.mails.length, mail.countPending()]).toEqual([['sent', 'failed'], 1, 0]);
});
