import { expect, test } from 'bun:test';
import { isNotModified, toEtag, toWeakEtag } from '../../src/lib/etag.ts';

const asks = (header: string) =>
  new Request('http://site.example/', { headers: { 'if-none-match': header } });

test('a version that the client has is found in a list, weak or strong, and by *', () => {
  const etag = toEtag('text');
  for (const header of [etag, `W/${etag}`, `"other", ${etag}`, `"a",W/${etag},"b"`, '*'])
    expect([header, isNotModified(asks(header), etag)]).toEqual([header, true]);
  expect(isNotModified(asks(etag), toWeakEtag('text'))).toBe(true);
});

test('another version is modified, also one whose tag is a part of it', () => {
  const etag = toEtag('text');
  for (const header of ['', '"other"', etag.slice(1, -1), `"x${etag.slice(1)}`, toEtag('texts')])
    expect([header, isNotModified(asks(header), etag)]).toEqual([header, false]);
  expect(isNotModified(new Request('http://site.example/'), etag)).toBe(false);
});
