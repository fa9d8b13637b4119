/** Creating one event. Source: api-v1, Custom event; api-v1, Endpoints, Events; decisions, section 2; decisions, section 5. */
import { expect, test } from 'bun:test';
import { normalizePath } from '../../src/lib/normalize-path.ts';
import { givenSite } from '../support/given-site.ts';
import { expectRefusals, HARMLESS_TEXTS, TEXT_FIELDS } from '../support/hostile-fields.ts';
import { answered } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';
import { WIRE_EVENT } from '../support/wire-hits.ts';

const server = shareServer();

async function aSite(fields: Record<string, unknown> = {}) {
  const site = await givenSite(server(), fields);
  const send = (body: unknown) => site.post('/events', body);
  const list = (query = '') => site.get(`/events${query}`);
  return { ...site, send, list, eventOf: async (body: unknown) => (await send(body)).body.event };
}

test('an event with only a name has no page and no visitor', async () => {
  const { send } = await aSite();
  const { status, body } = await send({ event: 'signup.completed' });
  expect(status).toBe(201);
  const event = { ...WIRE_EVENT, unique_hash: null, visitor_hash: null };
  expect(body).toEqual({ status: 'created', event });
});

test('an event with everything comes back with everything but address and user agent', async () => {
  const { eventOf } = await aSite();
  const event = await eventOf({
    event: 'video.play.finished',
    value: '42 %',
    path: 'tour',
    country: 'DE',
    ip_address: '8.8.8.8',
    url: 'https://shop.example/tour?utm_source=mail',
    referrer: 'https://www.google.com/search',
    user_agent: 'Mozilla/5.0',
    visitor_id: 'customer-7',
    source: 'newsletter',
  });
  expect(event).toEqual({
    ...WIRE_EVENT,
    event: 'video.play.finished',
    value: '42 %',
    url: 'https://shop.example/tour?utm_source=mail',
    path: '/tour',
    referrer: 'https://www.google.com/search',
    country: 'DE',
    source: 'newsletter',
    unique_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
    visitor_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
});

test('the address is that of the path, and may be given without one', async () => {
  const { eventOf, list } = await aSite();
  expect(await eventOf({ event: 'a.b', path: '/x' })).toMatchObject({
    url: 'https://shop.example/x',
    path: '/x',
  });
  const url = 'https://shop.example/y?ref=mail';
  expect(await eventOf({ event: 'a.b', url })).toMatchObject({ url, path: null, source: 'mail' });
  expect((await list()).events.map((event: { url: string }) => event.url)).toEqual([
    url,
    'https://shop.example/x',
  ]);
});

test('country, source and visitor follow the rules of hits', async () => {
  const { post, eventOf } = await aSite();
  expect((await eventOf({ event: 'a.b', ip_address: '8.8.8.8' })).country).toBe('US');
  expect((await eventOf({ event: 'a.b', country: 'FR', ip_address: '8.8.8.8' })).country).toBe('FR');
  expect((await eventOf({ event: 'a.b', referrer: 'https://www.google.com/' })).source).toBe('Google');
  const { hit } = (await post('/hits', { path: '/a', visitor_id: 'ann' })).body;
  const event = await eventOf({ event: 'a.b', path: '/a', visitor_id: 'ann' });
  expect([event.visitor_hash, event.unique_hash]).toEqual([hit.visitor_hash, hit.unique_hash]);
});

test('what is listed is what was created, without the hashes, and no hit', async () => {
  const { get, eventOf, list } = await aSite();
  const { unique_hash: _, visitor_hash: __, ...event } = await eventOf({ event: 'a.b', visitor_id: 'ann' });
  expect((await list()).events).toEqual([event]);
  expect((await get('/hits')).summary.total_hits).toBe(0);
});

test('a name has two or more segments with a dot between, none of them blank', async () => {
  const { send } = await aSite();
  for (const event of ['a.b', 'a.b.c.d', 'Sign Up.completed', Array(60).fill('x').join('.')])
    expect([event, (await send({ event })).status]).toEqual([event, 201]);
  for (const event of ['signup', '.', 'a.', '.b', 'a..b', 'a. ', ' .b']) {
    const { status, body } = await send({ event });
    expect([event, status]).toEqual([event, 422]);
    expect(body).toEqual({
      status: 'error',
      errors: [`event must be in category.action form, got ${JSON.stringify(event)}`],
    });
  }
  for (const event of [undefined, null, '', '  '])
    expect((await send({ event })).body.errors).toEqual([
      "event can't be blank, it must be in category.action form",
    ]);
});

test('every fault of a body is named, field, value and what is allowed', async () => {
  const { send, list } = await aSite();
  const { status, body } = await send({ event: 'x', value: 7, path: 7, country: 'de', url: 'shop' });
  expect(status).toBe(422);
  expect(body.errors).toEqual([
    'path must be a string, got 7',
    'country must be two capital letters, got "de"',
    'url must be an http:// or https:// address, got "shop"',
    'event must be in category.action form, got "x"',
    'value must be a string, got 7',
  ]);
  expect((await list()).events).toEqual([]);
});

test('a hostile text is 422 and its field is named', async () => {
  const { send } = await aSite();
  await expectRefusals(
    send,
    { event: 'a.b' },
    {
      event: { maxLength: 128, takesControlCharacters: false },
      value: { maxLength: 1024, takesControlCharacters: true },
      ...TEXT_FIELDS,
    },
  );
});

test('texts that mean something elsewhere are kept as they are and found again', async () => {
  const { eventOf, list } = await aSite();
  for (const text of HARMLESS_TEXTS) {
    const given = { event: text, value: text, path: `/${text}`, source: text, visitor_id: text };
    const path = normalizePath(given.path);
    expect(await eventOf(given)).toMatchObject({ event: text, value: text, path, source: text });
    for (const [name, value] of Object.entries({ event: text, path: `/${text}`, source: text }))
      expect((await list(`?${new URLSearchParams({ [name]: value })}`)).summary.total_events).toBe(1);
  }
  const groups = (await list('?group_by=value')).grouped_events;
  expect(groups.map((row: { value: string }) => row.value).sort()).toEqual([...HARMLESS_TEXTS].sort());
});

test('a longest name of code points beyond the first plane fits', async () => {
  const { eventOf } = await aSite();
  const event = `a.${'💩'.repeat(126)}`;
  expect((await eventOf({ event })).event).toBe(event);
});

test('unknown fields, also of an object’s own making, change nothing', async () => {
  const { send } = await aSite();
  const body =
    '{"event":"a.b","__proto__":{"path":"/x"},"constructor":{"prototype":{}},"agent_name":"GPTBot"}';
  expect(await send(body)).toMatchObject({ status: 201, body: { event: { event: 'a.b', path: null } } });
});

test('a body that is no object or no JSON is 422 in the shape of ingestion', async () => {
  const { send } = await aSite();
  for (const body of ['[]', '"a.b"', 'null', '7', '{', ''])
    expect([body, await send(body)]).toEqual([
      body,
      answered(422, { status: 'error', errors: [expect.stringMatching(/^body must be/)] }),
    ]);
});

test('a site that is switched off, and referrer spam, are ignored with the reason and stored nowhere', async () => {
  const off = await aSite({ active: false });
  expect(await off.send({ event: 'a.b' })).toMatchObject({
    status: 202,
    body: { status: 'ignored', reason: 'the site is not active' },
  });
  const { send, list } = await aSite();
  expect(await send({ event: 'a.b', referrer: 'http://bad..host/' })).toMatchObject({
    status: 202,
    body: { status: 'ignored', reason: expect.stringContaining('impossible host name') },
  });
  expect((await list()).summary.total_events).toBe(0);
});

test('a read-only key, or none, writes nothing', async () => {
  const { path: at, list } = await aSite();
  const body = { event: 'a.b' };
  for (const [key, expected] of [
    [server().owner.readOnly, 403],
    [null, 401],
  ] as const)
    for (const path of ['', '/batch'])
      expect((await server().post(`${at}/events${path}`, body, key)).status).toBe(expected);
  expect((await list()).events).toEqual([]);
});
