import { heapStats } from 'bun:jsc';
import { expect, test } from 'bun:test';
import { createSessionIndex } from '../../src/features/imports/readers/session-index.ts';
import { createUserAgentParser } from '../../src/ingest/user-agent.ts';
import { createKeyedHash, fromHex64, toHex64 } from '../../src/lib/hash.ts';
import { createLru } from '../../src/lib/lru.ts';
import { memoizeByText, rememberLast } from '../../src/lib/memoize.ts';

test('a bounded map never holds more than its bound', () => {
  const lru = createLru<number, number>(10);
  for (let i = 0; i < 1000; i++) lru.set(i, i);
  expect(lru.size).toBeLessThanOrEqual(10);
  expect(lru.get(999)).toBe(999);
  expect(lru.get(0)).toBeUndefined();
});

test('recently read entries stay while others are evicted', () => {
  const lru = createLru<string, number>(10);
  lru.set('kept', 1);
  for (let i = 0; i < 100; i++) {
    lru.set(`passing ${i}`, i);
    expect(lru.get('kept')).toBe(1);
  }
});

test('a keyed hash depends on every bit of key and message', () => {
  const key = new Uint8Array(32);
  const other = new Uint8Array(32).fill(1, 31);
  expect(createKeyedHash(key)('a')).toBe(createKeyedHash(key)('a'));
  expect(createKeyedHash(key)('a')).not.toBe(createKeyedHash(key)('b'));
  expect(createKeyedHash(key)('a')).not.toBe(createKeyedHash(other)('a'));
});

test('a hash is 16 lowercase hex digits and back', () => {
  expect(toHex64(255n)).toBe('00000000000000ff');
  expect(fromHex64('ffffffffffffffff')).toBe(2n ** 64n - 1n);
  for (const text of ['', 'FF00000000000000', '0', '00000000000000fg'])
    expect(fromHex64(text)).toBeUndefined();
});

test('a function of a text that repeats is run once for each run of equal texts', () => {
  const seen: string[] = [];
  const length = rememberLast(text => seen.push(text) && text.length);
  expect(['', 'ab', 'ab', '', 'ab'].map(length)).toEqual([0, 2, 2, 0, 2]);
  expect(seen).toEqual(['', 'ab', '', 'ab']);
});

/** What keeps texts for long. */
const KEEPERS: Readonly<Record<string, () => (text: string) => unknown>> = {
  'a memoized function': () => memoizeByText(text => text),
  'the index of sessions': () => {
    const index = createSessionIndex<string>(text => text);
    return text => index.set(text, text);
  },
  'the parser of user agents': () => createUserAgentParser(),
};

test.each(Object.keys(KEEPERS))('%s does not keep the blocks of a file that texts were cut out of', name => {
  const keep = KEEPERS[name]?.();
  Bun.gc(true);
  const before = heapStats().heapSize;
  for (let at = 0; at < 100; at += 1) {
    const block = new TextDecoder().decode(new Uint8Array(1024 ** 2).fill(97 + (at % 26)));
    keep?.(block.slice(0, 20 + at));
  }
  Bun.gc(true);
  expect(heapStats().heapSize - before).toBeLessThan(20 * 1024 ** 2);
  // What is kept lives until here.
  expect(keep?.('a')).not.toBeNull();
});
