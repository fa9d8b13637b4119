import { expect, test } from 'bun:test';
import { compileGoal, type GoalRow } from '../../../src/core/goals/condition.ts';
import { type GoalFields, parseGoalCondition, toGoalFields } from '../../../src/core/goals/parse.ts';

const ROW: GoalRow = {
  kind: 'hit',
  path: '/a',
  event: null,
  value: null,
  properties: null,
  scrollDepth: null,
};
const SENT: GoalRow = {
  ...{ kind: 'event', path: null, event: 'cart.add', value: 'red' },
  ...{ properties: '{"plan":"pro","seats":3}', scrollDepth: null },
};

const meets = (fields: GoalFields, row: GoalRow): boolean => compileGoal(parseGoalCondition(fields))(row);

test.each<[GoalFields, GoalRow, boolean]>([
  [{ path: '/a' }, ROW, true],
  [{ path: '/a' }, { ...SENT, path: '/a' }, false],
  [{ event: 'cart.add' }, SENT, true],
  [{ event: 'cart.add', value: 'blue' }, SENT, false],
  [{ event: 'cart.add', value: 'red', properties: { plan: 'pro' } }, SENT, true],
  [{ event: 'cart.add', properties: { seats: '3' } }, SENT, true],
  [{ event: 'cart.add', properties: { seats: 3, toString: 'x' } }, SENT, false],
  [{ scroll_depth: 75 }, { ...ROW, kind: 'engagement', scrollDepth: 75 }, true],
  [{ scroll_depth: 75 }, { ...ROW, kind: 'engagement', scrollDepth: 74 }, false],
])('%j', (fields, row, expected) => {
  expect(meets(fields, row)).toBe(expected);
});

test.each<[GoalFields, string]>([
  [{}, 'exactly one of path, event and scroll_depth is required, got none'],
  [
    { path: '/a', event: 'b.c' },
    'exactly one of path, event and scroll_depth is required, got path and event',
  ],
  [{ path: '/a', value: 'x' }, 'value goes with event alone, got path'],
  [{ path: 'thanks' }, 'path must begin with / or *, as in /thanks or /docs/**, got "thanks"'],
  [{ path: '/**a**a**a**a**a**a**a**a**a**a**a' }, 'path must have at most 10 wildcards, got 11'],
  [
    { event: 'a.b', properties: { 'a b': 1 } },
    'a key of properties must be 1 to 64 of the characters A-Z a-z 0-9 _ . -, got "a b"',
  ],
  [
    { event: 'a.b', properties: { plan: '' } },
    'properties.plan must be a text of 1 to 512 characters, a number, true or false',
  ],
])('%j is refused', (fields, message) => {
  expect(() => parseGoalCondition(fields)).toThrow(message);
});

test('fields of a step of a funnel are named with their step', () => {
  expect(() => parseGoalCondition({ path: 'x' }, 'steps.1.')).toThrow('steps.1.path must begin with /');
});

test('a condition is written as it was read', () => {
  const fields = { event: 'cart.add', value: 'red', properties: { seats: 3 } };
  expect(toGoalFields(parseGoalCondition(fields))).toEqual({ ...fields, path: null, scroll_depth: null });
});
