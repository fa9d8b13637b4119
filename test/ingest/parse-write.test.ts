import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseWrite } from '../../src/ingest/parse-write.ts';
import { hasControlCharacter } from '../../src/lib/text.ts';

const parseHit = (body: unknown) => parseWrite('hit', body);
const parseEvent = (body: unknown) => parseWrite('event', body);
const parseAgentVisit = (body: unknown) => parseWrite('agent_visit', body);

const HIT_FIELDS = ['path', 'country', 'ip_address', 'url', 'referrer', 'user_agent', 'visitor_id', 'source'];

const errorsOf = (body: unknown): readonly string[] => {
  const accepted = parseHit(body);
  return accepted.ok ? [] : accepted.errors;
};
const fieldOf = (body: object, field: string): unknown => {
  const accepted = parseHit({ path: '/', ...body });
  return accepted.ok ? accepted.value[field as keyof typeof accepted.value] : accepted.errors;
};

test('a full hit is taken as it was given', () => {
  const body = {
    path: '/a',
    country: 'DE',
    ip_address: '::ffff:8.8.8.8',
    url: 'https://example.com/a?x=1',
    referrer: 'https://news.example/',
    user_agent: 'Mozilla/5.0',
    visitor_id: 'u1',
    source: ' mail ',
    unknown: { x: 1 },
  };
  expect(parseHit(body)).toEqual({
    ok: true,
    value: {
      kind: 'hit',
      path: '/a',
      query: null,
      fragment: null,
      country: 'DE',
      ipAddress: '8.8.8.8',
      url: 'https://example.com/a?x=1',
      referrer: 'https://news.example/',
      userAgent: 'Mozilla/5.0',
      visitorId: 'u1',
      source: 'mail',
      event: null,
      value: null,
      properties: null,
      revenueAmount: null,
      revenueCurrency: null,
      region: null,
      city: null,
      language: null,
      screen: null,
    },
  });
});

test('null is the same as absent', () => {
  const nothing = Object.fromEntries(HIT_FIELDS.map(field => [field, null]));
  expect(parseHit({ ...nothing, path: '/a' })).toEqual(parseHit({ path: '/a' }));
});

test.each([
  ['a', '/a'],
  ['/a', '/a'],
  ['/a?b=1#c', '/a'],
  ['HTTPS://shop.example/%7Ea?b=1#c', '/~a'],
  ['mailto:a@shop.example', '/mailto:a@shop.example'],
  ['//a', '//a'],
  ['<script>', '/<script>'],
  ["'; drop table hits; --", "/';%20drop%20table%20hits;%20--"],
  ['/käse 🧀', '/käse%20🧀'],
])('the path %p is stored as %p', (path, stored) => {
  expect(fieldOf({ path }, 'path')).toBe(stored);
});

test.each([
  [{}, "path can't be blank"],
  [{ path: '' }, "path can't be blank"],
  [{ path: '  ' }, "path can't be blank"],
  [{ path: null }, "path can't be blank"],
  [{ path: 5 }, 'path must be a string, got 5'],
  [{ path: ['/a'] }, 'path must be a string, got a list'],
  [{ path: {} }, 'path must be a string, got an object'],
  [{ path: '/a\nb' }, 'path must not contain control characters, got "/a\\nb"'],
  [{ path: '/a\u0085' }, 'path must not contain control characters, got "/a\\u0085"'],
  [{ path: '/\ud800' }, 'path must be valid Unicode, got half of a surrogate pair in "/\ufffd"'],
  [{ path: '/'.padEnd(1025, 'x') }, 'path must be at most 1024 characters, got 1025'],
  [{ path: '/', country: 'de' }, 'country must be two capital letters, got "de"'],
  [{ path: '/', country: 'DEU' }, 'country must be two capital letters, got "DEU"'],
  [{ path: '/', country: '' }, 'country must be two capital letters, got ""'],
  [{ path: '/', country: 49 }, 'country must be two capital letters, got 49'],
  [{ path: '/', ip_address: '300.1.1.1' }, 'ip_address must be an IPv4 or IPv6 address, got "300.1.1.1"'],
  [{ path: '/', ip_address: true }, 'ip_address must be an IPv4 or IPv6 address, got true'],
  [
    { path: '/', url: 'ftp://example.com' },
    'url must be an http:// or https:// address, got "ftp://example.com"',
  ],
  [{ path: '/', url: '/a' }, 'url must be an http:// or https:// address, got "/a"'],
  [
    { path: '/', url: 'https://a.b/\u0000' },
    'url must be an http:// or https:// address, got "https://a.b/\\u0000"',
  ],
  [{ path: '/', url: `https://a.b/${'x'.repeat(2037)}` }, 'url must be at most 2048 characters, got 2049'],
  [{ path: '/', referrer: 'x'.repeat(2049) }, 'referrer must be at most 2048 characters, got 2049'],
  [{ path: '/', user_agent: 'x'.repeat(1025) }, 'user_agent must be at most 1024 characters, got 1025'],
  [{ path: '/', visitor_id: 7 }, 'visitor_id must be a string, got 7'],
  [{ path: '/', visitor_id: 'x'.repeat(129) }, 'visitor_id must be at most 128 characters, got 129'],
  [{ path: '/', source: 'x'.repeat(201) }, 'source must be at most 200 characters, got 201'],
  [{ path: '/', source: 'a\u0007' }, 'source must not contain control characters, got "a\\u0007"'],
])('%j is refused', (body, message) => {
  expect(errorsOf(body)).toEqual([message]);
});

