/**
 * Lookup tables from address ranges to short values, such as countries, in a form that is small when compressed.
 *
 * A key is two 32-bit numbers: 0 and an IPv4 address, or the first 64 bits of an IPv6 address, since the rest is the customer's. A
 * table is a line of JSON (`Header`) and, for each family, four columns with an entry for each range, delta-encoded: the increase of
 * the high number, the trailing zero bits of the increase of the low one, that increase without them, and the index of the value.
 * Numbers are unsigned LEB128. A range ends where the next begins.
 */
import ipaddr from 'ipaddr.js';

type Key = readonly [high: number, low: number];
/** The first address of a range, and the value of all addresses up to the next range; empty where there is none. */
export type RangeStart = readonly [first: Key, value: string];

export interface AddressRanges {
  /** Returns the value of an address that `normalizeAddress` has returned; null where there is none. */
  get(address: string): string | null;
  readonly builtAt: Date;
}

interface Header {
  /** Date, ISO 8601. */
  readonly builtAt: string;
  readonly values: readonly string[];
  /** How many ranges of IPv4 and IPv6 follow. */
  readonly counts: readonly number[];
}

const MAX_VALUES = 256;
const join = (high: number, low: number): number => high * 65_536 + low;

/** Returns the two numbers of an address, and the index of its family. */
export function toRangeKey(address: string): { readonly family: 0 | 1; readonly key: Key } {
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6) {
    const [a = 0, b = 0, c = 0, d = 0] = parsed.parts;
    return { family: 1, key: [join(a, b), join(c, d)] };
  }
  const [a = 0, b = 0, c = 0, d = 0] = parsed.octets;
  return { family: 0, key: [0, join(a * 256 + b, c * 256 + d)] };
}

/** Writes a table. Starts of a family are in order; those with the value of the one before are left out. */
export function encodeRanges(
  builtAt: string,
  families: readonly (readonly RangeStart[])[],
): Uint8Array<ArrayBuffer> {
  const kept = families.map(starts => starts.filter(([, value], n) => value !== (starts[n - 1]?.[1] ?? '')));
  const values = [...new Set(kept.flatMap(starts => starts.map(([, value]) => value)))];
  if (values.length > MAX_VALUES) throw new Error(`${values.length} values do not fit into a byte`);
  const header: Header = { builtAt, values, counts: kept.map(starts => starts.length) };
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(header)}\n`),
    ...kept.flatMap(starts => encodeFamily(starts, values)).map(column => Uint8Array.from(column)),
  ]);
}

function encodeFamily(starts: readonly RangeStart[], values: readonly string[]): number[][] {
  const columns: [number[], number[], number[], number[]] = [[], [], [], []];
  const [highs, trailingZeros, lows, indexes] = columns;
  const indexOf = new Map(values.map((value, index) => [value, index]));
  let before: Key = [0, 0];
  for (const [first, value] of starts) {
    writeVarint(first[0] - before[0], highs);
    let increase = first[0] === before[0] ? first[1] - before[1] : first[1];
    let zeros = 0;
    for (; increase !== 0 && increase % 2 === 0; zeros++) increase /= 2;
    trailingZeros.push(zeros);
    writeVarint(increase, lows);
    indexes.push(indexOf.get(value) ?? 0);
    before = first;
  }
  return columns;
}

function writeVarint(given: number, bytes: number[]): void {
  let number = given;
  for (; number > 127; number = Math.floor(number / 128)) bytes.push((number % 128) + 128);
  bytes.push(number);
}

interface Family {
  readonly highs: Uint32Array;
  readonly lows: Uint32Array;
  readonly indexes: Uint8Array;
}

/** Reads what `encodeRanges` has written. */
export function decodeRanges(table: Uint8Array): AddressRanges {
  let at = table.indexOf(10) + 1;
  const { builtAt, values, counts } = JSON.parse(Buffer.from(table.subarray(0, at)).toString()) as Header;
  function readBytes(count: number): Uint8Array {
    at += count;
    return table.slice(at - count, at);
  }
  function readVarints(count: number): Uint32Array {
    const numbers = new Uint32Array(count);
    for (let n = 0; n < count; n++) {
      let number = 0;
      let scale = 1;
      let byte = 0;
      do {
        byte = table[at++] ?? 0;
        number += (byte & 127) * scale;
        scale *= 128;
      } while (byte > 127);
      numbers[n] = number;
    }
    return numbers;
  }
  const families = counts.map((count): Family => {
    const highs = readVarints(count);
    const trailingZeros = readBytes(count);
    const lows = readVarints(count);
    for (let n = 0, high = 0, low = 0; n < count; n++) {
      const increase = (lows[n] ?? 0) * 2 ** (trailingZeros[n] ?? 0);
      low = highs[n] === 0 ? low + increase : increase;
      high += highs[n] ?? 0;
      highs[n] = high;
      lows[n] = low;
    }
    return { highs, lows, indexes: readBytes(count) };
  });
  return {
    builtAt: new Date(builtAt),
    get(address) {
      const { family, key } = toRangeKey(address);
      const found = families[family];
      const index = found && findIndex(found, key);
      return index === undefined ? null : values[index] || null;
    },
  };
}

/** Finds the index of the value of the last range that begins at the address or before it, by binary search. */
function findIndex({ highs, lows, indexes }: Family, [high, low]: Key): number | undefined {
  let from = 0;
  for (let to = highs.length; from < to; ) {
    const middle = (from + to) >>> 1;
    const first = highs[middle] ?? 0;
    if (first < high || (first === high && (lows[middle] ?? 0) <= low)) from = middle + 1;
    else to = middle;
  }
  return indexes[from - 1];
}
