import { expect, test } from 'bun:test';
import { createKeyedHash, fromHex64, toHex64 } from '../../src/lib/hash.ts';
import { createLru } from '../../src/lib/lru.ts';

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
