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

test.each([
  [`x=${'x'.repeat(3000)}`, ''],
  [`UTM_SOURCE=a&x=${'x'.repeat(3000)}&utm_campaign=b`, '?utm_source=a&utm_campaign=b'],
  [`utm_source=tiktok&ttclid=${'E'.repeat(2100)}`, `?utm_source=tiktok&ttclid=${'E'.repeat(200)}`],
  [`utm_campaign=${'%C3%A9'.repeat(600)}`, `?utm_campaign=${'é'.repeat(200)}`],
  [`ref=50%25+%26%23%2B&utm_term=%FF&x=${'x'.repeat(3000)}`, '?ref=50%25+%26%23%2B&utm_term=%25FF'],
  [`gclid=1&gclid=${'%'.repeat(3000)}#${'x'.repeat(3000)}`, '?gclid=1'],
])('a url that is too long keeps the tags of its query: %s', (query, kept) => {
  expect(accepted({ url: `https://example.com/a?${query}` })).toMatchObject({
    url: `https://example.com/a${kept}`,
  });
});

test('a byte order mark in front of what a page sends is left out', () => {
  const fields = { path: '\ufeff/a', referrer: '\ufeffr.example', event: '\ufeffa.b', value: '\ufeffx' };
  expect(accepted(fields)).toMatchObject({ path: '/a', referrer: 'r.example', event: 'a.b', value: 'x' });
});

test('half a surrogate pair becomes the replacement character', () => {
  expect(accepted({ path: '/\ud83e' })).toMatchObject({ path: '/\ufffd' });
});

test('what is no part of the page may have any characters, and any number', () => {
  const rest = `x=\n${'x'.repeat(50_000)}`;
  expect(accepted({ path: `/a?${rest}` })).toMatchObject({ path: '/a' });
  expect(accepted({ path: `/a#${rest}` })).toMatchObject({ path: '/a' });
});

test.each([
  [{}, 'no path'],
  [{ url: 'file:///a' }, 'no path'],
  [{ path: '/a\n' }, 'control character in path'],
  [{ path: '/'.padEnd(1025, 'x') }, 'path too long'],
  [{ path: '/'.padEnd(50_000, '%41') }, 'path too long'],
  [{ path: '/', event: 'click' }, 'bad event name'],
])('%j is refused', (fields, reason) => {
  expect(accepted(fields)).toEqual({ errors: [reason] });
});

test.each([
  ['outbound_click', 'https://me:pw@other.example/a?token=1#x', 'https://other.example/a'],
  ['outbound_click', 'https://shop.example:8443/a', 'https://shop.example:8443/a'],
  ['outbound_click', 'mailto:shop@shop.example?body=secret', 'mailto:shop@shop.example'],
  ['file_download', 'https://shop.example/a/b.pdf?sig=1', '/a/b.pdf'],
  ['file_download', 'http://other.example/a.zip', 'http://other.example/a.zip'],
  ['form_submit', 'news?letter', 'news?letter'],
  ['form_submit', null, null],
  ['not_found', undefined, '/gone'],
  ['not_found', 'anything', '/gone'],
])('%s is an event, and an address in its value has no secrets', (event, value, kept) => {
  const url = 'https://shop.example/gone?token=1';
  expect(accepted({ url, event, value })).toMatchObject({ kind: 'event', event, value: kept });
});

const NO_TEXTS = [null, {}];
const NO_LINKS = ['', 'nonsense', 'javascript:alert(1)', 'data:text/plain,secret', 'https://', 'mailto:a\nb'];

test.each<unknown>([...NO_LINKS, ...NO_TEXTS])('a captured click on %j is refused', value => {
  for (const event of ['outbound_click', 'file_download'])
    expect(accepted({ path: '/', event, value })).toEqual({ errors: ['bad address in value'] });
});

test('a link to the same host with or without www is within the site', () => {
  const fields = { url: 'https://www.shop.example/', event: 'outbound_click' };
  expect(accepted({ ...fields, value: 'https://shop.example/a' })).toEqual({
    errors: ['a link within the site'],
  });
  expect(accepted({ ...fields, value: 'https://other.example/a' })).toMatchObject({ kind: 'event' });
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
