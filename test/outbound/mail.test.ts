/** Mail against relays that take it, refuse it, stall, lie and hang up. */
import { expect, test } from 'bun:test';
import { createMailer, type Mail, type MailerOptions } from '../../src/outbound/mail.ts';
import { MailError } from '../../src/outbound/mail-error.ts';
import { AUTHORITY, failureOf as rejectionOf, startTcpServer } from '../support/loopback-servers.ts';
import { startRelay, type TestRelay } from '../support/smtp-server.ts';

const MAIL: Mail = {
  to: 'reader@example.org',
  subject: 'Shop is down',
  text: 'It answered 503.',
  html: '<p>It answered <b>503</b>.</p>',
  headers: { 'Auto-Submitted': 'auto-generated' },
  messageId: '<1@example.org>',
  date: new Date('2026-03-10T12:00:00Z'),
};
const QUICK = { connectMs: 200, idleMs: 200, totalMs: 400 };
const never = new AbortController().signal;

const mailerOf = (relay: TestRelay, options: Partial<MailerOptions> & { user?: string } = {}) =>
  createMailer({
    url: `smtp://${options.user ?? ''}127.0.0.1:${relay.port}`,
    from: 'Footfall <stats@example.org>',
    resolve: async () => ['127.0.0.1'],
    ...options,
  });

/** How sending fails, as fault and message. */
async function failureOf(sending: Promise<void>): Promise<MailError> {
  const error = await rejectionOf(sending);
  if (!(error instanceof MailError)) throw new Error(`no MailError: ${error}`);
  return error;
}

test('a mail arrives with its recipient, subject, text, HTML and headers', async () => {
  await using relay = await startRelay();
  await mailerOf(relay).send({ ...MAIL, subject: 'Läden: ↓ 🎉' }, never);
  const [mail] = relay.mails;
  expect(mail?.sender).toBe('stats@example.org');
  expect(mail?.readers).toEqual(['reader@example.org']);
  expect(mail?.text).toBe('It answered 503.');
  expect(mail?.html).toBe('<p>It answered <b>503</b>.</p>');
  expect(mail?.headers.get('subject')).toBe('Läden: ↓ 🎉');
  expect(mail?.headers.get('from')).toBe('Footfall <stats@example.org>');
  expect(mail?.headers.get('message-id')).toBe('<1@example.org>');
  expect(mail?.headers.get('date')).toBe('Tue, 10 Mar 2026 12:00:00 +0000');
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
});

test('the password in the relay URL is percent-decoded', async () => {
  await using relay = await startRelay();
  await mailerOf(relay, { user: 'us%40er:p%3Aw%25d@' }).send(MAIL, never);
  expect(relay.mails[0]?.credentials).toBe('us@er:p:w%d');
});

test('smtps uses TLS from the start, and smtp uses STARTTLS if the relay offers it', async () => {
  for (const tls of ['implicit', 'starttls'] as const) {
    await using relay = await startRelay({ tls });
    const scheme = tls === 'implicit' ? 'smtps' : 'smtp';
    const url = `${scheme}://u:p@valid.test:${relay.port}`;
    await mailerOf(relay, { url, trust: [AUTHORITY] }).send(MAIL, never);
    expect([tls, relay.mails[0]?.isEncrypted, relay.mails[0]?.credentials]).toEqual([tls, true, 'u:p']);
  }
});

test('no mail is sent to a relay with an invalid certificate or one of another host', async () => {
  for (const [host, trust] of [
    ['valid.test', []],
    ['other.test', [AUTHORITY]],
  ] as const) {
    for (const tls of ['implicit', 'starttls'] as const) {
      await using relay = await startRelay({ tls });
      const url = `${tls === 'implicit' ? 'smtps' : 'smtp'}://u:secret@${host}:${relay.port}`;
      const mailer = mailerOf(relay, { url, ...(trust.length > 0 ? { trust } : {}) });
      const { fault, message } = await failureOf(mailer.send(MAIL, never));
      expect([fault, relay.mails.length]).toEqual(['relay', 0]);
      expect(message).toContain('certificate');
      expect(message.includes('NODE_EXTRA_CA_CERTS')).toBe(trust.length === 0);
      expect(relay.lines.join()).not.toContain('AUTH');
    }
  }
});

