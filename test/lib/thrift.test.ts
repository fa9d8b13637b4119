/** Structs in the compact protocol of Thrift. */
import { expect, test } from 'bun:test';
import {
  changeInteger,
  changeStruct,
  changeStructs,
  readInteger,
  readList,
  readStruct,
  writeStructList,
} from '../../src/lib/thrift.ts';

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const hex = (value: Uint8Array): string => Buffer.from(value).toString('hex');

/** Every type, written by hand: i32 -1, true, byte, double, binary, list of booleans, map, struct, and field 400 after that. */
const ALL = bytes(
  '15 01 11 13 7f 17 0000000000000000 18 03 616263 19 21 01 02 1b 01 85 01 78 02 1c 15 02 00 06 a0 06 04 00',
);

test('a struct that nothing changes is copied as it is, with every type of field', () => {
  expect([...readStruct(ALL).keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 400]);
  expect(hex(changeStruct({})(ALL))).toBe(hex(ALL));
});

test.each([0n, 1n, -1n, 63n, 64n, -65n, 2n ** 31n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)])(
  'a number becomes %p, and what stands beside it stays',
  value => {
    const changed = changeStruct({ 400: changeInteger(() => value), 9: changeInteger(() => 1n) })(ALL);
    const fields = readStruct(changed);
    expect(readInteger(fields.get(400) ?? new Uint8Array())).toBe(value);
    expect(fields.has(9)).toBe(false);
    expect(hex(fields.get(8) ?? new Uint8Array())).toBe('150200');
  },
);

test.each([0, 1, 14, 15, 16, 300])('a list of %d structs is changed element by element', length => {
  const structs = Array.from({ length }, () => bytes('16 02 00'));
  const list = writeStructList(structs);
  expect(readList(list)).toHaveLength(length);
  const changed = changeStructs(changeStruct({ 1: changeInteger(number => number + 5n) }))(list);
  expect(readList(changed).map(hex)).toEqual(structs.map(() => '160c00'));
});

test.each(['15', '18 05 61', '1d 00', '1c 15 02'])(
  'a struct that is cut short or unknown is refused: %s',
  text => {
    expect(() => readStruct(bytes(text))).toThrow();
  },
);
