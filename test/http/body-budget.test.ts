/** The limit of bytes of all request bodies in memory. */
import { expect, test } from 'bun:test';
import { bodyBudgetBytes, createBodyBudget } from '../../src/http/body-budget.ts';

const MIB = 1024 ** 2;
const SMALL = 16 * 1024;

function startBudget() {
  const budget = createBodyBudget(16 * MIB);
  const evicted: number[] = [];
  let next = 0;
  /** A body and its number. */
  const reserve = (bytes: number, limit: number) => {
    const number = next++;
    return budget.reserve(bytes, { limit, evict: () => evicted.push(number) });
  };
  return { reserve, evicted };
}

test('large bodies may use three quarters, and released bytes are free again', () => {
  const { reserve } = startBudget();
  const first = reserve(10 * MIB, 10 * MIB);
  reserve(2 * MIB, 10 * MIB);
  expect(() => reserve(1, 10 * MIB)).toThrow('too many request bodies');
  reserve(SMALL, SMALL);
  first.release();
  first.release();
  reserve(10 * MIB, 10 * MIB);
  expect(() => reserve(1, 10 * MIB)).toThrow('too many request bodies');
});

test('a growing body is counted as it grows, until it is given up', () => {
  const { reserve } = startBudget();
  const growing = reserve(0, 10 * MIB);
  growing.grow(12 * MIB);
  expect(() => growing.grow(1)).toThrow('too many request bodies');
  growing.release();
  growing.grow(12 * MIB);
  reserve(12 * MIB, 10 * MIB);
});

test('the oldest small bodies are dropped for new ones', () => {
  const { reserve, evicted } = startBudget();
  for (let n = 0; n < 256; n++) reserve(SMALL, SMALL);
  expect(evicted).toEqual([]);
  reserve(2 * SMALL, SMALL);
  expect(evicted).toEqual([0, 1]);
  const growing = reserve(0, SMALL);
  growing.grow(SMALL);
  expect(evicted).toEqual([0, 1, 2]);
});

test.each([
  [128 * MIB, 16 * MIB],
  [512 * MIB, 32 * MIB],
  [64 * 1024 * MIB, 64 * MIB],
])('with %d bytes of memory there are %d', (memory, budget) => expect(bodyBudgetBytes(memory)).toBe(budget));
