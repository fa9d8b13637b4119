/** Checks of queries and bodies, and their error messages. Source: decisions, section 2. */
import { expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { AppError } from '../../src/core/errors.ts';
import { Day, nullable, oneOf, repeated, text } from '../../src/http/schema.ts';
import { formatValue, parseQuery, validateBody } from '../../src/http/validate.ts';

function faultsOf(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.details.messages ?? [error.message];
    throw error;
  }
  return [];
}

const Body = Type.Object({
  name: text({ minLength: 1, maxLength: 5 }),
  count: Type.Optional(Type.Integer({ minimum: 1 })),
  kind: Type.Optional(oneOf(['a', 'b'])),
  tags: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 2 })),
  note: Type.Optional(nullable(Type.String())),
  statuses: Type.Optional(nullable(Type.Array(Type.Integer({ minimum: 100 }), { minItems: 1, maxItems: 2 }))),
  quiet: Type.Optional(nullable(Type.Object({ from: Type.String() }))),
});

test('a valid body is returned unchanged, with its unknown fields', () => {
  const body = { name: 'x', count: 3, other: true };
  expect(validateBody(Body, body)).toEqual(body);
});

test.each([
  [{ name: 'sixsix' }, 'name must be a string of 1 to 5 characters, got "sixsix"'],
  [{ name: '' }, 'name must be a string of 1 to 5 characters, got ""'],
  [{}, 'name is required: a string of 1 to 5 characters'],
  [{ name: 'x', count: 0 }, 'count must be an integer of at least 1, got 0'],
  [{ name: 'x', count: '1' }, 'count must be an integer of at least 1, got "1"'],
  [{ name: 'x', kind: 'c' }, 'kind must be one of a, b, got "c"'],
  [{ name: 'x', tags: [] }, 'tags must be an array of 1 to 2, got []'],
  [{ name: 'x', tags: ['a', 7] }, 'tags.1 must be a string, got 7'],
  [{ name: 'x', note: 7 }, 'note must be a string or null, got 7'],
  [{ name: 'x', statuses: [200, 99] }, 'statuses.1 must be an integer of at least 100, got 99'],
  [{ name: 'x', statuses: [] }, 'statuses must be an array of 1 to 2 or null, got []'],
  [{ name: 'x', statuses: 'y' }, 'statuses must be an array of 1 to 2 or null, got "y"'],
  [{ name: 'x', quiet: { from: 7 } }, 'quiet.from must be a string, got 7'],
  [{ name: 'x', quiet: {} }, 'quiet.from is required: a string'],
  [[], 'body must be a JSON object, got []'],
  [null, 'body must be a JSON object, got null'],
])('%j is rejected: %s', (body, message) => {
  expect(faultsOf(() => validateBody(Body, body))).toEqual([message]);
});

test('lengths count characters, not the halves of surrogate pairs', () => {
  expect(faultsOf(() => validateBody(Body, { name: '💩💩💩💩💩' }))).toEqual([]);
  expect(faultsOf(() => validateBody(Body, { name: '💩💩💩💩💩💩' }))).toHaveLength(1);
});

test('at most 20 faults are listed', () => {
  const names = Array.from({ length: 50 }, (_, n) => `field${n}`);
  const schema = Type.Object(Object.fromEntries(names.map(name => [name, Type.String()])));
  expect(faultsOf(() => validateBody(schema, {}))).toHaveLength(20);
});

test('fields inherited from Object.prototype do not count as given', () => {
  expect(faultsOf(() => validateBody(Type.Object({ constructor: Type.String() }), {}))).toHaveLength(1);
});

const Query = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  grouped: Type.Optional(Type.Boolean()),
  day: Type.Optional(Day),
  path: Type.Optional(Type.String()),
});
const read = (text: string) => parseQuery(Query, new URLSearchParams(text));

test('a query is read by the types of its schema', () => {
  expect(read('page=2&grouped=true&day=2026-03-10&path=7')).toEqual({
    page: 2,
    grouped: true,
    day: '2026-03-10',
    path: '7',
  });
});

test('an empty parameter and a repeated one are faults, and unknown ones are ignored', () => {
  expect(read('page=3&x=1&x=&__proto__=2')).toEqual({ page: 3 });
  expect(faultsOf(() => read('page='))).toEqual([
    expect.stringMatching(/^page must be .*, got an empty value$/),
  ]);
  expect(faultsOf(() => read('path='))).toEqual(['path must be a string, got an empty value']);
  expect(faultsOf(() => read('page=1&page=1'))).toEqual(['page may be given once, got it 2 times']);
});

const Repeated = Type.Object({
  path: Type.Optional(repeated(Type.String())),
  source: Type.Optional(repeated(Type.String(), { emptyIsNull: true })),
  size: Type.Optional(repeated(oneOf(['s', 'm']))),
});
const readRepeated = (text: string) => parseQuery(Repeated, new URLSearchParams(text));

test('a parameter that may be repeated is the list of its values, each once', () => {
  expect(readRepeated('path=/a&path=/b&path=/a&size=m')).toEqual({
    path: ['/a', '/b'],
    size: ['m'],
  } as never);
});

test('an empty one among them is a fault, or null where that means something', () => {
  expect(readRepeated('path=/a&source=&source=x')).toEqual({ path: ['/a'], source: [null, 'x'] });
  for (const query of ['path=', 'path=/a&path='])
    expect(faultsOf(() => readRepeated(query))).toEqual(['path must be a string, got an empty value']);
});

test('each of them is checked, and they may be only so many', () => {
  expect(faultsOf(() => readRepeated('size=s&size=l'))).toEqual(['size must be one of s, m, got "l"']);
  const paths = Array.from({ length: 21 }, (_, n) => `path=${n}`).join('&');
  expect(faultsOf(() => readRepeated(paths))).toEqual([
    'path may be given at most 20 times in one request, got 21',
  ]);
});

test.each(['0', '-1', '1.0', '1e3', ' 1', '0x1', '１', 'NaN', '9'.repeat(16)])('page=%s is no page', text => {
  expect(faultsOf(() => read(`page=${encodeURIComponent(text)}`))[0]).toStartWith(
    'page must be an integer of at least 1, got ',
  );
});

test('a required parameter that is missing is named', () => {
  const schema = Type.Object({ token: Type.String() });
  expect(faultsOf(() => parseQuery(schema, new URLSearchParams('')))).toEqual([
    'token is required: a string',
  ]);
});

test('a value is shown shortened and without control characters', () => {
  expect(formatValue('x'.repeat(100))).toBe(`"${'x'.repeat(59)}…`);
  expect(formatValue('\u001b[2J\u202e\u0085')).toBe('"\\u001b[2J\ufffd\ufffd"');
  expect(formatValue(undefined)).toBe('nothing');
  expect(formatValue({ a: [1, { b: { c: 1 } }] })).toBe('{"a":[1,{"b":{…}}]}');
});

test('a very deep value and a very long one can be shown', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(60_000)}${']'.repeat(60_000)}`);
  expect(formatValue(deep)).toBe('[[[[…]]]]');
  expect(formatValue({ ['n'.repeat(5_000_000)]: 'x'.repeat(5_000_000) })).toHaveLength(61);
  expect(formatValue(Array(1_000_000).fill(1))).toHaveLength(61);
});
