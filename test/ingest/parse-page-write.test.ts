import { expect, test } from 'bun:test';
import { type PageFields, parsePageWrite } from '../../src/ingest/parse-page-write.ts';

const accepted = (fields: PageFields): object => {
  const page = parsePageWrite(fields);
  return page.ok ? page.value : { errors: page.errors };
};

test('the path drops query and fragment, the url keeps its query', () => {
  expect(accepted({ url: 'https://www.example.com/a?b=1#token' })).toMatchObject({
    kind: 'hit',
    path: '/a',
    url: 'https://www.example.com/a?b=1',
    host: 'example.com',
  });
  expect(accepted({ url: 'https://example.com/x', path: 'shown?b=1#c' })).toMatchObject({ path: '/shown' });
});

test('a password in the address is left out', () => {
  expect(accepted({ url: 'https://me:secret@example.com/a' })).toMatchObject({
    url: 'https://example.com/a',
  });
});

test.each([
  ['https://news.example/a', 'https://news.example/a'],
  ['', null],
  ['javascript:alert(1)', null],
  [`https://news.example/${'x'.repeat(3000)}`, 'https://news.example'],
  [`https://news.example/a?${'x'.repeat(3000)}`, 'https://news.example/a'],
  [5, null],
])('a page referrer is mended', (referrer, kept) => {
  expect(accepted({ path: '/', referrer })).toMatchObject({ referrer: kept });
});

test('a url that is too long loses its query', () => {
  expect(accepted({ url: `https://example.com/a?${'x'.repeat(3000)}` })).toMatchObject({
    url: 'https://example.com/a',
  });
});

test('a byte order mark in front of what a page sends is left out', () => {
  const fields = { path: '\ufeff/a', referrer: '\ufeffr.example', event: '\ufeffa.b', value: '\ufeffx' };
  expect(accepted(fields)).toMatchObject({ path: '/a', referrer: 'r.example', event: 'a.b', value: 'x' });
});

test('half a surrogate pair becomes the replacement character', () => {
  expect(accepted({ path: '/\ud83e' })).toMatchObject({ path: '/\ufffd' });
});

test.each([
  [{}, 'no path'],
  [{ url: 'file:///a' }, 'no path'],
  [{ path: '/a\n' }, 'control character in path'],
  [{ path: '/'.padEnd(1025, 'x') }, 'path too long'],
  [{ path: '/', event: 'click' }, 'bad event name'],
])('%j is refused', (fields, reason) => {
  expect(accepted(fields)).toEqual({ errors: [reason] });
});

test('an event takes a value of any plain type, cut to its length', () => {
  expect(accepted({ path: '/', event: 'a.b', value: 5 })).toMatchObject({
    kind: 'event',
    event: 'a.b',
    value: '5',
  });
  expect(accepted({ path: '/', event: 'a.b', value: 'v'.repeat(2000) })).toMatchObject({
    value: 'v'.repeat(1024),
  });
  expect(accepted({ path: '/', value: 'v' })).toMatchObject({ kind: 'hit', value: null });
});
