/** Parsing bodies of many rows, with yields to the event loop. */
import { expect, test } from 'bun:test';
import { useBatchBody } from '../../src/http/batch-body.ts';
import { malformed, tooDeep } from '../../src/http/body.ts';
import { countTurns } from '../support/event-loop.ts';

const MIB = 1024 ** 2;
const read = (text: string) => {
  const bytes = new TextEncoder().encode(text);
  const headers = { 'content-length': String(bytes.byteLength) };
  const request = new Request('http://x.example/', { method: 'POST', body: bytes, headers });
  return useBatchBody(request, 'user 1', body => body);
};

test.each(['[]', '[1,{"a":"b,c"}]', ' [null,"é💩"]\n', '{"a":1}', '"text"'])('%p is parsed', async text =>
  expect(await read(text)).toEqual(JSON.parse(text)),
);

test('an empty body is undefined, and invalid JSON is an error', async () => {
  expect(await read('')).toBeUndefined();
  for (const text of ['[1,]', '[1', '{', '[{]}', '[1] 2']) expect(await read(text)).toBe(malformed);
});

test('rows are parsed as the whole is, whatever their length, and an invalid one anywhere is an error', async () => {
  const rows = Array.from({ length: 2_000 }, (_, n) => [
    n,
    { path: 'é,💩]'.repeat(n % 7 === 0 ? 2_000 : 1) },
  ]);
  const texts = rows.map(row => JSON.stringify(row));
  expect(await read(`[${texts.join(' ,\n')}]`)).toEqual(rows);
  for (const at of [0, 1, 7, 999, 1_999])
    for (const invalid of ['', '1 2', '{"a"}', '\ufeff1', '[1}'])
      expect(await read(`[${texts.with(at, invalid).join()}]`)).toBe(malformed);
});

test('rows are nested 63 levels at most, the batch being one', async () => {
  const nested = (depth: number) => `[${'['.repeat(depth)}${']'.repeat(depth)}]`;
  expect(await read(nested(63))).toHaveLength(1);
  expect(await read(nested(64))).toBe(tooDeep);
  expect(await read('['.repeat(10 * MIB))).toBe(tooDeep);
});

test('the error about too many rows has their number', async () => {
  expect(await read(`[${'0,'.repeat(5 * MIB - 10)}0]`)).toHaveLength(5 * MIB - 9);
});

test.each([
  ['of 1 MiB of text', JSON.stringify('x'.repeat(MIB))],
  ['of 10,001 values', `[${'0,'.repeat(10_000)}0]`],
])('a row %s is refused by its number', async (_, row) => {
  expect(async () => await read(`[1,${row},2]`)).toThrow(
    'row 1 of the batch is too large: at most 1 MiB and 10000 values',
  );
});

test('a long object is refused without being parsed', async () => {
  expect(await read(`{"a":"${'x'.repeat(2 * MIB)}"}`)).toEqual({});
});

test('parsing a large batch yields to the event loop', async () => {
  const turns = countTurns();
  const rows = Array.from({ length: 10_000 }, (_, n) => ({ path: `/${n}/${'p'.repeat(900)}` }));
  expect(await read(JSON.stringify(rows))).toEqual(rows);
  expect(turns()).toBeGreaterThan(3);
});
