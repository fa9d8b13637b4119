import { expect, test } from 'bun:test';
import { decodeRanges, encodeRanges, type RangeStart, toRangeKey } from '../../src/lib/address-ranges.ts';

const startsOf = (starts: Readonly<Record<string, string>>): RangeStart[] =>
  Object.entries(starts).map(([address, text]) => [toRangeKey(address).key, text]);

const table = decodeRanges(
  encodeRanges('2026-11-30', [
    startsOf({ '1.0.0.0': 'a', '1.0.0.7': 'b', '1.0.0.8': '', '9.0.0.0': 'a', '255.255.255.255': 'c' }),
    startsOf({
      '2001:db8::': 'a',
      '2001:db8:0:1::': 'b',
      '2001:db9::': '',
      '2a00:1:8000::': 'b',
      'ffff::': 'c',
    }),
  ]),
);

test.each([
  ['0.255.255.255', null],
  ['1.0.0.0', 'a'],
  ['1.0.0.6', 'a'],
  ['1.0.0.7', 'b'],
  ['1.0.0.8', null],
  ['8.255.255.255', null],
  ['255.255.255.254', 'a'],
  ['255.255.255.255', 'c'],
  ['::1', null],
  ['2001:db7:ffff:ffff::', null],
  ['2001:db8::ffff:ffff', 'a'],
  ['2001:db8:0:1::1', 'b'],
  ['2001:db8:ffff::', 'b'],
  ['2001:db9::', null],
  ['2a00:1:7fff:ffff::', null],
  ['2a00:1:8000::', 'b'],
  ['ffff:ffff::', 'c'],
])('the text of %p is %p', (address, text) => expect(table.get(address)).toBe(text));

test('a table says when it was made, and may be empty', () => {
  expect(table.builtAt).toEqual(new Date('2026-11-30'));
  expect(decodeRanges(encodeRanges('2026-11-30', [[], []])).get('1.2.3.4')).toBeNull();
});

test('more than 256 values are refused', () => {
  const many = Array.from({ length: 257 }, (_, n): RangeStart => [[0, n], `text ${n}`]);
  expect(() => encodeRanges('2026-11-30', [many])).toThrow('257 values');
});
