/** Requests an hour of each key. Source: api-v1, Limits; decisions, section 2. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { type ApiAnswer, startTestServer } from '../support/server.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

setDefaultTimeout(TIME_LIMIT_MS);

const limited = (limit: number) => startTestServer({ settings: { FOOTFALL_RATE_LIMIT: String(limit) } });

const rateOf = ({ status, headers }: ApiAnswer) => ({
  status,
  limit: headers.get('ratelimit-limit'),
  remaining: headers.get('ratelimit-remaining'),
  reset: headers.get('ratelimit-reset'),
  retryAfter: headers.get('retry-after'),
});

test('each authenticated answer has headers of the limit, the remaining requests and the end of the hour', async () => {
  await using server = await limited(3);
  expect(rateOf(await server.api('GET', '/me'))).toEqual({
    status: 200,
    limit: '3',
    remaining: '2',
    reset: '3600',
    retryAfter: null,
  });
  server.clock.advance({ minutes: 10 });
  expect(rateOf(await server.api('GET', '/me'))).toMatchObject({ remaining: '1', reset: '3000' });
});

test('bad requests count and say the same', async () => {
  await using server = await limited(10);
  expect(rateOf(await server.api('GET', '/sites/9'))).toMatchObject({ status: 404, remaining: '9' });
  const bad = await server.api('GET', '/sites?time_zone=x');
  expect(rateOf(bad)).toMatchObject({ status: 400, remaining: '8' });
  expect(rateOf(await server.post('/sites', '{'))).toMatchObject({ status: 422, remaining: '7' });
});

test('over the limit it is 429 with Retry-After until the hour is over', async () => {
  await using server = await limited(2);
  await server.api('GET', '/me');
  server.clock.advance({ minutes: 59 });
  await server.api('GET', '/me');
  const refused = await server.api('GET', '/me');
  expect(rateOf(refused)).toEqual({ status: 429, limit: '2', remaining: '0', reset: '60', retryAfter: '60' });
  expect(refused.body).toEqual({
    error: 'rate limit of 2 requests an hour exceeded: try again in 60 seconds',
  });
  server.clock.advance({ seconds: 59 });
  expect((await server.api('GET', '/me')).status).toBe(429);
  server.clock.advance({ seconds: 1 });
  const next = await server.api('GET', '/me');
  expect(rateOf(next)).toMatchObject({ status: 200, remaining: '1', reset: '3600' });
});

test('refused requests do not count, so that asking on does not prolong the wait', async () => {
  await using server = await limited(1);
  await server.api('GET', '/me');
  for (let n = 0; n < 5; n++) await server.api('GET', '/me');
  server.clock.advance({ hours: 1 });
  expect((await server.api('GET', '/me')).status).toBe(200);
});

test('keys of one user are counted apart', async () => {
  await using server = await limited(1);
  await server.api('GET', '/me');
  expect((await server.api('GET', '/me')).status).toBe(429);
  expect((await server.api('GET', '/me', { key: server.owner.readOnly })).status).toBe(200);
});

test('public calls and refused keys are not counted and say nothing of it', async () => {
  await using server = await limited(1);
  for (let n = 0; n < 3; n++) {
    expect(rateOf(await server.api('GET', ''))).toMatchObject({ status: 200, limit: null });
    const refused = await server.api('GET', '/me', { key: 'ff-fa-x' });
    expect(rateOf(refused)).toMatchObject({ status: 401, limit: null });
  }
  expect((await server.api('GET', '/me')).status).toBe(200);
});

test('requests at the same time are counted exactly', async () => {
  await using server = await limited(20);
  const answers = await Promise.all(Array.from({ length: 60 }, () => server.api('GET', '/me')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
});

test('what is used up stays so when the server is started anew on its folder', async () => {
  const settings = { FOOTFALL_RATE_LIMIT: '2' };
  await using first = await startTestServer({ settings });
  const { clock, data, owner, stop } = first;
  const key = owner.full;
  await first.api('GET', '/me');
  await first.api('GET', '/me');
  await stop();
  await using second = await startTestServer({ data, clock, settings });
  clock.advance({ minutes: 30 });
  expect(rateOf(await second.api('GET', '/me', { key }))).toMatchObject({ status: 429, retryAfter: '1800' });
  clock.advance({ minutes: 30 });
  expect((await second.api('GET', '/me', { key })).status).toBe(200);
});

test('a clock set back does not lock a key out', async () => {
  await using server = await limited(1);
  await server.api('GET', '/me');
  server.clock.advance({ days: -2 });
  expect((await server.api('GET', '/me')).status).toBe(200);
});

test('a limit of 0 switches it off', async () => {
  await using server = await limited(0);
  for (let n = 0; n < 5; n++) {
    const free = await server.api('GET', '/me');
    expect(rateOf(free)).toMatchObject({ status: 200, limit: null, remaining: null });
  }
});

test('the limit is 1000 unless it is set, and GET / shows it', async () => {
  await using server = await limited(1000);
  expect((await server.get('')).rate_limit).toEqual({ requests: 1000, per_seconds: 3600 });
});

test('more keys make no more requests than five of them, and another user has their own', async () => {
  await using server = await limited(2);
  const { keys } = server.services.access;
  const newKey = () =>
    keys.create({ userId: server.owner.id, name: 'one of many', access: 'full_access' }).secret;
  const ask = (key: string) => server.api('GET', '/me', { key });
  const answers = [];
  for (let count = 0; count < 6; count++) {
    const key = newKey();
    // The third request of a key is refused by its own limit and does not count.
    for (let request = 0; request < 3; request++) answers.push((await ask(key)).status);
  }
  expect(answers).toEqual([...Array(5).fill([200, 200, 429]).flat(), 429, 429, 429]);
  const refused = await ask(newKey());
  expect(rateOf(refused)).toMatchObject({ status: 429, limit: '10', remaining: '0', retryAfter: '3600' });
  expect(refused.body.error).toBe(
    'rate limit of 10 requests an hour over all keys of this user exceeded: try again in 3600 seconds',
  );
  const other = await server.given.user('other@example.org');
  expect((await ask(other.full)).status).toBe(200);
  server.clock.advance({ hours: 1 });
  expect((await ask(newKey())).status).toBe(200);
});
