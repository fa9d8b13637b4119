/** Limits of password guessing, which do not lock users out of their accounts. */
import { afterAll, beforeEach, expect, test } from 'bun:test';
import { openBrowser, PASSWORD } from '../support/cookie-jar.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const settings = { FOOTFALL_TRUSTED_PROXIES: '127.0.0.1' };
const server: TestServer = await startTestServer({ settings });
afterAll(() => server[Symbol.asyncDispose]());
// What earlier tests have tried is forgotten.
beforeEach(() => server.clock.advance({ hours: 1 }));

const from = (address: string) => openBrowser(server, { 'x-forwarded-for': address });
const { email } = server.owner;

/** Tries so many wrong passwords; `#` in the address and the account is the number of the try. */
async function guess(times: number, address: string, account: string) {
  const statuses = [];
  for (let n = 1; n <= times; n++) {
    const browser = from(address.replace('#', `${n}`));
    statuses.push((await browser.signIn(account.replace('#', `${n}`), 'wrong horse')).status);
  }
  return statuses;
}
const tenTimes = (status: number) => Array<number>(10).fill(status);

test('ten wrong passwords from an address close the door to it, whatever the account', async () => {
  const spray = await guess(11, '192.0.2.1', 'nobody-#@example.org');
  expect(spray).toEqual([...tenTimes(401), 429]);
  expect((await from('192.0.2.1').signIn()).status).toBe(429);
  expect((await from('192.0.2.2').signIn()).status).toBe(200);
});

test('all addresses of an IPv6 network are one', async () => {
  await guess(10, '2001:db8::#', 'nobody-#@example.org');
  expect((await from('2001:db8::ffff').signIn()).status).toBe(429);
  expect((await from('2001:db8:0:1::1').signIn()).status).toBe(200);
});

test('the networks of an IPv6 home and of an organization are counted too', async () => {
  const tried = await guess(21, '2001:db8:7:#::1', 'nobody-#@example.org');
  expect(tried).toEqual([...tenTimes(401), ...tenTimes(401), 429]);
  expect((await from('2001:db8:7:ff::1').signIn()).status).toBe(429);
  expect((await from('2001:db8:7:2ff::1').signIn()).status).toBe(200);
  expect(await guess(21, '2001:db8:7:#00::1', 'no-one-#@example.org')).toContain(429);
  expect((await from('2001:db8:7:eeff::1').signIn()).status).toBe(429);
  expect((await from('2001:db8:8::1').signIn()).status).toBe(200);
});

test('a flood of sign-ins is refused beyond twenty that wait, and keeps no known browser out', async () => {
  const own = from('192.0.2.9');
  await own.signIn();
  const flood = Array.from({ length: 100 }, (_, n) =>
    from(`203.0.113.${n}`).signIn(`n${n}@example.org`, 'x'.repeat(12)),
  );
  const signedIn = await own.signIn();
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(signedIn.status).toBe(200);
  expect(statuses.filter(status => status === 401).length).toBeGreaterThanOrEqual(20);
  expect(new Set(statuses)).toEqual(new Set([401, 503]));
});

test('ten wrong passwords for an account close the door to strangers from everywhere, for 15 minutes', async () => {
  expect(await guess(11, '198.51.100.#', email)).toEqual([...tenTimes(401), 429]);
  const { status, headers, body } = await from('203.0.113.1').signIn();
  expect([status, headers.get('retry-after')]).toEqual([429, '900']);
  expect(body.error).toBe('too many wrong passwords: try again in 15 minutes');
  server.clock.advance({ minutes: 15 });
  expect((await from('203.0.113.1').signIn()).status).toBe(200);
});

test('an unknown account is locked like any other, so that it is not revealed', async () => {
  expect(await guess(11, '198.51.100.#', 'nobody@example.org')).toEqual([...tenTimes(401), 429]);
});

test('guessing does not keep the owner out of a browser in which they have signed in before', async () => {
  const own = from('192.0.2.9');
  await own.signIn();
  await own.ask('DELETE', '/session');
  await guess(10, '192.0.2.9', email);
  expect((await own.signIn()).status).toBe(200);
  expect((await from('192.0.2.9').signIn()).status).toBe(429);
});

test('in a browser that is known ten wrong passwords are enough as well', async () => {
  const own = from('192.0.2.9');
  await own.signIn();
  for (let n = 0; n < 10; n++) expect((await own.signIn(email, 'wrong horse')).status).toBe(401);
  expect((await own.signIn()).status).toBe(429);
  expect((await from('192.0.2.9').signIn()).status).toBe(200);
});

test('a browser that one user has signed in is a stranger to another', async () => {
  const mallory = await server.given.user('mallory@example.org');
  const browser = from('192.0.2.66');
  await browser.signIn(mallory.email);
  for (let n = 0; n < 10; n++) expect((await browser.signIn(email, 'wrong horse')).status).toBe(401);
  expect((await browser.signIn()).status).toBe(429);
});

test('signing in to an account of one’s own forgives no guesses at others', async () => {
  const mallory = await server.given.user('mallory-2@example.org');
  await guess(9, '192.0.2.67', 'nobody-#@example.org');
  expect((await from('192.0.2.67').signIn(mallory.email)).status).toBe(200);
  expect((await from('192.0.2.67').signIn(email, 'wrong horse')).status).toBe(401);
  expect((await from('192.0.2.67').signIn()).status).toBe(429);
});

test('many tries at once are counted too', async () => {
  const tries = Array.from({ length: 20 }, () => from('192.0.2.68').signIn(email, 'wrong horse'));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter(status => status === 401)).toHaveLength(10);
  expect(statuses.filter(status => status === 429)).toHaveLength(10);
});

test('changing a password is limited by itself: ten wrong ones, and no stranger can use them up', async () => {
  const user = await server.given.user('changer@example.org');
  const change = (current: string) =>
    server.post('/me/password', { current_password: current, new_password: 'battery staple' }, user.full);
  await guess(10, '198.51.100.#', user.email);
  for (let n = 0; n < 10; n++) expect((await change('wrong horse')).status).toBe(422);
  expect((await change(PASSWORD)).status).toBe(429);
  server.clock.advance({ minutes: 15 });
  expect((await change(PASSWORD)).status).toBe(204);
});
