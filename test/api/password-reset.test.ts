/** A lost password: a link by mail, good for an hour and once. */
import { afterAll, beforeEach, expect, test } from 'bun:test';
import { openBrowser, PASSWORD } from '../support/cookie-jar.ts';
import { refused, refusedWith } from '../support/refused.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { startRelay } from '../support/smtp-server.ts';

const NEW_PASSWORD = 'battery staple';
const relay = await startRelay();
const settings = {
  FOOTFALL_SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
  FOOTFALL_MAIL_FROM: 'stats@example.org',
  FOOTFALL_TRUSTED_PROXIES: '127.0.0.1',
  FOOTFALL_BASE_URL: 'https://stats.example.org',
};
const server: TestServer = await startTestServer({ settings });
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await relay[Symbol.asyncDispose]();
});
beforeEach(() => server.clock.advance({ hours: 2 }));

let visitors = 0;
/** A browser at an address of its own. */
const anywhere = (address = `192.0.2.${++visitors}`) =>
  openBrowser(server, { 'x-forwarded-for': address, origin: 'https://stats.example.org' });
const newUser = () => server.given.user(`reset-${++visitors}@example.org`);
const ask = (email: unknown, browser = anywhere()) => browser.ask('POST', '/session/reset', { email });
const confirm = (token: unknown, password: unknown = NEW_PASSWORD, browser = anywhere()) =>
  browser.ask('POST', '/session/reset/confirm', { token, password });

/** Mails that have come for an address. */
async function mailsFor(email: string) {
  await server.services.mail.transactional.settle();
  return relay.mails.filter(({ readers }) => readers.includes(email));
}
const tokenIn = (text: string) => /\/reset\?token=([\w-]{43})/.exec(text)?.[1] ?? '';
async function tokenFor(email: string): Promise<string> {
  await ask(email);
  return tokenIn((await mailsFor(email)).at(-1)?.text ?? '');
}

test('the mail holds a link to this server, and no way to switch such mails off', async () => {
  const { email } = await newUser();
  const { status, body } = await ask(` ${email.toUpperCase()} `);
  expect([status, body]).toEqual([202, { status: 'sent' }]);
  const [mail] = await mailsFor(email);
  expect(mail?.text).toMatch(
    /Choose a new password: https:\/\/stats\.example\.org\/reset\?token=[\w-]{43}\n/,
  );
  expect(mail?.html).toContain('href="https://stats.example.org/reset?token=');
  expect(mail?.headers.get('list-unsubscribe')).toBeUndefined();
});

test('a new password ends every session and every link, and signs in', async () => {
  const { email } = await newUser();
  const before = anywhere();
  await before.signIn(email);
  const [first, second] = [await tokenFor(email), await tokenFor(email)];
  const browser = anywhere();
  const { status, body } = await confirm(first, NEW_PASSWORD, browser);
  expect([status, body]).toEqual([200, { status: 'ok' }]);
  expect((await browser.api('GET', '/me')).body.email).toBe(email);
  expect((await before.api('GET', '/me')).status).toBe(401);
  for (const used of [first, second]) expect((await confirm(used)).status).toBe(403);
  expect((await anywhere().signIn(email, PASSWORD)).status).toBe(401);
  expect((await anywhere().signIn(email, NEW_PASSWORD)).status).toBe(200);
});

test('a new password revokes every key of the user and of no other', async () => {
  const { email, full, readOnly } = await newUser();
  const token = await tokenFor(email);
  expect((await confirm(token, 'short')).status).toBe(422);
  expect((await server.api('GET', '/me', { key: full })).status).toBe(200);
  await confirm(token);
  for (const key of [full, readOnly]) expect((await server.api('GET', '/me', { key })).status).toBe(401);
  expect((await server.api('GET', '/me')).status).toBe(200);
});

test('the mail names the revoked keys', async () => {
  const { email } = await newUser();
  await ask(email);
  expect((await mailsFor(email)).at(-1)?.text).toContain('revokes all API keys');
});

test('a link is good for an hour', async () => {
  const { email } = await newUser();
  const tokens = [await tokenFor(email), await tokenFor(email)];
  server.clock.advance({ minutes: 59, seconds: 59 });
  expect((await confirm(tokens[0])).status).toBe(200);
  const { email: late } = await newUser();
  const token = await tokenFor(late);
  server.clock.advance({ hours: 1 });
  expect(await confirm(token)).toEqual(
    refused(403, 'this link was used already or has expired: ask for a new one'),
  );
});

test('of two who use a link at once one is let in', async () => {
  const token = await tokenFor((await newUser()).email);
  const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
});

