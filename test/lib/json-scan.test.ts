/** Scanning JSON before it is parsed: it must take what `JSON.parse` takes, however it is cut into slices. */
import { expect, test } from 'bun:test';
import { createArrayScanner, isNestedDeeper } from '../../src/lib/json-scan.ts';

const LIMITS = { maxDepth: 8, maxBytes: 200, maxTokens: 20, maxElements: 6 };

function scanOf(text: string, slice: number, limits = LIMITS) {
  const bytes = new TextEncoder().encode(text);
  const next = createArrayScanner(bytes, limits);
  for (;;) {
    const scan = next(slice);
    if (!scan) continue;
    if (scan.kind !== 'array') return scan.kind;
    let from = scan.start;
    return scan.ends.map(end => {
      const element = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from, end));
      from = end + 1;
      return element;
    });
  }
}

/** What parsing element by element comes to. */
function parsed(text: string, slice: number): unknown {
  const scan = scanOf(text, slice);
  if (typeof scan === 'string') return scan;
  try {
    return scan.map(element => JSON.parse(element));
  } catch {
    return 'malformed';
  }
}

const whole = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return 'malformed';
  }
};

const ARRAYS = ['[]', ' [ \n] \t', '[1]', '[1,"a,b]",{"a":[1,2]},null]', '[[],[[]],{}]', '[{"__proto__":1}]'];
const STRINGS = ['["\\"]",2]', '["\\\\",2]', '["\\\\\\"",2]', '["é💩",{"ключ":"знач,ение"}]'];
const COMMAS = ['[1,]', '[,1]', '[,]', '[1,,2]', '[1 2]', '[{"a":1,}]'];
const BRACKETS = ['[1}', '[{]}', '[1]]', '[', '[1'];
const ENDS = ['[1] x', '[1],', '["a]', '["a\\"]'];
const SIGNS = ['[\u00a01]', '[\ufeff1]', '["\u0001"]'];

test.each([...ARRAYS, ...STRINGS, ...COMMAS, ...BRACKETS, ...ENDS, ...SIGNS])(
  '%j is parsed as a whole is, in slices of any size',
  text => {
    for (const slice of [1, 2, 3, 7, 1000]) expect(parsed(text, slice)).toEqual(whole(text));
  },
);

test('mutations of valid arrays are accepted and rejected as by JSON.parse', () => {
  const signs = '[]{},:"\\ 1ané\u0000';
  const text = '[{"a":"b,\\"c"},[1,{"d":[]}],"e"]';
  for (let at = 0; at < text.length; at++)
    for (const sign of ['', ...signs]) {
      const changed = text.slice(0, at) + sign + text.slice(at + 1);
      const expected = whole(changed);
      const got = parsed(changed, 5);
      if (got === 'not an array') expect(Array.isArray(expected)).toBe(false);
      else expect([changed, got]).toEqual([changed, expected]);
    }
});

test('a byte order mark at the start is skipped', () => expect(scanOf('\ufeff[1]', 4)).toEqual(['1']));

test.each([
  ['{"a":[1]}', 'not an array'],
  ['1', 'not an array'],
  ['', 'not an array'],
  ['['.repeat(8) + ']'.repeat(8), ['['.repeat(7) + ']'.repeat(7)]],
  ['['.repeat(9), 'too deep'],
  [`[1,"${'x'.repeat(200)}"]`, 'too large an element'],
  [`["${'x'.repeat(198)}",1]`, [`"${'x'.repeat(198)}"`, '1']],
  [`[[${'1,'.repeat(20)}1],1]`, 'too large an element'],
] as const)('%p is %p', (text, expected) => {
  for (const slice of [1, 1000]) expect<unknown>(scanOf(text, slice)).toEqual(expected);
});

test('the error about too many elements has their number', () => {
  const scan = createArrayScanner(new TextEncoder().encode('[1,2,3,4,5,6,7,8,9]'), LIMITS)(1000);
  expect(scan).toMatchObject({ kind: 'array', count: 9 });
});

test('brackets in strings are no nesting', () => {
  expect(isNestedDeeper(JSON.stringify('['.repeat(100)), 8)).toBe(false);
  expect(isNestedDeeper('[[[[[[[[{', 8)).toBe(true);
  expect(isNestedDeeper('[{},{},{},{},{},{},{},{},{},{}]', 8)).toBe(false);
});
