/** Visitors that pages name, from what pages send to what reports answer. Source: decisions, section 9, Automatic capture. */
import { expect, test } from 'bun:test';
import { BROWSER } from '../support/collect-host.ts';
import { givenSite } from '../support/given-site.ts';
import { createMovableClock } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const clock = createMovableClock();
const server = shareServer({ clock });

/** A site whose settings accept ids, or not, and what its pages send from several browsers. */
async function aSite(identify: boolean) {
  const { site, get, set } = await givenSite(server());
  const { id, uid } = site;
  await set({ capture: { identify } });
  const send = async (fields: object, browser = BROWSER) => {
    const body = JSON.stringify({ url: 'https://shop.example/a', ...fields });
    const headers = { 'user-agent': browser };
    const { status } = await fetch(`${server().url}/page/${uid}`, { method: 'POST', body, headers });
    expect(status).toBe(202);
  };
  const visitors = async () =>
    (await get('/hits?include_visitors=true&time_zone=utc')).summary.unique_visitors;
  return { id, send, visitors, get, set };
}

test('a visitor whom pages name is one on all days and in all browsers, and the one of the API', async () => {
  const { id, send, visitors, get } = await aSite(true);
  await send({ visitor_id: 'customer-7' });
  clock.advance({ days: 1 });
  await send({ visitor_id: 'customer-7' }, `${BROWSER} Other`);
  await send({ event: 'cart.add', visitor_id: 'customer-7' });
  await server().api('POST', `/sites/${id}/hits`, { body: { path: '/api', visitor_id: 'customer-7' } });
  expect(await visitors()).toBe(1);
  const found = await get('/visitors/customer-7');
  expect([found.hits.length, found.events.length]).toEqual([3, 1]);
  expect((await server().api('DELETE', `/sites/${id}/visitors/customer-7`)).body.deleted_count).toBe(4);
});

test('ids are ignored unless the settings accept them, of pages that have an older script too', async () => {
  const { send, visitors, get, set } = await aSite(false);
  await send({ visitor_id: 'customer-7' });
  await send({ visitor_id: 'customer-7' }, `${BROWSER} Other`);
  expect(await visitors()).toBe(2);
  expect((await get('/visitors/customer-7')).hits).toEqual([]);
  await set({ capture: { identify: true } });
  await send({ visitor_id: 'customer-7' });
  await set({ capture: { identify: false } });
  await send({ visitor_id: 'customer-7' });
  expect((await get('/visitors/customer-7')).hits).toHaveLength(1);
});

test.each([
  ['a number is an id', 7, '7'],
  ['so is the longest text', 'x'.repeat(128), 'x'.repeat(128)],
  ['a longer one is none, nor is its beginning', 'x'.repeat(129), null],
  ['nobody has an empty one', '', null],
  ['null is nobody', null, null],
  ['an object is none', { id: 7 }, null],
])('%s', async (_, given, expected) => {
  const { send, visitors, get } = await aSite(true);
  await send({ visitor_id: given });
  expect(await visitors()).toBe(1);
  const asked = expected ?? String(given ?? 'null').slice(0, 128);
  if (asked !== '')
    expect((await get(`/visitors/${encodeURIComponent(asked)}`)).hits).toHaveLength(
      expected === null ? 0 : 1,
    );
});
