/** Requests made from the document: mostly as it asks for, in places hostile. */
import fc from 'fast-check';
import { type OpenApiDocument, type Operation, resolved, type Schema } from './openapi-document.ts';

/** Whose key comes along: most requests are made by somebody who may make them. */
export type CallerName = 'owner' | 'reader' | 'viewer' | 'nobody' | 'unsubscribed';

export interface MadeRequest {
  readonly path: string;
  /** Sent as it stands; undefined for none. */
  readonly body: string | undefined;
  readonly caller: CallerName;
  readonly headers: Readonly<Record<string, string>>;
}

const HOSTILE_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-encoding': 'gzip' },
  { accept: 'text/csv' },
  { accept: 'application/xml' },
  { accept: '*/*;q=x' },
  { 'accept-language': '\u00ff' },
  { 'if-none-match': '*' },
  { range: 'bytes=0-1' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-for': '999.1.1.1, ::' },
  { cookie: 'footfall=x; __Host-footfall=%00' },
  { origin: 'https://evil.example' },
  { 'x-agent-signup-token': 'x'.repeat(5000) },
  { authorization: 'Bearer ff-fa-' },
  { authorization: 'Basic eDp5' },
];

/** Texts that have hurt servers before: blank, control characters, halves of pairs, names of prototypes, code, paths, numbers, days, addresses. */
const HOSTILE_TEXTS = [
  ...['', ' ', '\u0000', 'a\u0000b', '\n\r', '\u001b[2J', '\u007f\u0085'],
  ...['\ud800', '\udfff\ud800', '\u202egpj', '\ufeff', '💩', 'ü'.repeat(3000), 'x'.repeat(70_000)],
  ...['__proto__', 'constructor', 'toString'],
  ...["' or 1=1; --", '"; drop table hits; --', '%', '_', '\\', '$1', '{{7*7}}', '<script>alert(1)</script>'],
  ...['../../../etc/passwd', '%00', '%2e%2e%2f'],
  ...['null', 'undefined', 'NaN', 'true', '-0', '1e309', '0x10', '１'],
  ...['9007199254740993', '-9223372036854775809', '99999999999999999999999999', '1.5'],
  ...['2024-02-30', '0000-01-01', '9999-12-31', '+010000-01-01', '2026-03-10T00:00:00Z'],
  ...['http://', 'https://[::1', 'javascript:alert(1)', '::ffff:1.2.3.4', '999.1.1.1', 'fe80::1%eth0'],
] as const;

/** JSON texts that are no values a client makes: too deep, twice the same name, numbers out of range. */
const HOSTILE_BODIES = [
  ...['', '{', '[', 'null', '[]', '{}', '"x"', '1e999', '-0', '{"a":1', "{'a':1}", '\u0000', '[[]]'],
  '[null,1,"x",{},[]]',
  '{"__proto__":{"admin":true},"path":"/","url":"https://a.example"}',
  '{"constructor":{"prototype":{}},"path":"/"}',
  '{"path":"/a","path":7}',
  ...['{"account_id":1e400}', '{"account_id":9007199254740993}', '{"account_id":{"$gt":0}}'],
  '{"toString":1,"path":"/"}',
  `${'['.repeat(60_000)}${']'.repeat(60_000)}`,
  `{"label":${'['.repeat(60_000)}${']'.repeat(60_000)},"path":${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}}`,
  `{"url":${JSON.stringify('x'.repeat(300_000))},"label":${'9'.repeat(100_000)}}`,
  `[${'7,'.repeat(9000)}7]`,
  `[${'{},'.repeat(10_001)}{}]`,
] as const;

