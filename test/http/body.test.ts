/** Reading bodies. Source: decisions, section 2. */
import { expect, test } from 'bun:test';
import { malformed, parseJson, readBody, tooDeep } from '../../src/http/body.ts';

const post = (body: BodyInit, headers: Record<string, string>) =>
  new Request('http://x.example/', { method: 'POST', body, headers });
const chunked = (...pieces: (string | Uint8Array)[]) => {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new Uint8Array(Buffer.from(piece)));
      controller.close();
    },
  });
  return post(stream, { 'transfer-encoding': 'chunked' });
};
const sized = (text: string) => post(text, { 'content-length': String(text.length) });

test('a body is read as text, from one chunk or many', async () => {
  expect(await readBody(sized('{"a":1}'), 1024)).toBe('{"a":1}');
  expect(await readBody(chunked('{"a"', ':1', '}'), 1024)).toBe('{"a":1}');
});

test('a character split between two chunks is decoded', async () => {
  const bytes = [...new TextEncoder().encode('💩')].map(byte => new Uint8Array([byte]));
  expect(await readBody(chunked(...bytes), 1024)).toBe('💩');
});

test('a missing body is an empty text', async () => {
  expect(await readBody(new Request('http://x.example/', { method: 'POST' }), 1024)).toBe('');
});

test('a body over the limit is rejected, with and without a content-length', async () => {
  const tooLong = 'body must be at most 1 KiB';
  expect(async () => await readBody(sized('x'.repeat(1025)), 1024)).toThrow(tooLong);
  expect(async () => await readBody(chunked('x'.repeat(1000), 'x'.repeat(25)), 1024)).toThrow(tooLong);
  expect(await readBody(chunked('x'.repeat(1000), 'x'.repeat(24)), 1024)).toHaveLength(1024);
});

test('invalid JSON, an empty body and null have different results', () => {
  expect(parseJson('')).toBeUndefined();
  expect(parseJson('null')).toBeNull();
  expect(parseJson('{')).toBe(malformed);
});

test('64 levels are parsed, one more is not', () => {
  const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}"]}[{"${'}]'.repeat(depth / 2)}`;
  expect(parseJson(nested(64))).toHaveLength(1);
  expect(parseJson(nested(66))).toBe(tooDeep);
  expect(parseJson('['.repeat(100_000))).toBe(tooDeep);
  expect(parseJson(JSON.stringify('['.repeat(100_000)))).toHaveLength(100_000);
});