test('a password is sent in plain text only to a relay on this machine', async () => {
  await using relay = await startRelay();
  const mailer = mailerOf(relay, { url: `smtp://u:secret@mail.test:${relay.port}` });
  expect((await failureOf(mailer.send(MAIL, never))).fault).toBe('relay');
  expect(relay.lines.some(line => line.startsWith('AUTH'))).toBe(false);
});

const FAULTS: readonly (readonly [line: RegExp, answer: string, fault: string, expected: string])[] = [
  [/^connect/, '554 no service', 'relay', '554 no service'],
  [/^connect/, 'HTTP/1.1 400 Bad Request', 'relay', 'HTTP/1.1 400'],
  [/^connect/, 'drop', 'relay', 'closed'],
  [/^connect/, 'stall', 'relay', 'in time'],
  [/^EHLO/, 'stall', 'relay', 'in time'],
  [/^AUTH/, '535 wrong: AUTH PLAIN AHUAc2VjcmV0 u:secret', 'relay', '(535)'],
  [/^MAIL/, '550 5.7.1 not you', 'relay', '550 5.7.1 not you'],
  [/^RCPT/, '550 5.1.1 <reader@example.org> unknown', 'refused', '550 5.1.1 <(reader)> unknown'],
  [/^RCPT/, '451 4.7.1 greylisted', 'deferred', '451'],
  [/^RCPT/, '421 4.3.2 shutting down', 'relay', '421'],
  [/^DATA$/, 'drop', 'relay', 'closed'],
  [/^DATA\./, '554 5.7.0 looks like spam', 'refused', '554'],
  [/^DATA\./, '452 4.3.1 no room', 'deferred', '452'],
  [/^DATA\./, 'stall', 'relay', 'in time'],
];

for (const [line, answer, fault, expected] of FAULTS) {
  test(`"${answer}" to ${line.source} is about the mail or the relay: ${fault}`, async () => {
    await using relay = await startRelay();
    relay.answers = said => (line.test(said) ? answer : undefined);
    // Time runs out where nothing is answered, and nowhere else, however slow the machine is.
    const timeouts = answer === 'stall' ? { timeouts: QUICK } : {};
    const mailer = mailerOf(relay, { user: 'u:secret@', ...timeouts });
    const error = await failureOf(mailer.send(MAIL, never));
    expect([error.fault, relay.mails.length]).toEqual([fault as 'relay', 0]);
    expect(error.message).toContain(expected);
    for (const secret of ['secret', 'AHUAc2VjcmV0', 'reader@']) expect(error.message).not.toContain(secret);
  });
}

test('an unreachable relay and one without an address have clear errors', async () => {
  const gone = await startRelay();
  await gone[Symbol.asyncDispose]();
  expect((await failureOf(mailerOf(gone).send(MAIL, never))).message).toContain('takes no connection');
  const nameless = mailerOf(gone, {
    url: 'smtp://mail.test',
    resolve: () => Promise.reject(new Error('ENOTFOUND')),
  });
  expect((await failureOf(nameless.send(MAIL, never))).fault).toBe('relay');
});

test('an endless reply is given up at the deadline of the whole mail', async () => {
  await using relay = await startRelay();
  relay.answers = said => (said.startsWith('EHLO') ? `250-${'x'.repeat(100)}` : undefined);
  const patient = { connectMs: 60_000, idleMs: 60_000, totalMs: 200 };
  const { message } = await failureOf(mailerOf(relay, { timeouts: patient }).send(MAIL, never));
  expect(message).toContain('in time');
});

test('an abort signal ends sending at once with its reason', async () => {
  await using relay = await startRelay();
  const stopping = new AbortController();
  relay.answers = said => {
    if (!said.startsWith('MAIL')) return undefined;
    stopping.abort(new Error('the server stops'));
    return 'stall';
  };
  await expect(mailerOf(relay).send(MAIL, stopping.signal)).rejects.toThrow('the server stops');
});

