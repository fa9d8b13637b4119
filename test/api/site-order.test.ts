/** A user's own order of the sites of an account. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { refusedStarting } from '../support/refused.ts';
import { startTestServer } from '../support/server.ts';
import { aMember, shareServer } from '../support/shared-server.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

setDefaultTimeout(TIME_LIMIT_MS);
const server = shareServer();

const order = async (key?: string, query = '') =>
  (await server().api('GET', `/sites/order${query}`, key === undefined ? {} : { key })).body;
const put = (body: unknown, key?: string, query = '') =>
  server().api('PUT', `/sites/order${query}`, key === undefined ? { body } : { key, body });
const aUser = async (name: string) => {
  const user = await server().given.user(`${name}@example.org`);
  const ids: number[] = [];
  for (let site = 0; site < 3; site += 1) ids.push((await server().given.site({}, user.full)).id);
  const [first = 0, second = 0, third = 0] = ids;
  return { key: user.full, readOnly: user.readOnly, first, second, third };
};

test('sites come by their ids until somebody puts them in order', async () => {
  const { key, first, second, third } = await aUser('order');
  expect(await order(key)).toEqual({ site_ids: [first, second, third], pinned_site_ids: [] });
  const changed = { site_ids: [third, first, second], pinned_site_ids: [second, third] };
  expect(await put(changed, key)).toMatchObject({ status: 200, body: changed });
  expect(await order(key)).toEqual(changed);
});

test('unknown and repeated ids are passed over, and sites not named come last', async () => {
  const { key, first, second, third } = await aUser('odd');
  const other = await aUser('foreign');
  const { body } = await put(
    { site_ids: [third, 0, -1, third, other.first, 2 ** 53], pinned_site_ids: [first, first, other.second] },
    key,
  );
  expect(body).toEqual({ site_ids: [third, first, second], pinned_site_ids: [first] });
});

test('what is left out stays', async () => {
  const { key, first, second, third } = await aUser('partly');
  await put({ site_ids: [third], pinned_site_ids: [second] }, key);
  expect((await put({ site_ids: [second] }, key)).body).toEqual({
    site_ids: [second, first, third],
    pinned_site_ids: [second],
  });
  expect((await put({ pinned_site_ids: [] }, key)).body.pinned_site_ids).toEqual([]);
  expect((await put({}, key)).body.site_ids).toEqual([second, first, third]);
});

test('a new site is last, a deleted one is absent', async () => {
  const { key, first, second, third } = await aUser('changing');
  await put({ site_ids: [third, second, first], pinned_site_ids: [second] }, key);
  const added = (await server().given.site({}, key)).id;
  await server().api('DELETE', `/sites/${second}`, { key });
  expect(await order(key)).toEqual({ site_ids: [third, first, added], pinned_site_ids: [] });
});

test('a viewer has an order of their own, with a full key', async () => {
  const member = await aMember(server(), 'viewer');
  const [a, b] = [(await server().given.site()).id, (await server().given.site()).id];
  const ofOwner = `?account_id=${server().owner.id}`;
  expect((await put({ site_ids: [b, a] }, member.full, ofOwner)).body.site_ids.slice(0, 2)).toEqual([b, a]);
  expect((await put({ site_ids: [b, a] }, member.readOnly, ofOwner)).status).toBe(403);
  expect((await order()).site_ids.slice(-2)).toEqual([a, b]);
});

test('an order outlives a restart', async () => {
  await using first = await startTestServer();
  const { data, clock, owner, api, given, stop } = first;
  const [a, b] = [(await given.site()).id, (await given.site()).id];
  await api('PUT', '/sites/order', { body: { site_ids: [b, a] } });
  await stop();
  await using again = await startTestServer({ data, clock });
  expect((await again.get('/sites/order', owner.full)).site_ids).toEqual([b, a]);
});

test.each([
  [{ site_ids: 'x' }, 'site_ids must be an array'],
  [{ site_ids: [1.5] }, 'site_ids.0 must be an integer'],
  [{ site_ids: ['1'] }, 'site_ids.0 must be an integer, got "1"'],
  [{ site_ids: null }, 'site_ids must be an array'],
  [{ pinned_site_ids: [{ __proto__: 1 }] }, 'pinned_site_ids.0 must be an integer'],
  [{ site_ids: Array.from({ length: 10_001 }, () => 1) }, 'site_ids must be an array of at most 10000'],
  [[1], 'body must be'],
  ['"x"', 'body must be'],
  ['{', 'body must be JSON'],
])('a bad body is 422: %#', async (body, message) => {
  expect(await put(body)).toEqual(refusedStarting(422, message));
});