test.each([
  [null, 'null'],
  ['/', '"/"'],
  [[], 'a list'],
  [3, '3'],
  [undefined, 'nothing'],
])('a body %p is refused', (body, got) => {
  expect(errorsOf(body)).toEqual([`body must be a JSON object, got ${got}`]);
});

test('every fault of a body is listed', () => {
  expect(errorsOf({ country: 'x', ip_address: 'y', url: 1 })).toHaveLength(4);
});

test('lengths count characters, not halves of surrogate pairs', () => {
  expect(errorsOf({ path: `/${'🧀'.repeat(1023)}` })).toEqual([]);
  expect(errorsOf({ path: `/${'🧀'.repeat(1024)}` })).toHaveLength(1);
});

test('a byte order mark in front of a text is left out', () => {
  const accepted = parseEvent({
    event: '\ufeffa.b',
    value: '\ufeff\ufeffx\ufeff',
    referrer: '\ufeffr.example',
  });
  expect(accepted).toMatchObject({ value: { event: 'a.b', value: 'x\ufeff', referrer: 'r.example' } });
});

test('what came is shown shortened', () => {
  expect(errorsOf({ path: '/', country: 'y'.repeat(5000) })[0]).toBe(
    `country must be two capital letters, got "${'y'.repeat(40)}…"`,
  );
});

test.each([
  ['', null],
  ['https://a.b/', 'https://a.b/'],
  ['android-app://com.google.android.gm/', 'android-app://com.google.android.gm/'],
  ['news.example', 'news.example'],
  ['localhost:3000/x', 'localhost:3000/x'],
  ['javascript:alert(1)', null],
  [' JavaScript:alert(1)', null],
  ['java\nscript:alert(1)', null],
  ['data:text/html,x', null],
])('the referrer %p is kept as %p', (referrer, kept) => {
  expect(fieldOf({ referrer }, 'referrer')).toBe(kept as never);
});

test.each(['click', '.click', 'button.', 'a..b', ' .b', 'a. '])('the event name %p is refused', event => {
  expect(parseEvent({ event })).toEqual({
    ok: false,
    errors: [`event must be in category.action form, got ${JSON.stringify(event)}`],
  });
});

test.each([
  ['a\n.b', 'control characters'],
  [5, 'must be a string'],
  ['', 'category.action'],
  [undefined, 'category.action'],
  [`a.${'x'.repeat(127)}`, 'at most 128'],
])('the event name %p is refused because of %p', (event, reason) => {
  const accepted = parseEvent({ event });
  expect(accepted.ok ? '' : accepted.errors.join()).toContain(reason);
});

test('an event needs no path, and keeps its value', () => {
  const accepted = parseEvent({ event: 'sign up.done.twice', value: '' });
  expect(accepted.ok && accepted.value).toMatchObject({
    kind: 'event',
    event: 'sign up.done.twice',
    value: '',
    path: null,
  });
});

test('a value is a string', () => {
  expect(parseEvent({ event: 'a.b', value: 5 })).toEqual({
    ok: false,
    errors: ['value must be a string, got 5'],
  });
});

test('an agent visit needs a path like a hit', () => {
  expect(parseAgentVisit({})).toEqual({ ok: false, errors: ["path can't be blank"] });
});

test('whatever comes, the answer is a value, and what is accepted is storable', () => {
  const text = fc.string({ unit: 'binary', maxLength: 30 });
  const body = fc.dictionary(
    fc.constantFrom(...HIT_FIELDS, 'event', 'value'),
    fc.oneof(text, fc.constantFrom('/a', 'a.b', 'DE', '8.8.8.8', 'https://a.b/'), fc.jsonValue()),
  );
  fc.assert(
    fc.property(fc.oneof(body, fc.jsonValue()), given => {
      for (const accept of [parseHit, parseEvent, parseAgentVisit]) {
        const accepted = accept(given);
        const errors = accepted.ok ? [] : accepted.errors;
        expect(errors.filter(error => !error.isWellFormed() || hasControlCharacter(error))).toEqual([]);
        if (accepted.ok)
          for (const value of Object.values(accepted.value))
            expect(value === null || value.isWellFormed()).toBe(true);
      }
    }),
  );
});

test('a path may have 1,024 characters, the slash that is put in front of it included', () => {
  expect(parseHit({ path: 'a'.repeat(1023) })).toMatchObject({
    ok: true,
    value: { path: `/${'a'.repeat(1023)}` },
  });
  expect(parseHit({ path: 'a'.repeat(1024) })).toEqual({
    ok: false,
    errors: ['path must be at most 1024 characters, got 1025'],
  });
});