test('text cannot inject a header, a recipient or the end of the mail', async () => {
  const hostile = 'x\r\nBcc: victim@example.org\r\n\r\nbody\r\n.\r\nMAIL FROM:<evil@example.org>';
  await using relay = await startRelay();
  const text = `${hostile}\r\n.\r\n..two`;
  const mail = { ...MAIL, subject: hostile, text, html: hostile, headers: { 'List-Id': hostile } };
  await mailerOf(relay).send(mail, never);
  expect(relay.mails).toHaveLength(1);
  expect(relay.mails[0]?.readers).toEqual(['reader@example.org']);
  expect(relay.mails[0]?.headers.has('bcc')).toBe(false);
  expect(relay.mails[0]?.text).toEndWith('.\n..two');
  expect(relay.lines.filter(line => line.startsWith('MAIL'))).toHaveLength(1);
});

test('an address that is a list, or contains an end of line, reaches no other recipient', async () => {
  await using relay = await startRelay();
  const rests = [', b@example.org', '>\r\nRCPT TO:<b@example.org', '\0'];
  for (const to of rests.map(rest => `a@example.org${rest}`))
    await mailerOf(relay)
      .send({ ...MAIL, to }, never)
      .catch(() => {});
  const readers = relay.mails.flatMap(mail => mail.readers);
  expect(readers.filter(reader => reader.includes('b@example.org>'))).toEqual([]);
  expect(relay.lines.filter(line => line.startsWith('RCPT TO:<b@'))).toEqual([]);
});

test('a non-ASCII address is sent unchanged to a relay with SMTPUTF8, and its domain always in Punycode', async () => {
  await using modern = await startRelay({ offers: ['SMTPUTF8'] });
  await mailerOf(modern).send({ ...MAIL, to: 'jürgen@bücher.example' }, never);
  expect(modern.lines.find(line => line.startsWith('MAIL'))).toContain('SMTPUTF8');
  expect(modern.mails[0]?.readers).toHaveLength(1);
  await using old = await startRelay();
  await mailerOf(old).send({ ...MAIL, to: 'reader@bücher.example' }, never);
  expect(old.mails[0]?.readers).toEqual(['reader@xn--bcher-kva.example']);
});

test.each([
  ['a greeting', 'x'.repeat(64 * 1024)],
  ['lines of one answer', '220-x\r\n'.repeat(10_000)],
  ['empty lines', '\r\n'.repeat(32 * 1024)],
])('%s without end: the connection is closed long before the deadline', async (_, piece) => {
  await using relay = await startTcpServer(function pump(socket): void {
    while (!socket.destroyed && socket.write(piece));
    if (!socket.destroyed) socket.once('drain', () => pump(socket));
  });
  const patient = { connectMs: 250_000, idleMs: 250_000, totalMs: 250_000 };
  const mailer = createMailer({
    ...{ url: `smtp://127.0.0.1:${relay.port}`, from: 'stats@example.org', timeouts: patient },
    resolve: async () => ['127.0.0.1'],
  });
  expect((await failureOf(mailer.send(MAIL, never))).fault).toBe('relay');
  await relay.allClosed();
});

test.each(['454 no TLS', '220 go on\r\n250 AUTH PLAIN', '250 no'])(
  'a relay that answers STARTTLS with "%s" gets no password and no mail',
  async answer => {
    await using relay = await startRelay({ tls: 'starttls' });
    relay.answers = line => (line === 'STARTTLS' ? answer : undefined);
    const url = `smtp://u:secret@valid.test:${relay.port}`;
    const mailer = mailerOf(relay, { url, trust: [AUTHORITY], timeouts: { ...QUICK, totalMs: 2000 } });
    expect((await failureOf(mailer.send(MAIL, never))).fault).toBe('relay');
    expect(relay.lines.join()).not.toMatch(/AUTH|MAIL/);
  },
);
