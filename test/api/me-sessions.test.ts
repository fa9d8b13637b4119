/** What sessions there are and how they end; changing the password. */
import { expect, test } from 'bun:test';
import { openBrowser, PASSWORD, type TestBrowser } from '../support/cookie-jar.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
let users = 0;

async function newUser() {
  const user = await server().given.user(`sessions-${++users}@example.org`);
  const signIn = async (userAgent = 'Firefox on a desk') => {
    const browser = openBrowser(server(), { 'user-agent': userAgent });
    expect((await browser.signIn(user.email)).status).toBe(200);
    return browser;
  };
  return { ...user, signIn };
}
const isSignedIn = async (browser: TestBrowser) => (await browser.api('GET', '/me')).status === 200;
const sessionsOf = async (browser: TestBrowser) => (await browser.api('GET', '/me/sessions')).body.sessions;

test('sessions are listed with their browsers, the one used last first, and the current one is marked', async () => {
  const user = await newUser();
  const desk = await user.signIn();
  server().clock.advance({ minutes: 10 });
  const phone = await user.signIn('Safari on a phone');
  const at = server().clock.now().toISOString();
  expect(await sessionsOf(phone)).toEqual([
    {
      id: expect.any(Number),
      user_agent: 'Safari on a phone',
      created_at: at,
      last_seen_at: at,
      is_current: true,
    },
    expect.objectContaining({ user_agent: 'Firefox on a desk', is_current: false }),
  ]);
  server().clock.advance({ minutes: 10 });
  const [first] = await sessionsOf(desk);
  expect(first).toMatchObject({
    user_agent: 'Firefox on a desk',
    is_current: true,
    last_seen_at: server().clock.now().toISOString(),
  });
});

test('for a key no session is the current one, whatever cookie comes with it', async () => {
  const user = await newUser();
  const browser = await user.signIn();
  const cookie = `footfall=${browser.cookies.get('footfall')}`;
  const { body } = await server().api('GET', '/me/sessions', { key: user.readOnly, headers: { cookie } });
  expect(body.sessions.map((session: { is_current: boolean }) => session.is_current)).toEqual([false]);
});

test('a session that is ended is signed out at once, and the others go on', async () => {
  const user = await newUser();
  const [one, two] = [await user.signIn(), await user.signIn()];
  const [{ id }] = (await sessionsOf(one)).filter((session: { is_current: boolean }) => session.is_current);
  expect((await two.api('DELETE', `/me/sessions/${id}`)).status).toBe(204);
  expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, true]);
  expect((await two.api('DELETE', `/me/sessions/${id}`)).status).toBe(404);
});

test('sessions of other users cannot be ended', async () => {
  const [ada, bob] = [await newUser(), await newUser()];
  const browser = await ada.signIn();
  const [{ id }] = await sessionsOf(browser);
  expect((await server().api('DELETE', `/me/sessions/${id}`, { key: bob.full })).status).toBe(404);
  expect(await isSignedIn(browser)).toBe(true);
});

test('all other sessions end together, and are counted', async () => {
  const user = await newUser();
  const browsers = [await user.signIn(), await user.signIn(), await user.signIn()];
  const [kept, ...others] = browsers;
  const { status, body } = await (kept as TestBrowser).api('DELETE', '/me/sessions');
  expect([status, body]).toEqual([200, { status: 'ended', ended_count: 2 }]);
  expect(await Promise.all(browsers.map(isSignedIn))).toEqual([true, false, false]);
  expect(others).toHaveLength(2);
  const byKey = await server().api('DELETE', '/me/sessions', { key: user.full });
  expect(byKey.body.ended_count).toBe(1);
  expect(await isSignedIn(kept as TestBrowser)).toBe(false);
});

test('a page of another origin ends no sessions', async () => {
  const browser = await (await newUser()).signIn();
  const { status } = await browser.ask('DELETE', '/api/v1/me/sessions', undefined, {
    origin: 'https://evil.example',
  });
  expect(status).toBe(403);
});

test('signing in creates a session and ends that of the cookie', async () => {
  const user = await newUser();
  const browser = await user.signIn();
  const old = browser.cookies.get('footfall');
  await browser.signIn(user.email);
  expect(browser.cookies.get('footfall')).not.toBe(old);
  const headers = { cookie: `footfall=${old}` };
  expect((await server().api('GET', '/me', { key: null, headers })).status).toBe(401);
  expect(await sessionsOf(browser)).toHaveLength(1);
});

test('a sign-in that fails ends nothing', async () => {
  const user = await newUser();
  const browser = await user.signIn();
  await browser.signIn(user.email, 'wrong horse');
  expect(await isSignedIn(browser)).toBe(true);
});