test('a password that is refused leaves the link as it was', async () => {
  const token = await tokenFor((await newUser()).email);
  expect(await confirm(token, 'short')).toEqual(
    refused(422, 'password must be 10 to 1000 characters, got 5'),
  );
  expect((await confirm(token)).status).toBe(200);
});

test('a password that is changed elsewhere ends the links', async () => {
  const { email, full } = await newUser();
  const token = await tokenFor(email);
  const body = { current_password: PASSWORD, new_password: NEW_PASSWORD };
  expect((await server.post('/me/password', body, full)).status).toBe(204);
  expect((await confirm(token)).status).toBe(403);
});

test('for an address without an account nothing is sent, and the answer is the same', async () => {
  const sent = relay.mails.length;
  const emails = ['nobody@example.org', '', 'no address', '__proto__', "' or 1=1; --", '\u0000', '\ud800'];
  for (const { status, body } of await Promise.all(emails.map(email => ask(email))))
    expect([status, body]).toEqual([202, { status: 'sent' }]);
  await server.services.mail.transactional.settle();
  expect(relay.mails).toHaveLength(sent);
});

test('ten requests an hour come from an address, whatever they ask for', async () => {
  const { email } = await newUser();
  const browser = anywhere();
  const pending = Array.from({ length: 10 }, (_, n) => ask(`nobody-${n}@example.org`, browser));
  expect((await Promise.all(pending)).map(({ status }) => status)).toEqual(Array(10).fill(202));
  const { status, headers, body } = await ask(email, browser);
  expect([status, headers.get('retry-after')]).toEqual([429, '3600']);
  expect(body.error).toBe('too many requests for a new password: try again in an hour');
  expect(await mailsFor(email)).toHaveLength(0);
});

test('five mails an hour go to an account, and each of their links works', async () => {
  const { email } = await newUser();
  const pending = Array.from({ length: 8 }, () => ask(email));
  expect((await Promise.all(pending)).map(({ status }) => status)).toEqual(Array(8).fill(202));
  const mails = await mailsFor(email);
  expect(mails).toHaveLength(5);
  expect((await confirm(tokenIn(mails[0]?.text ?? ''))).status).toBe(200);
});

test('it lets in while the account is closed to strangers', async () => {
  const { email } = await newUser();
  for (let n = 0; n < 10; n++) await anywhere().signIn(email, 'wrong horse');
  expect((await anywhere().signIn(email)).status).toBe(429);
  const browser = anywhere();
  expect((await confirm(await tokenFor(email), NEW_PASSWORD, browser)).status).toBe(200);
  expect((await browser.signIn(email, NEW_PASSWORD)).status).toBe(200);
});

test('a page of another origin can neither request nor confirm a reset', async () => {
  const { email } = await newUser();
  const token = await tokenFor(email);
  const evil = openBrowser(server, { origin: 'https://evil.example' });
  expect((await ask(email, evil)).status).toBe(403);
  expect((await confirm(token, NEW_PASSWORD, evil)).status).toBe(403);
  expect(await mailsFor(email)).toHaveLength(1);
});

test('hostile tokens are 403 or 422, and hostile bodies 422', async () => {
  for (const token of ['x', 'A'.repeat(43), '__proto__', '\u0000', '\ud800', "' or 1=1; --"])
    expect([token, (await confirm(token)).status]).toEqual([token, 403]);
  for (const token of [undefined, '', null, 7, [], {}, 'x'.repeat(201)])
    expect([token, (await confirm(token)).status]).toEqual([token, 422]);
  for (const email of [undefined, null, 7, [], {}, 'x'.repeat(321)])
    expect([email, (await ask(email)).status]).toEqual([email, 422]);
  for (const path of ['/session/reset', '/session/reset/confirm'])
    for (const body of ['', '{', 'null', '[]', '"x"', '\u0000'])
      expect([path, body, (await anywhere().ask('POST', path, body)).status]).toEqual([path, body, 422]);
  const long = await anywhere().ask('POST', '/session/reset', { email: 'x'.repeat(20_000) });
  expect(long.status).toBe(413);
});

test('GET /session/options shows whether mail is set up and whether there are users', async () => {
  const options = async (url: string) => (await fetch(`${url}/session/options`)).json();
  expect(await options(server.url)).toEqual({ mail: true, has_users: true });
  await using bare = await startTestServer({ hasOwner: false });
  expect(await options(bare.url)).toEqual({ mail: false, has_users: false });
});

test('a server without mail answers what to do instead', async () => {
  await using bare = await startTestServer();
  const answer = await openBrowser(bare).ask('POST', '/session/reset', { email: bare.owner.email });
  expect(answer).toEqual(refusedWith(503, 'footfall user set EMAIL --password-stdin'));
});
