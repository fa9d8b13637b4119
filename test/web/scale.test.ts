import { expect, test } from 'bun:test';
import { niceDurationStep, niceMax, niceStep } from '../../src/web/charts/scale.ts';

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

test.each([
  [0, 10],
  [50, 10],
  [95, 60],
  [310, 60],
  [700, 120],
  [9000, 1800],
])('an axis of %d seconds has ticks every %d seconds', (max, step) => {
  expect(niceDurationStep(max)).toBe(step);
});
