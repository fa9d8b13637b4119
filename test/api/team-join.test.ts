/** How an invited person becomes a member. */
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join as pathOf } from 'node:path';
import { openBrowser, PASSWORD, type TestBrowser } from '../support/cookie-jar.ts';
import { refused } from '../support/refused.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import { mailing } from '../support/signing-up.ts';
import { startRelay } from '../support/smtp-server.ts';

const server = shareServer();
const newEmail = () => `joins-${crypto.randomUUID()}@example.org`;

/** Invites an address and gives the token of the link. */
async function invite(email: string, role: 'admin' | 'viewer' = 'viewer', of: TestServer = server()) {
  const { body } = await of.post('/team/invitations', { email, role });
  return { id: body.invitation.id, token: new URL(body.invitation_url).searchParams.get('token') ?? '' };
}
const show = (token: string, of: TestServer = server()) =>
  openBrowser(of).ask('GET', `/session/invitation?token=${encodeURIComponent(token)}`);
const ofTeam = (of: TestServer = server()) => `/groups?account_id=${of.owner.id}`;
const join = (token: unknown, fields: object = {}, browser = openBrowser(server())) =>
  browser.ask('POST', '/session/join', { token, ...fields });
/** With a password. */
const take = (token: unknown, browser?: TestBrowser) => join(token, { password: PASSWORD }, browser);
const GONE = 'this invitation is no longer valid: ask for a new one';

test('an invitation shows who is invited, to what, and whether they have an account', async () => {
  const email = newEmail();
  const { token } = await invite(email.toUpperCase(), 'admin');
  const { status, body, headers } = await show(token);
  expect(status).toBe(200);
  expect(body).toEqual({ email, account_name: 'owner', role: 'admin', has_account: false });
  expect(headers.get('cache-control')).toBe('no-store');
  await server().given.user(email, 'none');
  expect((await show(token)).body.has_account).toBe(true);
});

test('a new user picks a password, and is then a member and signed in', async () => {
  const email = newEmail();
  const { token } = await invite(email);
  const browser = openBrowser(server());
  const input = { password: PASSWORD, name: 'Ann', time_zone: 'Asia/Tokyo' };
  expect(await join(token, input, browser)).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await browser.statusOf(ofTeam())).toBe(200);
  const user = server().services.access.accounts.getUserByEmail(email);
  expect(user).toMatchObject({ email, name: 'Ann', timeZone: 'Asia/Tokyo', plan: 'none' });
  const { members, invitations } = await server().get('/team');
  expect(members).toContainEqual(expect.objectContaining({ id: user.id, name: 'Ann', role: 'viewer' }));
  expect(invitations.map((invitation: { email: string }) => invitation.email)).not.toContain(email);
});

test('an invitation works once', async () => {
  const { token } = await invite(newEmail());
  expect((await take(token)).status).toBe(200);
  expect(await take(token)).toEqual(refused(403, GONE));
  expect((await show(token)).status).toBe(403);
});

test('of two who take it up at once, one joins and none is half made', async () => {
  const email = newEmail();
  const { token } = await invite(email);
  const tries = ['first password', 'second password'].map(password => join(token, { password }));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter(status => status === 200)).toHaveLength(1);
  expect(statuses.filter(status => status === 403 || status === 422)).toHaveLength(1);
});

test('who has an account joins with its password, whatever the capitals of the invited address', async () => {
  const email = newEmail();
  const user = await server().given.user(email, 'none');
  const { token } = await invite(email.toUpperCase(), 'admin');
  const browser = openBrowser(server());
  expect(await join(token, {}, browser)).toEqual(
    refused(401, `sign in as ${email}, or give the password of that account`),
  );
  expect((await join(token, { password: 'wrong horse' }, browser)).status).toBe(401);
  expect(browser.cookies.size).toBe(0);
  expect((await server().api('GET', ofTeam(), { key: user.full })).status).toBe(404);
  expect((await take(token, browser)).status).toBe(200);
  expect(await browser.statusOf(ofTeam())).toBe(200);
  expect((await server().api('GET', ofTeam(), { key: user.full })).status).toBe(200);
});