test('sessions that have ended by themselves are not listed', async () => {
  const user = await newUser();
  await user.signIn();
  server().clock.advance({ days: 31 });
  expect(await sessionsOf(await user.signIn())).toHaveLength(1);
});

test('a user has at most a hundred sessions: the one that was not used for longest ends', async () => {
  const user = await newUser();
  const first = await user.signIn();
  const { sessions, accounts } = server().services.access;
  const browser = { address: '', userAgent: 'x', sessionToken: undefined, browserToken: undefined };
  for (let n = 0; n < 100; n++) sessions.createSession(accounts.getUserByEmail(user.email), browser);
  expect(await isSignedIn(first)).toBe(false);
  expect(sessions.listActive(user.id)).toHaveLength(100);
});

test('behind https the cookies are bound to the host and to TLS', async () => {
  await using own = await startTestServer({ settings: { FOOTFALL_BASE_URL: 'https://stats.example.org' } });
  const browser = openBrowser(own, { origin: 'https://stats.example.org' });
  const cookies = (await browser.signIn()).headers.getSetCookie();
  expect(cookies.map(cookie => cookie.split('=')[0])).toEqual(['__Host-footfall', '__Host-footfall-browser']);
  for (const cookie of cookies)
    for (const part of ['; Secure', '; HttpOnly', '; SameSite=Lax', '; Path=/'])
      expect(cookie).toContain(part);
});

test('behind https a cookie that another host of the domain can set opens nothing', async () => {
  const origin = 'https://stats.example.org';
  await using own = await startTestServer({ settings: { FOOTFALL_BASE_URL: origin } });
  const browser = openBrowser(own, { origin });
  await browser.signIn();
  const token = browser.cookies.get('__Host-footfall');
  const status = async (cookie: string, method = 'GET', path = '/api/v1/me') =>
    (await browser.ask(method, path, undefined, { cookie })).status;
  expect(await status(`footfall=${token}`)).toBe(401);
  expect(await status(`footfall=${token}`, 'POST', '/api/v1/sites')).toBe(401);
  expect(await status(`footfall=${token}; __Host-footfall=x`)).toBe(401);
  expect(await status(`footfall=${token}`, 'DELETE', '/session')).toBe(200);
  expect(await status(`footfall=x; __Host-footfall=${token}`)).toBe(200);
});

const change = (browser: TestBrowser, current: unknown, next: unknown) =>
  browser.api('POST', '/me/password', { current_password: current, new_password: next });

test('a changed password ends every other session, and is the one that counts', async () => {
  const user = await newUser();
  const [here, there] = [await user.signIn(), await user.signIn()];
  const { status, body } = await change(here, PASSWORD, 'battery staple');
  expect([status, body]).toEqual([204, null]);
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
  expect((await there.signIn(user.email, PASSWORD)).status).toBe(401);
  expect((await there.signIn(user.email, 'battery staple')).status).toBe(200);
});

test('a wrong current password is 422 naming the field, and changes nothing', async () => {
  const user = await newUser();
  const [here, there] = [await user.signIn(), await user.signIn()];
  const { status, body } = await change(here, 'wrong horse', 'battery staple');
  expect([status, body.error]).toEqual([422, 'current_password is not the password of this user']);
  expect(await isSignedIn(there)).toBe(true);
});

test('hostile passwords are 422, named, and not shown', async () => {
  const user = await newUser();
  const browser = await user.signIn();
  const cases: [string, unknown, unknown, string][] = [
    ['too short', PASSWORD, 'short-one', 'new_password must be 10 to 1000 characters, got 9'],
    [
      'half a character',
      PASSWORD,
      `${'x'.repeat(20)}\ud800`,
      'new_password must be a text of whole characters',
    ],
  ];
  for (const [name, current, next, error] of cases)
    expect([name, (await change(browser, current, next)).body.error]).toEqual([name, error]);
  for (const value of [undefined, null, 7, [], {}, true, 'x'.repeat(1001), '💩'.repeat(1001)]) {
    const answers = [await change(browser, value, 'battery staple'), await change(browser, PASSWORD, value)];
    expect(answers.map(({ status }) => status)).toEqual([422, 422]);
    expect(answers[0]?.body.error).toStartWith('current_password ');
    expect(answers[1]?.body.error).toStartWith('new_password ');
  }
  for (const next of ['\u0000'.repeat(10), '💩'.repeat(1000), '  spaces at both ends  ']) {
    const other = await newUser();
    const at = await other.signIn();
    expect((await change(at, PASSWORD, next)).status).toBe(204);
    expect((await at.signIn(other.email, next)).status).toBe(200);
  }
});
