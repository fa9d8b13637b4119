/** Properties of hits and events, written through the API. Source: decisions, section 9. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const aSite = () => givenSite(server());

const PROPERTIES = { plan: 'pro', seats: 5, 'user.logged-in': true, price: 12.5, _x: 'ü 😀 "\\' };

test.each([
  ['hits', 'hit', { path: '/' }],
  ['events', 'event', { event: 'a.b' }],
] as const)('%s keep their properties, in order of their names', async (kind, name, body) => {
  const { post, get } = await aSite();
  const made = await post(`/${kind}`, { ...body, properties: PROPERTIES });
  expect([made.status, made.body[name].properties]).toEqual([201, PROPERTIES]);
  const [row] = (await get(`/${kind}`))[kind];
  expect(row.properties).toEqual(PROPERTIES);
  expect(Object.keys(row.properties)).toEqual(Object.keys(PROPERTIES).sort());
});

test.each([{}, null, undefined, { plan: '' }])('%j are no properties', async properties => {
  const { post } = await aSite();
  expect((await post('/hits', { path: '/', properties })).body.hit.properties).toBeNull();
});

test('twenty properties of the longest names and values are kept', async () => {
  const { post, get } = await aSite();
  const properties = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`${n}`.padStart(64, 'n'), '"'.repeat(512)]),
  );
  expect((await post('/events', { event: 'a.b', properties })).status).toBe(201);
  expect((await get('/events')).events[0].properties).toEqual(properties);
});

test('names that objects have are plain names, and of one that comes twice the last counts', async () => {
  const { post, get } = await aSite();
  const text = '{"path":"/","properties":{"__proto__":"x","constructor":1,"toString":true,"a":1,"a":2}}';
  expect((await post('/hits', text)).status).toBe(201);
  const [hit] = (await get('/hits')).hits;
  expect(Object.entries(hit.properties)).toEqual([
    ['__proto__', 'x'],
    ['a', 2],
    ['constructor', 1],
    ['toString', true],
  ]);
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  expect((await get('/hits?group_by=property:__proto__')).grouped_hits).toEqual([
    JSON.parse('{"property:__proto__":"x","hit_count":1}'),
  ]);
});

const NAMES = 'a key of properties must be 1 to 64 of the characters A-Z a-z 0-9 _ . -, got';
const KIND = 'must be a string, a number, true or false, got';

test.each([
  ['[]', 'properties must be a JSON object, got a list'],
  ['"plan"', 'properties must be a JSON object, got "plan"'],
  ['7', 'properties must be a JSON object, got 7'],
  [
    JSON.stringify(Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`k${n}`, n]))),
    'properties must have at most 20 keys, got 21',
  ],
  ['{"":1}', `${NAMES} ""`],
  ['{"a b":1}', `${NAMES} "a b"`],
  ['{"plan:pro":1}', `${NAMES} "plan:pro"`],
  ['{"größe":1}', `${NAMES} "größe"`],
  ['{"a\\u0000":1}', `${NAMES} "a\\u0000"`],
  [`{"${'x'.repeat(65)}":1}`, `${NAMES} "${'x'.repeat(40)}…"`],
  ['{"a":{"b":1}}', `properties.a ${KIND} an object`],
  ['{"a":["b"]}', `properties.a ${KIND} a list`],
  ['{"a":null}', `properties.a ${KIND} null`],
  ['{"a":1e400}', 'properties.a must be a finite number, got Infinity'],
  [`{"a":"${'x'.repeat(513)}"}`, 'properties.a must be at most 512 characters, got 513'],
  ['{"a":"\\ud800"}', 'properties.a must be valid Unicode, got half of a surrogate pair in "�"'],
  ['{"a":"b\\u0000c"}', 'properties.a must not contain control characters, got "b\\u0000c"'],
])('properties %s are refused', async (properties, message) => {
  const { post, get } = await aSite();
  for (const [kind, body] of [
    ['hits', `{"path":"/","properties":${properties}}`],
    ['events', `{"event":"a.b","properties":${properties}}`],
  ] as const) {
    const { status, body: answer } = await post(`/${kind}`, body);
    expect([status, answer]).toEqual([422, { status: 'error', errors: [message] }]);
    expect((await get(`/${kind}`))[kind]).toEqual([]);
  }
});

test('NaN is no JSON, and 1e308 is a number like any other', async () => {
  const { post, get } = await aSite();
  expect((await post('/hits', '{"path":"/","properties":{"a":NaN}}')).status).toBe(422);
  for (let n = 0; n < 2; n++) await post('/hits', { path: '/', properties: { a: 1e308 } });
  expect((await get('/hits')).hits[0].properties).toEqual({ a: 1e308 });
  // Their sum is none.
  expect((await get('/properties')).properties).toEqual([
    { name: 'a', kind: 'number', hits: 2, events: 0, sum: null, mean: null },
  ]);
});

test('a batch refuses the rows with bad properties alone', async () => {
  const { post } = await aSite();
  const { body } = await post('/hits/batch', [
    { path: '/', properties: { plan: 'pro' } },
    { path: '/', properties: { plan: {} } },
  ]);
  expect(body).toMatchObject({ created_count: 1, error_count: 1 });
  expect(body.results[1].errors).toEqual([`properties.plan ${KIND} an object`]);
});

test('agent visits have none', async () => {
  const { post } = await aSite();
  const agent = { path: '/', user_agent: 'GPTBot/1.2', properties: 'whatever' };
  const { status, body } = await post('/agent_visits', agent);
  expect([status, 'properties' in body.agent_visit]).toEqual([201, false]);
});

test('a restored spam hit, one person’s rows, the live view and a file have them', async () => {
  const { post, get } = await aSite();
  const properties = { plan: 'pro' };
  const visitor = { visitor_id: 'ann', properties };
  await post('/hits', { path: '/', referrer: 'https://semalt.com/', ...visitor });
  await post('/events', { event: 'a.b', ...visitor });
  expect((await get('/spam_hits')).spam_hits).toMatchObject([{ properties }]);
  await post('/spam_hits/restore', { all: true });
  expect((await get('/hits')).hits).toMatchObject([{ properties }]);
  expect(await get('/visitors/ann')).toMatchObject({ hits: [{ properties }], events: [{ properties }] });
  expect((await get('/live')).recent).toMatchObject([{ properties }, { properties }]);
  expect(await get('/hits.csv')).toContain(',"{""plan"":""pro""}",');
});