test('who is signed in with the invited address joins without a password and keeps the session', async () => {
  const email = newEmail();
  await server().given.user(email, 'none');
  const { token } = await invite(email);
  const browser = openBrowser(server());
  await browser.signIn(email);
  const before = new Map(browser.cookies);
  expect((await join(token, {}, browser)).status).toBe(200);
  expect(browser.cookies).toEqual(before);
  expect(await browser.statusOf(ofTeam())).toBe(200);
});

test('being signed in as somebody else opens nothing', async () => {
  const [email, other] = [newEmail(), newEmail()];
  await server().given.user(email, 'none');
  await server().given.user(other, 'none');
  const { token } = await invite(email);
  const browser = openBrowser(server());
  await browser.signIn(other);
  expect((await join(token, {}, browser)).status).toBe(401);
  expect(await browser.statusOf(ofTeam())).toBe(404);
});

test('wrong passwords are counted as those at sign-in are', async () => {
  await using own = await startTestServer();
  await own.given.user('guessed@example.org', 'none');
  const { token } = await invite('guessed@example.org', 'viewer', own);
  const guess = async (password: string) => (await join(token, { password }, openBrowser(own))).status;
  for (let n = 0; n < 10; n++) expect(await guess('wrong horse')).toBe(401);
  expect(await guess(PASSWORD)).toBe(429);
});

test('an invitation that was taken back, replaced or is over opens nothing', async () => {
  await using own = await startTestServer();
  const expectGone = async (token: string) => {
    const browser = openBrowser(own);
    const answers = [await show(token, own)];
    answers.push(await take(token, browser));
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [403, GONE],
      [403, GONE],
    ]);
    expect(browser.cookies.size).toBe(0);
  };
  const revoked = await invite('a@example.org', 'viewer', own);
  expect((await own.api('DELETE', `/team/invitations/${revoked.id}`)).status).toBe(204);
  await expectGone(revoked.token);
  const replaced = await invite('a@example.org', 'viewer', own);
  const { token } = await invite('A@example.org', 'viewer', own);
  await expectGone(replaced.token);
  own.clock.advance({ days: 7, ms: -1 });
  expect((await show(token, own)).status).toBe(200);
  own.clock.advance({ ms: 1 });
  await expectGone(token);
  expect(own.services.access.accounts.findUserByEmail('a@example.org')).toBeUndefined();
});

test('an invitation that is revoked while a password is hashed or verified is not accepted', async () => {
  const [fresh, known] = [newEmail(), newEmail()];
  await server().given.user(known, 'none');
  for (const email of [fresh, known]) {
    const { id, token } = await invite(email);
    const { accounts, sessions } = server().services.access;
    const { joining, service: team } = server().services.team;
    const unknown = { sessionToken: undefined, browserToken: undefined };
    const browser = { address: '203.0.113.7', userAgent: null, ...unknown };
    // Its first look at the invitation is taken by now; the password takes longer.
    const joined = joining.join(browser, { token, password: PASSWORD });
    team.revoke(team.getInvitation(server().owner.id, id));
    expect(await joined.catch(error => error.message)).toBe(GONE);
    const user = accounts.findUserByEmail(email);
    expect(user?.email).toBe(email === known ? known : undefined);
    expect(user ? sessions.listActive(user.id) : []).toEqual([]);
  }
});

test('while the owner has no Ultra, invitations wait', async () => {
  await using own = await startTestServer();
  const { token } = await invite('waits@example.org', 'viewer', own);
  await own.setUser(own.owner.email, { plan: 'pro' });
  expect(await show(token, own)).toEqual(
    refused(403, 'this invitation cannot be taken up now: the account it leads to has no team any more'),
  );
  const join = async () => (await take(token, openBrowser(own))).status;
  expect(await join()).toBe(403);
  await own.setUser(own.owner.email, { plan: 'ultra' });
  expect(await join()).toBe(200);
});

test('only pages of this server take invitations up', async () => {
  const { token } = await invite(newEmail());
  for (const origin of ['https://evil.example', 'null']) {
    const answer = await openBrowser(server()).ask(
      'POST',
      '/session/join',
      { token, password: PASSWORD },
      { origin },
    );
    expect(answer.status).toBe(403);
  }
  expect((await show(token)).status).toBe(200);
});

