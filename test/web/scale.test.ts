import { expect, test } from 'bun:test';
import { niceMax, niceStep } from '../../src/web/charts/scale.ts';

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [9, 10],
  [10, 10],
  [11, 12],
  [61, 80],
  [999, 1000],
  [1001, 1200],
])('for %d a scale with a line at its half ends at %d', (max, top) => {
  expect(niceMax(max)).toBe(top);
});

test.each([
  [0, 1],
  [3, 1],
  [7, 2],
  [12, 5],
  [120, 25],
  [1101, 250],
  [2107, 500],
])('the lines of a chart up to %d are %d apart', (max, step) => {
  expect(niceStep(max)).toBe(step);
});
