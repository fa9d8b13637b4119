/** The limit of bytes of all request bodies in memory. */
import { expect, test } from 'bun:test';
import { findDelay } from '../../src/http/body.ts';
import { bodyBudgetBytes, createBodyBudget, PUBLIC } from '../../src/http/body-budget.ts';

const KIB = 1024;
const MIB = KIB ** 2;

/** A budget of 48 MiB for large bodies, of which an owner may hold 12, and of 16 for small ones. */
function startBudget() {
  const budget = createBodyBudget(64 * MIB);
  const evicted: string[] = [];
  const start = (isSmall: boolean) => (bytes: number, owner: string) =>
    budget.reserve(bytes, isSmall, { owner, evict: () => evicted.push(owner) });
  return { large: start(false), small: start(true), evicted };
}

test('large bodies may use three quarters, and released bytes are free again', () => {
  const { large, small } = startBudget();
  const [first] = ['a', 'b', 'c', 'd'].map(owner => {
    const lease = large(12 * MIB, owner);
    lease.settle();
    return lease;
  });
  expect(() => large(1, 'e')).toThrow('too many request bodies are arriving at once');
  small(KIB, 'e');
  first?.release();
  first?.release();
  large(12 * MIB, 'e').settle();
  expect(() => large(1, 'a')).toThrow('too many request bodies are arriving at once');
});

test('a user may hold a quarter of it, whatever others hold', () => {
  const { large } = startBudget();
  large(10 * MIB, 'a');
  expect(() => large(3 * MIB, 'a')).toThrow('too many request bodies of this user at once: at most 12 MiB');
  large(12 * MIB, 'b');
});

test('a growing body is counted as it grows, until it is given up', () => {
  const { large } = startBudget();
  const growing = large(0, 'a');
  growing.grow(12 * MIB);
  expect(() => growing.grow(1)).toThrow('of this user');
  growing.release();
  growing.grow(12 * MIB);
  large(12 * MIB, 'a');
});

test('whoever holds most loses the body that arrives longest; what has arrived stays', () => {
  const { large, evicted } = startBudget();
  for (const owner of ['a', 'b', 'c']) large(12 * MIB, owner).settle();
  large(6 * MIB, 'd');
  large(5 * MIB, 'e');
  large(2 * MIB, 'f');
  expect(evicted).toEqual(['d']);
});

test('the oldest small bodies of strangers are dropped for new ones', () => {
  const { small, evicted } = startBudget();
  small(KIB, 'a');
  for (let n = 0; n < 256; n++) small(64 * KIB - 4, PUBLIC);
  expect(evicted).toEqual([]);
  small(KIB, 'b');
  small(64 * KIB, PUBLIC).grow(KIB);
  expect(evicted).toEqual([PUBLIC, PUBLIC]);
});

test.each([
  [{ isSmall: true, receivedBytes: 0 }, 9, undefined],
  [{ isSmall: true, receivedBytes: 0 }, 10, 'body did not arrive within 10 seconds'],
  [{ isSmall: false, receivedBytes: 0 }, 4, undefined],
  [{ isSmall: false, receivedBytes: 40 * KIB - 1 }, 5, 'body arrives too slowly: at least 8 KiB a second'],
  [{ isSmall: false, receivedBytes: 40 * KIB }, 5, undefined],
  [{ isSmall: false, receivedBytes: MIB }, 30, 'body did not arrive within 30 seconds'],
])('%j after %d seconds: %p', (arrival, seconds, expected) => {
  const delay = findDelay(arrival, seconds);
  if (expected === undefined) expect(delay).toBeUndefined();
  else expect(delay).toStartWith(expected);
});

test.each([
  [128 * MIB, 16 * MIB],
  [512 * MIB, 32 * MIB],
  [64 * 1024 * MIB, 64 * MIB],
])('with %d bytes of memory there are %d', (memory, budget) => expect(bodyBudgetBytes(memory)).toBe(budget));
