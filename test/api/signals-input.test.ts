/** What a signal may be made of, and how everything else is refused. Source: api-v1, Owner context signal; api-v1, Limits. */
import { expect, test } from 'bun:test';
import { refused } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const LAUNCH = { occurred_at: '2026-03-09T08:00:00Z', title: 'Launch' };

const aSite = async (): Promise<number> => (await server().given.site()).id;
const write = (id: number, signal: unknown) => server().post(`/sites/${id}/signals`, { signal });
const list = (id: number) => server().api('GET', `/sites/${id}/signals`);

test('a new signal needs occurred_at and title', async () => {
  const id = await aSite();
  expect(await write(id, { title: 'x', external_id: 'new' })).toEqual(
    refused(
      422,
      'signal.occurred_at is required for a new signal: an ISO 8601 instant such as 2026-01-31T12:00:00Z',
    ),
  );
  expect(await write(id, { occurred_at: LAUNCH.occurred_at })).toEqual(
    refused(
      422,
      'signal.title is required: a line of at most 200 characters, not blank, without control characters',
    ),
  );
});

test('a body that holds no signal is 422', async () => {
  const id = await aSite();
  for (const body of [{}, LAUNCH, { signal: null }, { signal: [] }, { signal: 'x' }, [], 'x', '{', 'null']) {
    const answer = await server().post(`/sites/${id}/signals`, body);
    expect([body, answer]).toEqual([body, refused(422, expect.any(String))]);
  }
});

const INSTANT = 'an ISO 8601 instant such as 2026-01-31T12:00:00Z';
const TITLE = 'a line of at most 200 characters, not blank, without control characters';
const DESCRIPTION = 'a text of at most 5000 characters, without control characters or null';
const NO_INSTANTS = [null, 7, {}, '', 'yesterday', '2026-03-10', '2026-03-10 12:00:00Z', '__proto__'];
const NO_TIMES = ['2026-02-30T12:00:00Z', '2026-03-10T24:00:00Z', '2026-03-10T12:60:00Z'];
const NO_ZONES = ['2026-03-10T12:00:00+0200', '2026-03-10T12:00:00+24:00'];
const NO_DIGITS = ['+010000-01-01T00:00:00Z', '2026-03-10T12:00:00Z\u0000', '２０２６-03-10T12:00:00Z'];
const NO_TITLES = [null, 7, [], '', ' ', '\u2003', 'x'.repeat(201), '💩'.repeat(201)];
const CONTROLS = ['a\nb', 'a\u0000b', 'a\u0085b', 'a\ud800b'];
const BAD: readonly (readonly [field: string, allowed: string, values: readonly unknown[]])[] = [
  ['occurred_at', INSTANT, [...NO_INSTANTS, ...NO_TIMES, ...NO_ZONES, ...NO_DIGITS]],
  ['title', TITLE, [...NO_TITLES, ...CONTROLS]],
  ['description', DESCRIPTION, [7, {}, 'x'.repeat(5001), 'a\u0000b', 'a\u001b[2J', 'a\udfff']],
  [
    'category',
    'one of newsletter, social, launch, maintenance, content, podcast, other',
    [null, 7, '', 'Launch', 'launch ', 'constructor', ['launch'], 'x'.repeat(70_000)],
  ],
  ['metadata', 'a JSON object or null', [7, 'x', '{}', true, [], [{ a: 1 }]]],
  [
    'external_id',
    'a line of at most 200 characters, not blank, without control characters or null',
    [7, {}, '', ' ', 'x'.repeat(201), 'a\nb', 'a\u0000', '\ud800'],
  ],
];

test.each(BAD)(
  'a bad %s is named, with what is allowed, and changes nothing',
  async (field, allowed, values) => {
    const id = await aSite();
    const { signal: made } = (await write(id, LAUNCH)).body;
    const change = (signal: object) => server().patch(`/sites/${id}/signals/${made.id}`, { signal });
    for (const value of values)
      for (const { status, body } of [
        await write(id, { ...LAUNCH, [field]: value }),
        await change({ title: 'Changed', [field]: value }),
      ]) {
        expect([value, status]).toEqual([value, 422]);
        expect(body.error).toStartWith(`signal.${field} must be ${allowed}, got `);
        expect(body.error.length).toBeLessThan(300);
      }
    expect((await list(id)).body.signals).toEqual([made]);
  },
);

test('the longest texts are taken, counted in characters', async () => {
  const id = await aSite();
  const signal = { title: '💩'.repeat(200), description: '💩'.repeat(5000), external_id: '💩'.repeat(200) };
  expect((await write(id, { ...LAUNCH, ...signal })).body.signal).toMatchObject(signal);
});

test('texts that look like code come back as they were', async () => {
  const id = await aSite();
  for (const text of ["' or 1=1; --", '<script>alert(1)</script>', '__proto__', '%s $1 {{7*7}}', '\\']) {
    const { body } = await write(id, { ...LAUNCH, title: text, external_id: text, description: text });
    expect(body.signal).toMatchObject({ title: text, external_id: text, description: text });
  }
});

test('metadata may be any JSON object up to 16 KiB of JSON', async () => {
  const id = await aSite();
  const many = { a: Array(8188).fill(1) };
  expect((await write(id, { ...LAUNCH, metadata: many })).body.signal.metadata).toEqual(many);
  const sized = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
  const most = await write(id, { ...LAUNCH, metadata: sized(16_384) });
  expect(most.body.signal.metadata).toEqual(sized(16_384));
  expect(await write(id, { ...LAUNCH, metadata: sized(16_385) })).toEqual(
    refused(422, 'signal.metadata must be at most 16384 bytes of JSON, got 16385'),
  );
  expect((await write(id, { ...LAUNCH, metadata: { a: 'ü'.repeat(8200) } })).status).toBe(422);
});

test('metadata keeps names and texts that have hurt others', async () => {
  const id = await aSite();
  const hostile = [
    '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}',
    '{"":"","a\\nb":"\\u0000","\\ud800":"\\udfff"}',
    '{"toString":null,"hasOwnProperty":1,"length":-1}',
    `{"a":${'['.repeat(61)}${']'.repeat(61)}}`,
    '{}',
  ];
  for (const metadata of hostile) {
    const body = `{"signal":{"occurred_at":"2026-03-09T08:00:00Z","title":"x","external_id":"h","metadata":${metadata}}}`;
    const written = await server().post(`/sites/${id}/signals`, body);
    expect(written.status).toBe(200);
    expect(JSON.stringify(written.body.signal.metadata)).toBe(JSON.stringify(JSON.parse(metadata)));
    expect(JSON.stringify((await list(id)).body.signals[0].metadata)).toBe(
      JSON.stringify(JSON.parse(metadata)),
    );
  }
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
});

test('metadata that is deep or longer than the stack is 422', async () => {
  const id = await aSite();
  const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const long = `{"a":[${'7,'.repeat(300_000)}7]}`;
  const tooDeep = 'body must be nested at most 64 levels deep';
  for (const [metadata, error] of [
    [nested(62), tooDeep],
    [nested(300_000), tooDeep],
    [long, 'signal.metadata must be at most 16384 bytes of JSON, got more'],
  ]) {
    const body = `{"signal":{"occurred_at":"2026-03-09T08:00:00Z","title":"x","metadata":${metadata}}}`;
    expect(await server().post(`/sites/${id}/signals`, body)).toEqual(refused(422, error));
  }
});