const hostileText = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary', maxLength: 40 }));
/** Short enough for an address: a longer one is refused by the HTTP server itself, before anything is read. */
const addressText = hostileText.filter(text => encode(text).length <= 1000);
const hostileValue = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, 0, -1, 1.5, 2 ** 53, -(2 ** 63), 1e308, [], {}, [[]], { path: '/' }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Requests of one operation; `paths` lead to what exists. */
export function requestsOf(
  operation: Operation,
  document: OpenApiDocument,
  paths: readonly string[],
): fc.Arbitrary<MadeRequest> {
  const { parameters = [], bodySchema } = operation;
  const queries = parameters.filter(parameter => parameter.in === 'query');
  const query = fc.record(
    Object.fromEntries(queries.map(({ name, schema }) => [name, perhaps(textsOf(schema, queries.length))])),
  );
  const parts = operation.path
    .split('/')
    .map(part => (part.startsWith('{') ? anyPathPart : fc.constant(part)));
  const path = mostly(
    fc.constantFrom(...paths),
    fc.tuple(...parts).map(each => each.join('/')),
  );
  const body = bodySchema
    ? fc.oneof(
        { weight: 8, arbitrary: bodyOf(bodySchema, document) },
        { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_BODIES) },
      )
    : fc.constant(undefined);
  const caller = fc.oneof(
    { weight: 8, arbitrary: fc.constant<CallerName>('owner') },
    { weight: 2, arbitrary: fc.constantFrom<CallerName>('reader', 'viewer', 'nobody', 'unsubscribed') },
  );
  const headers = fc.oneof(
    { weight: 8, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_HEADERS) },
  );
  return fc.record({ path, query, body, caller, headers }).map(({ query: given, ...made }) => ({
    ...made,
    path: made.path + (made.path.includes('?') ? '&' : '?') + queryText(given),
  }));
}

/** Texts of which one or the other fits most fields. */
const textLikely = fc.constantFrom(
  '/',
  '/a',
  'DE',
  'https://a.example/b',
  '192.0.2.1',
  'Mozilla/5.0 (X11; Linux x86_64)',
  'text',
  '#0b6e5f',
);

const mostly = <Good, Bad>(good: fc.Arbitrary<Good>, bad: fc.Arbitrary<Bad>): fc.Arbitrary<Good | Bad> =>
  fc.oneof({ weight: 7, arbitrary: good }, { weight: 3, arbitrary: bad });

const perhaps = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined });

/** An empty part, or one of dots, would be another path. */
const isPathPart = (text: string): boolean => text !== '' && !/^\.{1,2}$/.test(text);

const anyPathPart = fc.oneof(
  // The first ten are the callers' own keys and accounts: without those no further request would be authorized.
  fc.integer({ min: 11, max: 60 }).map(String),
  addressText.filter(isPathPart).map(encode),
);

/** Halves of surrogate pairs have no form in an address. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

const queryText = (query: Readonly<Record<string, readonly string[] | undefined>>): string =>
  Object.entries(query)
    .flatMap(([name, values = []]) => values.map(value => `${name}=${encode(value)}`))
    .join('&');

const bodyOf = (schema: Schema, document: OpenApiDocument): fc.Arbitrary<string> =>
  mostly(jsonOf(schema, document), hostileValue).map(value => JSON.stringify(value));

/** Of so many parameters, one is hostile now and then: were each, no request would get past the first check. */
const textsOf = (schema: Schema, siblings: number): fc.Arbitrary<string[]> => {
  const text = fc.oneof(
    { weight: 7 + siblings, arbitrary: textOf(schema.items ?? schema) },
    { weight: 3, arbitrary: addressText },
  );
  return fc.array(text, { minLength: 1, maxLength: schema.type === 'array' ? 3 : 1 });
};

/** A parameter's value as text. */
const textOf = (schema: Schema): fc.Arbitrary<string> => {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(textOf));
  if (schema.const !== undefined) return fc.constant(String(schema.const));
  if (schema.format === 'date')
    return fc
      .integer({ min: 0, max: 400 })
      .map(days => new Date(Date.UTC(2025, 8, 1 + days)).toISOString().slice(0, 10));
  if (schema.type === 'integer')
    return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 9 }).map(String);
  if (schema.type === 'boolean') return fc.constantFrom('true', 'false');
  return schema.pattern ? fc.constantFrom('DE', 'fr') : fc.constantFrom('/', '/a', 'example', 'x y');
};

/** A body's value: right by its schema, but for a hostile field now and then. */
function jsonOf(given: Schema, document: OpenApiDocument): fc.Arbitrary<unknown> {
  const schema = resolved(given, document);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(part => jsonOf(part, document)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, part]) => {
        const value = mostly(mostly(jsonOf(part, document), jsonOf(part, document)), hostileValue);
        return [name, schema.required?.includes(name) ? value : perhaps(value)] as const;
      });
      return fc.record(Object.fromEntries(fields));
    }
    case 'array':
      return fc.array(jsonOf(schema.items ?? {}, document), { maxLength: 5 });
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      if (schema.format === 'date-time')
        return fc.constantFrom('2026-03-09T08:00:00Z', '2026-03-09T23:59:59.5-11:30', '9998-12-31T23:59:59Z');
      return textLikely;
    default:
      return textLikely;
  }
}