test('a bad password, name or time zone is 422 and leaves the invitation as it was', async () => {
  const { token } = await invite(newEmail());
  const bad = [
    {},
    { password: 'short' },
    { password: 'x'.repeat(1001) },
    { password: 7 },
    { password: PASSWORD, name: 'a\u0000b' },
    { password: PASSWORD, name: 'x'.repeat(201) },
    { password: PASSWORD, name: 'a\ud800b' },
    { password: '\ud800'.repeat(12) },
    { password: PASSWORD, name: ['x'] },
    { password: PASSWORD, time_zone: 'Mars/Olympus' },
    { password: PASSWORD, time_zone: {} },
  ];
  for (const fields of bad) {
    const { status, body } = await join(token, fields);
    expect([fields, status]).toEqual([fields, 422]);
    expect(body.error).not.toContain('x'.repeat(300));
  }
  expect((await show(token)).status).toBe(200);
});

const NO_TOKENS = [
  'x',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  "' or 1=1; --",
  '<b>',
  'A'.repeat(43),
  '☃',
] as const;

test('an unknown token is 403, and a missing or very long one is named', async () => {
  for (const token of NO_TOKENS) {
    expect([token, (await show(token.toWellFormed())).status]).toEqual([token, 403]);
    const { status } = await take(token);
    expect([token, status]).toEqual([token, 403]);
  }
  for (const token of ['', 'x'.repeat(201)]) expect((await show(token)).status).toBe(400);
  for (const token of [undefined, null, 7, {}, ['x'], '', 'x'.repeat(201)]) {
    const { status, body } = await join(token);
    expect([token, status]).toEqual([token, 422]);
    expect(body.error).toStartWith('token ');
  }
  for (const body of ['{', '[]', 'null', '"x"', 'x'.repeat(20_000)])
    expect([413, 422]).toContain((await openBrowser(server()).ask('POST', '/session/join', body)).status);
});

test('the token is nowhere in the data folder', async () => {
  const { token } = await invite(newEmail());
  const names = readdirSync(server().data).filter(name => name.startsWith('app.'));
  expect(names.length).toBeGreaterThan(1);
  for (const name of names)
    expect([name, readFileSync(pathOf(server().data, name)).includes(token)]).toEqual([name, false]);
});

test('the link for an address without an account is only mailed', async () => {
  await using relay = await startRelay();
  await using own = await startTestServer({ settings: mailing(relay.port) });
  const { email } = await own.given.user('known@example.org', 'none');
  const ask = async (to: string) => (await own.post('/team/invitations', { email: to, role: 'viewer' })).body;
  expect(await ask('new@example.org')).toMatchObject({
    invitation: { email: 'new@example.org' },
    invitation_url: null,
  });
  expect((await ask(email)).invitation_url).toContain('/join?token=');
  await own.services.mail.transactional.settle();
  const mail = relay.mails.find(({ readers }) => readers.includes('new@example.org'));
  const token = /join\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  expect((await show(token, own)).status).toBe(200);
});

test('an invitation is mailed with the same link, and without one to unsubscribe', async () => {
  await using relay = await startRelay();
  await using own = await startTestServer({ settings: mailing(relay.port) });
  const name = '<b>Bob</b> https://evil.example \u202egpj';
  await own.setUser(own.owner.email, { name });
  await own.given.user('reader@example.org', 'none');
  const { token } = await invite('Reader@example.org', 'admin', own);
  await own.services.mail.transactional.settle();
  const [mail] = relay.mails;
  expect(relay.mails).toHaveLength(1);
  expect(mail?.readers).toEqual(['reader@example.org']);
  expect(mail?.headers.get('subject')).toBe('<b>Bob< b> https:  evil.example  gpj invites you to Footfall');
  expect(mail?.text).toContain(`https://stats.example.org/join?token=${token}`);
  expect(mail?.text).toContain(
    'As an admin you can view its sites and their stats, and change their settings.',
  );
  expect(mail?.text).toContain('works once and expires on 17 March 2026');
  expect(mail?.html).not.toMatch(/<(img|script|link|iframe|b)\b|src=|url\(/);
  expect(mail?.headers.has('list-unsubscribe')).toBe(false);
});

test('an invitation is created although the relay is down', async () => {
  await using relay = await startRelay();
  relay.answers = line => (line.startsWith('RCPT') ? '550 no' : undefined);
  await using own = await startTestServer({ settings: mailing(relay.port) });
  await own.given.user('reader@example.org', 'none');
  const { token } = await invite('reader@example.org', 'viewer', own);
  await own.services.mail.transactional.settle();
  expect((await show(token, own)).status).toBe(200);
});
