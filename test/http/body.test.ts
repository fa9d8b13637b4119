/** Reading bodies. Source: decisions, section 2. */
import { expect, test } from 'bun:test';
import { malformed, parseJson, readBody } from '../../src/http/body.ts';

const chunked = (...pieces: string[]) => {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  return new Request('http://x.example/', {
    method: 'POST',
    body: stream,
    headers: { 'transfer-encoding': 'chunked' },
  });
};
const sized = (text: string) =>
  new Request('http://x.example/', {
    method: 'POST',
    body: text,
    headers: { 'content-length': String(text.length) },
  });

test('a body comes back as text, in one piece or in many', async () => {
  expect(await readBody(sized('{"a":1}'))).toBe('{"a":1}');
  expect(await readBody(chunked('{"a"', ':1', '}'))).toBe('{"a":1}');
});

test('a sign that is cut between two pieces is put together', async () => {
  const bytes = new TextEncoder().encode('💩');
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
      controller.close();
    },
  });
  const headers = { 'transfer-encoding': 'chunked' };
  expect(await readBody(new Request('http://x.example/', { method: 'POST', body: stream, headers }))).toBe(
    '💩',
  );
});

test('no body is an empty text', async () => {
  expect(await readBody(new Request('http://x.example/', { method: 'POST' }))).toBe('');
});

test('over the limit it is refused, whether the length was said or not', async () => {
  const tooLong = 'body must be at most 1 KiB';
  expect(async () => await readBody(sized('x'.repeat(1025)), 1024)).toThrow(tooLong);
  expect(async () => await readBody(chunked('x'.repeat(1000), 'x'.repeat(25)), 1024)).toThrow(tooLong);
  expect(await readBody(chunked('x'.repeat(1000), 'x'.repeat(24)), 1024)).toHaveLength(1024);
});

test('what is no JSON is told apart from no body and from null', () => {
  expect(parseJson('')).toBeUndefined();
  expect(parseJson('null')).toBeNull();
  expect(parseJson('{')).toBe(malformed);
});
