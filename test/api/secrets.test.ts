/** What lets somebody in is in no log, and in the data folder only as a hash. */
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { openBrowser, PASSWORD } from '../support/cookie-jar.ts';
import { startTestServer } from '../support/server.ts';
import { startRelay } from '../support/smtp-server.ts';

/** Bytes of every file of a folder. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile())
    .map(path => readFileSync(path, 'latin1'));

test('passwords, session tokens, keys and reset links are nowhere to be read', async () => {
  const lines: string[] = [];
  await using relay = await startRelay();
  await using server = await startTestServer({
    log: pino({ level: 'trace' }, { write: line => void lines.push(line) }),
    settings: {
      FOOTFALL_SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
      FOOTFALL_MAIL_FROM: 'stats@example.org',
    },
  });
  const browser = openBrowser(server);
  await browser.signIn(server.owner.email, 'a wrong password');
  await browser.signIn();
  const oldSession = browser.cookies.get('footfall') ?? '';
  const made = (await browser.api('POST', '/keys', { name: 'x', access_type: 'full_access' })).body.api_key;
  const changed = { current_password: PASSWORD, new_password: 'another password' };
  expect((await browser.api('POST', '/me/password', changed)).status).toBe(204);
  // One link is used, the other is left; a relay that fails is logged.
  await browser.ask('POST', '/session/reset', { email: server.owner.email });
  await browser.ask('POST', '/session/reset', { email: server.owner.email });
  await server.services.mail.transactional.settle();
  const tokens = relay.mails.map(({ text }) => /token=([\w-]{43})/.exec(text)?.[1] ?? '');
  relay.answers = line => (line.startsWith('DATA') ? '550 no' : undefined);
  await browser.ask('POST', '/session/reset', { email: server.owner.email });
  await server.services.mail.transactional.settle();
  const fresh = openBrowser(server);
  const set = { token: tokens[0], password: 'the last password' };
  expect((await fresh.ask('POST', '/session/reset/confirm', set)).status).toBe(200);

  const secrets = [
    PASSWORD,
    'a wrong password',
    'another password',
    'the last password',
    oldSession,
    fresh.cookies.get('footfall') ?? '',
    fresh.cookies.get('footfall-browser') ?? '',
    made.slice(18),
    server.owner.full.slice(18),
    ...tokens,
  ];
  expect(tokens).toHaveLength(2);
  expect(lines.join()).toContain('a mail was not taken');
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10);
    expect(lines.filter(line => line.includes(secret))).toEqual([]);
    expect(filesOf(server.data).filter(bytes => bytes.includes(secret))).toHaveLength(0);
  }
  for (const line of lines) expect(line).not.toContain(server.owner.email);
});

test('sessions and keys are stored as hashes, which do not authenticate', async () => {
  await using server = await startTestServer();
  const browser = openBrowser(server);
  await browser.signIn();
  const token = browser.cookies.get('footfall') ?? '';
  const bytes = filesOf(server.data).join();
  const hash = new Bun.CryptoHasher('sha256').update(token).digest('hex');
  expect(bytes).toContain(hash);
  const status = async (cookie: string) =>
    (await server.api('GET', '/me', { key: null, headers: { cookie: `footfall=${cookie}` } })).status;
  expect([await status(token), await status(hash)]).toEqual([200, 401]);
});
