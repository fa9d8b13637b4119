/**
 * Changes single fields of structs in the compact protocol of Thrift, as the footers of Parquet files have. Whatever has no
 * change is copied byte by byte, so that fields that this program does not know are kept.
 */

/** Makes another value of a field out of its bytes. */
type Change = (value: Uint8Array) => Uint8Array;

/** Changes of a struct's fields, by their numbers. */
type Changes = Readonly<Record<number, Change>>;

interface Field {
  readonly id: number;
  readonly type: number;
  readonly value: Uint8Array;
}

const STOP = 0;
const BYTE = 3;
const DOUBLE = 7;
const BINARY = 8;
const MAP = 11;
const STRUCT = 12;
/** Types whose value is in the header of a struct's field; in a list, each takes a byte. */
const BOOLEANS: ReadonlySet<number> = new Set([1, 2]);
const VARINTS: ReadonlySet<number> = new Set([4, 5, 6]);
const LISTS: ReadonlySet<number> = new Set([9, 10]);
const DOUBLE_BYTES = 8;
/** Lists of so many elements or more, and steps of so many field numbers or more, do not fit into a header of one byte. */
const LONG = 15;
const VARINT_BITS = 7;
const MORE = 0x80;
const NIBBLE_BITS = 4;
const NIBBLE = 0x0f;

const decodeZigzag = (value: bigint): bigint => (value >> 1n) ^ -(value & 1n);
const encodeZigzag = (value: bigint): bigint => (value < 0n ? -2n * value - 1n : 2n * value);

/** Reads values one after another. */
function createReader(bytes: Uint8Array) {
  let position = 0;
  const readByte = (): number => {
    const byte = bytes[position];
    if (byte === undefined) throw new Error('a struct of Thrift ends early');
    position += 1;
    return byte;
  };
  const readVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += BigInt(VARINT_BITS)) {
      const byte = readByte();
      value |= BigInt(byte & (MORE - 1)) << shift;
      if (byte < MORE) return value;
    }
  };
  const readListHeader = (): { readonly type: number; readonly count: number } => {
    const header = readByte();
    const count = header >> NIBBLE_BITS;
    return { type: header & NIBBLE, count: count === LONG ? Number(readVarint()) : count };
  };
  const skipMap = (): void => {
    const count = Number(readVarint());
    const types = count === 0 ? 0 : readByte();
    for (let index = 0; index < count; index += 1) {
      skip(types >> NIBBLE_BITS, true);
      skip(types & NIBBLE, true);
    }
  };
  const skip = (type: number, isElement: boolean): void => {
    if (BOOLEANS.has(type)) position += isElement ? 1 : 0;
    else if (type === BYTE) position += 1;
    else if (VARINTS.has(type)) readVarint();
    else if (type === DOUBLE) position += DOUBLE_BYTES;
    else if (type === BINARY) {
      const length = Number(readVarint());
      position += length;
    } else if (LISTS.has(type)) {
      const list = readListHeader();
      for (let index = 0; index < list.count; index += 1) skip(list.type, true);
    } else if (type === MAP) skipMap();
    else if (type === STRUCT) readFields();
    else throw new Error(`a type of Thrift is not known: ${type}`);
  };
  const readValue = (type: number, isElement: boolean): Uint8Array => {
    const start = position;
    skip(type, isElement);
    if (position > bytes.length) throw new Error('a value of Thrift ends early');
    return bytes.subarray(start, position);
  };
  const readFields = (): Field[] => {
    const fields: Field[] = [];
    for (let id = 0; ; ) {
      const header = readByte();
      if (header === STOP) return fields;
      const step = header >> NIBBLE_BITS;
      id = step === 0 ? Number(decodeZigzag(readVarint())) : id + step;
      const type = header & NIBBLE;
      fields.push({ id, type, value: readValue(type, false) });
    }
  };
  return { readVarint, readListHeader, readValue, readFields };
}

function encodeVarint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= BigInt(MORE); rest >>= BigInt(VARINT_BITS))
    bytes.push(Number(rest & BigInt(MORE - 1)) | MORE);
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

function encodeFieldHeader({ id, type }: Field, lastId: number): Uint8Array {
  const step = id - lastId;
  if (step > 0 && step <= LONG) return Uint8Array.of((step << NIBBLE_BITS) | type);
  return Buffer.concat([Uint8Array.of(type), encodeVarint(encodeZigzag(BigInt(id)))]);
}

/** Returns the values of a struct's fields, by their numbers. */
export const readStruct = (bytes: Uint8Array): Map<number, Uint8Array> =>
  new Map(
    createReader(bytes)
      .readFields()
      .map(({ id, value }) => [id, value]),
  );

/** Returns the elements of a list. */
export function readList(bytes: Uint8Array): Uint8Array[] {
  const reader = createReader(bytes);
  const { type, count } = reader.readListHeader();
  return Array.from({ length: count }, () => reader.readValue(type, true));
}

/** Returns a whole number. */
export const readInteger = (bytes: Uint8Array): bigint => decodeZigzag(createReader(bytes).readVarint());

/** Returns a list of structs. */
export function writeStructList(structs: readonly Uint8Array[]): Uint8Array {
  const { length } = structs;
  const header =
    length < LONG
      ? Uint8Array.of((length << NIBBLE_BITS) | STRUCT)
      : Buffer.concat([Uint8Array.of((LONG << NIBBLE_BITS) | STRUCT), encodeVarint(BigInt(length))]);
  return Buffer.concat([header, ...structs]);
}

/** Changes a whole number. */
export const changeInteger =
  (change: (value: bigint) => bigint): Change =>
  bytes =>
    encodeVarint(encodeZigzag(change(readInteger(bytes))));

/** Changes every element of a list of structs. */
export const changeStructs =
  (change: Change): Change =>
  bytes =>
    writeStructList(readList(bytes).map(change));

/** Changes fields of a struct that it has. */
export const changeStruct =
  (changes: Changes): Change =>
  bytes => {
    const pieces: Uint8Array[] = [];
    let lastId = 0;
    for (const field of createReader(bytes).readFields()) {
      pieces.push(encodeFieldHeader(field, lastId), changes[field.id]?.(field.value) ?? field.value);
      lastId = field.id;
    }
    return Buffer.concat([...pieces, Uint8Array.of(STOP)]);
  };
