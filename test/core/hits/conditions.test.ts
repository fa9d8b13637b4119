import { expect, test } from 'bun:test';
import { replacePart, toNormalForm, whereDecides } from '../../../src/core/hits/conditions.ts';
import type { Condition, Filter } from '../../../src/core/hits/query.ts';

const city: Filter = { dimension: 'city', is: 'Delft', minVisitors: 5 };
const path: Filter = { dimension: 'path', containsAnyOf: ['a', null] };
const done: Condition = { done: { event: 'a.b' } };

test('a negated condition is one of filters that exclude by themselves', () => {
  expect(toNormalForm({ not: { and: [city, { or: [path, { not: done }] }] } })).toEqual({
    or: [
      { dimension: 'city', isNot: 'Delft', minVisitors: 5 },
      { and: [{ dimension: 'path', containsNone: ['a', null] }, done] },
    ],
  });
  expect(toNormalForm({ not: done })).toEqual({ not: done });
});

/** Whether a condition holds of a row that meets some of its parts. */
const holds = (condition: Condition, met: readonly Condition[]): boolean => {
  if ('and' in condition) return condition.and.every(each => holds(each, met));
  if ('or' in condition) return condition.or.some(each => holds(each, met));
  return 'not' in condition ? !holds(condition.not, met) : met.includes(condition);
};

test('a part decides about rows for which the others do not', () => {
  const nested: Condition = { or: [{ and: [path, city] }, done] };
  const decides = (...met: Condition[]) => holds(whereDecides(nested, city), met);
  expect(decides(path)).toBe(true);
  expect(decides(path, done)).toBe(false);
  expect(decides()).toBe(false);
  expect(replacePart(nested, city, { or: [] })).toEqual({ or: [{ and: [path, { or: [] }] }, done] });
});
